import { expect, test } from 'vitest';
import { GoogleAdsStandIn, makeCustomer } from '#test/support/google-ads-stand-in.ts';
import { googleAds } from '#worker/platforms/google-ads/google-rules.ts';
import { AccessEnded, PlatformRefused } from '#worker/pushes/rule-platform.ts';

const platform = googleAds('https://googleads.test');

/** Accounts with ids from a number on. */
const accounts = (count: number, from: number, fields: Parameters<typeof makeCustomer>[0] = {}) =>
  Array.from({ length: count }, (_, at) => {
    const id = String(from + at);
    return makeCustomer({ descriptiveName: `Account ${id}`, ...fields, id, trackedBy: id });
  });

const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id);

/** The stand-in with the most calls that waited at the same time. */
function watched(customers: ReturnType<typeof accounts>) {
  const standIn = new GoogleAdsStandIn(customers);
  const waiting = { now: 0, most: 0 };
  const fetch = async (address: string, init: RequestInit): Promise<Response> => {
    waiting.most = Math.max(waiting.most, ++waiting.now);
    await Promise.resolve();
    return await standIn.fetch(address, init).finally(() => waiting.now--);
  };
  return { standIn, waiting, access: { accessToken: 'token', fetch } };
}

test('of 30 accessible accounts the 15 open ones are listed, where the first 15 are cancelled', async () => {
  const open = accounts(15, 2000);
  const { access } = watched([...accounts(15, 1000, { status: 'CANCELED' }), ...open]);
  const listed = await platform.listAccounts(access);
  expect(idsOf(listed.accounts)).toEqual(idsOf(open));
  expect(listed.unread).toBe(0);
});

test('500 clients of a manager are listed to the end, page by page', async () => {
  const manager = accounts(1, 1000, { manager: true });
  const clients = accounts(500, 2000, { under: '1000' });
  const { standIn, access } = watched([...manager, ...clients]);
  standIn.pageRows = 60;
  const { accounts: found, unread } = await platform.listAccounts(access);
  expect(idsOf(found)).toEqual(idsOf([...manager, ...clients]));
  expect(found.at(-1)).toMatchObject({ id: '2499', via: '1000' });
  expect(unread).toBe(0);
});

// developers.cloudflare.com/workers/platform/limits: 50 calls a request on the free plan, six at a time.
test.each([
  [44, {}, 0, 45],
  [45, {}, 1, 45],
  [22, { manager: true }, 0, 45],
  [23, { manager: true }, 1, 45],
  [70, { status: 'CANCELED' }, 26, 45],
])(
  '%i accessible accounts (%o): %i are not looked at, after %i calls',
  async (count, fields, unread, calls) => {
    const { standIn, waiting, access } = watched(accounts(count, 1000, fields));
    const listed = await platform.listAccounts(access).catch((error: unknown) => error);
    expect(standIn.calls).toHaveLength(calls);
    expect(waiting.most).toBeLessThanOrEqual(6);
    expect(listed).toMatchObject({ unread });
  },
);

test('an account that refuses or does not answer hides no other one, and the silent ones are counted', async () => {
  const { standIn, access } = watched([
    ...accounts(1, 1000, { manager: true }),
    ...accounts(1, 1001, { status: 'SUSPENDED' }),
    ...accounts(2, 1002),
    ...accounts(1, 2000, { under: '1000' }),
  ]);
  // The list, then the four accounts at the same time, then the clients of the manager.
  standIn.failures = [
    { at: 3, isApplied: false, status: 0 },
    { at: 5, isApplied: false, status: 500 },
  ];
  const { accounts: found, unread } = await platform.listAccounts(access);
  expect(idsOf(found)).toEqual(['1000', '1003']);
  expect(unread).toBe(2); // the third account, and what is below the manager
});

test('where no account can be listed the reason is told', async () => {
  const closed = watched(accounts(2, 1000, { status: 'CLOSED' }));
  await expect(platform.listAccounts(closed.access)).rejects.toThrow(
    new PlatformRefused('This Google Ads account is not active.', {
      code: 'CUSTOMER_NOT_ENABLED',
      turn: 'administrator',
    }),
  );
  const ended = watched(accounts(2, 1000));
  ended.standIn.failures = [{ at: 1, lasts: true, isApplied: false, status: 401 }];
  await expect(platform.listAccounts(ended.access)).rejects.toThrow(AccessEnded);
  const none = watched([]);
  expect(await platform.listAccounts(none.access)).toEqual({ accounts: [], unread: 0 });
});
