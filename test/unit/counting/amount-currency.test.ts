import { describe, expect, test, vi } from 'vitest';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { settleCurrency, type AmountCurrency } from '#frontend/analysis/counts/amount-currency.ts';
import { guessFields } from '#frontend/analysis/uploads/guess-fields.ts';
import { connectThread } from '#frontend/threads/leads/client.ts';
import { describeCurrency } from '#frontend/counting/amount-currency.ts';
import { createLoadedFile, firstCellsOf } from '#frontend/counting/loaded-file.ts';
import { TextTable } from '#frontend/csv/papaparse-reader.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import { readFile } from '#test/support/csv-read.ts';
import { portPair } from '#test/support/port-pair.ts';

const quietly = { onProgress: () => {}, signal: new AbortController().signal };

async function openRows(rows: readonly string[][]) {
  const [pageEnd, threadEnd] = portPair();
  serveThread(threadEnd);
  const thread = connectThread(pageEnd, vi.fn());
  const csv = rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n');
  const opened = await thread.ask('open', { file: new File([csv], 'leads.csv'), options: {} }, quietly);
  if (!opened.ok) throw new Error(opened.error.reason);
  return { thread, file: opened.value };
}

const planOf = (column: number, currency?: AmountCurrency): Plan => ({
  statusColumn: 0,
  qualified: new Set(['Won']),
  attributes: [{ column: 1, field: 'Source', ranges: null, mapping: new Map() }],
  worth: { kind: 'column', column, ...(currency && { currency }) },
});

/** Every second lead is won, with an amount of 100 each; the amounts of the other leads count nowhere. */
function makeRows(count: number, cellsOf: (lead: number) => string[], headers: string[]): string[][] {
  return [
    ['Status', 'Source', ...headers],
    ...Array.from({ length: count }, (_, lead) => [
      lead % 2 === 0 ? 'Won' : 'Open',
      lead % 4 < 2 ? 'Web' : 'Ads',
      ...cellsOf(lead),
    ]),
  ];
}

