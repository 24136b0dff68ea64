import { describe, expect, test } from 'vitest';
import {
  arePairsBeyondChance,
  findFamilies,
  numberFamilies,
  type FamilyColumn,
} from '#frontend/analysis/preflight/families.ts';
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
  test.each([
    'E-mail',
    'phone_number',
    'Customer ID',
    'Company',
    'account number',
    'Kunden Nr',
    'Société',
    'ID cliente',
  ])('of %s', async (header) => {
    const found = await find(
      columnOf(
        header,
        cells(40, (row) => (row < 2 ? 'one@a.de' : `x${row}@a.de`)),
      ),
    );
    expect(Array.from(found!).slice(0, 4)).toEqual([0, 0, 1, 2]);
  });

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

  test('leave out a key that would join over 5% of the leads to one family', async () => {
    const emails = columnOf(
      'Email',
      cells(100, (row) => (row < 3 ? 'a@a.de' : `x${row}@a.de`)),
    );
    const phonesUpTo = (end: number) =>
      columnOf(
        'Phone',
        cells(100, (row) => (row >= 2 && row < end ? '+4917012345' : `+4930${row}77${row}`)),
      );
    const five = (await find(emails, phonesUpTo(5)))!;
    expect(Array.from(five).slice(0, 6)).toEqual([0, 0, 0, 0, 0, 1]);
    const six = (await find(emails, phonesUpTo(6)))!;
    expect(Array.from(six).slice(0, 6)).toEqual([0, 0, 0, 1, 2, 3]);
  });

  test('are none where under 1% of the leads have a relative', () => {
    const pairOf = (leads: number) => Uint32Array.from({ length: leads }, (_, lead) => Math.max(1, lead));
    expect(Array.from(numberFamilies(pairOf(200))!.slice(0, 4))).toEqual([0, 0, 1, 2]);
    expect(numberFamilies(pairOf(201))).toBeNull();
    expect(numberFamilies(Uint32Array.of())).toBeNull();
  });
});

/*
 * Method J with E of method H, by hand. Of the 28 pairs of 8 rows one is equal in both columns. Chance gives
 * (d_K + 1/2)(d_j + 1/2) / (d_Kj + 1/2) of it, where d_K pairs differ in the wider column only, d_j in the other one only, and all
 * others in both.
 */
test('pairs are beyond chance where it gives under 5% of them', async () => {
  const coding = (...codes: number[]) => ({ codes: Uint32Array.from(codes), count: Math.max(...codes) + 1 });
  const isBeyond = (most?: number, ...columns: ReturnType<typeof coding>[]) =>
    arePairsBeyondChance(columns, { ...(most !== undefined && { most }), onSlice: noPause });
  const wide = coding(0, 0, 1, 2, 3, 4, 5, 6);
  // d_K = 2, d_j = 0: 2.5 x 0.5 / 25.5 = 0.049.
  expect(await isBeyond(undefined, wide, coding(0, 0, 1, 1, 2, 2, 3, 4))).toBe(true);
  // d_K = 3: 3.5 x 0.5 / 24.5 = 0.071.
  expect(await isBeyond(undefined, wide, coding(0, 0, 1, 1, 2, 2, 3, 3))).toBe(false);
  // No pair is equal in both.
  expect(await isBeyond(undefined, wide, coding(0, 1, 2, 3, 4, 5, 6, 7))).toBe(false);
  expect(await isBeyond(undefined, wide)).toBe(false);
  // Three rows are equal. They are 3 pairs, 0.5 x 0.5 / 25.5 = 0.01 by chance, and no word where only two alike count.
  const three = coding(0, 0, 0, 1, 2, 3, 4, 5);
  expect(await isBeyond(3, three, three)).toBe(true);
  expect(await isBeyond(2, three, three)).toBe(false);
});

test('the search for chance ends where more than half of the columns are on one side', async () => {
  const random = seedRandom(21);
  const columns = Array.from({ length: 9 }, () => {
    const codes = Uint32Array.from({ length: 300 }, () => Math.floor(5 * random()));
    codes.set(codes.subarray(0, 60), 240);
    return { codes, count: 5 };
  });
  let slices = 0;
  const onSlice = async () => void slices++;
  // Of 8 columns beside the widest one 5 decide.
  expect(await arePairsBeyondChance(columns, { onSlice })).toBe(true);
  expect(slices).toBe(1 + 5);
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
  const found = (await find(...columns(8)))!;
  for (let row = 0; row < 120; row++) expect(found[row]).toBe(found[600 + row]);
  expect(await find(...columns(7))).toBeNull();
});

test('rows that nobody has filled in are alike in large numbers, and no families', async () => {
  const random = seedRandom(11);
  // 90 forms are empty. Of the others, 9 columns of 3 values each, about a hundred pairs are alike by chance.
  const rows = Array.from({ length: 2000 }, (_, row) =>
    Array.from({ length: 9 }, () => (row < 90 ? '' : Math.floor(3 * random()))),
  );
  const columns = Array.from({ length: 9 }, (_, at) =>
    columnOf(
      `c${at}`,
      rows.map((row) => String(row[at])),
    ),
  );
  expect(await find(...columns)).toBeNull();
});
