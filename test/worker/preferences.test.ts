import { expect, test } from 'vitest';
import { call, count, signedInUser } from './support.ts';

const DEFAULTS = { defaultConversionValue: 100, defaultSignificanceThreshold: 10, defaultCurrency: 'USD' };

const save = (cookie: string, body: unknown): Promise<Response> =>
  call('/api/preferences', { method: 'POST', body, cookie });

test('a user without preferences has the defaults of the product', async () => {
  const { cookie } = await signedInUser();
  const response = await call('/api/preferences', { cookie });
  expect([response.status, await response.json()]).toEqual([200, DEFAULTS]);
});

test('saved preferences come back, and the last ones stand', async () => {
  const user = await signedInUser();
  await save(user.cookie, { defaultConversionValue: 1, defaultSignificanceThreshold: 1 });
  const values = {
    defaultConversionValue: 249.99,
    defaultSignificanceThreshold: 12.5,
    defaultCurrency: 'EUR',
  };
  const response = await save(user.cookie, { ...values, id: 'mine', userId: 'x', updatedAt: 1 });
  expect([response.status, await response.json()]).toEqual([200, values]);
  expect(await (await call('/api/preferences', { cookie: user.cookie })).json()).toEqual(values);
  expect(await count('user_preferences WHERE user_id = ?', user.id)).toBe(1);
});

test('a client that names no currency saves dollars', async () => {
  const { cookie } = await signedInUser();
  await save(cookie, { ...DEFAULTS, defaultCurrency: 'EUR' });
  const { defaultCurrency: _, ...rest } = DEFAULTS;
  expect(await (await save(cookie, rest)).json()).toEqual(DEFAULTS);
});

test('both calls need sign-in', async () => {
  for (const method of ['GET', 'POST']) {
    const response = await call('/api/preferences', { method, ...(method === 'POST' && { body: DEFAULTS }) });
    expect([response.status, await response.json()]).toEqual([401, { message: 'Unauthorized' }]);
  }
});

test('nobody reads or changes the preferences of another', async () => {
  const [first, second] = [await signedInUser(), await signedInUser()];
  const [ofFirst, ofSecond] = [
    { defaultConversionValue: 7, defaultSignificanceThreshold: 7, defaultCurrency: 'GBP' },
    { defaultConversionValue: 8, defaultSignificanceThreshold: 8, defaultCurrency: 'JPY' },
  ];
  await save(first.cookie, ofFirst);
  const read = async (cookie: string) => (await call('/api/preferences', { cookie })).json();
  expect(await read(second.cookie)).toEqual(DEFAULTS);
  await save(second.cookie, ofSecond);
  expect([await read(first.cookie), await read(second.cookie)]).toEqual([ofFirst, ofSecond]);
});

test.each([
  [{ ...DEFAULTS, defaultConversionValue: -1 }, 'Conversion Value must be a number of at least 0'],
  [{ ...DEFAULTS, defaultConversionValue: '5' }, 'Conversion Value must be a number of at least 0'],
  [{ ...DEFAULTS, defaultConversionValue: 1e300 }, 'Conversion Value must be a number of at least 0'],
  [{ ...DEFAULTS, defaultSignificanceThreshold: 0 }, 'Significance Threshold must be a number from 1 to 100'],
  [
    { ...DEFAULTS, defaultSignificanceThreshold: 101 },
    'Significance Threshold must be a number from 1 to 100',
  ],
  [
    { ...DEFAULTS, defaultSignificanceThreshold: null },
    'Significance Threshold must be a number from 1 to 100',
  ],
  [{ ...DEFAULTS, defaultCurrency: 'XXX' }, 'Currency must be one of the currencies on offer, such as EUR'],
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
