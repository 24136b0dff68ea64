import { checkGoogleAds, keepProblems, refuseBroken } from '../schemas/check-request.ts';
import { BadQuery, runQuery } from './google-ads-query.ts';
import type { StandIn } from './stand-in.ts';

// The shapes, limits and errors are those of googleapis/googleapis, google/ads/googleads/v25 (2026-08-19), of the reference pages of v26
// and of support.google.com/google-ads/answer/10520348, as read on 2026-11-25.

export interface StoodRule {
  resourceName: string;
  status: 'ENABLED' | 'PAUSED';
  ownerCustomer: string;
  action: { operation: string; value: number };
  geoLocationCondition?: {
    geoTargetConstants?: string[];
    geoMatchType?: string;
    excludedGeoTargetConstants?: string[];
    excludedGeoMatchType?: string;
  };
  deviceCondition?: { deviceTypes?: string[] };
  audienceCondition?: { userLists?: string[]; userInterests?: string[] };
}

export interface StoodSet {
  resourceName: string;
  status: 'ENABLED' | 'PAUSED';
  ownerCustomer: string;
  conversionValueRules: string[];
  dimensions: string[];
  attachmentType: 'CUSTOMER' | 'CAMPAIGN';
  conversionActionCategories: string[];
  campaign?: string;
}

export interface StoodCustomer {
  id: string;
  descriptiveName: string;
  currencyCode: string;
  status: string;
  manager: boolean;
  testAccount: boolean;
  /** The id of the account that tracks its conversions. */
  trackedBy: string;
  /** The id of the manager above it; null for an account that the user has access to. */
  under: string | null;
  rules: StoodRule[];
  sets: StoodSet[];
  actions: { id: string; name: string; type: string; category: string; primaryForGoal: boolean }[];
  lists: { id: string; name: string; isShared: boolean }[];
}

/** Lost: the caller gets no answer. A refusal before the write, or one after it. */
export interface Failure {
  /** The call to fail, counted from 0; or every one whose path ends so. */
  at: number | string;
  /** With a number: no later call has an answer, either. */
  lasts?: boolean;
  isApplied: boolean;
  /** The status of the answer; 0 for a connection that breaks, where no server is between. */
  status: number;
}

export interface Call {
  path: string;
  body: Record<string, unknown>;
  login: string | null;
}

export const PLACES = [
  {
    id: '2840',
    name: 'United States',
    countryCode: 'US',
    targetType: 'Country',
    canonicalName: 'United States',
  },
  {
    id: '21176',
    name: 'Texas',
    countryCode: 'US',
    targetType: 'State',
    canonicalName: 'Texas,United States',
  },
  {
    id: '21137',
    name: 'California',
    countryCode: 'US',
    targetType: 'State',
    canonicalName: 'California,United States',
  },
  {
    id: '1026201',
    name: 'Paris',
    countryCode: 'US',
    targetType: 'City',
    canonicalName: 'Paris,Texas,United States',
  },
  {
    id: '1006094',
    name: 'Paris',
    countryCode: 'FR',
    targetType: 'City',
    canonicalName: 'Paris,Ile-de-France,France',
  },
] as const;

/** An account as it is made, with two conversion actions and two audience lists. */
export const makeCustomer = (fields: Partial<StoodCustomer> = {}): StoodCustomer => ({
  id: '1234567890',
  descriptiveName: 'Acme',
  currencyCode: 'EUR',
  status: 'ENABLED',
  manager: false,
  testAccount: false,
  trackedBy: fields.id ?? '1234567890',
  under: null,
  rules: [],
  sets: [],
  actions: [
    {
      id: '71',
      name: 'Qualified lead',
      type: 'UPLOAD_CLICKS',
      category: 'QUALIFIED_LEAD',
      primaryForGoal: true,
    },
    { id: '72', name: 'Newsletter', type: 'WEBPAGE', category: 'SIGNUP', primaryForGoal: false },
  ],
  lists: [
    { id: '901', name: 'Customers', isShared: false },
    { id: '902', name: 'Visitors', isShared: false },
  ],
  ...fields,
});

