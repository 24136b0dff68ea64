import { beforeAll, describe, expect, test } from 'vitest';
import { analyse, type Analysis } from '#frontend/analysis/judge/analyse.ts';
import { countByRange, type Range } from '#frontend/analysis/counts/binning.ts';
import { presetRanges, type RangePreset } from '#frontend/analysis/counts/range-presets.ts';
import { summariseNumeric, type NumericSummary } from '#frontend/analysis/columns/columns.ts';
import { MAX_EXPORTED_COMBINATIONS } from '#frontend/analysis/constants.ts';
import {
  bestCombinations,
  calculateLeadValue,
  countPossibleCombinations,
} from '#frontend/analysis/judge/lead-values.ts';
import { foldColumn } from '#frontend/analysis/counts/fold-values.ts';
import { flagConverted, tallyLeads } from '#frontend/analysis/counts/tally.ts';
import { leadValueOf } from '#frontend/analysis/judge/judge-segments.ts';
import { readCsv } from '#frontend/csv/read-csv.ts';
import { codeColumn, type FileTable } from '#frontend/csv/table.ts';
import {
  hasRealFile,
  NEEDS_REAL_FILE,
  readExpectedFigures,
  readRealLeads,
  type ExpectedFigures,
  type ExpectedRange,
} from '#test/support/analysis-real-file.ts';

const attributes = ['Lead Origin', 'Lead Source', 'What is your current occupation'];

async function readTable(): Promise<FileTable> {
  const read = await readCsv(readRealLeads(), {}, () => {});
  if (!read.ok) throw new Error(read.error.reason);
  return read.value.table;
}

function analyseTable(table: FileTable): Analysis {
  const columns = attributes.map((name) => {
    const column = table.headers.indexOf(name);
    const plan = { column, field: name, ranges: null, mapping: new Map<string, string>() };
    return { name, column: foldColumn(codeColumn(table, column), plan) };
  });
  const status = codeColumn(table, table.headers.indexOf('Converted'));
  const tally = tallyLeads(columns, flagConverted(status, new Set(['1'])));
  return analyse(tally, { conversionValue: 100, thresholdPercent: 10 });
}

function summariseColumn(table: FileTable, header: string): NumericSummary {
  const { codes, categories } = codeColumn(table, table.headers.indexOf(header));
  const leads = new Uint32Array(categories.length);
  for (const code of codes) leads[code] = (leads[code] ?? 0) + 1;
  const summary = summariseNumeric(categories, leads);
  if (summary === null) throw new Error(`${header} is numeric`);
  return summary;
}

/** To 1e-6 of the figure, as the expected file states; p-values to 1e-6 absolute. */
function expectClose(actual: number | undefined, expected: number): void {
  expect(Math.abs((actual ?? Number.NaN) - expected)).toBeLessThanOrEqual(1e-6 * Math.abs(expected));
}

function expectClosePValue(actual: number | undefined, expected: number): void {
  expect(Math.abs((actual ?? Number.NaN) - expected)).toBeLessThanOrEqual(1e-6);
}

const nameOf = ([field, value]: readonly [string, string]) => `${field}: ${value}`;
const byName = (names: readonly string[]) => names.toSorted();

