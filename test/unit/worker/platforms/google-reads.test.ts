import { expect, test } from 'vitest';
import { googleAds } from '#worker/platforms/google-ads/google-rules.ts';
import { readConversionActions } from '#worker/platforms/google-ads/google-read.ts';
import { AccessEnded, PlatformRefused } from '#worker/pushes/rule-platform.ts';

const ORIGIN = 'https://google.test';

interface Call {
  path: string;
  /** The account that it goes through. */
  login: string | null;
  /** The query of a search. */
  query: string;
  body: Record<string, unknown>;
}
type Answer = { status?: number; answer: unknown };

/** Google Ads that answers each call as a test says. */
function answering(answer: (call: Call) => Answer) {
  const calls: Call[] = [];
  const fetch = (address: string, { headers, body }: RequestInit): Promise<Response> => {
    const read = typeof body === 'string' ? (JSON.parse(body) as Call['body']) : {}; // the Worker writes objects
    const call = {
      path: address.replace(`${ORIGIN}/v26/`, ''),
      login: new Headers(headers).get('login-customer-id'),
      query: String(read['query'] ?? ''),
      body: read,
    };
    calls.push(call);
    const { status = 200, answer: given } = answer(call);
    return Promise.resolve(new Response(JSON.stringify(given), { status }));
  };
  return { access: { accessToken: 'token', fetch }, calls };
}

const rows = (...results: object[]): Answer => ({ answer: { results } });
const refusal = (status: number, errorCode: object): Answer => ({
  status,
  answer: { error: { details: [{ errors: [{ errorCode, message: 'Closed' }] }] } },
});
const platform = googleAds(ORIGIN);
const account = { id: '7', via: null };

test('accounts are those of the user and those below their managers, each once, without what is closed or hidden', async () => {
  const answers: Record<string, Answer> = {
    '1': rows({
      customer: { id: '1', descriptiveName: 'Agency', currencyCode: 'EUR', manager: true, status: 'ENABLED' },
    }),
    '2': rows({ customer: { id: '2', status: 'ENABLED', testAccount: true } }),
    '3': rows({ customer: { id: '3', status: 'CANCELED' } }),
    '4': refusal(403, { authorizationError: 'USER_PERMISSION_DENIED' }),
    '5': rows(),
  };
  const below = rows(
    { customerClient: { id: '2', descriptiveName: 'Twice' } },
    { customerClient: { id: '8', descriptiveName: 'Below', currencyCode: 'USD' } },
    { customerClient: { id: '9', hidden: true } },
  );
  const { access, calls } = answering(({ path, query }) => {
    if (path === 'customers:listAccessibleCustomers')
      return { answer: { resourceNames: Object.keys(answers).map((id) => `customers/${id}`) } };
    const [, id = ''] = /^customers\/(\d+)\/googleAds:search$/.exec(path) ?? [];
    return query.includes('customer_client') ? below : (answers[id] ?? rows());
  });
  const { accounts } = await platform.listAccounts(access);
  expect(accounts).toEqual([
    { id: '1', via: null, name: 'Agency', currency: 'EUR', isManager: true, isTest: false },
    { id: '2', via: null, name: '2', currency: null, isManager: false, isTest: true },
    { id: '8', via: '1', name: 'Below', currency: 'USD', isManager: false, isTest: false },
  ]);
  const manager = calls.filter(({ query }) => query.includes('customer_client'));
  expect(manager.map(({ path, login }) => [path, login])).toEqual([['customers/1/googleAds:search', '1']]);
  expect(manager[0]?.query).toBe(
    "SELECT customer_client.id, customer_client.descriptive_name, customer_client.currency_code, customer_client.manager, customer_client.test_account, customer_client.status, customer_client.hidden FROM customer_client WHERE customer_client.status = 'ENABLED' AND customer_client.level > 0",
  );
  const [own] = calls.filter(({ query }) => query.includes('FROM customer '));
  expect([own?.login, own?.query]).toEqual([
    null,
    'SELECT customer.id, customer.descriptive_name, customer.currency_code, customer.manager, customer.test_account, customer.status FROM customer LIMIT 1',
  ]);
});

