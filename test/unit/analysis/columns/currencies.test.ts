import { CURRENCIES } from '#contract/currencies.ts';
import { describe, expect, it } from 'vitest';
import { settleCurrency, type CurrencyFindings } from '#frontend/analysis/counts/amount-currency.ts';
import { currenciesOf, findHeaderMark, findMark, readMark } from '#frontend/analysis/columns/currencies.ts';

describe('the mark of a cell', () => {
  it.each([
    ['€5', 'EUR'],
    ['EUR 1.200,50', 'EUR'],
    ['1,200 USD', 'USD'],
    ['65.200,00 €', 'EUR'],
    ['-£350,000', 'GBP'],
    ['(1,200.50 €)', 'EUR'],
    ["CHF 1'200.50", 'CHF'],
    ['US$ 5', 'USD'],
    ['$5', '$'],
    ['1 200 kr', 'kr'],
    ['12 zł', 'PLN'],
    ['1.234,50 kr.', 'kr'],
    ['kr. 1.234,50', 'kr'],
    ['1.234,50 TL', 'TRY'],
    ['1 234 руб.', 'RUB'],
    ['1 234 руб', 'RUB'],
    ['1 234,50 р.', 'RUB'],
    ['1,234円', 'JPY'],
    ['1,234 元', '元'],
    ["Fr. 1'234.50", 'CHF'],
    ['SFr. 950.–', 'CHF'],
    ['€ 500,—', 'EUR'],
    ['Rs. 500', 'Rs'],
    ['Rs 500', 'Rs'],
    ['Rs.500', 'Rs'],
    ['₨ 500', 'Rs'],
    ['\\1,234', '\\'],
    ['-\\1,234', '\\'],
    ['￥1,234', '¥'],
    ['＄1,234', '$'],
    ['￡1,234', 'GBP'],
    ['￦1,234', 'KRW'],
    ['5 EUR.', 'EUR'],
    ['€1.4k', 'EUR'],
    ['1.4k €', 'EUR'],
    ['$2.5bn', '$'],
    ['2,5 Mio. €', 'EUR'],
    ['2,5 Mio. EUR', 'EUR'],
    ['250 T€', 'EUR'],
    ['250 TEUR', 'EUR'],
    ['1,5 mkr', 'kr'],
    ['2,5 Mio. kr.', 'kr'],
    ['12 тыс. руб.', 'RUB'],
    ['3万円', 'JPY'],
    ['120万元', '元'],
    ['(€1.2k)', 'EUR'],
  ])('%s is in %s', (cell, mark) => expect(findMark(cell)).toBe(mark));

  it.each([
    '1200',
    '1e5',
    '1.200,50',
    '12 %',
    '5 Euro',
    'EUR',
    'Fr 5',
    '5 р',
    '5 tl',
    '1.4k',
    '2,5 Mio.',
    '250 T',
    '5 kg €',
    'n/a',
    '',
  ])('%s names none', (cell) => expect(findMark(cell)).toBeNull());
});

it('codes are read in any letters, signs of several currencies stay open, and names are not read', () => {
  expect(['eur', 'Usd', '€', '$', 'kr', 'KR.', '¥'].map(readMark)).toEqual([
    'EUR',
    'USD',
    'EUR',
    '$',
    'kr',
    'kr',
    '¥',
  ]);
  expect(['Euro', 'Dollar', 'XXX', 'DEU'].map(readMark)).toEqual([null, null, null, null]);
  expect(currenciesOf('kr')).toEqual(['SEK', 'NOK', 'DKK', 'ISK']);
  expect(currenciesOf('Rs')).toEqual(['INR', 'PKR', 'LKR', 'NPR']);
  expect(currenciesOf('\\')).toEqual(['JPY', 'KRW']);
  expect(currenciesOf('元')).toEqual(['CNY', 'TWD', 'HKD']);
  expect(currenciesOf('$')).toEqual(expect.arrayContaining(['USD', 'AUD', 'CAD']));
  expect(currenciesOf('EUR')).toEqual(['EUR']);
  expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length);
});

