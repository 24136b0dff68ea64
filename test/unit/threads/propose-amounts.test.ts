import { describe, expect, test } from 'vitest';
import { NO_DATES } from '#frontend/analysis/counts/mapping.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import { TextTable } from '#frontend/csv/papaparse-reader.ts';
import { createLoadedFile } from '#frontend/counting/loaded-file.ts';
import { proposeAmounts, type AmountsQuestion } from '#frontend/threads/leads/propose-amounts.ts';

type Columns = Record<string, (lead: number) => string>;

/** 200 leads, of which each second is won; with these columns behind the status and the source. */
const LEADS = 200;
const isWon = (lead: number) => lead % 2 === 0;
const WON = LEADS / 2;

function propose(columns: Columns, asked: Partial<AmountsQuestion> = {}) {
  const all: Columns = {
    Status: (lead) => (isWon(lead) ? 'Won' : 'Lost'),
    Source: (lead) => (lead % 4 < 2 ? 'Ads' : 'Fair'),
    ...columns,
  };
  const headers = Object.keys(all);
  const rows = Array.from({ length: LEADS }, (_, lead) => Object.values(all).map((cell) => cell(lead)));
  const question = {
    statusColumn: 0,
    qualified: new Set(['Won']),
    attributes: [{ column: 1, kind: 'values' as const }],
    currency: undefined,
    ...asked,
  };
  return proposeAmounts(createLoadedFile(new TextTable(headers, rows), 2026), question);
}

/** The headers of the offered columns, the proposed one first. */
async function offered(columns: Columns, asked?: Partial<AmountsQuestion>): Promise<string[]> {
  const found = await propose(columns, asked);
  return found.map(({ column }) => ['Status', 'Source', ...Object.keys(columns)][column] ?? '');
}

/** 1,000 to 1,090 where the lead is won, in no relation to the source. */
const amount = (lead: number) => (isWon(lead) ? String(1000 + ((lead * 7) % 20) * 5 - 5) : '');
const first = (count: number) => (lead: number) => (isWon(lead) && lead < 2 * count ? '500' : '');

test('the amounts of won deals are proposed with their currency and average', async () => {
  const [found, ...others] = await propose({ 'Auftragswert €': amount });
  expect(others).toEqual([]);
  const won = Array.from({ length: LEADS }, (_, lead) => lead)
    .filter(isWon)
    .map((lead) => Number(amount(lead)));
  expect(found).toMatchObject({ column: 2, currency: 'EUR', isCurrencyGuessed: false, deals: WON });
  expect(found?.average).toBeCloseTo(won.reduce((sum, one) => sum + one, 0) / WON, 9);
});

describe('of several', () => {
  test('most amounts of won deals come first, then the words of the header, then the order', async () => {
    const half = first(60);
    expect(await offered({ Value: half, Amount: amount, 'Deal Value': half, 'Won Amount': half })).toEqual([
      'Amount',
      'Won Amount',
      'Deal Value',
      'Value',
    ]);
    expect(await offered({ 'Amount A': amount, 'Amount B': amount })).toEqual(['Amount A', 'Amount B']);
  });

  test('attributes and the status are none of them', async () => {
    expect(await offered({ Amount: amount }, { attributes: [{ column: 2, kind: 'ranges' }] })).toEqual([]);
  });
});

