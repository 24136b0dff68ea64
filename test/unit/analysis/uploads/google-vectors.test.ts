import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { normaliseGoogleEmail } from '#frontend/analysis/uploads/addresses.ts';
import { readPhone } from '#frontend/threads/leads/read-phone.ts';

/**
 * The examples of addresses that Google publishes: tests of UserDataFormatter in github.com/googleads/data-manager-java, and "Format user
 * data" of the Data Manager API (developers.google.com/data-manager/api/devguides/concepts/formatting), read 2026-11-29. Of the data that
 * Google knows, files and sends of this project have e-mail addresses and phone numbers only: names and postal addresses stay here.
 */
const hashOf = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

describe('an e-mail address as Google publishes it', () => {
  test.each([
    ['QuinnY@example.com', 'quinny@example.com'],
    ['QuinnY@EXAMPLE.com', 'quinny@example.com'],
    ['user.name+NYC@Example.com', 'user.name+nyc@example.com'],
    ['jefferson.Loves.hiking@gmail.com', 'jeffersonloveshiking@gmail.com'],
    ['j.e.f..ferson.Loves.hiking@gmail.com', 'jeffersonloveshiking@gmail.com'],
    ['jefferson.Loves.hiking@googlemail.com', 'jeffersonloveshiking@googlemail.com'],
    ['j.e.f..ferson.Loves.hiking@googlemail.com', 'jeffersonloveshiking@googlemail.com'],
    ['Jane.Doe+shopping@gmail.com', 'janedoe@gmail.com'],
    ['Jane.Doe+shopping@googlemail.com', 'janedoe@googlemail.com'],
    ['cloudy.sanfrancisco+shopping@gmail.com', 'cloudysanfrancisco@gmail.com'],
  ])('%s is %s', (cell, email) => {
    expect(normaliseGoogleEmail(cell)).toBe(email);
  });

  test.each(['@example.com', 'quinn'])('is not %s', (cell) => {
    expect(normaliseGoogleEmail(cell)).toBeNull();
  });

  test.each(['alexz@example.com', '  alexz@example.com', '  ALEXZ@example.com   ', '  alexz@EXAMPLE.com   '])(
    '%j has the published hash',
    (cell) => {
      expect(hashOf(normaliseGoogleEmail(cell) ?? '')).toBe(
        '509e933019bb285a134a9334b8bb679dff79d0ce023d529af4bd744d47b4fd8a',
      );
    },
  );
});

describe('a phone number as Google publishes it', () => {
  // Google takes numbers with their calling code. Those without '+' need the country here, since they may be local ones.
  test.each([
    ['1 800 555 0100', 'US', '+18005550100'],
    ['18005550100', 'US', '+18005550100'],
    ['+1 800-555-0100', null, '+18005550100'],
    ['(800)555-0100', 'US', '+18005550100'],
    ['441134960987', 'GB', '+441134960987'],
    ['+441134960987', null, '+441134960987'],
    ['+44-113-496-0987', null, '+441134960987'],
  ])('%s of %s is %s', (cell, country, phone) => {
    expect(readPhone(cell, country)).toBe(phone);
  });

  test.each(['+abc-DEF', '++++'])('is not %s', (cell) => {
    expect(readPhone(cell, 'US')).toBeNull();
  });

  test.each(['+18005550100', '   +1-800-555-0100', '1-800-555-0100   '])(
    '%j has the published hash',
    (cell) => {
      expect(hashOf(readPhone(cell, 'US') ?? '')).toBe(
        'fb4f73a6ec5fdb7077d564cdd22c3554b43ce49168550c3b12c547b78c517b30',
      );
    },
  );
});