describe('figures by value of a file with several currencies', () => {
  // 2,600 rows: the last 600 are in dollars, behind the rows that a first look reads.
  const inColumn = makeRows(2600, (lead) => ['100', lead < 2000 ? 'EUR' : 'usd'], ['Amount', 'Currency']);
  const writings = ['100,00 €', '100,0 €', '100 €', '€ 100'];
  const inCells = makeRows(2600, (lead) => [lead < 2000 ? writings[(lead >> 1) % 4]! : '$100,00'], [
    'Amount',
  ]);

  test.each([
    ['a column', inColumn, ['EUR', 'USD']],
    ['the cells', inCells, ['EUR', '$']],
  ] as const)('need a choice where %s names them', async (_, rows, marks) => {
    const { thread, file } = await openRows(rows);
    expect(file.currency?.code ?? null).toBe(marks[1] === '$' ? 'EUR' : null);
    expect(await thread.ask('describeCurrency', { column: 2 })).toEqual({
      column: marks[1] === '$' ? null : 'Currency',
      named: [
        { mark: marks[0], rows: 2000 },
        { mark: marks[1], rows: 600 },
      ],
      unnamed: 0,
      header: null,
    });
    const open = await thread.ask('measure', planOf(2));
    expect(open.byValue).toBeNull();
    expect(open.worth).toBeNull();
    expect(open.totalConversions).toBe(1300);
  });

  test.each([
    ['a column', inColumn],
    ['the cells', inCells],
  ] as const)('never add up the amounts of another one than was chosen in %s', async (_, rows) => {
    const { thread } = await openRows(rows);
    const euros = await thread.ask('measure', planOf(2, { code: 'EUR' }));
    expect(euros.byValue?.value?.total).toBe(100_000);
    expect(euros.worth).toEqual({ empty: 0, unreadable: 0, negative: 0, otherCurrency: 300 });
    // By conversions nothing changes.
    expect([euros.totalLeads, euros.totalConversions]).toEqual([2600, 1300]);
    // The second choice after the first.
    const dollars = await thread.ask('measure', planOf(2, { code: 'USD' }));
    expect(dollars.byValue?.value?.total).toBe(30_000);
    expect(dollars.worth?.otherCurrency).toBe(1000);
    expect((await thread.ask('tally', planOf(2, { code: 'USD' }))).worth?.total).toBe(30_000);
  });

  test('count the same in the leads that are left after a choice of leads', async () => {
    const { thread } = await openRows(
      inColumn.map((row, at) => (at % 8 === 1 ? ['Spam', ...row.slice(1)] : row)),
    );
    const leads = {
      leftOutStatuses: new Set(['Spam']),
      dateColumn: null,
      dateFormat: null,
      from: null,
      to: null,
      youngerThanDays: null,
    };
    const { byValue, worth } = await thread.ask('measure', { ...planOf(2, { code: 'EUR' }), leads });
    // Of 1,000 and 300 converted leads every fourth is spam.
    expect(byValue?.value?.total).toBe(75_000);
    expect(worth?.otherCurrency).toBe(225);
  });

  test('a negative amount of another currency takes no figures away', async () => {
    const rows = makeRows(40, (lead) => [lead === 2 ? '-5' : '100', lead < 20 ? 'USD' : 'EUR'], [
      'Amount',
      'Currency',
    ]);
    const { thread } = await openRows(rows);
    expect((await thread.ask('measure', planOf(2, { code: 'USD' }))).byValue).toBeNull();
    const euros = await thread.ask('measure', planOf(2, { code: 'EUR' }));
    expect(euros.worth).toMatchObject({ negative: 0, otherCurrency: 10 });
    expect(euros.byValue?.value?.total).toBe(1000);
  });

  test('a choice of an earlier file that no row can mean counts nothing as something else, and leaves nothing out', async () => {
    const { thread } = await openRows(makeRows(2600, () => ['100', 'EUR'], ['Amount', 'Currency']));
    const { byValue, worth, currencies } = await thread.ask('measure', planOf(2, { code: 'AUD' }));
    expect(byValue?.value?.total).toBe(130_000);
    expect(worth?.otherCurrency).toBe(0);
    expect(currencies && settleCurrency(currencies, 'AUD').code).toBe('EUR');
  });

  test('without the column only cells and heading name a currency', async () => {
    const { thread } = await openRows(inColumn);
    expect((await thread.ask('measure', planOf(2, { code: 'EUR' }))).byValue?.value?.total).toBe(100_000);
    const without = await thread.ask('measure', planOf(2, { code: 'EUR', column: null }));
    expect(without.byValue?.value?.total).toBe(130_000);
    const all = await thread.ask('measure', planOf(2, { column: null }));
    expect(all.currencies).toEqual({ column: null, named: [], unnamed: 2600, header: null });
    expect(all.byValue?.value?.total).toBe(130_000);
  });
});

