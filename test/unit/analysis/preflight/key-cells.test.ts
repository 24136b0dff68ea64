import { expect, test } from 'vitest';
import { isRoundedNumber, markNobody, markRounded } from '#frontend/analysis/preflight/key-cells.ts';

const ones = (values: readonly string[]) => new Uint32Array(values.length).fill(1);
const nobody = (values: readonly string[], leads = ones(values)) => {
  const marks = markNobody(values, leads);
  return values.filter((_, code) => marks[code] === 1);
};
const rounded = (values: readonly string[]) => {
  const marks = markRounded(values);
  return marks && values.filter((_, code) => marks[code] === 1);
};

test.each(['4.91510E+12', '4,9151E+12', '1.23456E+16', '5E+11', '4.9151E12', '-1.2e+9', '1.20000e+15'])(
  '%s is a number of which Excel has kept few digits',
  (cell) => expect(isRoundedNumber(cell)).toBe(true),
);

test.each([
  ['4915112345678', 'all digits are there'],
  ['4.915112345678E+12', 'more than 6 digits are there'],
  ['1.2E+08', 'the exponent is below 9'],
  ['5E11', 'an id of letters and digits'],
  ['12E+12', 'two digits before the exponent'],
  ['4.9151E-12', 'a small number'],
  ['', 'a blank'],
])('%s is no such number: %s', (cell) => expect(isRoundedNumber(cell)).toBe(false));

test('a column of other cells has no rounded ones', () => {
  expect(rounded(['+49 151 1', 'n/a', '4915112345678'])).toBeNull();
});

test('a number of more than 15 digits ends in zeros where Excel has rounded it', () => {
  const ids = ['1234567890123450', '1234567890123460', '1234567890123470', '9234567890123480'];
  expect(rounded([...ids, '9234567890123490'])).toEqual([...ids, '9234567890123490']);
  // Too few to tell, and a column in which only some of them end in a zero.
  expect(rounded(ids)).toBeNull();
  expect(rounded([...ids, '1', '2'].map((id) => id.replace(/0$/, '7')))).toBeNull();
  const half = [...ids, ...ids.map((id) => id.replace(/0$/, '7'))];
  expect(rounded(half)).toBeNull();
  expect(rounded([...half, '9234567890123490'])).toEqual([...ids, '9234567890123490']);
});

test('a long number with at most 6 digits before its zeros was rounded before it became a number again', () => {
  const phones = ['4915100000000', '4916200000000', '4917480000000.0', '491607000000', '4917260000000'];
  expect(rounded([...phones, '491'])).toEqual(phones);
  expect(rounded(phones.map((phone) => phone.replace('00000', '12345')))).toBeNull();
  // Ten digits: a number of the United States with an extension of zeros.
  expect(rounded(['2125550000', '2125560000', '2125570000', '2125580000', '2125590000'])).toBeNull();
});

test('placeholders, fill-ins and rounded numbers name nobody', () => {
  const values = ['n/a', '-', '0000000000', '(999) 999-9999', '1234567890', 'none@none.com', 'noemail@x.com'];
  expect(nobody([...values, '4.91510E+12', '0'])).toEqual([...values, '4.91510E+12', '0']);
  expect(nobody(['no phone', 'Keine', 'unbekannt'])).toEqual(['no phone', 'Keine', 'unbekannt']);
});

test('addresses, numbers and ids name somebody', () => {
  const values = [
    'ann@example.com',
    'nora@example.com',
    'info@example.com',
    '+49 151 12345678',
    'L-17',
    '2025550100',
  ];
  expect(nobody([...values, 'f00', '11', '12'])).toEqual([]);
  expect(nobody(['1', '2', 'aBcDeF'])).toEqual([]);
});

test('a value that more than 20 leads share names nobody', () => {
  expect(nobody(['+1 202 555 0100', '+1 202 555 0101'], Uint32Array.of(20, 21))).toEqual(['+1 202 555 0101']);
});
