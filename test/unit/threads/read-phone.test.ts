import { getCountries } from 'libphonenumber-js/min';
import { describe, expect, test } from 'vitest';
import { COUNTRIES } from '#frontend/analysis/uploads/countries.ts';
import { readPhone } from '#frontend/threads/leads/read-phone.ts';

describe('a phone number', () => {
  // Checked by hand against the numbering plans (ITU-T E.164, national plans).
  test.each([
    // Google's own example (Data Manager API, Format user data).
    ['(800)555-0100', 'US', '+18005550100'],
    ['1 800 555 0100', 'US', '+18005550100'],
    ['011 49 30 901820', 'US', '+4930901820'],
    ['030 901820', 'DE', '+4930901820'],
    // The mark of a spreadsheet for text.
    ["'+49 30 901820", null, '+4930901820'],
    ['4930901820', 'DE', '+4930901820'],
    ['+49 (0) 30 / 901820', 'US', '+4930901820'],
    ['0049-30-901820', 'US', '+4930901820'],
    ['0049 30 901820', null, '+4930901820'],
    ['0011 49 30 901820', 'AU', '+4930901820'],
    ['4915112345678', 'DE', '+4915112345678'],
    ['15112345678', 'DE', '+4915112345678'],
    ['15112345678.0', 'DE', '+4915112345678'],
    ['0491 5112345', 'DE', '+494915112345'],
    // A number of usual length begins like the calling code, and one of unusual length like that of another country.
    ['4921 123456', 'DE', '+494921123456'],
    ['390612345678', 'DE', '+49390612345678'],
    ['43 660 1234567', 'AT', '+436601234567'],
    ['212.555.0000', 'US', '+12125550000'],
    ['020.7946.0000', 'GB', '+442079460000'],
    ['06 1 234 5678', 'HU', '+3612345678'],
    ['391 234 5678', 'IT', '+393912345678'],
    ['06 1234 5678', 'IT', '+390612345678'],
    // A mobile number in Argentina is dialled with 15 within the country, and with 9 from abroad.
    ['011 15-2345-6789', 'AR', '+5491123456789'],
    // Norway has no prefix, and numbers of 8 digits that may begin like its calling code.
    ['47 12 34 56', 'NO', '+4747123456'],
    ['47 47 12 34 56', 'NO', '+4747123456'],
    ['4722123456', 'NO', '+4722123456'],
    ['+1 212 555 0100 ext. 12', 'DE', '+12125550100'],
    ['p:+14155550123', null, '+14155550123'],
    ['tel:+4930901820', null, '+4930901820'],
    ['P: +49 30 901820', null, '+4930901820'],
    ['+4930901820.00', null, '+4930901820'],
    ['+4930901820.05', null, '+493090182005'],
    ['\u202a+49\u200b30 901820\u202c', null, '+4930901820'],
  ])('%s, in %s without a calling code, is %s', (cell, country, number) => {
    expect(readPhone(cell, country)).toBe(number);
  });

  test.each([
    ['030 901820; 0171 1234567', 'DE'],
    ['030 901820 / 0171 1234567', 'DE'],
    ['030/901820 / +49 171 1234567', 'DE'],
    ['+49 30 901820, 030 1234567', 'DE'],
    ['030 901820 or 0171 1234567', 'DE'],
    ['(030) 90 18 20 oder mobil 0171 1234567', 'DE'],
    ['030/901820', 'DE'],
    ['030 901820|0171 1234567', 'DE'],
    ['030 901820\n0171 1234567', 'DE'],
    ['030 901820 & 0171 1234567', 'DE'],
    ['030 901820 and 0171 1234567', 'DE'],
    ['030 901820 und 0171 1234567', 'DE'],
    ['030 901820 ou 0171 1234567', 'DE'],
    ['030 901820 et 0171 1234567', 'DE'],
    ['030 901820 bzw 0171 1234567', 'DE'],
    ['030 901820 BZW. 0171 1234567', 'DE'],
    ['mobil; 030 901820; 0171 1234567', 'DE'],
    ['030 901820/+49 171 1234567', 'DE'],
  ])('%s, in %s, is the first of its numbers', (cell, country) => {
    expect(readPhone(cell, country)).toBe('+4930901820');
  });

  test('of two numbers is never both in one: short ones would be a number of somebody else', () => {
    expect(readPhone('030 1234 / 030 1235', 'DE')).toBe('+49301234');
    expect(readPhone('(212) 555-0100 / (212) 555-0199', 'US')).toBe('+12125550100');
    expect(readPhone('06/12/03/45/67', 'FR')).toBe('+33612034567');
  });

  test('is nothing where it stands beside words, or is written wrongly', () => {
    for (const cell of ['030 901820 & Sons', 'Berlin or 030 901820', '+4930901820p:', '00'])
      expect([cell, readPhone(cell, 'DE')]).toEqual([cell, null]);
  });

  test('without a calling code needs a country that is one', () => {
    expect(readPhone('030 901820', null)).toBeNull();
    expect(readPhone('030 901820', 'XX')).toBeNull();
  });

  test.each([
    '',
    'call me',
    '555-0100',
    '1234567890',
    '+1 555 123 4567',
    '1,23E+15',
    '12',
    '+0 123 456 789',
    '+1234567890123456',
    '030,901820',
    'jane@example.com',
  ])('is not %j in the United States', (cell) => {
    expect(readPhone(cell, 'US')).toBeNull();
  });

  test('can be one of every country that can be chosen', () => {
    expect(COUNTRIES.toSorted()).toEqual(getCountries().toSorted());
  });
});