describe('a file of 6,000 leads is read the same whether its sales stand last or first', () => {
  const HEADERS = ['Status', 'Source', 'Deal Amount', 'Currency', 'Closed', 'Lead Id'];
  /** 5,000 lost leads and 1,000 won ones, with these cells behind the source. */
  const makeSorted = (lost: (lead: number) => string[], won: (lead: number) => string[]) =>
    Array.from({ length: 6000 }, (_, lead) => [
      lead < 5000 ? 'Lost' : 'Won',
      lead % 3 === 0 ? 'Web' : 'Ads',
      ...(lead < 5000 ? lost : won)(lead),
      `L-${lead}`,
    ]);
  const sale = (lead: number) => [
    String(100 + (lead % 50)),
    lead % 2 === 0 ? 'EUR' : 'USD',
    `2026-03-${10 + (lead % 20)}`,
  ];
  const readBothWays = async (rows: string[][], headers = HEADERS) => {
    const both = [];
    for (const ordered of [rows, rows.toReversed()]) {
      const { thread, file } = await openRows([headers, ...ordered]);
      const columns = file.columns.map(({ isNumeric, hasIds }) => ({ isNumeric, hasIds }));
      const { currencyColumns, currency, dateColumns } = file;
      const amounts = await thread.ask('proposeAmounts', {
        statusColumn: 0,
        qualified: new Set(['Won']),
        attributes: [{ column: 1, kind: 'values' }],
        currency: undefined,
      });
      const { byValue, currencies } = await thread.ask('measure', planOf(2));
      const question = currencies && settleCurrency(currencies, undefined).question;
      const total = byValue?.value?.total ?? null;
      both.push({ columns, currencyColumns, currency, dateColumns, amounts, question, total });
    }
    const [first, second] = both;
    expect(second).toEqual(first);
    return first!;
  };

  test('with amounts of won leads only', async () => {
    const rows = makeSorted(
      () => ['', '', ''],
      (lead) => [sale(lead)[0]!, 'EUR', sale(lead)[2]!],
    );
    const { columns, amounts, ...found } = await readBothWays(rows);
    expect(columns[2]).toEqual({ isNumeric: true, hasIds: false });
    expect(amounts).toMatchObject([{ column: 2, currency: 'EUR', deals: 1000 }]);
    expect(found).toMatchObject({
      currencyColumns: [3],
      currency: { code: 'EUR', source: 'column' },
      dateColumns: [4],
      question: null,
      total: 124_500,
    });
  });

  test('with currencies of won leads only, whose amounts are not added up', async () => {
    const rows = makeSorted(() => ['0', '', ''], sale);
    const { columns, ...found } = await readBothWays(rows);
    expect(columns[2]).toEqual({ isNumeric: true, hasIds: false });
    expect(found).toMatchObject({
      currencyColumns: [3],
      currency: null,
      amounts: [],
      question: 'several',
      total: null,
    });
  });

  test('with a few cells of another kind, or one text, in the first 1,000 rows', async () => {
    const rows = makeSorted((lead) => (lead < 99 ? [`to do ${lead}`, '?', '?'] : ['', '', '']), sale);
    expect(await readBothWays(rows)).toMatchObject({ currencyColumns: [3], question: 'several' });
    // The other leads are won, with amounts in their cells.
    const inCells = Array.from({ length: 6000 }, (_, lead) => [
      lead < 1000 ? 'Lost' : 'Won',
      'Web',
      lead < 1000 ? '-' : `€${100 + (lead % 50)}`,
    ]);
    const { columns, amounts, currency } = await readBothWays(inCells, HEADERS.slice(0, 3));
    expect(columns[2]?.isNumeric).toBe(true);
    expect(amounts).toMatchObject([{ column: 2, currency: 'EUR', deals: 5000 }]);
    expect(currency).toMatchObject({ code: 'EUR', source: 'cells' });
  });
});

test('a column is read on where its first 1,000 leads have under 100 filled cells, or no more than 3 texts', () => {
  const cells: Record<string, (lead: number) => string> = {
    'Few cells': (lead) => (lead < 99 || lead >= 1000 ? String(lead) : ''),
    'More cells': (lead) => (lead < 100 || lead >= 1000 ? String(lead) : ''),
    'Few texts': (lead) => (lead < 1000 ? ['a', 'b', 'c'][lead % 3]! : String(lead)),
    'More texts': (lead) => (lead < 1000 ? ['a', 'b', 'c', 'd'][lead % 4]! : String(lead)),
    // 15% of the leads have one text in place of a number.
    Amount: (lead) => (lead % 20 < 3 ? '-' : String(lead)),
  };
  const rows = Array.from({ length: 6000 }, (_, lead) => Object.values(cells).map((cell) => cell(lead)));
  const table = new TextTable(Object.keys(cells), rows);
  const codeRows = vi.spyOn(table, 'codeRows');
  const found = firstCellsOf(createLoadedFile(table, 2026));
  // A column that is read on is read to its 1,001st text.
  expect(found.map(({ categories }) => categories.length)).toEqual([1001, 101, 1001, 4, 851]);
  expect(found.map(({ isNumeric }) => isNumeric)).toEqual([true, true, false, false, true]);
  expect(codeRows.mock.calls.map(([column]) => column)).toEqual([0, 0, 1, 2, 2, 3, 4]);
});

