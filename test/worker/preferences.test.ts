import { afterEach, expect, test, vi } from 'vitest';
import { env } from 'cloudflare:workers';
import { DEFAULT_PREFERENCES } from '#contract/preferences.ts';
import { call, count, signedInUser, type TestUser } from './support.ts';

afterEach(() => {
  vi.useRealTimers();
});

const save = (cookie: string, body: unknown): Promise<Response> =>
  call('/api/preferences', { method: 'POST', body, cookie });

test('a user without preferences has the defaults of the product', async () => {
  const { cookie } = await signedInUser();
  const response = await call('/api/preferences', { cookie });
  expect([response.status, await response.json()]).toEqual([200, DEFAULT_PREFERENCES]);
  expect(DEFAULT_PREFERENCES).toMatchObject({
    defaultConversionValue: 100,
    defaultSignificanceThreshold: 10,
    defaultCurrency: 'USD',
  });
});

test('saved preferences come back, and the last ones stand', async () => {
  const user = await signedInUser();
  await save(user.cookie, { defaultConversionValue: 1, defaultSignificanceThreshold: 1 });
  const values = {
    ...DEFAULT_PREFERENCES,
    defaultConversionValue: 249.99,
    defaultSignificanceThreshold: 12.5,
    defaultCurrency: 'EUR',
  };
  const response = await save(user.cookie, { ...values, id: 'mine', userId: 'x', updatedAt: 1 });
  expect([response.status, await response.json()]).toEqual([200, values]);
  expect(await (await call('/api/preferences', { cookie: user.cookie })).json()).toEqual(values);
  expect(await count('user_preferences WHERE user_id = ?', user.id)).toBe(1);
});

test('the row says when its user last saved, and that of another user stays as it was', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const savedAt = ({ id }: TestUser) =>
    env.DB.prepare('SELECT updated_at FROM user_preferences WHERE user_id = ?').bind(id).first('updated_at');
  const start = Date.now();
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  for (const { cookie } of [user, other]) await save(cookie, DEFAULT_PREFERENCES);
  vi.setSystemTime(start + 1);
  await save(user.cookie, DEFAULT_PREFERENCES);
  expect([await savedAt(user), await savedAt(other)]).toEqual([start + 1, start]);
});

test('a client that names no currency saves dollars', async () => {
  const { cookie } = await signedInUser();
  await save(cookie, { ...DEFAULT_PREFERENCES, defaultCurrency: 'EUR' });
  const { defaultCurrency: _, ...rest } = DEFAULT_PREFERENCES;
  expect(await (await save(cookie, rest)).json()).toEqual(DEFAULT_PREFERENCES);
});

test('both calls need sign-in', async () => {
  for (const method of ['GET', 'POST']) {
    const response = await call('/api/preferences', {
      method,
      ...(method === 'POST' && { body: DEFAULT_PREFERENCES }),
    });
    expect([response.status, await response.json()]).toEqual([401, { message: 'Unauthorized' }]);
  }
});

test('nobody reads or changes the preferences of another', async () => {
  const [first, second] = [await signedInUser(), await signedInUser()];
  const [ofFirst, ofSecond] = [
    {
      ...DEFAULT_PREFERENCES,
      defaultConversionValue: 7,
      defaultSignificanceThreshold: 7,
      defaultCurrency: 'GBP',
    },
    {
      ...DEFAULT_PREFERENCES,
      defaultConversionValue: 8,
      defaultSignificanceThreshold: 8,
      defaultCurrency: 'JPY',
    },
  ];
  await save(first.cookie, ofFirst);
  const read = async (cookie: string) => (await call('/api/preferences', { cookie })).json();
  expect(await read(second.cookie)).toEqual(DEFAULT_PREFERENCES);
  await save(second.cookie, ofSecond);
  expect([await read(first.cookie), await read(second.cookie)]).toEqual([ofFirst, ofSecond]);
});

test.each([
  [{ ...DEFAULT_PREFERENCES, defaultConversionValue: -1 }, 'Conversion Value must be a number of at least 0'],
  [
    { ...DEFAULT_PREFERENCES, defaultConversionValue: '5' },
    'Conversion Value must be a number of at least 0',
  ],
  [
    { ...DEFAULT_PREFERENCES, defaultConversionValue: 1e300 },
    'Conversion Value must be a number of at least 0',
  ],
  [
    { ...DEFAULT_PREFERENCES, defaultSignificanceThreshold: 0 },
    'Significance Threshold must be a number from 1 to 100',
  ],
  [
    { ...DEFAULT_PREFERENCES, defaultSignificanceThreshold: 101 },
    'Significance Threshold must be a number from 1 to 100',
  ],
  [
    { ...DEFAULT_PREFERENCES, defaultSignificanceThreshold: null },
    'Significance Threshold must be a number from 1 to 100',
  ],
  [
    { ...DEFAULT_PREFERENCES, defaultCurrency: 'XXX' },
    'Currency must be one of the currencies on offer, such as EUR',
  ],
  [{ defaultConversionValue: 5 }, 'Significance Threshold must be a number from 1 to 100'],
])('%j is refused in words', async (body, message) => {
  const { cookie } = await signedInUser();
  const response = await save(cookie, body);
  expect([response.status, await response.json()]).toEqual([400, { message, code: 'INVALID_INPUT' }]);
});

test('a number too large for a number is refused', async () => {
  const { cookie } = await signedInUser();
  const body = '{"defaultConversionValue":1e999,"defaultSignificanceThreshold":10}';
  expect((await save(cookie, body)).status).toBe(400);
});