describe('amounts stand on enough won leads', () => {
  test('on at least half of them', async () => {
    expect(await offered({ Amount: first(50) })).toEqual(['Amount']);
    expect(await offered({ Amount: first(49) })).toEqual([]);
  });

  test('on at least 10', async () => {
    const few = (count: number): Columns => ({
      Amount: first(count),
      Group: (lead) => (lead < 24 ? 'a' : 'b'),
    });
    const young = { leads: { ...NO_DATES, leftOutStatuses: new Set<string>() } };
    expect(await offered(few(10), { qualified: new Set(['Won']), ...young })).toEqual([]);
    // Of 20 won leads half is 10.
    const status: Columns = { Status: (lead) => (lead < 20 ? 'Won' : 'Lost') };
    const ten = (count: number) => (lead: number) => (lead < count ? '500' : '');
    expect(await propose({ ...status, Amount: ten(10) })).toHaveLength(1);
    expect(await propose({ ...status, Amount: ten(9) })).toHaveLength(0);
    const nineteen: Columns = { Status: (lead) => (lead < 18 ? 'Won' : 'Lost') };
    expect(await propose({ ...nineteen, Amount: ten(9) })).toHaveLength(0);
  });

  test('of the leads that count', async () => {
    const status: Columns = {
      Status: (lead) => (isWon(lead) ? 'Won' : lead % 4 === 1 ? 'Open' : 'Lost'),
    };
    const leads = { ...NO_DATES, leftOutStatuses: new Set(['Open']) };
    expect(await propose({ ...status, Amount: amount }, { leads })).toMatchObject([{ deals: WON }]);
  });
});

test.each([
  ['percents', { Amount: (lead: number) => (isWon(lead) ? `${lead} %` : '') }],
  ['a forecast', { 'Expected Revenue': amount }],
  ['costs in a currency', { 'Ad spend': (lead: number) => `€${lead + 1}` }],
  ['texts', { Amount: (lead: number) => (lead % 3 === 0 ? '5' : 'large') }],
  ['numbers of which nothing says that they are money', { Rooms: amount }],
  ['refunds', { Amount: (lead: number) => (lead === 0 ? '-5' : amount(lead)) }],
  [
    'several currencies',
    { Amount: (lead: number) => (isWon(lead) ? `${lead % 4 === 0 ? '€' : '£'}${lead + 5}` : '') },
  ],
  ['points of two meanings', { Betrag: (lead: number) => (isWon(lead) ? '1.200' : '') }],
  ['an id', { 'Deal ID': amount }],
])('%s are not proposed', async (_, columns) => {
  expect(await offered(columns)).toEqual([]);
});

describe('currencies', () => {
  const dollars: Columns = { Size: (lead) => (isWon(lead) ? `$${lead + 100}` : '') };

  test('in the cells name amounts whatever the header says', async () => {
    expect(await propose({ Size: (lead) => (isWon(lead) ? `${lead + 100} €` : '') })).toMatchObject([
      { currency: 'EUR', isCurrencyGuessed: false, deals: WON },
    ]);
  });

  test('in under half of the cells are not enough', async () => {
    const some = (share: number): Columns => ({
      Size: (lead) => (isWon(lead) ? `${lead < 2 * share ? '€' : ''}${lead + 100}` : ''),
    });
    expect(await offered(some(50))).toEqual(['Size']);
    expect(await offered(some(49))).toEqual([]);
  });

  test('of a shared sign are those of the settings, else the first, and are said to be guessed', async () => {
    expect(await propose(dollars)).toMatchObject([{ currency: 'USD', isCurrencyGuessed: true }]);
    expect(await propose(dollars, { currency: 'CAD' })).toMatchObject([
      { currency: 'CAD', isCurrencyGuessed: true },
    ]);
    expect(await propose(dollars, { currency: 'EUR' })).toMatchObject([{ currency: 'USD' }]);
  });

  test('are null where the file names none', async () => {
    expect(await propose({ Amount: amount })).toMatchObject([{ currency: null, isCurrencyGuessed: false }]);
  });
});

test('the basis is by value where deals of a source are larger', async () => {
  const random = createRandom(4);
  const noise = Array.from({ length: LEADS }, () => 100 * random());
  const larger = (more: number): Columns => ({
    Amount: (lead) =>
      isWon(lead) ? String(Math.round(500 + (noise[lead] ?? 0) + (lead % 4 < 2 ? more : 0))) : '',
  });
  expect(await propose(larger(100))).toMatchObject([{ basis: 'value' }]);
  expect(await propose(larger(0))).toMatchObject([{ basis: 'conversions' }]);
  expect(await propose(larger(100), { attributes: [] })).toMatchObject([{ basis: 'conversions' }]);
});
