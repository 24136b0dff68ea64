import { expect, test } from 'vitest';
import * as limits from '#contract/limits.ts';
import { DEFAULT_PREFERENCES, PREFERENCES } from '#contract/preferences.ts';

const DAY_MS = 86_400_000;

const named = (ending: RegExp): [string, number][] =>
  Object.entries(limits).filter(
    (entry): entry is [string, number] => ending.test(entry[0]) && typeof entry[1] === 'number',
  );

test('a second, a minute, an hour and a day are as long as they are, and a mebibyte as large', () => {
  const { SECOND, MINUTE, HOUR, DAY, MIB } = limits;
  expect([SECOND, MINUTE, HOUR, DAY]).toEqual([1000, 60_000, 3_600_000, DAY_MS]);
  expect(MIB).toBe(1_048_576);
});

test.each(named(/_MS$/))('%s is a whole number of seconds, from 10 of them to 400 days', (_, time) => {
  expect(time % 1000).toBe(0);
  expect(time).toBeGreaterThanOrEqual(10_000);
  expect(time).toBeLessThanOrEqual(400 * DAY_MS);
});

test.each(named(/_BYTES$/).filter(([name]) => name !== 'MAX_PASSWORD_BYTES'))(
  '%s is room for a body: a whole number of bytes, from 16 KiB to 100 MiB',
  (_, bytes) => {
    expect(Number.isInteger(bytes)).toBe(true);
    expect(bytes).toBeGreaterThanOrEqual(16_384);
    expect(bytes).toBeLessThanOrEqual(104_857_600);
  },
);

test('the times that pages and mails state are these', () => {
  expect(limits).toMatchObject({
    SESSION_IDLE_MS: 7 * DAY_MS,
    SESSION_AGE_MS: 90 * DAY_MS,
    SHARE_MS: 90 * DAY_MS,
    INVITATION_MS: 7 * DAY_MS,
    MAIL_LINK_MS: 30 * 60_000,
    AUDIT_MS: 400 * DAY_MS,
    AUDIT_NETWORK_MS: 30 * DAY_MS,
  });
});

test('the sizes that messages state are these', () => {
  expect(limits).toMatchObject({ MAX_FILE_BYTES: 10_485_760, MAX_DATASET_BYTES: 50_331_648 });
});

test('leads are counted in 32 bits', () => {
  expect(limits.MAX_LEADS).toBe(4_294_967_295);
});

test('the cookies for the page have names, and different ones', () => {
  const names = [limits.SIGNED_IN_COOKIE, limits.SIGNED_OUT_COOKIE];
  for (const name of names) expect(name).toMatch(/^signed-/);
  expect(new Set(names).size).toBe(2);
});

test('a user without preferences gets those that the form can show', () => {
  expect(DEFAULT_PREFERENCES).toEqual({
    defaultConversionValue: 100,
    defaultSignificanceThreshold: 10,
    defaultCurrency: 'USD',
  });
  for (const { schema, default: value } of Object.values(PREFERENCES))
    expect(schema.safeParse(value).data).toBe(value);
});

test('each preference has a label of its own, and only the conversion value is money', () => {
  const all = Object.values(PREFERENCES);
  const labels = all.map(({ label }) => label);
  for (const label of labels) expect(label).toMatch(/^Default [A-Z]/);
  expect(new Set(labels).size).toBe(3);
  expect(all.map((preference) => 'isMoney' in preference && preference.isMoney)).toEqual([
    true,
    false,
    false,
  ]);
});