test('files with a value per lead leave amounts of another currency out, with their number', async () => {
  const rows = makeRows(
    2600,
    (lead) => [
      lead % 10 === 4 ? '' : '100',
      lead < 2000 ? 'EUR' : 'USD',
      `2026-10-0${(lead % 9) + 1}T10:00:00Z`,
      `gclid_${lead}_abcdef`,
    ],
    ['Amount', 'Currency', 'Created', 'gclid'],
  );
  const { thread } = await openRows(rows);
  const plan = planOf(2, { code: 'EUR' });
  const worth = { basis: 'value' as const, base: 13, ruled: [] };
  const file = await thread.ask(
    'makeLeadsFile',
    { plan, worth, valueHeading: 'Lead Value (EUR)', headers: rows[0]!, delimiter: ',', encoding: 'utf-8' },
    quietly,
  );
  // Of the last 600 rows each tenth has no amount, and so none in dollars.
  expect([file.rows, file.withoutValue]).toEqual([2600, 540]);
  const lines = (await file.blob.text()).split('\r\n');
  for (const lead of [0, 2004]) expect(lines[lead + 1]).toContain(',13,');
  expect(lines[2000 + 1]).toContain('Amount in another currency');
});

test('files for ad platforms refuse amounts of another currency, with their number, for each choice anew', async () => {
  const rows = makeRows(
    2600,
    (lead) => [
      lead % 10 === 4 ? '' : '100',
      lead < 2000 ? 'EUR' : 'USD',
      `2026-10-0${(lead % 9) + 1}T10:00:00Z`,
      `gclid_${lead}_abcdef`,
    ],
    ['Amount', 'Currency', 'Created', 'gclid'],
  );
  const { thread, file } = await openRows(rows);
  const make = async (code: 'EUR' | 'USD') => {
    const made = await thread.ask(
      'makeUploadFile',
      {
        plan: planOf(2, { code }),
        worth: { basis: 'value', base: 13, ruled: [] },
        action: 'every-lead',
        choices: {
          kind: 'google-data-manager',
          columns: guessFields(file.columns),
          dateFormat: null,
          timeZone: null,
          conversionName: 'Lead',
          currency: code,
          phoneCountry: null,
          adUserData: null,
          adPersonalization: null,
        },
        now: Date.UTC(2026, 9, 20),
      },
      quietly,
    );
    const [, ...lines] = (await made.blob.text()).trim().split('\r\n');
    return { ...made, lines };
  };
  // Rows without an amount have none in another currency: 200 of the first 2,000, 60 of the last 600.
  const euros = await make('EUR');
  expect(euros.dropped).toEqual([{ reason: 'other-currency', leads: 540 }]);
  expect([euros.taken, euros.lines.length]).toEqual([2060, 2060]);
  expect(euros.lines.every((line) => line.includes('EUR') && !line.includes('USD'))).toBe(true);
  expect(euros.lines.at(-1)).toContain('gclid_2594_');
  const dollars = await make('USD');
  expect(dollars.dropped).toEqual([{ reason: 'other-currency', leads: 1800 }]);
  expect(dollars.taken).toBe(800);
  expect(dollars.lines[0]).toContain('gclid_4_');
  // The choice after the second is not that of the second.
  expect((await make('EUR')).lines).toEqual(euros.lines);
});

