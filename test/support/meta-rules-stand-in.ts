import { createHmac } from 'node:crypto';
import { checkMeta, keepProblems, refuseBroken } from '../schemas/check-request.ts';
import { META_APP } from './stand-in-keys.ts';
import type { StandIn } from './stand-in.ts';

// The shapes, limits and errors are those of developers.facebook.com, "Value rules", "Error reference" and "Targeting search"
// (2026-09-12), "Batch requests" and "Handling errors", and of the node SDK 26, as read on 2026-11-25.

export interface StoodCriterion {
  id: string;
  criteria_type: string;
  operator: string;
  criteria_values: string[];
  criteria_value_types: string[];
}

export interface StoodMetaRule {
  id: string;
  name: string;
  adjust_sign: string;
  adjust_value: number;
  status: string;
  criterias: StoodCriterion[];
}

export interface StoodMetaSet {
  id: string;
  name: string;
  status: 'ACTIVE' | 'DRAFT' | 'DELETED';
  /** 'AUDIENCE' where it is absent. */
  product_type?: 'AUDIENCE' | 'LEADGEN_ADS' | 'OMNI_CHANNEL';
  rules: StoodMetaRule[];
}

export interface StoodMetaAccount {
  account_id: string;
  name: string;
  currency: string;
  account_status: number;
  sets: StoodMetaSet[];
}

export interface MetaRequest {
  method: string;
  /** Behind the version. */
  path: string;
  query: URLSearchParams;
  body: string;
  token: string;
}

/** The caller gets no answer: before the call takes place, or afterwards. */
export interface MetaFailure {
  /** The call to fail, counted from 0. */
  at: number;
  isApplied: boolean;
}

const META_PLACES = [
  { key: 'US', name: 'United States', type: 'country' },
  { key: 'DE', name: 'Germany', type: 'country' },
  { key: '3843', name: 'Alabama', type: 'region', country_code: 'US', country_name: 'United States' },
  { key: '3847', name: 'California', type: 'region', country_code: 'US', country_name: 'United States' },
  { key: '3886', name: 'Texas', type: 'region', country_code: 'US', country_name: 'United States' },
  {
    key: '2418779',
    name: 'Paris',
    type: 'city',
    region: 'Texas',
    region_id: 3886,
    country_code: 'US',
    country_name: 'United States',
  },
  {
    key: '2418956',
    name: 'Paris',
    type: 'city',
    region: 'Ile-de-France',
    country_code: 'FR',
    country_name: 'France',
  },
  { key: '2703980', name: 'Parish', type: 'subcity', region: 'Texas', country_code: 'US' },
] as const;

export const makeMetaAccount = (fields: Partial<StoodMetaAccount> = {}): StoodMetaAccount => ({
  account_id: '4711',
  name: 'Acme',
  currency: 'EUR',
  account_status: 1,
  sets: [],
  ...fields,
});

/** A refusal, with the code and the subcode of Meta. */
export class MetaRefusal extends Error {
  readonly code: number;
  readonly subcode: number | undefined;

  constructor(code: number, message: string, subcode?: number) {
    super(message);
    this.code = code;
    this.subcode = subcode;
  }
}

const VERSION = 'v26.0';
const MAX_SETS = 6;
const CRITERIA: Readonly<Record<string, readonly string[] | RegExp>> = {
  AGE: /^(?:(?:1[89]|[2-5]\d|6[0-4])-(?:1[89]|[2-5]\d|6[0-4])|(?:1[89]|[2-5]\d|6[0-5])\+)$/,
  GENDER: ['MALE', 'FEMALE'],
  OS_TYPE: ['ANDROID', 'IOS'],
  DEVICE_PLATFORM: ['MOBILE', 'DESKTOP'],
  PLACEMENT:
    'FB_FEED FB_STORIES FB_REELS FB_MARKETPLACE FB_SEARCH FB_VIDEO IG_FEED IG_STORIES IG_REELS IG_EXPLORE AUDIENCE_NETWORK'.split(
      ' ',
    ),
  OMNI_CHANNEL: ['APP', 'INSTANT_FORM', 'PHONE_CALL', 'WEBSITE'],
  AUDIENCE_LABEL:
    'HIGH_VALUE LOW_VALUE OTHER_CUSTOMERS NEW_USERS QUALIFIED_LEADS DISQUALIFIED_LEADS AT_RISK DISENGAGED APP_INSTALLERS TRIAL_USERS ENGAGED_USERS OTHER_1 OTHER_2 OTHER_3'.split(
      ' ',
    ),
};
const LOCATION_TYPES: Readonly<Record<string, RegExp>> = {
  LOCATION_COUNTRY: /^[A-Z]{2}$/,
  LOCATION_REGION: /^\d+$/,
  LOCATION_CITY: /^\d+$/,
  LOCATION_COMSCORE_MARKET: /^\d+$/,
};