test('where every account refuses, the refusal is told; a connection that has ended is told at once', async () => {
  const listing = (answer: Answer) => {
    const { access, calls } = answering(({ path }) =>
      path === 'customers:listAccessibleCustomers'
        ? { answer: { resourceNames: Array.from({ length: 21 }, (_, id) => `customers/${id}`) } }
        : answer,
    );
    return { listed: platform.listAccounts(access), calls };
  };
  const refused = listing(refusal(403, { authorizationError: 'USER_PERMISSION_DENIED' }));
  await expect(refused.listed).rejects.toThrow(PlatformRefused);
  expect(refused.calls).toHaveLength(22); // the list, and each of its accounts
  await expect(listing({ status: 401, answer: {} }).listed).rejects.toThrow(AccessEnded);
  expect(await listing(rows()).listed).toEqual({ accounts: [], unread: 0 });
});

test('audiences are lists that still take members, those that are disabled with the reason', async () => {
  const { access, calls } = answering(() =>
    rows(
      { userList: { id: '901', name: 'Customers', type: 'CRM_BASED', accountUserListStatus: 'ENABLED' } },
      { userList: { id: '902', type: 'RULE_BASED_LIST', accountUserListStatus: 'DISABLED' } },
    ),
  );
  expect(await platform.listAudiences(access, account)).toEqual([
    { id: '901', name: 'Customers', type: 'crm based', problem: null },
    {
      id: '902',
      name: '902',
      type: 'rule based list',
      problem: 'The list is disabled in this account.',
    },
  ]);
  expect(calls.map(({ path, query }) => [path, query])).toEqual([
    [
      'customers/7/googleAds:search',
      "SELECT user_list.id, user_list.name, user_list.type, user_list.account_user_list_status FROM user_list WHERE user_list.membership_status = 'OPEN'",
    ],
  ]);
});

const action = (id: string, more: object = {}) => ({
  conversionAction: { id, name: `Action ${id}`, ...more },
});

test('conversion actions name their owner, and the account the one that tracks them, only where it is another one', async () => {
  const read = async (tracker: object) => {
    const { access } = answering(({ query }) =>
      query.includes('FROM customer ')
        ? rows({ customer: { id: '7', ...tracker } })
        : rows(
            action('1', {
              type: 'UPLOAD',
              category: 'LEAD',
              primaryForGoal: true,
              ownerCustomer: 'customers/7',
            }),
            action('2', { ownerCustomer: 'customers/8' }),
            action('3'),
          ),
    );
    return await readConversionActions({ ...account, origin: ORIGIN, access });
  };
  const trackedBy = (customer: string) => ({
    conversionTrackingSetting: { googleAdsConversionCustomer: customer },
  });
  const { conversionActions } = await read({});
  expect(conversionActions).toEqual([
    { id: '1', name: 'Action 1', type: 'UPLOAD', category: 'LEAD', isPrimary: true, ownerId: null },
    { id: '2', name: 'Action 2', type: '', category: '', isPrimary: false, ownerId: '8' },
    { id: '3', name: 'Action 3', type: '', category: '', isPrimary: false, ownerId: null },
  ]);
  const trackers = [{}, trackedBy(''), trackedBy('customers/7'), trackedBy('customers/8')];
  expect(await Promise.all(trackers.map(async (one) => (await read(one)).trackedBy))).toEqual([
    null,
    null,
    null,
    '8',
  ]);
});

test('what rules touch are the conversion actions that are bid for, of which a sentence names eight', async () => {
  const touched = async (primary: number) => {
    const { access, calls } = answering(() =>
      rows(
        action('other'),
        ...Array.from({ length: primary }, (_, at) => action(String(at + 1), { primaryForGoal: true })),
      ),
    );
    const [first = ''] = await platform.listTouched(access, account);
    expect(calls[0]?.query).toMatch(
      /^SELECT conversion_action\.id, .* WHERE conversion_action\.status = 'ENABLED'$/,
    );
    return first.replace(/^.*: /, '');
  };
  expect(await touched(0)).toBe('none so far.');
  expect(await touched(2)).toBe('Action 1, Action 2.');
  expect(await touched(8)).toMatch(/^Action 1, .*, Action 8\.$/);
  expect(await touched(10)).toMatch(/^Action 1, .*, Action 8 and 2 more\.$/);
});

const suggestion = (searchTerm: string, id: string, more: object = {}) => ({
  searchTerm,
  geoTargetConstant: {
    id,
    name: searchTerm,
    countryCode: 'US',
    targetType: 'City',
    status: 'ENABLED',
    canonicalName: `${searchTerm},Texas,United States`,
    ...more,
  },
});

