import { describe, expect, test } from 'vitest';
import { dealFamilies } from '#frontend/analysis/counts/families.ts';
import { findFamilies, type FamilyColumn } from '#frontend/analysis/preflight/families.ts';
import { foldOutcomes } from '#frontend/analysis/finder/fold-outcomes.ts';
import { drawSample, listFolds } from '#frontend/analysis/model/unseen-estimates.ts';
import { seedRandom } from '#test/support/random-leads.ts';

const noPause = () => Promise.resolve();

function columnOf(header: string, cells: readonly string[], isDate = false): FamilyColumn {
  const categories = [...new Set(cells)];
  const codes = Uint32Array.from(cells, (cell) => categories.indexOf(cell));
  const leads = Uint32Array.from(categories, (_, code) => codes.filter((own) => own === code).length);
  return { header, codes, categories, leads, isDate };
}

const find = (...columns: readonly FamilyColumn[]) => findFamilies(columns, noPause);
const cells = (size: number, cellOf: (row: number) => number | string) =>
  Array.from({ length: size }, (_, row) => String(cellOf(row)));

describe('families by a key', () => {
  test.each(['E-mail', 'phone_number', 'Customer ID', 'Company', 'account number'])(
    'of %s',
    async (header) => {
      const found = await find(
        columnOf(
          header,
          cells(40, (row) => (row < 2 ? 'one@a.de' : `x${row}@a.de`)),
        ),
      );
      expect(Array.from(found!).slice(0, 4)).toEqual([0, 0, 1, 2]);
    },
  );

  test('are none by other headers, where each key stands once, and of keys that name nobody', async () => {
    const twice = cells(40, (row) => (row < 2 ? 'same' : row));
    for (const header of ['Company size', 'Number of customers', 'Source'])
      expect(await find(columnOf(header, twice))).toBeNull();
    expect(
      await find(
        columnOf(
          'Email',
          cells(40, (row) => `x${row}@a.de`),
        ),
      ),
    ).toBeNull();
    expect(
      await find(
        columnOf(
          'Email',
          cells(40, (row) => (row < 2 ? '' : `x${row}@a.de`)),
        ),
      ),
    ).toBeNull();
  });

  test('are of a value that 5% of the leads share, not of more', async () => {
    const sharedBy = (most: number) =>
      find(
        columnOf(
          'Email',
          cells(100, (row) => (row < most ? 'a@a.de' : `x${row}@a.de`)),
        ),
      );
    expect(new Set((await sharedBy(5))!.slice(0, 5))).toEqual(new Set([0]));
    expect(await sharedBy(6)).toBeNull();
  });

  test('join relatives of relatives through two keys', async () => {
    const emails = cells(60, (row) => (row < 2 ? 'a@a.de' : `x${row}@a.de`));
    const phones = cells(60, (row) => (row === 1 || row === 2 ? '+4917012345' : `+4930${row}77${row}`));
    const found = (await find(columnOf('Email', emails), columnOf('Phone', phones)))!;
    expect(Array.from(found).slice(0, 5)).toEqual([0, 0, 0, 1, 2]);
  });
});

describe('families by columns of many values', () => {
  const random = seedRandom(5);
  const drawn = (size: number, values: number) => cells(size, () => Math.floor(random() * values));
  /** Leads of customers that have two rows each. */
  const ofCustomers = (own: readonly string[]) => own.flatMap((cell) => [cell, cell]);

  test('are those whose pairs chance does not give', async () => {
    const [age, income] = [ofCustomers(drawn(200, 160)), ofCustomers(drawn(200, 160))];
    const found = (await find(columnOf('age', age), columnOf('income', income)))!;
    for (let row = 0; row < 400; row += 2) expect(found[row]).toBe(found[row + 1]);
    expect(await find(columnOf('age', drawn(400, 160)), columnOf('income', drawn(400, 160)))).toBeNull();
    // One column alone says nothing of chance, and dates do not count.
    expect(await find(columnOf('age', age))).toBeNull();
    expect(await find(columnOf('age', age), columnOf('day', income, true))).toBeNull();
  });

  test('have a twentieth as many values as there are leads', async () => {
    const upTo = (values: number) => ofCustomers(cells(200, (at) => (at * 7) % values));
    const wide = columnOf('income', ofCustomers(cells(200, (at) => at)));
    expect(await find(wide, columnOf('age', upTo(20)))).not.toBeNull();
    expect(await find(wide, columnOf('age', upTo(19)))).toBeNull();
  });
});

test('rows that are equal but for ids and dates are families, in wide files only', async () => {
  const random = seedRandom(9);
  const rows = Array.from({ length: 600 }, () => Array.from({ length: 9 }, () => Math.floor(random() * 7)));
  const all = [...rows, ...rows.slice(0, 120)];
  const columns = (count: number) => [
    ...Array.from({ length: count }, (_, at) =>
      columnOf(
        `c${at}`,
        cells(720, (row) => all[row]![at]!),
      ),
    ),
    columnOf(
      'lead id',
      cells(720, (row) => row),
    ),
    columnOf(
      'day',
      cells(720, (row) => row % 90),
      true,
    ),
  ];
  const found = (await find(...columns(9)))!;
  for (let row = 0; row < 120; row++) expect(found[row]).toBe(found[600 + row]);
  expect(await find(...columns(7))).toBeNull();
});

describe('dealing', () => {
  const families = Uint32Array.from({ length: 1000 }, (_, row) => Math.floor(row / 3));
  const partsOfFamilies = (parts: ArrayLike<number>) =>
    Math.max(
      ...Array.from({ length: 333 }, (_, at) => new Set([0, 1, 2].map((own) => parts[3 * at + own])).size),
    );

  test('puts each family on one side, in parts of about equal size, by its seed', () => {
    const parts = dealFamilies(families, 5, seedRandom(1));
    expect(partsOfFamilies(parts)).toBe(1);
    for (let part = 0; part < 5; part++)
      expect(Math.abs(parts.filter((own) => own === part).length - 200)).toBeLessThanOrEqual(3);
    expect(dealFamilies(families, 5, seedRandom(1))).toEqual(parts);
    expect(dealFamilies(families, 5, seedRandom(2))).not.toEqual(parts);
  });

  test('keeps families in one part of the finder and of the model', () => {
    const flags = Uint8Array.from(families, (_, row) => Number(row % 4 === 0));
    const { outcomes } = foldOutcomes(flags, 1, families);
    expect(partsOfFamilies(outcomes.map((own) => own >> 1))).toBe(1);
    expect(outcomes.map((own) => own & 1)).toEqual(flags);
    const sample = drawSample(1000);
    const parts = new Uint8Array(1000);
    listFolds(sample, families).forEach(({ held, learning }, part) => {
      expect(held.length + learning.length).toBe(1000);
      for (const position of held) parts[sample[position]!] = part;
    });
    expect(partsOfFamilies(parts)).toBe(1);
  });

  test('without families is the one of today', () => {
    const [fold] = listFolds(
      Uint32Array.from({ length: 10 }, (_, lead) => lead),
      null,
    );
    expect([...fold!.held]).toEqual([0, 5]);
    const flags = new Uint8Array(50);
    expect(foldOutcomes(flags, 3, null)).toEqual(foldOutcomes(flags, 3));
  });
});