/** A refusal: the enum of `ErrorCode`, its value, and the operation. */
class Refusal extends Error {
  readonly status: number;
  readonly code: Record<string, string>;
  readonly at: number | null;

  constructor(
    kind: string,
    value: string,
    { at = null, status = 400 }: { at?: number | null; status?: number } = {},
  ) {
    super(`${kind}: ${value}`);
    this.code = { [kind]: value };
    this.status = status;
    this.at = at;
  }
}

/** google/ads/googleads/v25/errors/errors.proto as JSON. */
const toFailure = ({ status, code, at, message }: Refusal) => ({
  error: {
    code: status,
    message: 'Request contains an invalid argument.',
    status: status === 401 ? 'UNAUTHENTICATED' : status === 403 ? 'PERMISSION_DENIED' : 'INVALID_ARGUMENT',
    details: [
      {
        '@type': 'type.googleapis.com/google.ads.googleads.v26.errors.GoogleAdsFailure',
        errors: [
          {
            errorCode: code,
            message,
            ...(at !== null && { location: { fieldPathElements: [{ fieldName: 'operations', index: at }] } }),
          },
        ],
        requestId: 'made-up',
      },
    ],
  },
});

const DEVICES = ['MOBILE', 'DESKTOP', 'TABLET'];
const RULE_LEAVES = ['action.operation', 'action.value', 'status'];

/** The conditions of a rule: type by type, its values. */
function conditionsOf(rule: StoodRule): Map<string, string[]> {
  const { geoLocationCondition: geo, deviceCondition: device, audienceCondition: audience } = rule;
  const conditions = new Map<string, string[]>();
  if (geo) conditions.set('GEO_LOCATION', [...(geo.geoTargetConstants ?? [])]);
  if (device) conditions.set('DEVICE', [...(device.deviceTypes ?? [])]);
  if (audience)
    conditions.set('AUDIENCE', [...(audience.userLists ?? []), ...(audience.userInterests ?? [])]);
  return conditions;
}

/** Two rules of a set conflict if they have conditions of the same types, with a common value each. */
function conflict(a: StoodRule, b: StoodRule): boolean {
  const [own, others] = [conditionsOf(a), conditionsOf(b)];
  return (
    own.size === others.size &&
    [...own].every(([type, values]) => values.some((value) => others.get(type)?.includes(value)))
  );
}

/** Google Ads for one user: the accounts, and what the published pages say it does to rules. */
export class GoogleAdsStandIn {
  customers: StoodCustomer[];
  calls: Call[] = [];
  failures: Failure[] = [];
  /** Google has 10,000; so few make every list come in pages. */
  pageRows = 5;
  #ids = 100_000;

  constructor(customers: StoodCustomer[] = [makeCustomer()]) {
    this.customers = customers;
  }

  /** Returns a function that makes what it holds and what it was asked what they are now, without failures. */
  remember(): () => void {
    const [customers, calls, ids] = [structuredClone(this.customers), [...this.calls], this.#ids];
    return () => {
      [this.customers, this.calls, this.failures, this.#ids] = [
        structuredClone(customers),
        [...calls],
        [],
        ids,
      ];
    };
  }

  /** In the place of `fetch`, for tests without a server. */
  readonly fetch = (address: string, init: RequestInit): Promise<Response> => {
    const { pathname } = new URL(address);
    const headers = new Headers(init.headers);
    const text = typeof init.body === 'string' ? init.body : '{}';
    const body = JSON.parse(text) as Record<string, unknown>;
    const request = { method: init.method ?? 'GET', path: pathname, body: text };
    keepProblems(checkGoogleAds(request), request);
    const { status, answer } = this.answer({ path: pathname, body, login: headers.get('login-customer-id') });
    if (status === 0) return Promise.reject(new TypeError('fetch failed'));
    return Promise.resolve(Response.json(answer, { status }));
  };

  answer(call: Call): { status: number; answer: unknown } {
    const at = this.calls.push(call) - 1;
    const failure = this.failures.find((one) =>
      typeof one.at === 'string' ? call.path.endsWith(one.at) : one.at === at || (one.lasts && one.at < at),
    );
    const isLate = typeof failure?.at === 'number' && failure.at < at;
    if (failure && (isLate || !failure.isApplied)) return { status: failure.status, answer: {} };
    const answered = this.#answer(call);
    return failure ? { status: failure.status, answer: {} } : answered;
  }

  #answer({ path, body, login }: Call): { status: number; answer: unknown } {
    try {
      return { status: 200, answer: this.#route(path, body, login) };
    } catch (error) {
      if (error instanceof BadQuery) return this.#refuse(new Refusal('queryError', error.message));
      if (!(error instanceof Refusal)) throw error;
      return this.#refuse(error);
    }
  }

  #refuse(refusal: Refusal): { status: number; answer: unknown } {
    return { status: refusal.status, answer: toFailure(refusal) };
  }

