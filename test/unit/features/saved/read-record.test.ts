import { describe, expect, test } from 'vitest';
import { readRecord } from '#frontend/features/saved/kit/read-record.ts';

describe('a stored analysis', () => {
  test('reads as empty or 0 where something is missing or malformed', () => {
    const empty = {
      fileName: '',
      name: '',
      note: '',
      createdAt: null,
      settings: { conversionValue: 100, thresholdPercent: 10 },
      configuration: null,
      figures: { metrics: [], totalLeads: 0, totalQualified: 0, correlationTests: [] },
    };
    expect(readRecord({})).toEqual(empty);
    expect(
      readRecord({ analysisData: {}, configurationData: { statusColumn: 7 }, createdAt: 'soon' }),
    ).toEqual(empty);
    expect(readRecord({ analysisData: [], conversionValue: 'much', significanceThreshold: null })).toEqual(
      empty,
    );
    expect(
      readRecord({ analysisData: { totalLeads: 3, metrics: [{}] }, significanceThreshold: 900 }),
    ).toMatchObject({
      settings: { thresholdPercent: 100 },
      figures: { totalLeads: 3, metrics: [] },
    });
  });

  test.each([null, 7, 'text', []])('is none where the answer is %j', (answer) => {
    expect(() => readRecord(answer)).toThrow();
  });
});