test('the column after an amount is that of its currency', async () => {
  const rows = makeRows(12, () => ['GBP', '5', 'EUR', '7', 'USD'], [
    'Budget Currency',
    'Amount',
    'Amount Currency',
    'Fee',
    'Fee Currency',
  ]);
  const { thread, file } = await openRows(rows);
  expect(file.currencyColumns).toEqual([2, 4, 6]);
  expect((await thread.ask('describeCurrency', { column: 3 })).column).toBe('Amount Currency');
  expect((await thread.ask('describeCurrency', { column: 5 })).column).toBe('Fee Currency');
  expect((await thread.ask('describeCurrency', { column: 3, currencyColumn: 6 })).column).toBe(
    'Fee Currency',
  );
  expect((await thread.ask('measure', planOf(3))).byValue?.value?.total).toBe(30);
  // No column names its own currency, and none is taken that names no currencies.
  expect((await thread.ask('describeCurrency', { column: 4 })).column).not.toBe('Amount Currency');
  expect((await thread.ask('describeCurrency', { column: 3, currencyColumn: 1 })).column).toBe(
    'Amount Currency',
  );
});

test('columns of currencies begin with those whose header says so', async () => {
  const headers = ['Code', 'Amount', 'Currency', 'Empty', 'Small', 'Partly'];
  const cellsOf = (row: number) => ['EUR', '5', 'usd', '', 'eur', row % 2 ? 'EUR' : ''];
  const { file } = await openRows(makeRows(12, cellsOf, headers));
  expect(file.currencyColumns).toEqual([4, 2, 7]);
  expect(file.currency).toEqual({ code: 'USD', source: 'column', header: 'Currency' });
});

test.each([
  ['a heading', makeRows(12, () => ['5'], ['Auftragswert €']), 'EUR', 'header'],
  ['the cells', makeRows(12, () => ['EUR 1.200,50'], ['Amount']), 'EUR', 'cells'],
  [
    'the cells, whatever a heading says',
    makeRows(12, () => ['5', '7 €'], ['Net (USD)', 'Gross']),
    'EUR',
    'cells',
  ],
  ['a column', makeRows(12, () => ['5', 'chf'], ['Amount ($)', 'Währung']), 'CHF', 'column'],
] as const)('a file names its currency in %s', async (_, rows, code, source) => {
  const { file } = await openRows(rows);
  expect(file.currency).toMatchObject({ code, source });
});

test('a file names its currency in the first 100 distinct cells of a column', async () => {
  const fileOf = (place: number) =>
    openRows(makeRows(101, (lead) => [lead === place ? '7.5 EUR' : String(lead + 100)], ['Amount']));
  expect((await fileOf(99)).file.currency).toMatchObject({ code: 'EUR', source: 'cells' });
  expect((await fileOf(100)).file.currency).toBeNull();
});

test('a file with a bare sign, with several headings or with other codes of three letters names none', async () => {
  expect((await openRows(makeRows(12, () => ['$5'], ['Amount']))).file.currency).toBeNull();
  const two = makeRows(12, () => ['5', '7'], ['Net (EUR)', 'Net (USD)']);
  expect((await openRows(two)).file.currency).toBeNull();
  const countries = makeRows(12, (lead) => ['5', lead % 2 ? 'DEU' : 'EUR'], ['Amount', 'Region']);
  expect((await openRows(countries)).file.currencyColumns).toEqual([]);
});

test('amounts beside which no currency stands have that of the heading', async () => {
  // Of 12 leads the first 4 are in dollars, as their heading says, and the others in euros.
  const rows = makeRows(12, (lead) => [lead < 4 ? '100' : '10 €'], ['Amount (USD)']);
  const { thread } = await openRows(rows);
  expect(await thread.ask('describeCurrency', { column: 2 })).toEqual({
    column: null,
    named: [{ mark: 'EUR', rows: 8 }],
    unnamed: 4,
    header: 'USD',
  });
  const totalIn = async (code: 'EUR' | 'USD') =>
    (await thread.ask('measure', planOf(2, { code }))).byValue?.value?.total;
  expect([await totalIn('EUR'), await totalIn('USD'), await totalIn('EUR')]).toEqual([40, 200, 40]);
});

