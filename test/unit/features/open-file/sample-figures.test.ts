import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CodedColumn } from '#frontend/analysis/columns/columns.ts';
import type { Segment } from '#frontend/analysis/measure/segments.ts';
import { flagConverted, tallyLeads } from '#frontend/analysis/counts/tally.ts';
import { sampleCsv } from '#frontend/features/open-file/sample-csv.ts';
import { SAMPLE_FIGURES } from '#frontend/features/open-file/sample-figures.ts';
import { segmentsOfTally } from '#test/support/analysis-builders.ts';

const Z_95 = 1.959963984540054; // standard normal quantile of 0.975

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

/** Katz et al. (1978), Biometrics 34, 469-474, with 0.5 added to each count; mapped to the lift. */
function liftInterval({ leads, conversions }: Segment): [number, number] {
  const logOf = (won: number, all: number) => [Math.log(won / all), 1 / won - 1 / all] as const;
  const others = tally.totalLeads - leads;
  const [log, variance] = logOf(conversions + 0.5, leads + 1);
  const [otherLog, otherVariance] = logOf(tally.totalConversions - conversions + 0.5, others + 1);
  const margin = Z_95 * Math.sqrt(variance + otherVariance);
  const share = leads / tally.totalLeads;
  const toLift = (ratio: number) => ratio / (share * ratio + 1 - share);
  return [toLift(Math.exp(log - otherLog - margin)), toLift(Math.exp(log - otherLog + margin))];
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

test('the pictured lifts are the counted lifts of the sample data, highest first, each within its own interval', () => {
  const baseline = tally.totalConversions / tally.totalLeads;
  const segments = segmentsOfTally(tally);
  const pictured = SAMPLE_FIGURES.segments.map(({ lift }) => lift);
  expect(pictured).toEqual(pictured.toSorted((a, b) => b - a));
  for (const { value, lift, low, high } of SAMPLE_FIGURES.segments) {
    const segment = segments.find((candidate) => candidate.value === value);
    if (!segment) throw new Error(`${value} is not in the sample data`);
    const [lowest, highest] = liftInterval(segment);
    expect({ value, lift, low, high }).toEqual({
      value,
      lift: Number((segment.conversionRate / baseline).toFixed(2)),
      low: Number(lowest.toFixed(2)),
      high: Number(highest.toFixed(2)),
    });
  }
});