const invalid = (message: string) => new MetaRefusal(100, `(#100) ${message}`);
const unknown = () =>
  new MetaRefusal(100, 'Unsupported request. Object does not exist or cannot be loaded.', 33);

/** Meta for one app: the ad accounts that each token reaches, and what the published pages say it does to value rules. */
export class MetaRulesStandIn {
  accounts: StoodMetaAccount[];
  /** The token that reaches all accounts. */
  readonly token: string;
  /** The accounts that other tokens reach. */
  readonly reach: Record<string, readonly string[]> = {};
  calls: MetaRequest[] = [];
  failures: MetaFailure[] = [];
  /** Thrown in place of the next answers. */
  refusals: MetaRefusal[] = [];
  /** False: the operator has not added the Marketing API to the app, or Meta has not approved it. */
  isCapable = true;
  /** The answer to a new set has its id. It is not published, so both are tried. */
  namesNewSets = true;
  #ids = 900;

  constructor(accounts: StoodMetaAccount[] = [makeMetaAccount()], token = 'token') {
    this.accounts = accounts;
    this.token = token;
  }

  /** Returns a function that makes what it holds and what it was asked what they are now, without failures. */
  remember(): () => void {
    const [accounts, calls, ids] = [structuredClone(this.accounts), [...this.calls], this.#ids];
    return () => {
      [this.accounts, this.calls, this.failures, this.#ids] = [
        structuredClone(accounts),
        [...calls],
        [],
        ids,
      ];
    };
  }

  /** In the place of `fetch`, for tests without a server. */
  readonly fetch = (address: string, init: RequestInit): Promise<Response> => {
    const url = new URL(address);
    const prefix = `/${VERSION}/`;
    const token = new Headers(init.headers).get('authorization')?.replace(/^Bearer /, '') ?? '';
    const body = init.body instanceof URLSearchParams ? init.body.toString() : String(init.body ?? '');
    if (!url.pathname.startsWith(prefix)) throw new Error(`no version in ${url.pathname}`);
    const request = {
      method: init.method ?? 'GET',
      path: url.pathname.slice(prefix.length),
      query: url.searchParams,
      body,
      token,
    };
    const sent = { ...request, path: url.pathname };
    keepProblems(checkMeta(sent), sent);
    const { status, answer } = this.answer(request);
    if (status === 0) return Promise.reject(new TypeError('fetch failed'));
    return Promise.resolve(Response.json(answer, { status }));
  };

  answer(request: MetaRequest): { status: number; answer: unknown } {
    const at = this.calls.push(request) - 1;
    const failure = this.failures.find((one) => one.at === at);
    if (failure && !failure.isApplied) return { status: 0, answer: {} };
    const answered = this.#try(request);
    return failure ? { status: 0, answer: {} } : answered;
  }

  #try(request: MetaRequest): { status: number; answer: unknown } {
    try {
      const refusal = this.refusals.shift();
      if (refusal) throw refusal;
      this.#prove(request);
      return { status: 200, answer: this.#route(request) };
    } catch (error) {
      if (!(error instanceof MetaRefusal)) throw error;
      const { code, subcode, message } = error;
      const fields = { message, type: 'OAuthException', code, fbtrace_id: 'trace' };
      return {
        status: code === 2 ? 500 : 400,
        answer: { error: { ...fields, ...(subcode && { error_subcode: subcode }) } },
      };
    }
  }

  /** Both pages: an unknown token, and a call that does not come from the server of the app. */
  #prove({ token, query }: MetaRequest): void {
    if (token !== this.token && !(token in this.reach))
      throw new MetaRefusal(190, 'Error validating access token.', 463);
    if (query.get('appsecret_proof') !== proveToken(token))
      throw new MetaRefusal(100, 'Invalid appsecret_proof provided in the API argument');
    // facebook/facebook-php-business-sdk#363, read 2026-11-29.
    if (!this.isCapable)
      throw new MetaRefusal(3, '(#3) Application does not have the capability to make this API call.');
  }

  #reaches = (token: string, { account_id: id }: StoodMetaAccount): boolean =>
    token === this.token || (this.reach[token]?.includes(id) ?? false);

  #route(request: MetaRequest): unknown {
    const { method, path, query, token, body } = request;
    if (path === 'me/adaccounts')
      return this.#page(
        this.accounts.filter((one) => this.#reaches(token, one)),
        query,
      );
    if (path === 'me' && method === 'POST') return this.#batch(request);
    if (path === 'search') return search(query);
    const [first = '', second = ''] = path.split('/');
    const account = this.accounts.find((one) => `act_${one.account_id}` === first);
    if (account && !this.#reaches(token, account)) throw unknown();
    if (account && second === '') return { id: first, name: account.name };
    if (account && second === 'value_rule_set')
      return method === 'POST'
        ? this.#create(account, readJson(body))
        : this.#page(account.sets.filter(isOfProduct(query)).map(show), query);
    return this.#changeSet(request, first, second);
  }

