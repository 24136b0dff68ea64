import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Coding } from '#frontend/analysis/counts/coding.ts';
import { areRepeatsBeyondChance } from '#frontend/analysis/preflight/chance-repeats.ts';
import { codeColumn } from '#frontend/csv/table.ts';
import { hasRealFile, NEEDS_REAL_FILE, readRealLeads } from '#test/support/analysis-real-file.ts';
import { readFile } from '#test/support/csv-read.ts';
import { seedRandom } from '#test/support/random-leads.ts';

const noPause = () => Promise.resolve();
type Rows = readonly (readonly number[])[];

const codingsOf = (rows: Rows): Coding[] =>
  (rows[0] ?? []).map((_, column) => {
    const values = [...new Set(rows.map((row) => row[column]!))];
    return { codes: Uint32Array.from(rows, (row) => values.indexOf(row[column]!)), count: values.length };
  });
const fires = (rows: Rows) => areRepeatsBeyondChance(codingsOf(rows), noPause);

/** The rule by its definition: every pair of rows is compared. */
function firesNaively(rows: Rows): boolean {
  const used = (rows[0] ?? [])
    .map((_, column) => column)
    .filter((column) => new Set(rows.map((row) => row[column])).size > 1);
  if (used.length < 3) return false;
  const sizes = new Map<string, number>();
  for (const row of rows) sizes.set(row.join(), (sizes.get(row.join()) ?? 0) + 1);
  const f = (size: number) => [...sizes.values()].filter((count) => count === size).length;
  const differing = new Map<string, number>();
  rows.forEach((a, at) =>
    rows.slice(at + 1).forEach((b) => {
      const columns = used.filter((column) => a[column] !== b[column]).join();
      differing.set(columns, (differing.get(columns) ?? 0) + 1);
    }),
  );
  const d = (...columns: number[]) => differing.get(columns.toSorted((x, y) => x - y).join()) ?? 0;
  const widthOf = (column: number) => new Set(rows.map((row) => row[column])).size;
  const k = used.reduce((best, column) => (widthOf(column) > widthOf(best) ? column : best));
  const each = used
    .filter((column) => column !== k)
    .map((j) => ((d(k) + 0.5) * (d(j) + 0.5)) / (d(k, j) + 0.5))
    .toSorted((a, b) => a - b);
  const middle = (each.length - 1) / 2;
  const expected = (each[Math.floor(middle)]! + each[Math.ceil(middle)]!) / 2;
  const repeats = rows.length - sizes.size;
  const isMore = d() > 5 * expected;
  return (
    repeats > 0 &&
    repeats >= 0.01 * rows.length &&
    rows.length <= 3 * sizes.size &&
    ((isMore && f(2) > Math.sqrt(1.5 * f(1) * f(3))) ||
      f(2) > 3 * Math.sqrt(1.5 * f(1) * (f(3) + 1)) ||
      (isMore && f(3) > 3 * Math.sqrt((4 / 3) * f(2) * (f(4) + 1))))
  );
}

const cell = (most: number) => fc.integer({ min: 0, max: most });

test('the rule is that of all pairs compared', async () => {
  const rows = fc
    .tuple(
      fc.array(fc.tuple(cell(60), cell(3), cell(2), cell(1)), { minLength: 1, maxLength: 60 }),
      fc.nat(20),
    )
    .map(([drawn, copies]) => [...drawn, ...drawn.slice(0, copies)]);
  const seen = { true: 0, false: 0 };
  await fc.assert(
    fc.asyncProperty(rows, async (drawn) => {
      const expected = firesNaively(drawn);
      seen[`${expected}`]++;
      expect(await fires(drawn)).toBe(expected);
    }),
    { numRuns: 500 },
  );
  expect(Math.min(seen.true, seen.false)).toBeGreaterThan(20);
});

test('nothing is said of no rows, of rows that never repeat, and of two columns', async () => {
  expect(await fires([])).toBe(false);
  expect(await fires(Array.from({ length: 100 }, (_, row) => [row, row % 2, row % 3]))).toBe(false);
  const twice = Array.from({ length: 100 }, (_, row) => [row % 50, row % 2]);
  expect(await fires(twice)).toBe(false);
  expect(await fires(twice.map((row) => [...row, row[0]! % 3]))).toBe(true);
});

test('nothing is said of rows that occur over three times on average, as those of few values do', async () => {
  const times = (count: number) =>
    Array.from({ length: 60 * count }, (_, row) => [row % 60, row % 2, row % 3]);
  expect(await fires(times(3))).toBe(true);
  expect(await fires([...times(3), [0, 0, 0]])).toBe(false);
});

test('repeats of less than 1% of the rows are not said', async () => {
  const rows = (copies: number) =>
    Array.from({ length: 1000 }, (_, row) =>
      [row < copies ? row + 500 : row, row % 2, 0, 1].with(2, row % 4 === 0 ? 1 : 0),
    ).map((row, at, all) => (at < copies ? all[at + 500]! : row));
  expect(await fires(rows(9))).toBe(false);
  expect(await fires(rows(10))).toBe(true);
});

describe('drawn files of leads', () => {
  /** Leads of a day, a city and three ordinary columns; every lead of a share stands in the file twice. */
  function draw(seed: number, { size, days, copied }: { size: number; days: number; copied: number }): Rows {
    const random = seedRandom(seed);
    const skewed = (count: number) => Math.floor(count * random() ** 2);
    const rows = Array.from({ length: size }, () => [
      Math.floor(days * random()),
      skewed(40),
      skewed(6),
      skewed(4),
      skewed(3),
    ]);
    return [...rows, ...rows.filter(() => random() < copied)];
  }
  const countFires = async (world: Parameters<typeof draw>[1]) => {
    let fired = 0;
    for (let seed = 1; seed <= 60; seed++) fired += Number(await fires(draw(seed, world)));
    return fired;
  };

  test('without copies are not said to repeat', async () => {
    expect(await countFires({ size: 1000, days: 300, copied: 0 })).toBeLessThanOrEqual(1);
    expect(await countFires({ size: 3000, days: 60, copied: 0 })).toBeLessThanOrEqual(1);
  });

  test('with 5% copies are found in 9 of 10', async () => {
    expect(await countFires({ size: 2000, days: 300, copied: 0.05 })).toBeGreaterThanOrEqual(54);
  });
});

test.skipIf(!hasRealFile)(
  'samples of real leads without their ids are not said to repeat',
  { meta: { needs: NEEDS_REAL_FILE } },
  async () => {
    const { table } = await readFile(readRealLeads());
    const coded = table.headers.map((_, column) => codeColumn(table, column));
    const random = seedRandom(7);
    let fired = 0;
    for (let sample = 0; sample < 100; sample++) {
      const kept = coded.slice(2).filter(() => random() < 0.4);
      const isIn = Uint8Array.from({ length: table.rowCount }, () => Number(random() < 0.3));
      const columns = kept.map(({ codes, categories }) => ({
        codes: codes.filter((_, row) => isIn[row] === 1),
        count: categories.length,
      }));
      fired += Number(await areRepeatsBeyondChance(columns, noPause));
    }
    expect(fired).toBeLessThanOrEqual(2);
  },
);
