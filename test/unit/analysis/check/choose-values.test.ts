import { describe, expect, test } from 'vitest';
import { type Range } from '#frontend/analysis/counts/binning.ts';
import { presetRanges } from '#frontend/analysis/counts/range-presets.ts';
import { bestSplit, countPerNumber } from '#frontend/analysis/measure/best-split.ts';
import { findChoice, learnChoices, type CountedColumn } from '#frontend/analysis/check/choose-values.ts';
import { summariseNumeric } from '#frontend/analysis/columns/columns.ts';
import { foldColumn } from '#frontend/analysis/counts/fold-values.ts';
import { learnRules, type Learn } from '#frontend/analysis/check/learn-rules.ts';
import type { Mapping } from '#frontend/analysis/counts/mapping.ts';
import { splitLeads } from '#frontend/analysis/counts/split-leads.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import { countCombinations, tallyLeads, type Tally } from '#frontend/analysis/counts/tally.ts';
import { codeCells, expandCells, tallyOfLeads, type Cell } from '#test/support/analysis-builders.ts';

const NONE: Mapping = new Map();
const learn: Learn = (learning) => learnRules(learning, 10);

/** Leads of a score from 0 to 199 and a source. Scores from 100 on convert better; three sources are rare. */
const CELLS: Cell[] = Array.from({ length: 200 }, (_, score): Cell[] => [
  [[String(score), 'Search'], 20, score < 100 ? 2 : 6],
  [[String(score), 'Ads'], 10, score < 100 ? 1 : 3],
  [[score % 2 ? '' : String(score), 'Mail'], 2, 1],
]).flat();
const RARE: Cell[] = [
  [['150', 'Fair'], 34, 20],
  [['20', 'Radio'], 20, 2],
  [['170', 'Poster'], 7, 3],
];
const tally = tallyOfLeads(['Score', 'Source'], expandCells([...CELLS, ...RARE]));

/** The counts of a field, with raw cells as its values. */
function columnOf({ fields, codes, leads, conversions }: Tally, field: number): CountedColumn {
  const categories = fields[field]?.values ?? [];
  const sum = (counts: Uint32Array) => {
    const sums = new Uint32Array(categories.length);
    counts.forEach((count, at) => (sums[codes[field]?.[at] ?? 0]! += count)); // a code of these categories
    return sums;
  };
  return { categories, leads: sum(leads), conversions: sum(conversions) };
}

/** The best split of a field, with a label for each range. */
function splitOf(column: CountedColumn, labels: readonly string[] = []): Range[] {
  const summary = summariseNumeric(column.categories, column.leads);
  if (!summary) throw new Error('no numbers');
  const perNumber = countPerNumber(column.categories, column.conversions, { values: summary.values });
  const ranges = bestSplit(summary, perNumber) ?? [];
  return ranges.map((range, at) => ({ ...range, label: labels[at] ?? '' }));
}

type Cells = [field: string, other: string];

/** The rate of the combination of two values. */
function rateIn({ fields, codes }: Tally, rates: Float64Array, cells: Cells): number {
  const wanted = cells.map((cell, field) => fields[field]?.values.indexOf(cell));
  return rates[rates.findIndex((_, at) => wanted.every((code, field) => codes[field]?.[at] === code))] ?? NaN;
}

const named = (names: readonly string[], column: CountedColumn, codeOf: ArrayLike<number>) =>
  Object.fromEntries(column.categories.map((cell, at) => [cell, names[codeOf[at] ?? -1]]));

const score = columnOf(tally, 0);
const source = columnOf(tally, 1);
const MERGED: Mapping = new Map([
  ['Radio', 'Other'],
  ['Poster', 'Other'],
]);

describe('what was chosen by the data', () => {
  const isChosen = (ranges: readonly Range[] | null, mapping: Mapping, column: CountedColumn) =>
    findChoice({ ranges, mapping }, column) !== null;

  test('is a best split, also under other labels', () => {
    expect(splitOf(score)).toHaveLength(2);
    expect(isChosen(splitOf(score), NONE, score)).toBe(true);
    expect(isChosen(splitOf(score, ['cold', 'hot']), NONE, score)).toBe(true);
  });

  test('is no preset, no range that was moved by hand, and no name that was given by hand', () => {
    const summary = summariseNumeric(score.categories, score.leads);
    expect(summary && isChosen(presetRanges('quartiles', summary).ranges, NONE, score)).toBe(false);
    const moved = splitOf(score).map((range) => (range.max === null ? range : { ...range, max: 98 }));
    expect(isChosen(moved, NONE, score)).toBe(false);
    expect(isChosen(splitOf(score).slice(0, 1), NONE, score)).toBe(false);
    expect(isChosen(null, NONE, score)).toBe(false);
    expect(isChosen(null, new Map([['Radio', 'Offline']]), source)).toBe(false);
  });

  test('is a merge of all values below some number of leads, and no other merge', () => {
    const merging = (...values: string[]) =>
      isChosen(null, new Map(values.map((value) => [value, 'Other'])), source);
    expect(merging('Radio', 'Poster')).toBe(true);
    expect(merging('Fair', 'Radio', 'Poster')).toBe(true);
    // Poster has fewer leads than Fair and Radio.
    expect(merging('Fair', 'Radio')).toBe(false);
    // A single value is only renamed.
    expect(merging('Poster')).toBe(false);
    expect(merging('a value that no lead has')).toBe(false);
  });
});

