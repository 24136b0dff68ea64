import { describe, expect, test } from 'vitest';
import {
  normaliseEmail,
  normaliseGoogleEmail,
  normalisePhone,
  PHONE_COUNTRIES,
} from '#frontend/analysis/uploads/addresses.ts';

describe('an e-mail address', () => {
  // The first two are Google's own examples (Data Manager API, Format user data).
  test.each([
    ['cloudy.sanfrancisco+shopping@gmail.com', 'cloudysanfrancisco@gmail.com'],
    ['user.name+NYC@Example.com', 'user.name+nyc@example.com'],
    [' J.Doe@GoogleMail.com ', 'jdoe@googlemail.com'],
    ['a.b+c@mail.gmail.com', 'a.b+c@mail.gmail.com'],
    ['jo hn@example.com', 'john@example.com'],
  ])('for Google is %s written as %s', (cell, email) => {
    expect(normaliseGoogleEmail(cell)).toBe(email);
  });

  test('keeps dots and suffix for the other platforms', () => {
    expect(normaliseEmail('J.Doe+x@Gmail.com')).toBe('j.doe+x@gmail.com');
  });

  test.each(['', 'jane', 'jane@', '@example.com', 'a@b', 'a@b@c.de', 'a@x.de, b@x.de', '+tag@gmail.com'])(
    'is not %j',
    (cell) => {
      expect(normaliseGoogleEmail(cell)).toBeNull();
    },
  );
});

describe('a phone number', () => {
  test.each([
    // Google's own example (Data Manager API, Format user data).
    ['(800)555-0100', 'US', '+18005550100'],
    ['1 800 555 0100', 'US', '+18005550100'],
    ['011 49 30 901820', 'US', '+4930901820'],
    ['030 901820', 'DE', '+4930901820'],
    ['+49 (0) 30 / 901820', 'US', '+4930901820'],
    ['0049-30-901820', 'US', '+4930901820'],
    ['4915112345678', 'DE', '+4915112345678'],
    ['15112345678', 'DE', '+4915112345678'],
    ['15112345678.0', 'DE', '+4915112345678'],
    ['212.555.0000', 'US', '+12125550000'],
    ['020.7946.0000', 'GB', '+442079460000'],
    ['06 1 234 5678', 'HU', '+3612345678'],
    ['391 234 5678', 'IT', '+393912345678'],
    ['06 1234 5678', 'IT', '+390612345678'],
    ['+1 212 555 0100 ext. 12', 'DE', '+12125550100'],
    ['p:+15551234567', null, '+15551234567'],
  ])('%s, in %s without a calling code, is %s', (cell, country, number) => {
    expect(normalisePhone(cell, country)).toBe(number);
  });

  test('without a calling code needs a country', () => {
    expect(normalisePhone('030 901820', null)).toBeNull();
    expect(normalisePhone('030 901820', 'XX')).toBeNull();
  });

  test.each(['', 'call me', '1,23E+15', '12', '+0 123 456 789', '+1234567890123456', 'jane@example.com'])(
    'is not %j',
    (cell) => {
      expect(normalisePhone(cell, 'US')).toBeNull();
    },
  );

  test('has 8 to 15 digits', () => {
    expect(normalisePhone('+4912345', null)).toBeNull();
    expect(normalisePhone('+49123456', null)).toBe('+49123456');
    expect(normalisePhone('+491234567890123', null)).toBe('+491234567890123');
    expect(normalisePhone('+4912345678901234', null)).toBeNull();
  });

  test('of every country keeps its digits, with and without the prefix of calls within the country', () => {
    for (const [country, { code, trunk, longest }] of Object.entries(PHONE_COUNTRIES)) {
      const own = '7'.repeat(longest);
      const expected = code.length + longest > 15 ? null : `+${code}${own}`;
      expect([country, normalisePhone(own, country)]).toEqual([country, expected]);
      expect([country, normalisePhone(trunk + own, country)]).toEqual([country, expected]);
      expect([country, normalisePhone(code + own, country)]).toEqual([country, expected]);
    }
  });
});
