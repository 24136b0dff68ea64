import { describe, expect, test } from 'vitest';
import { findChoices } from '#frontend/analysis/columns/choices-in-cells.ts';
import { findNumberFormat } from '#frontend/analysis/columns/number-format.ts';
import { findCodes, findTurnedRanges } from '#frontend/analysis/preflight/odd-cells.ts';

/** Distinct cells with how many have each. */
function count(cells: readonly string[]): [categories: string[], leads: Uint32Array] {
  const categories = [...new Set(cells)];
  return [categories, Uint32Array.from(categories, (text) => cells.filter((cell) => cell === text).length)];
}

const times = (number: number, cell: string): string[] => Array.from({ length: number }, () => cell);
const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => String(from + at));

describe('numbers that might mean "not known"', () => {
  const codesOf = (cells: readonly string[]) => {
    const [categories, leads] = count(cells);
    return findCodes(categories, leads, findNumberFormat(categories, leads) ?? 'plain');
  };

  test.each([
    ['-99 among counts', [...numbers(1, 97), ...times(5, '-99')], ['-99']],
    ['999999 among counts', [...numbers(1, 97), ...times(5, '999999')], ['999999']],
    ['both', [...numbers(1, 90), ...times(5, '-99'), ...times(5, '999999')], ['-99', '999999']],
    ['-1 among counts', [...numbers(0, 90), ...times(5, '-1')], ['-1']],
    ['99 among ratings', [...times(40, '1'), ...times(40, '5'), ...times(9, '3'), ...times(9, '99')], ['99']],
    ['998 and 999', [...numbers(1, 90), ...times(5, '998'), ...times(5, '999')], ['998', '999']],
    ['with decimals', [...numbers(1, 90), ...times(5, '-99.00')], ['-99.00']],
    ['-999 among temperatures', [...numbers(-20, 35), ...times(5, '-999')], ['-999']],
  ])('are found: %s', (_, cells, values) => {
    expect(codesOf(cells)?.values).toEqual(values);
  });

  test('count in over 1% of the filled cells', () => {
    const others = numbers(1, 198);
    expect(codesOf([...others, ...times(2, '-99')])).toBeNull();
    expect(codesOf([...others, ...times(3, '-99'), '', ''])).toEqual({ values: ['-99'], leads: 3 });
  });

  test.each([
    ['a temperature', [...numbers(-105, 35), ...times(5, '-99')]],
    ['a temperature at the end', [...numbers(-60, 35), ...times(5, '-99')]],
    ['a price', [...numbers(900, 1100), ...times(9, '999')]],
    ['an age', [...numbers(18, 98), ...times(9, '99')]],
    ['a price just above the others', [...numbers(200, 500), ...times(9, '999')]],
    ['points below 0', [...times(30, '-1'), ...times(30, '0'), ...times(30, '1'), ...times(30, '2')]],
    ['other large numbers', [...numbers(1, 97), ...times(5, '500000')]],
    ['a larger number beyond', [...numbers(1, 97), ...times(5, '999'), '1500']],
    ['a rare one', [...numbers(1, 300), '999999', '999999']],
    ['a column of them', times(50, '999')],
  ])('are not found: %s', (_, cells) => {
    expect(codesOf(cells)).toBeNull();
  });
});

describe('ranges that were turned into dates', () => {
  const turned = (cells: readonly string[]) =>
    findTurnedRanges(...count(cells))?.map(({ cell, range }) => [cell, range]) ?? null;
  const SIZES = ['51-200', '201-500', '501-1000', '1001+'];

  test.each([
    ['10-Jan', '1-10'],
    ['Nov-50', '11-50'],
    ['Oct-01', '1-10'],
    ['01-Oct', '1-10'],
    ['1-Oct', '1-10'],
    ['5-Feb', '2-5'],
    ['10. Jan', '1-10'],
    ['1. Okt', '1-10'],
    ['10-janv', '1-10'],
    ['Dez 50', '12-50'],
    ['1950-11-01', '11-50'],
    ['2026-01-10', '1-10'],
    ['2026-01-10 00:00:00', '1-10'],
  ])('%s was %s', (cell, range) => {
    expect(turned([...SIZES, cell])).toEqual([[cell, range]]);
  });

  test.each([
    ['products', ['Nov-50', 'Nov-60', 'Jan-10']],
    ['a product beside other texts', ['Nov-50', 'Ads', 'Search', '1-10', '11-50']],
    ['months of a year', ['Jan-26', 'Feb-26', 'Mar-26']],
    ['days', ['1-Oct', '2-Oct', '3-Oct']],
    ['ranges alone', SIZES],
    ['one range', ['1-10', 'Nov-50', 'Dec-50']],
    ['other words', [...SIZES, '10-Ads']],
    ['the same number twice', [...SIZES, '1-Jan']],
    ['dates with a year', [...SIZES, '10-Jan-2026']],
  ])('are not found: %s', (_, cells) => {
    expect(turned(cells)).toBeNull();
  });
});

describe('several choices in a cell', () => {
  const choicesOf = (cells: readonly string[]) =>
    findChoices(...count(cells))
      ?.choices.map(({ choice }) => choice)
      .toSorted() ?? null;

  test.each([
    [
      'at semicolons',
      ['Email; Social', 'Social; Events', 'Email', 'Events', ''],
      ['Email', 'Events', 'Social'],
    ],
    [
      'with a comma inside a choice',
      ['Email; SEO, SEM', 'SEO, SEM; Events', 'Email', 'Events', 'SEO, SEM'],
      ['Email', 'Events', 'SEO, SEM'],
    ],
    ['at commas', ['Email, Social', 'Social, Events', 'Email', 'Events'], ['Email', 'Events', 'Social']],
    ['at bars', ['Email|Social', 'Social|Events', 'Email', 'Events'], ['Email', 'Events', 'Social']],
    ['at line ends', ['Email\nSocial', 'Social\nEvents', 'Email', 'Events'], ['Email', 'Events', 'Social']],
    ['with a mark at the end', ['Email;', 'Email;Social;', 'Social;'], ['Email', 'Social']],
    ['in another order', ['Email; Social', 'Social; Email; Events', 'Events'], ['Email', 'Events', 'Social']],
    ['of two', ['A; B', 'A', 'B'], ['A', 'B']],
  ])('are found: %s', (_, cells, choices) => {
    expect(choicesOf(cells)).toEqual(choices);
  });

  test('count the leads of each', () => {
    expect(findChoices(...count(['A; B', 'A; B', 'A', 'B', '']))).toEqual({
      separator: ';',
      choices: [
        { choice: 'A', leads: 3 },
        { choice: 'B', leads: 3 },
      ],
      leads: 2,
    });
  });

  test.each([
    ['free text', ['Called; no answer', 'Wants a demo; call in May', 'Called', 'No budget']],
    ['cities and countries', ['Paris, France', 'Lyon, France', 'Berlin, Germany', 'Bonn, Germany']],
    ['names', ['Doe, John', 'Doe, Ann', 'Roe, John', 'Roe, Ann']],
    ['numbers', ['1,200', '1,300', '200', '300', '1']],
    ['a comma in one value', ['SEO, SEM and more', 'Email', 'Social']],
    ['addresses', ['Main St 1; Boston', 'Main St 2; Boston', 'Boston']],
    ['the same twice in a cell', ['A; A', 'A; B', 'A', 'B']],
    ['values without a mark', ['Email', 'Social', 'Events']],
    ['numbers at semicolons', ['1;2', '1', '2', '2;3', '3']],
  ])('are not found: %s', (_, cells) => {
    expect(choicesOf(cells)).toBeNull();
  });
});
