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

  test('keeps dots, suffix and accents for the other platforms', () => {
    expect(normaliseEmail('J.Doé+x@Gmail.com')).toBe('j.doé+x@gmail.com');
    expect(normaliseGoogleEmail('J.Doé+x@Example.com')).toBe('j.doé+x@example.com');
  });

  // Microsoft's help page "Enhanced conversions" has the first two, and names à as an accent; 'ß' and 'ø' have none.
  test.each([
    ['name+withplus@outlook.com', 'name@outlook.com'],
    ['ex.ample@outlook.com', 'example@outlook.com'],
    ['àndre@outlook.com', 'andre@outlook.com'],
    ['JOSE\u0301.Núñez@Example.com', 'josenunez@example.com'],
    ['größe.sørensen@example.com', 'großesørensen@example.com'],
    ['が@example.com', 'が@example.com'],
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
