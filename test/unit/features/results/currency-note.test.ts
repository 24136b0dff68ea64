import { describe, expect, test } from 'vitest';
import type { CurrencyFindings, SettledCurrency } from '#frontend/analysis/counts/amount-currency.ts';
import {
  findCurrencyNote,
  listCurrencyRows,
  listTableNotes,
  nameCurrencyTexts,
  type CurrencyNote,
} from '#frontend/features/results/currency-note.ts';

const SETTINGS = { conversionValue: 100, thresholdPercent: 10, currency: 'EUR' } as const;
const worth = (otherCurrency: number) => ({ empty: 0, unreadable: 0, negative: 0, otherCurrency });
const findings = (fields: Partial<CurrencyFindings> = {}): CurrencyFindings => ({
  column: 'Currency',
  named: [{ mark: 'EUR', rows: 10 }],
  unnamed: 0,
  header: null,
  ...fields,
});
const settled = (fields: Partial<SettledCurrency> = {}): SettledCurrency => ({
  findings: findings(),
  code: 'EUR',
  source: 'column',
  question: null,
  options: [],
  others: [],
  ...fields,
});
type Sources = Parameters<typeof findCurrencyNote>[0];
const noteOf = (sources: Partial<Sources> = {}) =>
  findCurrencyNote({ measurement: { worth: null }, ...sources }, SETTINGS);

describe('the currency of the figures', () => {
  test('has no source where the visitor chose it', () => {
    expect(noteOf()).toEqual({ source: null, isFixed: false, isOfTyped: false, others: 0 });
    const amountCurrency = settled({ source: 'choice', findings: findings({ named: [], column: null }) });
    expect(noteOf({ amountCurrency })).toEqual({ source: null, isFixed: false, isOfTyped: false, others: 0 });
  });

  test('is fixed where the rows name it, also one that was chosen among several', () => {
    expect(noteOf({ amountCurrency: settled() })).toEqual({
      source: 'EUR, from the column “Currency”',
      isFixed: true,
      isOfTyped: false,
      others: 0,
    });
    expect(noteOf({ amountCurrency: settled({ source: 'choice' }) })).toMatchObject({
      source: 'EUR, as you chose',
      isFixed: true,
    });
  });

  test('is found and not fixed where a heading names it', () => {
    const amountCurrency = settled({ source: 'header', findings: findings({ named: [], header: 'EUR' }) });
    expect(noteOf({ amountCurrency })).toMatchObject({
      source: 'EUR, from the heading of the amounts',
      isFixed: false,
    });
  });

  test('is that of the file for a typed value, while it is the same', () => {
    const fileCurrency = { code: 'EUR', source: 'header', header: 'Deal (EUR)' } as const;
    expect(noteOf({ fileCurrency })).toEqual({
      source: 'EUR, from the heading “Deal (EUR)”',
      isFixed: false,
      isOfTyped: true,
      others: 0,
    });
    expect(noteOf({ fileCurrency: { ...fileCurrency, code: 'USD' } })).toMatchObject({
      source: null,
      isOfTyped: false,
    });
    expect(noteOf({ fileCurrency, amountCurrency: settled() })).toMatchObject({
      source: 'EUR, from the column “Currency”',
      isOfTyped: false,
    });
  });

  test('leaves out amounts in other currencies by value only', () => {
    expect(noteOf({ basis: 'value', measurement: { worth: worth(7) } }).others).toBe(7);
    expect(noteOf({ basis: 'conversions', measurement: { worth: worth(7) } }).others).toBe(0);
    expect(noteOf({ basis: 'value' }).others).toBe(0);
  });
});

describe('the note', () => {
  const note = (source: string | null, others: number): CurrencyNote => ({
    source,
    others,
    isFixed: false,
    isOfTyped: false,
  });
  const other = ['Amounts in Another Currency', 1, 'converted leads that are worth 0'];

  test('is a row of a download for the source and one for other currencies', () => {
    expect(listCurrencyRows(note(null, 0))).toEqual([]);
    expect(listCurrencyRows(note('EUR, as you chose', 0))).toEqual([['Currency', 'EUR, as you chose']]);
    expect(listCurrencyRows(note(null, 1))).toEqual([other]);
  });

  test('stands below a single table only where its figures leave something out', () => {
    const leftOut = [{ leads: 5, reason: 'by status (Open)' }];
    expect(listTableNotes([], note('EUR', 0))).toEqual([]);
    expect(listTableNotes([], note('EUR', 1))).toEqual([['Currency', 'EUR'], other]);
    expect(listTableNotes(leftOut, note('EUR', 0))).toEqual([
      ['Leads Left Out', 5, 'by status (Open)'],
      ['Currency', 'EUR'],
    ]);
  });

  test('is said in the report', () => {
    expect(nameCurrencyTexts(note(null, 0))).toEqual([]);
    expect(nameCurrencyTexts(note('EUR', 1200))).toEqual([
      ['Currency', 'EUR'],
      [
        'In another currency',
        '1,200 converted leads, worth 0 here: segments with many of them look worse than they are',
      ],
    ]);
  });
});