test('amounts without a currency are others where the file names several', async () => {
  const cellsOf = (lead: number) => [['10 €', '$100', '1000'][Math.floor(lead / 4)] ?? ''];
  const { thread } = await openRows(makeRows(12, cellsOf, ['Amount']));
  const euros = await thread.ask('measure', planOf(2, { code: 'EUR' }));
  // Of each four leads two are won.
  expect([euros.byValue?.value?.total, euros.worth?.otherCurrency]).toEqual([20, 4]);
});

test('the currency of most rows comes first, and that of a cell counts where the column says nothing', async () => {
  const cellsOf = (lead: number) => (lead < 4 ? ['5 €', ''] : ['5', lead < 6 ? 'USD' : 'GBP']);
  const { thread } = await openRows(makeRows(16, cellsOf, ['Amount', 'Currency']));
  expect((await thread.ask('describeCurrency', { column: 2 })).named).toEqual([
    { mark: 'GBP', rows: 10 },
    { mark: 'EUR', rows: 4 },
    { mark: 'USD', rows: 2 },
  ]);
});

test('a column whose heading names currencies holds them where 80% of at most 200 texts do, and one of them only where all do', async () => {
  // 800 leads in euros, and `texts` other texts.
  const openWith = (texts: number) =>
    openRows(
      makeRows(1000, (lead) => ['5', lead < 800 ? 'EUR' : `x${lead % texts}`], ['Amount', 'Currency']),
    );
  const { file } = await openWith(199);
  expect([file.currencyColumns, file.currency]).toEqual([[3], null]);
  expect((await openWith(200)).file.currencyColumns).toEqual([]);
  const openPart = (euros: number) =>
    openRows(makeRows(10, (lead) => ['5', lead < euros ? 'EUR' : 'x'], ['Amount', 'Currency']));
  expect((await openPart(8)).file.currencyColumns).toEqual([3]);
  const { thread, file: fewer } = await openPart(7);
  expect(fewer.currencyColumns).toEqual([]);
  expect((await thread.ask('describeCurrency', { column: 2 })).column).toBeNull();
});

test.each([
  'Currency',
  'Währung',
  'Waehrung',
  'Devise',
  'Moneda',
  'Divisa',
  'Valuta',
  'Valuutta',
  'WALUTA',
  'Měna',
  'Munt',
])('a heading names a column of currencies in many languages: %s', async (heading) => {
  const { file } = await openRows(makeRows(4, () => ['5', '€'], ['Amount', heading]));
  expect(file.currencyColumns).toEqual([3]);
});

test('a word that only begins so names no column of currencies', async () => {
  const { file } = await openRows(makeRows(4, () => ['5', '€'], ['Amount', 'Munter']));
  expect(file.currencyColumns).toEqual([]);
});

test.each(['100', '1e2'])('a blank, a text and 0 are no amounts of any currency, beside %s', async (cell) => {
  const cells = ['', 'n/a', '0', '0.00', '-5', '.5', cell, '7'];
  const { thread } = await openRows(makeRows(8, (lead) => [cells[lead]!], ['Amount (kr)'])); // eight cells
  expect(await thread.ask('describeCurrency', { column: 2 })).toEqual({
    column: null,
    named: [],
    unnamed: 4,
    header: 'kr',
  });
});

test('a column of plain amounts names no currency, and its texts are not told apart', async () => {
  const { table } = await readFile('Status,Amount,Deal\nWon,100,100 €\nLost,,$5\nWon,-2.5,x\n');
  const loaded = createLoadedFile(table, 2026);
  const findings = { column: null, named: [], unnamed: 2, header: null };
  expect(describeCurrency(loaded, 1, null)).toEqual(findings);
  expect(loaded.coded.has(1)).toBe(false);
  // Each pair of columns is read once.
  expect(describeCurrency(loaded, 1, null)).toBe(describeCurrency(loaded, 1, null));
  expect(describeCurrency(loaded, 2, null).named.map(({ mark }) => mark)).toEqual(['EUR', '$']);
});