test('places are suggested for 25 names at a time, in the order of the names, ten for each at most', async () => {
  const names = Array.from({ length: 26 }, (_, at) => `Town ${at}`);
  const { access, calls } = answering(({ body }) => {
    const { names: asked } = body['locationNames'] as { names: string[] };
    return {
      answer: {
        geoTargetConstantSuggestions: asked
          .toReversed()
          .map((name) => suggestion(name.toUpperCase(), name.slice(5))),
      },
    };
  });
  const found = await platform.findPlaces(access, { account, names, country: 'US' });
  expect(found.map((own) => own.map(({ id }) => id))).toEqual(names.map((_, at) => [String(at)]));
  expect(found[3]).toEqual([
    { id: '3', name: 'TOWN 3', country: 'US', type: 'City', fullName: 'TOWN 3, Texas, United States' },
  ]);
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    [
      'geoTargetConstants:suggest',
      { locale: 'en', countryCode: 'US', locationNames: { names: names.slice(0, 25) } },
    ],
    [
      'geoTargetConstants:suggest',
      { locale: 'en', countryCode: 'US', locationNames: { names: ['Town 25'] } },
    ],
  ]);
});

test('a place that is closed is no candidate, one without names has its id, and a name may have none', async () => {
  const { access, calls } = answering(() => ({
    answer: {
      geoTargetConstantSuggestions: [
        suggestion('Paris', '1', { status: 'REMOVAL_PLANNED' }),
        suggestion('Paris', '2', { canonicalName: '', countryCode: undefined }),
        suggestion('Paris', '3', { canonicalName: '', name: '' }),
        ...Array.from({ length: 12 }, (_, at) => suggestion('Rome', String(at))),
      ],
    },
  }));
  const request = { account, names: ['Paris', 'Rome', 'Nowhere'], country: null };
  const [paris, rome, nowhere] = await platform.findPlaces(access, request);
  expect(paris?.map(({ id, fullName, country }) => [id, fullName, country])).toEqual([
    ['2', 'Paris', null],
    ['3', '3', 'US'],
  ]);
  expect([rome?.length, nowhere]).toEqual([10, []]);
  expect(calls[0]?.body).toEqual({ locale: 'en', locationNames: { names: request.names } });
  const none = answering(() => ({ answer: {} })).access;
  expect(await platform.findPlaces(none, request)).toEqual([[], [], []]);
});

test('rules get the names of their places and lists, each asked for once, and keep ids that Google does not name', async () => {
  const typed = (id: string, more: object) => ({
    conversionValueRule: {
      resourceName: id,
      status: 'ENABLED',
      action: { operation: 'MULTIPLY', value: 2 },
      ...more,
    },
  });
  const { access, calls } = answering(({ query }) => {
    if (query.includes('FROM geo_target_constant'))
      return rows({ geoTargetConstant: { id: '21', canonicalName: 'Texas,United States' } });
    if (query.includes('FROM user_list')) return rows({ userList: { id: '901', name: 'Customers' } });
    if (query.includes('FROM conversion_value_rule '))
      return rows(
        typed('a', {
          geoLocationCondition: { geoTargetConstants: ['geoTargetConstants/21', 'geoTargetConstants/22'] },
        }),
        typed('b', {
          geoLocationCondition: { geoTargetConstants: ['geoTargetConstants/21'] },
          audienceCondition: { userLists: ['customers/7/userLists/901'] },
        }),
      );
    return rows();
  });
  const held = await platform.read(access, account);
  const named = await platform.addNames(access, account, held);
  expect(
    named.rules.map(({ conditions }) => conditions.flatMap(({ values }) => values.map(({ name }) => name))),
  ).toEqual([
    ['Texas, United States', '22'],
    ['Texas, United States', 'Customers'],
  ]);
  const asked = calls.map(({ query }) => query).filter((query) => / IN \(/.test(query));
  expect(asked.toSorted()).toEqual([
    'SELECT geo_target_constant.id, geo_target_constant.name, geo_target_constant.canonical_name FROM geo_target_constant WHERE geo_target_constant.id IN (21, 22)',
    'SELECT user_list.id, user_list.name FROM user_list WHERE user_list.id IN (901)',
  ]);
  const before = calls.length;
  await platform.addNames(access, account, { ...held, rules: [] });
  expect(calls).toHaveLength(before);
});
