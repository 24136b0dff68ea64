import { describe, expect, test } from 'vitest';
import {
  normaliseEmail,
  normaliseGoogleEmail,
  normaliseMicrosoftEmail,
} from '#frontend/analysis/uploads/addresses.ts';

describe('an e-mail address', () => {
  // The first two are Google's own examples (Data Manager API, Format user data).
  test.each([
    ['cloudy.sanfrancisco+shopping@gmail.com', 'cloudysanfrancisco@gmail.com'],
    ['user.name+NYC@Example.com', 'user.name+nyc@example.com'],
    [' J.Doe@GoogleMail.com ', 'jdoe@googlemail.com'],
    ['a.b+c@mail.gmail.com', 'a.b+c@mail.gmail.com'],
    ['jo hn@example.com', 'john@example.com'],
    // Zero-width space, joiner and no-break space, a soft hyphen, a mark of direction, a byte order mark.
    ['\u200bann\u200d@exa\u00admple.com\ufeff', 'ann@example.com'],
    ['\u202aann\u2060@example.com\u202c', 'ann@example.com'],
  ])('for Google is %s written as %s', (cell, email) => {
    expect(normaliseGoogleEmail(cell)).toBe(email);
  });

  test('keeps dots and suffix for the other platforms', () => {
    expect(normaliseEmail('J.Doe+x@Gmail.com')).toBe('j.doe+x@gmail.com');
  });

  // Second-hand: no page of Microsoft could be read that says it.
  test.each([
    ['User.Name+NYC@Example.com', 'username@example.com'],
    ['j.doe@gmail.com', 'jdoe@gmail.com'],
    ['a+b+c@mail.example.co.uk', 'a@mail.example.co.uk'],
  ])('for Microsoft is %s written as %s', (cell, email) => {
    expect(normaliseMicrosoftEmail(cell)).toBe(email);
  });

  test.each(['', 'jane', '.+x@example.com', '\u200b'])('for Microsoft is not %j', (cell) => {
    expect(normaliseMicrosoftEmail(cell)).toBeNull();
  });

  test.each(['', 'jane', 'jane@', '@example.com', 'a@b', 'a@b@c.de', 'a@x.de, b@x.de', '+tag@gmail.com'])(
    'is not %j',
    (cell) => {
      expect(normaliseGoogleEmail(cell)).toBeNull();
    },
  );
});