  #route(path: string, body: Record<string, unknown>, login: string | null): unknown {
    if (path === '/v26/customers:listAccessibleCustomers') {
      const direct = this.customers.filter(({ under }) => under === null);
      return { resourceNames: direct.map(({ id }) => `customers/${id}`) };
    }
    if (path === '/v26/geoTargetConstants:suggest') return this.#suggest(body);
    const [, id = '', method = ''] = /^\/v26\/customers\/(\d+)\/(\w+:\w+)$/.exec(path) ?? [];
    const customer = this.#find(id, login);
    if (method === 'googleAds:search') return this.#search(customer, body);
    if (method === 'conversionValueRules:mutate')
      return this.#mutate(customer, body, (copy, operation, at) => this.#changeRule(copy, operation, at));
    if (method === 'conversionValueRuleSets:mutate')
      return this.#mutate(customer, body, (copy, operation, at) => this.#changeSet(copy, operation, at));
    throw new Refusal('requestError', 'RESOURCE_NOT_FOUND', { status: 404 });
  }

  #find(id: string, login: string | null): StoodCustomer {
    const customer = this.customers.find((one) => one.id === id);
    const isOpen =
      customer && (customer.under === null ? login === null || login === id : login === customer.under);
    if (!isOpen) throw new Refusal('authorizationError', 'USER_PERMISSION_DENIED', { status: 403 });
    // errors/authorization_error.proto: an account that is closed or not open yet answers nothing. It is listed as accessible all the same.
    if (customer.status !== 'ENABLED')
      throw new Refusal('authorizationError', 'CUSTOMER_NOT_ENABLED', { status: 403 });
    return customer;
  }

  #suggest(body: Record<string, unknown>): unknown {
    const { locationNames, countryCode } = body as {
      locationNames?: { names?: string[] };
      countryCode?: string;
    };
    const names = locationNames?.names ?? [];
    if (names.length === 0) throw new Refusal('geoTargetConstantSuggestionError', 'REQUEST_PARAMETERS_UNSET');
    if (names.length > 25) throw new Refusal('geoTargetConstantSuggestionError', 'LOCATION_NAME_LIMIT');
    const found = names.flatMap((name) =>
      PLACES.filter(
        (place) =>
          place.name.toLowerCase() === name.toLowerCase() &&
          (countryCode === undefined || place.countryCode === countryCode),
      ).map((place) => ({
        locale: 'en',
        reach: '1000',
        searchTerm: name,
        geoTargetConstant: { resourceName: `geoTargetConstants/${place.id}`, status: 'ENABLED', ...place },
      })),
    );
    return found.length > 0 ? { geoTargetConstantSuggestions: found } : {};
  }

  #search(customer: StoodCustomer, { query, pageToken = '0', ...rest }: Record<string, unknown>): unknown {
    if ('pageSize' in rest) throw new Refusal('requestError', 'PAGE_SIZE_NOT_SUPPORTED');
    const { rules, sets, actions, lists, trackedBy, ...fields } = customer;
    const below = this.customers.filter(({ under }) => under === customer.id);
    const rows = runQuery(String(query), {
      customer: [
        { ...fields, conversionTrackingSetting: { googleAdsConversionCustomer: `customers/${trackedBy}` } },
      ],
      customer_client: customer.manager
        ? [customer, ...below].map((one, at) => ({ ...one, hidden: false, level: at === 0 ? '0' : '1' }))
        : [],
      conversion_value_rule: rules,
      conversion_value_rule_set: sets,
      conversion_action: actions.map((action) => ({
        ...action,
        status: 'ENABLED',
        ownerCustomer: `customers/${trackedBy}`,
      })),
      user_list: lists.map((list) => ({
        ...list,
        type: 'RULE_BASED',
        membershipStatus: 'OPEN',
        accountUserListStatus: 'ENABLED',
      })),
      geo_target_constant: PLACES.map((place) => ({ ...place, status: 'ENABLED' })),
    });
    const start = Number(pageToken);
    const page = rows.slice(start, start + this.pageRows);
    const isLast = start + this.pageRows >= rows.length;
    return {
      ...(page.length > 0 && { results: page }),
      ...(!isLast && { nextPageToken: String(start + this.pageRows) }),
      fieldMask: 'made-up',
    };
  }

  /** All or nothing: the operations change a copy, which takes the place of the account at the end. */
  #mutate(
    customer: StoodCustomer,
    body: Record<string, unknown>,
    change: (copy: StoodCustomer, operation: Operation, at: number) => string,
  ): unknown {
    const { operations, validateOnly } = body as { operations: Operation[]; validateOnly?: boolean };
    if (customer.trackedBy !== customer.id)
      throw new Refusal('authorizationError', 'ACTION_NOT_PERMITTED', { status: 403 });
    const named = operations.flatMap(({ update, remove }) => update?.['resourceName'] ?? remove ?? []);
    if (new Set(named).size < named.length) throw new Refusal('mutateError', 'ID_EXISTS_IN_MULTIPLE_MUTATES');
    if (operations.length === 0 || operations.length > 10_000)
      throw new Refusal('requestError', 'TOO_MANY_MUTATE_OPERATIONS');
    const copy = structuredClone(customer);
    const names = operations.map((operation, at) => change(copy, operation, at));
    if (validateOnly) return {};
    Object.assign(customer, copy);
    return { results: names.map((resourceName) => ({ resourceName })) };
  }

  #changeRule(
    customer: StoodCustomer,
    { create, update, updateMask, remove }: Operation,
    at: number,
  ): string {
    const own = `customers/${customer.id}`;
    if (create) {
      if ('resourceName' in create)
        throw new Refusal('newResourceCreationError', 'CANNOT_SET_ID_FOR_CREATE', { at });
      const rule = {
        status: 'ENABLED',
        ...create,
        resourceName: `${own}/conversionValueRules/${this.#ids++}`,
        ownerCustomer: own,
      } as StoodRule; // checked next
      checkRule(customer, rule, at);
      customer.rules.push(rule);
      return rule.resourceName;
    }
    const name = String(update?.['resourceName'] ?? remove);
    const rule = customer.rules.find(({ resourceName }) => resourceName === name);
    if (!rule || rule.ownerCustomer !== own) throw new Refusal('requestError', 'RESOURCE_NOT_FOUND', { at });
    const set = customer.sets.find(({ conversionValueRules }) => conversionValueRules.includes(name));
    if (remove !== undefined) {
      if (set)
        throw new Refusal('conversionValueRuleError', 'CANNOT_REMOVE_IF_INCLUDED_IN_VALUE_RULE_SET', { at });
      customer.rules = customer.rules.filter((one) => one !== rule);
      return name;
    }
    const fields = (updateMask ?? '').split(',');
    if (fields.join('') === '') throw new Refusal('fieldMaskError', 'FIELD_MASK_MISSING', { at });
    if (fields.includes('action')) throw new Refusal('fieldMaskError', 'FIELD_HAS_SUBFIELDS', { at });
    if (!fields.every((field) => RULE_LEAVES.includes(field)))
      throw new Refusal('fieldMaskError', 'FIELD_NOT_FOUND', { at });
    const changes = update as Partial<StoodRule>;
    if (fields.includes('action.operation')) rule.action.operation = changes.action?.operation ?? '';
    if (fields.includes('action.value')) rule.action.value = changes.action?.value ?? Number.NaN;
    if (fields.includes('status')) rule.status = changes.status ?? 'ENABLED';
    const isLastOff =
      set?.status === 'ENABLED' &&
      set.conversionValueRules.every((id) =>
        customer.rules.some((one) => one.resourceName === id && one.status === 'PAUSED'),
      );
    if (rule.status === 'PAUSED' && isLastOff)
      throw new Refusal('conversionValueRuleError', 'CANNOT_PAUSE_UNLESS_VALUE_RULE_SET_IS_PAUSED', { at });
    checkRule(customer, rule, at);
    return name;
  }

  #changeSet(customer: StoodCustomer, { create, update, updateMask, remove }: Operation, at: number): string {
    const own = `customers/${customer.id}`;
    if (create) {
      if ('status' in create) throw new Refusal('fieldError', 'VALUE_MUST_BE_UNSET', { at });
      const set = {
        conversionActionCategories: [],
        ...create,
        status: 'ENABLED',
        resourceName: `${own}/conversionValueRuleSets/${this.#ids++}`,
        ownerCustomer: own,
      } as unknown as StoodSet; // checked next
      const isSecond = customer.sets.some(
        ({ attachmentType, conversionActionCategories, ownerCustomer }) =>
          attachmentType === 'CUSTOMER' && conversionActionCategories.length === 0 && ownerCustomer === own,
      );
      // Not documented. The careful reading: an account has one.
      if (isSecond) throw new Refusal('databaseError', 'DATA_CONSTRAINT_VIOLATION', { at });
      customer.sets.push(set);
      checkSet(customer, set, at);
      return set.resourceName;
    }
    const name = String(update?.['resourceName'] ?? remove);
    const set = customer.sets.find(({ resourceName }) => resourceName === name);
    if (!set || set.ownerCustomer !== own) throw new Refusal('requestError', 'RESOURCE_NOT_FOUND', { at });
    if (remove !== undefined) {
      customer.sets = customer.sets.filter((one) => one !== set);
      return name;
    }
    const fields = (updateMask ?? '').split(',');
    if (fields.join('') === '') throw new Refusal('fieldMaskError', 'FIELD_MASK_MISSING', { at });
    if (!fields.every((field) => field === 'conversionValueRules' || field === 'dimensions'))
      throw new Refusal('fieldError', 'IMMUTABLE_FIELD', { at });
    const { conversionValueRules = [], dimensions = [] } = update as Partial<StoodSet>;
    if (fields.includes('dimensions')) {
      if (!set.dimensions.every((dimension, place) => dimensions[place] === dimension))
        throw new Refusal('conversionValueRuleSetError', 'DIMENSIONS_UPDATE_ONLY_ALLOW_APPEND', { at });
      set.dimensions = dimensions;
    }
    if (fields.includes('conversionValueRules')) set.conversionValueRules = conversionValueRules;
    checkSet(customer, set, at);
    return name;
  }
}

