import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CodedColumn } from '#frontend/analysis/columns/columns.ts';
import { wilsonInterval } from '#frontend/analysis/stats/intervals.ts';
import { flagConverted, tallyLeads } from '#frontend/analysis/counts/tally.ts';
import { sampleCsv } from '#frontend/features/open-file/sample-csv.ts';
import { SAMPLE_FIGURES } from '#frontend/features/open-file/sample-figures.ts';
import { segmentsOfTally } from '#test/support/analysis-builders.ts';

const [headers = [], ...rows] = sampleCsv()
  .trimEnd()
  .split('\r\n')
  .map((line) => line.split(','));

function codeColumn(header: string): CodedColumn {
  const column = headers.indexOf(header);
  const codeByValue = new Map<string, number>();
  const codes = Uint32Array.from(rows, (row) => {
    const value = row[column] || '(Blank)';
    codeByValue.set(value, codeByValue.get(value) ?? codeByValue.size);
    return codeByValue.get(value) ?? 0;
  });
  return { codes, categories: [...codeByValue.keys()] };
}

const tally = tallyLeads(
  [{ name: SAMPLE_FIGURES.field, column: codeColumn(SAMPLE_FIGURES.field) }],
  flagConverted(codeColumn('Lead Status'), new Set(['Qualified'])),
);

/** Pictures, figures in texts and stories come from this sample. Change the hash on purpose only. */
test('the sample is the same for every visitor, to the last byte', () => {
  expect(createHash('sha256').update(sampleCsv()).digest('hex')).toBe(
    'b47d4a03328a963d1f7f420b0cd0a2b47dada0d3e54712265adcaecdca8b85ce',
  );
});

test('the pictured totals are those of the sample data', () => {
  expect(SAMPLE_FIGURES.leads).toBe(tally.totalLeads);
  expect(SAMPLE_FIGURES.conversions).toBe(tally.totalConversions);
});

test('the pictured rates are the counted rates of the sample data, highest first, each within its own interval', () => {
  const segments = segmentsOfTally(tally);
  const pictured = SAMPLE_FIGURES.segments.map(({ rate }) => rate);
  expect(pictured).toEqual(pictured.toSorted((a, b) => b - a));
  for (const { value, rate, low, high } of SAMPLE_FIGURES.segments) {
    const segment = segments.find((candidate) => candidate.value === value);
    if (!segment) throw new Error(`${value} is not in the sample data`);
    const interval = wilsonInterval(segment.conversions, segment.leads);
    expect({ value, rate, low, high }).toEqual({
      value,
      rate: Number((segment.conversions / segment.leads).toFixed(3)),
      low: Number(interval.low.toFixed(3)),
      high: Number(interval.high.toFixed(3)),
    });
    expect(low).toBeLessThan(rate);
    expect(high).toBeGreaterThan(rate);
  }
});
