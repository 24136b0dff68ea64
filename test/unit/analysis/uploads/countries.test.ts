import { expect, test } from 'vitest';
import { needsConsent, readCountry } from '#frontend/analysis/uploads/countries.ts';

test.each([
  ['DE', 'DE'],
  ['de ', 'DE'],
  ['Germany', 'DE'],
  ['ALLEMAGNE', 'DE'],
  ['Österreich', 'AT'],
  ['osterreich', 'AT'],
  ['U.K.', 'GB'],
  ['United Kingdom', 'GB'],
  ['U.S.A.', 'US'],
  ['Türkiye', 'TR'],
  ['Turkey', 'TR'],
  ['Czech Republic', 'CZ'],
  ['Schweiz', 'CH'],
  ['DEU', 'DE'],
  ['gbr', 'GB'],
  ['CHE', 'CH'],
  ['SVN', 'SI'],
  ['XKX', 'XK'],
])('the country %s is %s', (cell, code) => {
  expect(readCountry(cell)).toBe(code);
});

test.each(['', 'Bavaria', 'D', 'EU', 'XX', 'Deutsch', '49'])('%j is no country', (cell) => {
  expect(readCountry(cell)).toBeNull();
});

// 27 members of the European Union, Iceland, Liechtenstein and Norway; the United Kingdom and Switzerland.
test('people in the EEA, the UK and Switzerland need consent, others do not', () => {
  const wanted = ['DE', 'IS', 'LI', 'NO', 'GB', 'CH', 'HR', 'CY', 'MT', 'RE'];
  expect(wanted.filter(needsConsent)).toEqual(wanted);
  expect(['US', 'TR', 'RS', 'UA', 'AL', 'MC', 'BR'].filter(needsConsent)).toEqual([]);
});