interface Operation {
  create?: Record<string, unknown>;
  update?: Record<string, unknown>;
  updateMask?: string;
  remove?: string;
}

function checkRule(customer: StoodCustomer, rule: StoodRule, at: number): void {
  const { operation, value } = rule.action;
  if (!['MULTIPLY', 'ADD', 'SET'].includes(operation))
    throw new Refusal('enumError', 'ENUM_VALUE_NOT_PERMITTED', { at });
  const [least, most] = operation === 'MULTIPLY' ? [0.5, 10] : [Number.MIN_VALUE, Infinity];
  if (!(value >= least)) throw new Refusal('rangeError', 'TOO_LOW', { at });
  if (value > most) throw new Refusal('rangeError', 'TOO_HIGH', { at });
  if (!['ENABLED', 'PAUSED'].includes(rule.status))
    throw new Refusal('conversionValueRuleError', 'CANNOT_ADD_RULE_WITH_STATUS_REMOVED', { at });
  const conditions = conditionsOf(rule);
  if (conditions.size > 2) throw new Refusal('collectionSizeError', 'TOO_MANY', { at });
  for (const [type, values] of conditions) {
    if (values.length === 0 && type !== 'GEO_LOCATION') throw new Refusal('fieldError', 'REQUIRED', { at });
    for (const value of values) if (!isKnown(customer, type, value)) throw unknownValue(type, at);
  }
}

