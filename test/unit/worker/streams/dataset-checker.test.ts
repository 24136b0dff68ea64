import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DatasetChecker } from '#worker/streams/dataset-checker.ts';
import { anyCharacter } from '#test/support/any-character.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Null, or what the checker says; fed in pieces of the given size. */
function check(bytes: Uint8Array, step = bytes.length || 1, maxLineBytes = Infinity): string | null {
  const checker = new DatasetChecker({ minColumns: 2, maxColumns: 40, maxLineBytes });
  try {
    for (let at = 0; at < bytes.length; at += step) checker.check(bytes.subarray(at, at + step));
    checker.finish();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'no error';
  }
}

/** The same judgement by JSON.parse. */
function isDataset(text: string): boolean {
  const lines = text.replace(/\n$/, '').split('\n');
  const rows = lines.map((line): unknown => {
    try {
      return line.startsWith('[') ? JSON.parse(line) : null;
    } catch {
      return null;
    }
  });
  const [headers] = rows;
  if (!Array.isArray(headers) || headers.length < 2 || headers.length > 40 || rows.length < 2) return false;
  return rows.every(
    (row) =>
      Array.isArray(row) && row.length === headers.length && row.every((cell) => typeof cell === 'string'),
  );
}

const table = fc.integer({ min: 2, max: 6 }).chain((columns) =>
  fc.array(fc.array(fc.string({ unit: anyCharacter }), { minLength: columns, maxLength: columns }), {
    minLength: 2,
    maxLength: 8,
  }),
);

const write = (rows: string[][]): string => rows.map((row) => JSON.stringify(row)).join('\n');

test('every table that JSON.stringify writes is accepted, in pieces of any size', () => {
  fc.assert(
    fc.property(table, fc.integer({ min: 1, max: 9 }), fc.constantFrom('', '\n'), (rows, step, end) => {
      expect(check(encode(write(rows) + end), step)).toBeNull();
    }),
  );
});

test('a changed dataset is judged as JSON.parse judges it', () => {
  const change = fc.tuple(
    fc.nat(),
    fc.constantFrom('', '"', '\\', ',', '[', ']', '\n', ' ', 'u', '\t', '1', '\r'),
  );
  fc.assert(
    fc.property(table, fc.array(change, { minLength: 1, maxLength: 3 }), (rows, changes) => {
      let text = write(rows);
      for (const [at, piece] of changes) {
        const index = at % text.length;
        text = text.slice(0, index) + piece + text.slice(index + 1);
      }
      expect([text, check(encode(text.toWellFormed())) === null]).toEqual([
        text,
        isDataset(text.toWellFormed()),
      ]);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['', 'Line 1 of the dataset is missing: a dataset needs headers and at least one row.'],
  ['["a","b"]', 'Line 2 of the dataset is missing: a dataset needs headers and at least one row.'],
  ['["a"]\n["1"]', 'Line 1 of the dataset has 1 headers instead of 2 to 40.'],
  [`${JSON.stringify(Array(41).fill(''))}\n`, 'Line 1 of the dataset has 41 headers instead of 2 to 40.'],
  ['["a","b"]\n["1","2","3"]\n', 'Line 2 of the dataset has 3 cells instead of 2.'],
  ['["a","b"]\n[]', 'Line 2 of the dataset has 0 cells instead of 2.'],
  ['["a","b"]\n["1",2]', 'Line 2 of the dataset is not a JSON array of strings.'],
  ['["a","b"]\n["1",["2"]]', 'Line 2 of the dataset is not a JSON array of strings.'],
  ['["a","b"]\n{"a":"1"}', 'Line 2 of the dataset is not a JSON array of strings.'],
  ['["a","b"]\n\n["1","2"]', 'Line 2 of the dataset is not a JSON array of strings.'],
  ['["a","b"]\n["1","2"]\n\n', 'Line 3 of the dataset is not a JSON array of strings.'],
  ['["a","b"]\n["1","2"] ["3","4"]', 'Line 2 of the dataset is not a JSON array of strings.'],
  ['["a","b"]\n["1","2', 'Line 2 of the dataset is not whole.'],
  ['["a","b"]\n["1","2"', 'Line 2 of the dataset is not whole.'],
  ['["a","b"]\n["1","\\x"]', 'Line 2 of the dataset has a wrong escape in a cell.'],
  ['["a","b"]\n["1","\\u12g4"]', 'Line 2 of the dataset has a wrong escape in a cell.'],
  ['["a","b"]\n["1","\u0001"]', 'Line 2 of the dataset has a control character in a cell.'],
  ['["a","b"]\n["1","\n"]', 'Line 2 of the dataset has a control character in a cell.'],
])('%j: %s', (text, message) => {
  expect(check(encode(text))).toBe(message);
});

test('line ends may be CR LF, blanks may stand between cells', () => {
  expect(check(encode('["a", "b"]\r\n[ "1" ,\t"2" ]\r\n'))).toBeNull();
});

test('the most columns that are allowed are taken, and so is a cell of blanks, and no byte before the blank', () => {
  expect(check(encode(write([Array(40).fill('a'), Array(40).fill(' ')])))).toBeNull();
  expect(check(encode(write([Array(41).fill('a'), Array(41).fill(' ')])))).toContain('41 headers');
  expect(check(encode('["a","b"]\n["1","\u001f"]'))).toContain('a control character');
});

test('a blank before a line, or in place of a mark, is no part of a dataset', () => {
  for (const text of [
    ' ["a","b"]\n["1","2"]',
    '["a","b"]\n["1" "2"]',
    '["a","b"]\n["1",]',
    '["a","b"]\n[,"1"]',
  ])
    expect(check(encode(text))).toContain('is not a JSON array of strings');
});

test('every escape of JSON is accepted, and no character beside the hexadecimal digits', () => {
  const row = (cell: string) => encode(`["a","b"]\n["1","${cell}"]`);
  expect(check(row('\\"\\\\\\/\\b\\f\\n\\r\\t\\u0129\\uAF90\\uaf09'))).toBeNull();
  for (const digit of ['/', ':', '@', 'G', '`', 'g'])
    expect(check(row(`\\u00${digit}0`))).toBe('Line 2 of the dataset has a wrong escape in a cell.');
});

test('bytes that are no UTF-8 are refused, also when cut in two', () => {
  const bytes = encode('["a","b"]\n["1","é"]');
  expect(check(bytes, 1)).toBeNull();
  const broken = bytes.slice();
  broken[16] = 0xff;
  expect(check(broken)).toBe('Line 1 of the dataset is not UTF-8.');
  expect(check(broken, 1)).toBe('Line 2 of the dataset is not UTF-8.');
  expect(check(bytes.subarray(0, bytes.indexOf(0xc3) + 1))).toBe('Line 2 of the dataset is not UTF-8.');
});

test('a line may have as many bytes as are allowed, its end not counted', () => {
  const bytes = encode('["a","b"]\r\n["1234","5"]\n["é","123456"]\n["",""]');
  for (const step of [1, 3, 100]) {
    expect(check(bytes, step, 15)).toBeNull();
    expect(check(bytes, step, 14)).toBe('Line 3 of the dataset is longer than 14 bytes.');
  }
  expect(check(encode('["a","b"]\n["12345'), 1, 5)).toBe('Line 1 of the dataset is longer than 5 bytes.');
});
