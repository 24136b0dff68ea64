import { describe, expect, test } from 'vitest';
import { fisherExact } from '#frontend/analysis/stats/fisher.ts';
import { chiSquare2x2, chiSquareTail } from '#frontend/analysis/stats/chi-square.ts';
import {
  compareAtStages,
  type LabelChoices,
  type StageField,
} from '#frontend/analysis/stages/stage-segments.ts';
import { OUTCOME } from '#frontend/analysis/stages/staged-leads.ts';

const CHOICES: LabelChoices = { thresholdPercent: 10, limits: null };

/** Leads of the values of one attribute: how many, and how many of them were won. */
function compare(
  values: readonly (readonly [leads: number, wins: number])[],
  cohorts = 1,
  choices = CHOICES,
) {
  const codes = values.flatMap(([leads], value) => Array.from({ length: leads }, () => value));
  const outcomes = values.flatMap(([leads, wins]) =>
    Array.from({ length: leads }, (_, at) => (at < wins ? OUTCOME.won : OUTCOME.lost)),
  );
  const field: StageField = {
    name: 'Source',
    codes: Uint32Array.from(codes),
    values: values.map((_, at) => `v${at}`),
  };
  const isIn = new Uint8Array(codes.length).fill(1);
  const stages = Array.from({ length: cohorts }, (_, stage) => ({ stage, isIn }));
  const leads = { outcomes: Uint8Array.from(outcomes), reached: new Int8Array(codes.length).fill(9) };
  return compareAtStages([field], stages, leads, choices);
}

describe('how segments go on from a stage', () => {
  test('is told by the figures of the worked example of method B', () => {
    // `methods-examples.json`, 'B expected to hold': r 0.587785, chances 0.999939, 0.313146, 0.992946 and 0.740437.
    const found = compare([[500, 150], [500, 100], [700, 100], [300, 50]]); // oxfmt-ignore
    expect(Math.log(found[0]!.ratio)).toBeCloseTo(0.587785, 6);
    expect(found.map(({ label }) => label)).toEqual(['Use', 'Unclear', 'Use', 'Unclear']);
    expect(found[0]).toMatchObject({
      stage: 0,
      field: 'Source',
      value: 'v0',
      leads: 500,
      wins: 150,
      lift: 1.5,
      limit: null,
    });
  });

  test('q counts the values of all stages', () => {
    const values = [[500, 150], [500, 100], [700, 110], [300, 50]] as const; // oxfmt-ignore
    const [once, twice] = [compare(values), compare(values, 2)];
    // Equal p-values twice as often among twice as many tests: the same q.
    expect(twice.map(({ q }) => q)).toEqual([...once, ...once].map(({ q }) => q));
    // Stages in which nothing differs make q larger.
    const isIn = new Uint8Array(400).fill(1);
    const codes = Uint32Array.from({ length: 400 }, (_, at) => at % 2);
    const outcomes = Uint8Array.from({ length: 400 }, (_, at) => Number(at % 2 === 0 ? at < 120 : at < 60));
    const field = { name: 'A', codes, values: ['x', 'y'] };
    const noise = { name: 'B', codes: codes.map((_, at) => Math.floor(at / 2) % 2), values: ['x', 'y'] };
    const q = (fields: StageField[]) =>
      compareAtStages(fields, [{ stage: 0, isIn }], { outcomes, reached: new Int8Array(400) }, CHOICES)[0]!.q;
    expect(q([field, noise])).toBeGreaterThan(q([field]));
  });

  test('q comes from the exact test', () => {
    const [first, second] = compare([[40, 12], [60, 8]]); // oxfmt-ignore
    const p = fisherExact({ a: 12, b: 28, c: 8, d: 52 });
    expect([first!.q, second!.q]).toEqual([p, p]);
  });

  test('needs 30 leads for Use', () => {
    const found = compare([[29, 20], [971, 180]]); // oxfmt-ignore
    expect(found[0]).toMatchObject({ label: 'Test', limit: 'few-leads' });
    expect(chiSquareTail(chiSquare2x2({ a: 20, b: 9, c: 180, d: 791 }))).toBeLessThan(0.001);
  });

  test('is at most Test where the outcome chose the ranges', () => {
    const limits = { splitFields: [0], hasManyDuplicates: false };
    const found = compare([[500, 150], [1500, 250]], 1, { thresholdPercent: 10, limits }); // oxfmt-ignore
    expect(found[0]).toMatchObject({ label: 'Test', limit: 'split' });
  });

  test('lists no value with fewer than 10 leads of the cohort, and nothing differs where all or none are won', () => {
    expect(compare([[50, 0], [9, 0], [10, 0]]).map(({ value, label }) => [value, label])).toEqual([['v0', 'Unclear'], ['v2', 'Unclear']]); // oxfmt-ignore
    expect(compare([[50, 50], [50, 50]]).every(({ q }) => q === 1)).toBe(true); // oxfmt-ignore
    expect(
      compareAtStages([], [], { outcomes: new Uint8Array(), reached: new Int8Array() }, CHOICES),
    ).toEqual([]);
  });

  test('says where the early stage would miss it', () => {
    // Of 1,000 leads of each source 300 qualify; of these 120 and 60 are won. Then the first ones qualify twice as often.
    const missed = (qualifiedOfSecond: number, winsOfFirst = 120) => {
      const sources = [[1000, 300, winsOfFirst], [1000, qualifiedOfSecond, qualifiedOfSecond / 5]] as const; // oxfmt-ignore
      const rows = sources.flatMap(([leads, qualified, wins], source) =>
        Array.from({ length: leads }, (_, at) => ({
          source,
          reached: at < wins ? 2 : at < qualified ? 1 : 0,
        })),
      );
      const reached = Int8Array.from(rows, (row) => row.reached);
      const isIn = [0, 1].map((stage) => Uint8Array.from(reached, (furthest) => Number(furthest >= stage)));
      const outcomes = Uint8Array.from(reached, (furthest) => (furthest === 2 ? OUTCOME.won : OUTCOME.lost));
      const field = {
        name: 'Source',
        codes: Uint32Array.from(rows, ({ source }) => source),
        values: ['LinkedIn', 'Others'],
      };
      const cohorts = isIn.map((flags, stage) => ({ stage, isIn: flags }));
      const found = compareAtStages([field], cohorts, { outcomes, reached }, CHOICES);
      return found.filter(({ value }) => value === 'LinkedIn');
    };
    expect(missed(300)).toMatchObject([
      { stage: 0, label: 'Use', reaching: null, isMissedEarlier: false },
      { stage: 1, label: 'Use', reaching: { lift: 1 }, isMissedEarlier: true },
    ]);
    const seen = missed(150)[1]!;
    expect(seen).toMatchObject({ label: 'Use', isMissedEarlier: false });
    expect(seen.reaching!.lift).toBeCloseTo(0.3 / 0.225, 9);
    // A value that is not Use is missed nowhere.
    expect(missed(290, 76)[1]).toMatchObject({ label: 'Unclear', isMissedEarlier: false });
    // They qualify less often, and are won more often from there.
    expect(missed(600)[1]).toMatchObject({ label: 'Use', isMissedEarlier: true });
  });
});
