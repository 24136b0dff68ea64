import { describe, expect, test } from 'vitest';
import { readRecord } from '#frontend/features/saved/read-record.ts';
import { savedAnswer } from '#test/support/saved-analysis.ts';

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

  test('reads as it was stored, with the name that the user gave', () => {
    const record = readRecord(
      savedAnswer(
        { leftOutLeads: { byStatus: 1, unreadableDate: 0, byDate: 0, young: 0 } },
        {
          name: 'October',
          note: 'No fairs.',
          version: 3,
          updatedAt: '2026-10-02T00:00:00.000Z',
          datasetEndsAt: '2027-01-01T00:00:00.000Z',
          createdAt: '2026-10-01T00:00:00.000Z',
        },
      ),
    );
    expect(record).toMatchObject({
      fileName: 'worked.csv',
      name: 'October',
      note: 'No fairs.',
      createdAt: new Date('2026-10-01T00:00:00.000Z'),
      version: 3,
      updatedAt: '2026-10-02T00:00:00.000Z',
      datasetEndsAt: '2027-01-01T00:00:00.000Z',
      settings: { conversionValue: 250, thresholdPercent: 12 },
      configuration: { statusColumn: 'Status', attributeColumns: ['Source', 'Device'] },
      figures: { totalLeads: 1000, totalQualified: 200, leftOutLeads: { byStatus: 1 } },
    });
    expect(record.figures.metrics).toHaveLength(5);
    expect(record.figures.spreads).toHaveLength(2);
    expect(record.figures.correlationTests.length).toBeGreaterThan(0);
  });

  test('loses only the part that is damaged', () => {
    const record = readRecord(
      savedAnswer(
        {
          metrics: 'none',
          totalQualified: -1,
          spreads: [7],
          leftOutLeads: 'x',
          correlationTests: [{}],
          stages: { names: [] },
        },
        { name: '', note: 7, version: 'x', updatedAt: 1, datasetEndsAt: null, fileName: 'october.csv' },
      ),
    );
    expect(record).toMatchObject({ name: 'october.csv', note: '', settings: { conversionValue: 250 } });
    expect([record.version, record.updatedAt, record.datasetEndsAt]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(record.figures).toEqual({
      metrics: [],
      totalLeads: 1000,
      totalQualified: 0,
      correlationTests: [],
    });
  });

  test.each([null, 7, 'text', []])('is none where the answer is %j', (answer) => {
    expect(() => readRecord(answer)).toThrow();
  });
});