  #page(rows: readonly unknown[], query: URLSearchParams): unknown {
    const start = Number(query.get('after') ?? 0);
    const end = start + Math.min(Number(query.get('limit') ?? 25), 25);
    const cursors = { before: String(start), after: String(end) };
    const next = 'https://graph.facebook.com/next?access_token=leaked';
    return { data: rows.slice(start, end), paging: { cursors, ...(end < rows.length && { next }) } };
  }

  #batch({ body, token }: MetaRequest): unknown {
    const parts = JSON.parse(new URLSearchParams(body).get('batch') ?? '[]') as {
      method: string;
      relative_url: string;
    }[];
    if (parts.length > 50)
      throw new MetaRefusal(100, 'Too many requests in batch message. Maximum batch size is 50');
    return parts.map(({ method, relative_url: address }) => {
      const [path = '', search = ''] = address.split('?', 2);
      // Each part needs a proof of its own: arsduo/koala#507, read 2026-11-29.
      const own = new URLSearchParams(search);
      const { status, answer } = this.#try({ method, path, query: own, body: '', token });
      return { code: status, body: JSON.stringify(answer) };
    });
  }

  #create(account: StoodMetaAccount, body: Record<string, unknown>): unknown {
    if (account.sets.filter(({ status }) => status !== 'DELETED').length >= MAX_SETS)
      throw invalid('The ad account has the maximum number of value rule sets.');
    const set: StoodMetaSet = {
      id: String(this.#ids++),
      name: readName(body),
      status: 'ACTIVE',
      rules: this.#readRules(body, []),
    };
    account.sets.push(set);
    return this.namesNewSets ? { id: set.id } : { success: true };
  }

  #changeSet({ method, body, token }: MetaRequest, id: string, action: string): unknown {
    const account = this.accounts.find(({ sets }) => sets.some((one) => one.id === id));
    const set = account?.sets.find((one) => one.id === id && one.status !== 'DELETED');
    if (!account || !set || !this.#reaches(token, account) || method !== 'POST') throw unknown();
    if (action === 'delete_rule_set') {
      if (body !== '') throw invalid('delete_rule_set takes no parameters');
      set.status = 'DELETED';
      return { success: true };
    }
    if (action !== '') throw unknown();
    const fields = readJson(body);
    // The whole set is replaced: rules and criteria with an id stay, those that are left out go.
    const rules = this.#readRules(fields, set.rules);
    set.name = readName(fields);
    set.rules = rules;
    return { success: true };
  }

  #readRules({ rules }: Record<string, unknown>, present: readonly StoodMetaRule[]): StoodMetaRule[] {
    if (!Array.isArray(rules) || rules.length === 0 || rules.length > 10)
      throw invalid('rules must be an array of 1 to 10 rules');
    return (rules as Record<string, unknown>[]).map((rule) => {
      const before = present.find(({ id }) => id === rule['id']);
      if ('id' in rule && !before) throw invalid('The rule is not part of this set');
      checkFigure(rule);
      if ('criteria' in rule) throw invalid('Unexpected key "criteria"');
      return {
        id: before?.id ?? String(this.#ids++),
        name: readName(rule),
        adjust_sign: String(rule['adjust_sign']),
        adjust_value: Number(rule['adjust_value']),
        status: 'ACTIVE',
        criterias: this.#readCriterias(rule, before?.criterias ?? []),
      };
    });
  }

  #readCriterias(
    { criterias }: Record<string, unknown>,
    present: readonly StoodCriterion[],
  ): StoodCriterion[] {
    if (!Array.isArray(criterias) || criterias.length === 0 || criterias.length > 4)
      throw invalid('criterias must be an array of 1 to 4 criteria');
    return (criterias as StoodCriterion[]).map((criterion) => {
      const before = present.find(({ id }) => id === criterion.id);
      if ('id' in criterion && !before) throw invalid('The criterion is not part of this rule');
      checkCriterion(criterion);
      return { ...criterion, id: before?.id ?? String(this.#ids++) };
    });
  }
}

/** The proof of the app. */
export const proveToken = (token: string): string =>
  createHmac('sha256', META_APP.META_APP_SECRET).update(token).digest('hex');

/**
 * Which sets a list without `product_type` has is not published (facebook-nodejs-business-sdk 26, `AdAccount.getValueRuleSet`). The careful
 * reading: those of one type.
 */
const isOfProduct =
  (query: URLSearchParams) =>
  ({ product_type: type = 'AUDIENCE' }: StoodMetaSet): boolean =>
    type === (query.get('product_type') ?? 'AUDIENCE');

/** A set as it is read: lists are within `data`. Words of genders are small in Meta's example. */
const show = ({ rules, ...set }: StoodMetaSet) => ({
  ...set,
  rules: {
    data: rules.map(({ criterias, ...rule }) => ({
      ...rule,
      criterias: {
        data: criterias.map((one) => ({
          ...one,
          criteria_values:
            one.criteria_type === 'GENDER'
              ? one.criteria_values.map((word) => word.toLowerCase())
              : one.criteria_values,
        })),
      },
    })),
  },
});

function readJson(body: string): Record<string, unknown> {
  const fields: unknown = JSON.parse(body);
  if (typeof fields !== 'object' || fields === null) throw invalid('The body must be an object');
  return fields as Record<string, unknown>;
}

function readName({ name }: Record<string, unknown>): string {
  if (typeof name !== 'string' || name === '') throw invalid('name is required');
  return name;
}

function checkFigure({ adjust_sign: sign, adjust_value: percent }: Record<string, unknown>): void {
  const most = { INCREASE: 1000, DECREASE: 90 }[String(sign)];
  if (most === undefined) throw invalid('adjust_sign must be one of INCREASE, DECREASE');
  if (!Number.isInteger(percent) || Number(percent) < 1 || Number(percent) > most)
    throw invalid(`adjust_value must be a whole number from 1 to ${most}`);
}

function checkCriterion(criterion: StoodCriterion): void {
  const { criteria_type: type, operator, criteria_values: values, criteria_value_types: types } = criterion;
  if (operator !== 'CONTAINS') throw invalid('operator must be CONTAINS');
  if (values.length === 0 || values.length !== types.length)
    throw invalid('criteria_values and criteria_value_types must have the same length');
  for (const [at, value] of values.entries()) {
    const kind = types[at] ?? '';
    const allowed = type === 'LOCATION' ? LOCATION_TYPES[kind] : kind === 'NONE' ? CRITERIA[type] : undefined;
    const isAllowed = allowed instanceof RegExp ? allowed.test(value) : allowed?.includes(value);
    if (!isAllowed) throw invalid(`Invalid criteria value ${value} of ${type} ${kind}`);
  }
}

/** Completes what is typed, as the search of targeting does. */
function search(query: URLSearchParams): unknown {
  if (query.get('type') === 'adgeolocationmeta') return { data: nameKeys(query) };
  const typed = (query.get('q') ?? '').toLowerCase();
  const types = JSON.parse(query.get('location_types') ?? '[]') as string[];
  const country = query.get('country_code');
  const data = META_PLACES.filter((place) => {
    const code = 'country_code' in place ? place.country_code : place.key;
    const isType = types.includes(place.type) || (place.type === 'subcity' && types.includes('city'));
    return isType && place.name.toLowerCase().startsWith(typed) && (country === null || code === country);
  });
  return { data };
}

function nameKeys(query: URLSearchParams): Record<string, unknown> {
  const lists = { countries: 'country', regions: 'region', cities: 'city' };
  return Object.fromEntries(
    Object.entries(lists).map(([list, type]) => {
      const keys = JSON.parse(query.get(list) ?? '[]') as string[];
      const found = META_PLACES.filter((place) => place.type === type && keys.includes(place.key));
      return [list, found.length > 0 ? Object.fromEntries(found.map((place) => [place.key, place])) : []];
    }),
  );
}

const CONTROL = '/control';
/** The calls of Facebook Login. */
const LOGIN = /\/(?:dialog\/oauth|oauth\/access_token|me|me\/permissions)$/;

/**
 * Meta for everybody: Facebook Login, and ad accounts of its own for each token. Tests read and set what a token has at '/control'. A failure
 * is answered with 503.
 */
export function makeMetaStandInFor(login: StandIn): StandIn {
  const users = new Map<string, MetaRulesStandIn>();
  return (request) => {
    const { method, url, headers, body } = request;
    const isBatch = method === 'POST' && url.pathname.endsWith('/me');
    if (LOGIN.test(url.pathname) && !isBatch) return login(request);
    const token = headers.get('Authorization')?.replace(/^Bearer /, '') ?? '';
    const user = users.get(token) ?? new MetaRulesStandIn(undefined, token);
    users.set(token, user);
    if (url.pathname === CONTROL) {
      if (method === 'PUT') Object.assign(user, { calls: [], failures: [], ...(JSON.parse(body) as object) });
      return { status: 200, body: { accounts: user.accounts, calls: user.calls } };
    }
    const sent = { method, path: url.pathname, body };
    const refused = refuseBroken(checkMeta(sent), sent);
    if (refused) return refused;
    const path = url.pathname.replace(`/${VERSION}/`, '');
    const { status, answer } = user.answer({ method, path, query: url.searchParams, body, token });
    return status === 0 ? { status: 503 } : { status, body: answer };
  };
}
