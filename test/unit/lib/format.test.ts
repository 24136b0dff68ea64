import { describe, expect, it } from 'vitest';
import { countNoun, createFormats, decimalMarkOf, moneyDecimals, percent } from '#frontend/lib/format.ts';

const english = createFormats('en-US');
const german = createFormats('de-DE');

describe('numbers on the screen', () => {
  it('shows rates with one decimal', () => {
    expect(english.formatRate(0.206)).toBe('20.6%');
    expect(english.formatRate(1)).toBe('100.0%');
  });

  it('shows lifts with two decimals, and as a change', () => {
    expect(english.formatLift(1.2386)).toBe('1.24x');
    expect(english.formatLiftChange(1.2386)).toBe('+24%');
    expect(english.formatLiftChange(0.7)).toBe('-30%');
    expect(english.formatLiftChange(1)).toBe('0%');
    expect(english.formatLiftChange(0.9999)).toBe('0%');
  });

  it('shows the ticks of an axis with no more decimals than they need', () => {
    expect([0.5, 2, 1 / 3].map(english.formatTick)).toEqual(['0.5x', '2x', '0.33x']);
    expect(german.formatTick(0.5)).toBe('0,5x');
  });

  it('shows p-values with three decimals, and those below 0.001 as such', () => {
    expect(english.formatPValue(0.0471)).toBe('0.047');
    expect(english.formatPValue(0.001)).toBe('0.001');
    expect(english.formatPValue(0.00099)).toBe('<0.001');
    expect(english.formatPValue(0)).toBe('<0.001');
    expect(english.formatPValue(1)).toBe('1.000');
  });

  it('shows confidence as a whole percentage', () => {
    expect(english.formatConfidence(221 / 271)).toBe('82%');
  });

  it('shows differences signed', () => {
    expect(english.formatPoints(76.68)).toBe('+76.7');
    expect(english.formatPoints(-3)).toBe('-3.0');
    expect(english.formatPoints(0)).toBe('0.0');
  });

  it('shows money in dollars, with cents or whole', () => {
    expect(english.formatMoney(1234.5)).toBe('$1,234.50');
    expect(english.formatWholeMoney(26.5059)).toBe('$27');
  });

  it.each([
    ['EUR', '€1,234.50', '€1,235'],
    ['GBP', '£1,234.50', '£1,235'],
    ['JPY', '¥1,235', '¥1,235'],
    ['CAD', 'CA$1,234.50', 'CA$1,235'],
    ['CHF', 'CHF\u00a01,234.50', 'CHF\u00a01,235'],
  ] as const)('shows money in %s with its own decimals', (currency, money, whole) => {
    expect(english.formatMoney(1234.5, currency)).toBe(money);
    expect(english.formatWholeMoney(1234.5, currency)).toBe(whole);
  });

  it('shows the dollars that no currency was chosen for without their country, wherever the visitor is', () => {
    const canadian = createFormats('en-CA');
    expect([canadian.formatMoney(5), canadian.formatWholeMoney(5)]).toEqual(['$5.00', '$5']);
    expect(canadian.formatMoney(5, 'AUD')).toBe('A$5.00');
  });

  it('writes money as the visitor does', () => {
    expect(createFormats('de').formatMoney(1234.5, 'EUR')).toBe('1.234,50\u00a0€');
  });

  it.each([
    ['de', ','],
    ['en', '.'],
    ['fr', ','],
    ['ar-EG', '.'],
  ])('types numbers in %s with "%s"', (locale, mark) => {
    expect(decimalMarkOf(locale)).toBe(mark);
  });

  it('shows thresholds as typed', () => {
    expect(english.formatPercent(10)).toBe('10%');
    expect(english.formatPercent(12.5)).toBe('12.5%');
  });

  it.each([
    [9240, '9,240'],
    [12.34567, '12.3457'],
    [0.00012345, '0.0001235'],
    [0, '0'],
    [-0.5, '-0.5'],
  ])('shows %d out of the data as %s', (value, expected) => {
    expect(english.formatNumber(value)).toBe(expected);
  });

  it.each([
    [0, '0 B'],
    [1023, '1,023 B'],
    [1024, '1 KB'],
    [1024 * 1024 - 1, '1,024 KB'],
    [1024 * 1024, '1 MB'],
    [10 * 1024 * 1024, '10 MB'],
    [1536 * 1024, '1.5 MB'],
    [1_234_567, '1.2 MB'],
    [1_234, '1.2 KB'],
  ])('shows %d bytes as %s', (bytes, expected) => {
    expect(english.formatFileSize(bytes)).toBe(expected);
  });

  it('shows no more than 20 decimals of a number out of the data', () => {
    expect(english.formatNumber(1.26e-18)).toBe('0.00000000000000000126');
    expect(english.formatNumber(1.26e-19)).toBe('0.00000000000000000013');
    expect(english.formatNumber(-0.00012345)).toBe('-0.0001235');
  });

  it('knows the decimals of a currency', () => {
    expect([moneyDecimals(), moneyDecimals('JPY'), moneyDecimals('KWD')]).toEqual([2, 0, 3]);
  });

  it('names what is counted', () => {
    expect([0, 1, 2].map((count) => countNoun(count, 'lead'))).toEqual(['0 leads', '1 lead', '2 leads']);
    expect([1, 9].map((count) => countNoun(count, 'analysis', 'analyses'))).toEqual([
      '1 analysis',
      '9 analyses',
    ]);
  });

  it('writes a share as a percentage of one decimal at most', () => {
    expect([0.999, 0.12349, 0.5, 0].map(percent)).toEqual([99.9, 12.3, 50, 0]);
  });

  it('follows the locale', () => {
    expect(german.formatCount(9240)).toBe('9.240');
    expect(german.formatLift(1.2386)).toBe('1,24x');
    expect(german.formatPValue(0)).toBe('<0,001');
    expect(german.formatRate(0.206).replace(/\s/, ' ')).toBe('20,6 %');
  });
});
