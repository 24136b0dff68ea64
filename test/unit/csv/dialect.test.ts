import { expect, test } from 'vitest';
import { guessDelimiter, readSeparatorLine, usualCount } from '#frontend/csv/dialect.ts';

// Each delimiter of a record stands with the character after it.

test('of delimiters that occur alike the first of the list is taken, and a comma where none occurs', () => {
  expect(guessDelimiter([';x,x', ';x,x'])).toBe(',');
  expect(guessDelimiter(['|x\tx', '|x\tx'])).toBe('\t');
  expect(guessDelimiter(['', ''])).toBe(',');
  expect(guessDelimiter([])).toBe(',');
});

test('a delimiter counts less where a space follows more than half of it', () => {
  expect(guessDelimiter([', ,x;x;x', ', ,x;x;x'])).toBe(',');
  expect(guessDelimiter([', ,x;x;x', ', , ;x;x'])).toBe(';');
});

test('a delimiter counts less where the first record has another number of it', () => {
  expect(guessDelimiter([',x;x;x', ',x,x;x;x', ',x,x;x'])).toBe(';');
});

test('a delimiter that more records have equally often is taken, and of these one that occurs more often', () => {
  expect(guessDelimiter([',x;x', ',x;x', ',x;x', ',x,x;x'])).toBe(';');
  expect(guessDelimiter([',x|x|x', ',x|x|x'])).toBe('|');
});

test('the usual count is the one that most delimiters belong to, of equal ones the earlier', () => {
  expect(usualCount([1, 1, 1, 4])).toBe(4);
  expect(usualCount([1, 1, 1, 1, 1, 4])).toBe(1);
  expect(usualCount([2, 1, 1])).toBe(2);
  expect(usualCount([1, 1, 2])).toBe(1);
  expect([usualCount([0, 0]), usualCount([])]).toEqual([0, 0]);
});

test.each<[line: string, delimiter: string | null, length: number]>([
  ['sep=;\n', ';', 6],
  ['SEP=,\r\n', ',', 7],
  ['"sep=\t"\r', '\t', 8],
  ['sep=|;;; \n', '|', 10],
  ['sep=;', ';', 5],
  ['sep=^\n', null, 6],
])('%j names a delimiter, and takes the bytes up to the next line', (line, delimiter, length) => {
  const next = /[\r\n]$/.test(line) ? 'a;b' : '';
  expect(readSeparatorLine(new TextEncoder().encode(line + next))).toEqual({ delimiter, length });
});

test.each(['sep=;a\n', 'sep=\n', ' sep=;\n', 'a\nsep=;\n', 'sep=;x;;\n'])('%j is no such line', (text) => {
  expect(readSeparatorLine(new TextEncoder().encode(text))).toBeNull();
});