describe('values that are chosen from some of the leads', () => {
  const { learning, unseen } = splitLeads(tally, createRandom(3));

  test('are the best split of these leads, under the names of the plan', () => {
    const ranges = splitOf(score, ['cold', 'hot']);
    const choose = findChoice({ ranges, mapping: new Map([['hot', 'Call now']]) }, score);
    const seen = columnOf(learning, 0);
    // The leads of the scores 100 to 119 are as bad as those below.
    const conversions = seen.conversions.map((count, at) => {
      const value = Number(seen.categories[at]);
      return value >= 100 && value < 120 ? Math.round((seen.leads[at] ?? 0) / 10) : count;
    });
    const fold = choose?.(seen.leads, conversions);
    expect(fold?.names).toEqual(['Call now', 'cold', '(Blank)']);
    const names = named(fold?.names ?? [], score, fold?.codeOf ?? []);
    const [first] = splitOf({ ...seen, conversions });
    expect(first?.max).toBeGreaterThan(110);
    expect([names['99'], names[String(first?.max)], names[String((first?.max ?? 0) + 1)]]).toEqual([
      'cold',
      'cold',
      'Call now',
    ]);
  });

  test('are one range under its bounds where no split of these leads holds', () => {
    const choose = findChoice({ ranges: splitOf(score, ['cold', 'hot']), mapping: NONE }, score);
    const all = choose?.(
      score.leads,
      score.leads.map((leads) => Math.round(leads / 5)),
    );
    expect(all?.names).toEqual(['0 and above', '(Blank)']);
    // The smallest numbers are not among these leads.
    const few = score.leads.map((leads, at) => (Number(score.categories[at]) < 30 ? 0 : leads));
    const without = choose?.(
      few,
      few.map((leads) => Math.round(leads / 5)),
    );
    expect(without?.names).toEqual(['(Out of range)', '30 and above', '(Blank)']);
  });

  test('are merged below the same number of leads', () => {
    const choose = findChoice({ ranges: null, mapping: new Map([...MERGED, ['Ads', 'Paid']]) }, source);
    const seen = columnOf(learning, 1);
    const leadsOf = (value: string) => seen.leads[seen.categories.indexOf(value)] ?? NaN;
    expect(source.leads[source.categories.indexOf('Fair')]).toBe(34);
    expect(leadsOf('Fair')).toBeLessThan(30);
    const fold = choose?.(seen.leads, seen.conversions);
    expect(fold?.names).toEqual(['Mail', 'Other', 'Paid', 'Search']);
    // All three rare ones were below 35: now 35 is the number, and nothing else is below it.
    const three = findChoice({ ranges: null, mapping: new Map([...MERGED, ['Fair', 'Other']]) }, source);
    const more = seen.leads.map((leads, at) => (seen.categories[at] === 'Poster' ? 35 : leads));
    expect(three?.(more, seen.conversions).names).toEqual(['Ads', 'Mail', 'Other', 'Poster', 'Search']);
  });

  test('do not depend on the outcomes of the other leads', () => {
    const flipped = unseen.leads.map((leads, at) => leads - (unseen.conversions[at] ?? 0));
    const conversions = learning.conversions.map((count, at) => count + (flipped[at] ?? 0));
    const other: Tally = {
      ...tally,
      conversions,
      totalConversions: conversions.reduce((sum, count) => sum + count, 0),
    };
    const learnFrom = (all: Tally) => {
      const ranges = splitOf(columnOf(all, 0), ['cold', 'hot']);
      expect(ranges).toHaveLength(2);
      const choices = [
        findChoice({ ranges, mapping: NONE }, columnOf(all, 0)),
        findChoice({ ranges: null, mapping: MERGED }, columnOf(all, 1)),
      ];
      expect(choices.every(Boolean)).toBe(true);
      return learnChoices(choices, learn)(learning);
    };
    const [learned, again] = [learnFrom(tally), learnFrom(other)];
    const rateOf = (...cells: Cells) => rateIn(tally, learned.best, cells);
    expect(rateOf('150', 'Search')).toBeGreaterThan(2 * rateOf('20', 'Search'));
    expect(rateOf('150', 'Fair')).toBe(rateOf('170', 'Poster')); // both 'hot', 'Other'
    expect(again).toEqual(learned);
  });
});

describe('learning with chosen values', () => {
  test('learns what the leads with these values give', () => {
    const leads = expandCells([...CELLS, ...RARE]);
    const ranges = splitOf(score);
    const cells = (field: number) => codeCells(leads.map(({ values }) => values[field] ?? ''));
    const folded = tallyLeads(
      [
        { name: 'Score', column: foldColumn(cells(0), { ranges, mapping: NONE }) },
        { name: 'Source', column: foldColumn(cells(1), { ranges: null, mapping: NONE }) },
      ],
      Uint8Array.from(leads, ({ converted }) => Number(converted)),
      countCombinations,
    );
    const choices = [findChoice({ ranges, mapping: NONE }, score), null];
    const [learned, expected] = [learnChoices(choices, learn)(tally), learn(folded)];
    const low = folded.fields[0]?.values[0] ?? '';
    expect(rateIn(tally, learned.best, ['20', 'Radio'])).toBeCloseTo(
      rateIn(folded, expected.best, [low, 'Radio']),
      9,
    );
    expect(learned.best).toHaveLength(tally.leads.length);
    expect(learnChoices([null, null], learn)).toBe(learn);
  });
});