describe.skipIf(!hasRealFile)(
  'the real file gives the figures of an independent implementation',
  { meta: { needs: NEEDS_REAL_FILE } },
  () => {
    let expected: ExpectedFigures;
    let table: FileTable;
    let analysis: Analysis;

    beforeAll(async () => {
      expected = readExpectedFigures();
      table = await readTable();
      analysis = analyseTable(table);
    });

    test('totals and baseline', () => {
      expect(analysis.totalLeads).toBe(expected.totalLeads);
      expect(analysis.totalConversions).toBe(expected.totalQualified);
      expectClose(100 * analysis.baselineRate, expected.baselineRatePct);
      expectClose(analysis.baselineLeadValue, expected.baselineLeadValue);
    });

    test('segments', () => {
      expect(analysis.segments).toHaveLength(expected.segments.length);
      for (const figures of expected.segments) {
        const segment = analysis.segments.find(
          ({ fieldName, value }) => fieldName === figures.field && value === figures.value,
        );
        expect(segment).toMatchObject({
          leads: figures.leads,
          conversions: figures.qualified,
          isSignificant: figures.significant,
        });
        expectClose(100 * (segment?.conversionRate ?? 0), figures.ratePct);
        expectClose(segment?.lift, figures.rawLift);
        expectClose(segment?.confidence, figures.confidence);
        expectClose(segment?.adjustedLift, figures.adjustedLift);
        expectClose(segment?.chiSquare, figures.chi2);
        // Nine digits are given, far below 1e-6 too.
        expectClose(segment?.pValue, figures.pValue);
        expectClose(segment && leadValueOf(segment, analysis.baselineLeadValue), figures.segmentLeadValue);
      }
      const significant = analysis.segments.filter(({ isSignificant }) => isSignificant);
      expect(byName(significant.map(({ fieldName, value }) => nameOf([fieldName, value])))).toEqual(
        byName(expected.eligibleForInteraction.map(nameOf)),
      );
    });

    test('segments outside the threshold', () => {
      const outside = expected.segments.filter((figures) => figures.outside);
      expect(
        byName(analysis.valueRules.map(({ segment }) => nameOf([segment.fieldName, segment.value]))),
      ).toEqual(byName(outside.map(({ field, value }) => nameOf([field, value]))));
    });

    test('interaction tests, in their order', () => {
      expect(analysis.interactionTests).toHaveLength(expected.interactionTests.length);
      for (const [index, figures] of expected.interactionTests.entries()) {
        const found = analysis.interactionTests[index];
        expect(found).toMatchObject({
          attributes: [
            { field: figures.a[0], value: figures.a[1] },
            { field: figures.b[0], value: figures.b[1] },
          ],
          leads: figures.leads,
          conversions: figures.qualified,
          confidencePercent: figures.confidence,
          isSignificant: figures.significant,
        });
        expectClose(100 * (found?.conversionRate ?? 0), figures.ratePct);
        expectClose(found?.predictedLift, figures.predictedLift);
        expectClose(found?.actualLift, figures.actualLift);
        expectClose(found?.difference, figures.differencePoints);
        expectClosePValue(found?.pValue, figures.pValue);
      }
    });

    test('pairs tested', () => {
      const pairs = analysis.interactionTests.map(({ attributes: [a, b], leads }) => {
        return [nameOf([a.field, a.value]), nameOf([b.field, b.value]), leads].join(' | ');
      });
      expect(byName(pairs)).toEqual(
        byName(expected.pairsTested.map(([a, b, leads]) => [nameOf(a), nameOf(b), leads].join(' | '))),
      );
    });

    test('value rules, in their order', () => {
      expect(analysis.valueRules).toHaveLength(expected.valueRules.length);
      for (const [index, figures] of expected.valueRules.entries()) {
        const rule = analysis.valueRules[index];
        expect(rule).toMatchObject({
          segment: { fieldName: figures.field, value: figures.value, leads: figures.leads },
          isCut: figures.cut,
          isSignificant: figures.significant,
        });
        expectClose(rule?.suggested, figures.suggested);
        // The file sorts '(Blank)' among the names, the product puts it last.
        expect(byName((rule?.partners ?? []).map(({ field, value }) => nameOf([field, value])))).toEqual(
          byName(figures.partners.map(nameOf)),
        );
      }
    });

    test('combinations', () => {
      const { count, sum, first, last } = expected.combinations_sorted;
      expect(countPossibleCombinations(analysis)).toBe(expected.combinations);
      expect(countPossibleCombinations(analysis) > MAX_EXPORTED_COMBINATIONS).toBe(expected.exportBlocked);
      const all = bestCombinations(analysis, count);
      expect(all).toHaveLength(count);
      expectClose(
        all.reduce((total, { leadValue }) => total + leadValue, 0),
        sum,
      );
      for (const [index, [, leadValue]] of first.entries()) expectClose(all[index]?.leadValue, leadValue);
      // `last` holds five consecutive ones near the end, of different values.
      const start = all.findIndex(({ values }) => values.join() === last[0]?.[0].join());
      expect(start).toBeGreaterThan(0);
      expect(all.slice(start, start + last.length).map(({ values }) => values)).toEqual(
        last.map(([values]) => values),
      );
      // Equal lead values stand in the order of the file there and by name here.
      for (const [values, leadValue] of [...first, ...last]) {
        expectClose(calculateLeadValue(analysis, values).value, leadValue);
        expectClose(all.find((other) => other.values.join() === values.join())?.leadValue, leadValue);
      }
    });

    test('ranges, and the leads in quartiles', () => {
      for (const [header, figures] of Object.entries(expected.ranges)) {
        const summary = summariseColumn(table, header);
        expect([summary.min, summary.max]).toEqual([figures.min, figures.max]);
        const quartiles = expectRanges('quartiles', summary, figures.quartiles);
        expectRanges('thirds', summary, figures.thirds);
        expectRanges('equal-intervals', summary, figures.equal);
        const { leads, outOfRange } = countByRange(summary, quartiles);
        const counted = Object.fromEntries(quartiles.map(({ label }, index) => [label, leads[index]]));
        expect({ ...counted, '(in no range)': outOfRange }).toEqual(figures.quartileLeads.gap_up);
      }
    });

    function expectRanges(preset: RangePreset, summary: NumericSummary, figures: ExpectedRange[]): Range[] {
      const { ranges, leftOut } = presetRanges(preset, summary);
      expect(leftOut).toEqual([]);
      expect(ranges.map(({ label }) => label)).toEqual(figures.map(({ label }) => label));
      for (const [index, { min, max }] of figures.entries()) {
        expectClose(ranges[index]?.min, min);
        if (max === null) expect(ranges[index]?.max).toBeNull();
        else expectClose(ranges[index]?.max ?? undefined, max);
      }
      return ranges;
    }
  },
);