function isKnown({ id, lists }: StoodCustomer, type: string, value: string): boolean {
  if (type === 'DEVICE') return DEVICES.includes(value);
  if (type === 'GEO_LOCATION') return PLACES.some((place) => value === `geoTargetConstants/${place.id}`);
  return (
    value.includes('/userInterests/') ||
    lists.some((list) => value === `customers/${id}/userLists/${list.id}`)
  );
}

const unknownValue = (type: string, at: number): Refusal =>
  type === 'DEVICE'
    ? new Refusal('enumError', 'ENUM_VALUE_NOT_PERMITTED', { at })
    : new Refusal(
        'conversionValueRuleError',
        type === 'AUDIENCE' ? 'INVALID_AUDIENCE_USER_LIST' : 'INVALID_GEO_TARGET_CONSTANT',
        { at },
      );

const MAX_RULES = 500;

function checkSet(customer: StoodCustomer, set: StoodSet, at: number): void {
  const { conversionValueRules, dimensions, resourceName } = set;
  const refuse = (value: string) => new Refusal('conversionValueRuleSetError', value, { at });
  if (new Set(dimensions).size < dimensions.length) throw refuse('DUPLICATE_DIMENSIONS');
  if (dimensions.length === 0) throw new Refusal('fieldError', 'REQUIRED', { at });
  if (dimensions.length > 2) throw new Refusal('collectionSizeError', 'TOO_MANY', { at });
  if (conversionValueRules.length === 0) throw new Refusal('collectionSizeError', 'TOO_FEW', { at });
  if (conversionValueRules.length > MAX_RULES) throw new Refusal('collectionSizeError', 'TOO_MANY', { at });
  const others = customer.sets.filter((other) => other.resourceName !== resourceName);
  const rules = conversionValueRules.map((name) => {
    const rule = customer.rules.find((one) => one.resourceName === name);
    if (!rule) throw refuse('INVALID_VALUE_RULE');
    if (others.some((other) => other.conversionValueRules.includes(name)))
      throw new Refusal('databaseError', 'DATA_CONSTRAINT_VIOLATION', { at });
    if (![...conditionsOf(rule).keys()].every((type) => dimensions.includes(type)))
      throw refuse('CONDITION_TYPE_NOT_ALLOWED');
    return rule;
  });
  if (new Set(conversionValueRules).size < rules.length)
    throw new Refusal('collectionSizeError', 'TOO_MANY', { at });
  const isTwice = rules.some((rule, place) => rules.slice(0, place).some((other) => conflict(rule, other)));
  if (isTwice) throw refuse('CONFLICTING_VALUE_RULE_CONDITIONS');
}

/** The path at which a test sets the accounts and failures of a user, and reads what was called. */
const CONTROL = '/control';

/**
 * The Google Ads API with the accounts of each user apart, told by the access token: every token begins with an account of its own. With the
 * token, `GET /control` answers the calls and accounts, and `PUT /control` sets accounts and failures.
 */
export function makeGoogleAdsStandIn(): StandIn {
  const users = new Map<string, GoogleAdsStandIn>();
  return ({ method, url, headers, body: text }) => {
    const token = headers.get('Authorization') ?? '';
    const user = users.get(token) ?? new GoogleAdsStandIn();
    users.set(token, user);
    const body = JSON.parse(text || '{}') as Record<string, unknown>;
    if (url.pathname === CONTROL) {
      if (method === 'PUT') Object.assign(user, { calls: [], failures: [], ...body });
      return { status: 200, body: { customers: user.customers, calls: user.calls } };
    }
    const sent = { method, path: url.pathname, body: text };
    const refused = refuseBroken(checkGoogleAds(sent), sent);
    if (refused) return refused;
    const { status, answer } = user.answer({
      path: url.pathname,
      body,
      login: headers.get('login-customer-id'),
    });
    return { status, body: answer as object };
  };
}