it.each([
  ['Auftragswert €', 'EUR'],
  ['Amount (EUR)', 'EUR'],
  ['amount_eur', 'EUR'],
  ['Deal value in USD', 'USD'],
  ['Wert [TRY]', 'TRY'],
  ['Deal value $', '$'],
  ['Umsatz kr', 'kr'],
  ['Omsætning (kr.)', 'kr'],
  ['Tutar (TL)', 'TRY'],
  ['Tutar TL', null],
  ['Betrag (Fr.)', 'CHF'],
  ['Betrag [SFr.]', 'CHF'],
  ['Betrag Fr.', null],
  ['Anrufe (Fr)', null],
  ['Mo-Fr', null],
  ['Amount (Rs.)', 'Rs'],
  ['Amount (Rs)', 'Rs'],
  ['Rs won', null],
  ['Сумма (руб.)', 'RUB'],
  ['Сумма, руб.', 'RUB'],
  ['Сумма (р.)', 'RUB'],
  ['Сумма р.', null],
  ['金額（円）', 'JPY'],
  ['金额(元)', '元'],
  ['金額 (￥)', '¥'],
  ['Amount ￡', 'GBP'],
  ['金額(\\)', '\\'],
  ['TOP DEALS', null],
  ['Euro value', null],
  ['Dauer sek', null],
  ['EUR or USD', null],
  ['Revenue', null],
])('the heading %s names %s', (header, mark) => expect(findHeaderMark(header)).toBe(mark));

const found = (named: Record<string, number>, rest: Partial<CurrencyFindings> = {}): CurrencyFindings => ({
  column: null,
  named: Object.entries(named).map(([mark, rows]) => ({ mark, rows })),
  unnamed: 0,
  header: null,
  ...rest,
});

describe('the currency of amounts', () => {
  it('is that of the rows before that of the heading, and of the heading before nothing', () => {
    expect(settleCurrency(found({ EUR: 9 }), undefined)).toMatchObject({ code: 'EUR', source: 'cells' });
    expect(settleCurrency(found({ EUR: 9 }, { column: 'Cur' }), undefined).source).toBe('column');
    expect(settleCurrency(found({}, { header: 'EUR', unnamed: 9 }), undefined)).toMatchObject({
      code: 'EUR',
      source: 'header',
      question: null,
    });
    expect(settleCurrency(found({}, { unnamed: 9 }), undefined)).toMatchObject({
      code: null,
      source: 'nowhere',
      question: null,
    });
  });

  it('is asked for where a sign has several, once', () => {
    const dollars = found({ $: 9 });
    expect(settleCurrency(dollars, undefined)).toMatchObject({ code: null, question: 'sign' });
    expect(settleCurrency(dollars, 'AUD')).toMatchObject({ code: 'AUD', question: null, others: [] });
    expect(settleCurrency(dollars, 'EUR')).toMatchObject({ code: null, question: 'sign' });
    const heading = found({}, { header: 'kr', unnamed: 9 });
    expect(settleCurrency(heading, undefined)).toMatchObject({ code: null, question: 'sign' });
    expect(settleCurrency(heading, 'NOK')).toMatchObject({ code: 'NOK', question: null });
  });

  it('is asked for where rows have several, and the rows of the others do not count', () => {
    const mixed = found({ EUR: 1900, $: 700 });
    const { question, options } = settleCurrency(mixed, undefined);
    expect(question).toBe('several');
    expect(options.slice(0, 2)).toEqual([
      { code: 'EUR', rows: 1900 },
      { code: 'USD', rows: 700 },
    ]);
    expect(settleCurrency(mixed, 'EUR').others).toEqual([{ mark: '$', rows: 700 }]);
    expect(settleCurrency(mixed, 'CAD').others).toEqual([{ mark: 'EUR', rows: 1900 }]);
    // Yen are in none of the rows.
    expect(settleCurrency(mixed, 'JPY')).toMatchObject({ code: null, question: 'several' });
  });

  it('is no shared sign where other rows name it in full', () => {
    expect(settleCurrency(found({ CAD: 5, $: 3 }), 'CAD').others).toEqual([{ mark: '$', rows: 3 }]);
    expect(settleCurrency(found({ CAD: 5, $: 3 }), 'USD').others).toEqual([{ mark: 'CAD', rows: 5 }]);
  });

  it('of rows that name none is that of the heading, or of all other rows', () => {
    expect(settleCurrency(found({ EUR: 5 }, { unnamed: 4 }), undefined)).toMatchObject({
      code: 'EUR',
      others: [],
    });
    const both = found({ USD: 5 }, { unnamed: 4, header: 'EUR' });
    expect(settleCurrency(both, undefined).question).toBe('several');
    expect(settleCurrency(both, 'EUR').others).toEqual([{ mark: 'USD', rows: 5 }]);
    const mixed = found({ USD: 5, EUR: 3 }, { unnamed: 4 });
    expect(settleCurrency(mixed, 'USD').others).toEqual([
      { mark: 'EUR', rows: 3 },
      { mark: '', rows: 4 },
    ]);
  });

  it('of a text that is no code never counts', () => {
    const doubtful = found({ EUR: 9, Euro: 2 }, { column: 'Currency' });
    expect(settleCurrency(doubtful, undefined).question).toBe('several');
    expect(settleCurrency(doubtful, 'EUR').others).toEqual([{ mark: 'Euro', rows: 2 }]);
  });
});
