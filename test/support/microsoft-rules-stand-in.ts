import { checkMicrosoft, keepProblems, refuseBroken } from '../schemas/check-request.ts';
import { MICROSOFT_APP } from './stand-in-keys.ts';
import type { StandIn } from './stand-in.ts';

// The shapes, limits and errors are those of MicrosoftDocs/Advertising, advertising/bingads-13 (2026-08-17), and of its help page on
// conversion value rules (2026-06-18), as read on 2026-11-25.

export interface StoodMicrosoftRule {
  Id: string;
  Name: string;
  Status: 'Active' | 'Paused' | 'Deleted' | 'Invalid';
  Operation: string;
  Value: number;
  CurrencyCode?: string | null;
  LocationCondition?: {
    IsPrimary: boolean;
    IncludedLocations: { Id: number; Name?: string | null; Type: string }[];
    IncludedLocationIntent: string;
    ExcludedLocations: { Id: number; Name?: string | null; Type: string }[];
    ExcludedLocationIntent: string;
  } | null;
  DeviceCondition?: { IsPrimary: boolean; DeviceTypes: string } | null;
  AudienceCondition?: {
    IsPrimary: boolean;
    Audiences: { Id: string; Name?: string | null; Type: string }[];
  } | null;
}

export interface StoodMicrosoftAccount {
  Id: string;
  Number: string;
  Name: string;
  CurrencyCode: string;
  ParentCustomerId: string;
  AccountLifeCycleStatus: string;
  rules: StoodMicrosoftRule[];
}

export interface MicrosoftRequest {
  /** That of the address; absent where the stand-in is a server of its own. */
  host?: string;
  method: string;
  path: string;
  headers: Headers;
  body: string;
}

/** The caller gets no answer: before the call takes place, or afterwards. */
export interface MicrosoftFailure {
  /** The call to fail, counted from 0. */
  at: number;
  isApplied: boolean;
}

export const makeMicrosoftAccount = (fields: Partial<StoodMicrosoftAccount> = {}): StoodMicrosoftAccount => ({
  Id: '815',
  Number: 'F1234ABC',
  Name: 'Acme',
  CurrencyCode: 'EUR',
  ParentCustomerId: '42',
  AccountLifeCycleStatus: 'Active',
  rules: [],
  ...fields,
});

export const DEVELOPER_TOKEN = MICROSOFT_APP.MICROSOFT_DEVELOPER_TOKEN;
const FILE = '/geo.csv';

/** As the file is written: an unknown column, quotes, a county, a place that is closed, and places of one name. */
const GEO_FILE = [
  '\uFEFFLocation Id,Bing Display Name,Location Type,Replaces,Status,AdWords Location Id,New Column',
  '190,United States,Country,,Active,2840,x',
  '72,Germany,Country,,Active,2276,x',
  '4127,Texas|United States,State,,Active,21176,x',
  '4083,California|United States,State,,Active,21137,x',
  '43404,Paris|Texas|United States,City,,Active,1026201,x',
  '66126,Paris|Île-de-France|France,City,,Active,1006094,x',
  '77777,Paris|Lamar|Texas,County,,Active,,x',
  '88888,Paris|Ontario|Canada,City,,Deprecated,,x',
  '12345,"Washington, ""DC""|United States",City,,Active,,x',
  '99999,10115|Berlin|Germany,PostalCode,,Active,,x',
  '',
].join('\r\n');

interface BatchError {
  Code: number;
  ErrorCode: string;
  Message: string;
  Index: number;
  Type: 'BatchError';
}

/** A whole call that is refused. */
export class MicrosoftFault extends Error {
  readonly status: number;
  readonly code: number;
  readonly errorCode: string;

  constructor(code: number, errorCode: string, status = 400) {
    super(`${errorCode} happened.`);
    this.status = status;
    this.code = code;
    this.errorCode = errorCode;
  }
}

/** One item of a call that is refused. */
class Refused extends Error {}

const LOCATION_TYPES = ['Country', 'SubGeography', 'MetroArea', 'City', 'PostalCode', 'Neighborhood'];
const INTENTS = ['PeopleIn', 'PeopleInOrSearchingForOrViewingPages'];
const DEVICE_TYPES = ['Computers', 'Smartphones', 'Tablets', 'All'];
const AUDIENCE_TYPES =
  'RemarketingList Custom InMarket Product SimilarRemarketingList CombinedList CustomerList ImpressionBasedRemarketingList CustomSegment'.split(
    ' ',
  );
const CONDITIONS = ['LocationCondition', 'DeviceCondition', 'AudienceCondition'] as const;
const isLong = (id: unknown): id is string => typeof id === 'string' && /^\d+$/.test(id);

/** Microsoft Advertising for one developer token: the accounts that each user reaches, and what is published about value rules. */
export class MicrosoftRulesStandIn {
  accounts: StoodMicrosoftAccount[];
  /** The token that reaches all accounts. */
  readonly token: string;
  fileUrl = `https://files.microsoft.test${FILE}?signature=made-up`;
  /** The accounts that other tokens reach. */
  readonly reach: Record<string, readonly string[]> = {};
  calls: MicrosoftRequest[] = [];
  failures: MicrosoftFailure[] = [];
  /** Thrown in place of the next answers. */
  faults: MicrosoftFault[] = [];
  /** The environment that the developer token is for. */
  isSandbox = false;
  /** Tokens of sign-ins that were merged into the primary one of their person. */
  merged: readonly string[] = [];
  /** The rules with these names are refused. */
  refusedNames: readonly string[] = [];
  #ids = 5000;

  constructor(accounts: StoodMicrosoftAccount[] = [makeMicrosoftAccount()], token = 'token') {
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
    const headers = new Headers(init.headers);
    if (address === this.fileUrl) {
      if (headers.has('authorization')) throw new Error('a token for the file');
      return Promise.resolve(new Response(GEO_FILE));
    }
    const { pathname, hostname: host } = new URL(address);
    const sent = { method: init.method ?? 'GET', path: pathname, headers, body: String(init.body ?? '') };
    const request = { ...sent, host };
    keepProblems(checkMicrosoft(request), request);
    const { status, answer } = this.answer(request);
    if (status === 0) return Promise.reject(new TypeError('fetch failed'));
    return Promise.resolve(Response.json(answer, { status }));
  };

  answer(request: MicrosoftRequest): { status: number; answer: unknown } {
    const at = this.calls.push(request) - 1;
    const failure = this.failures.find((one) => one.at === at);
    if (failure && !failure.isApplied) return { status: 0, answer: {} };
    const answered = this.#try(request);
    return failure ? { status: 0, answer: {} } : answered;
  }

  #try(request: MicrosoftRequest): { status: number; answer: unknown } {
    try {
      const fault = this.faults.shift();
      if (fault) throw fault;
      return { status: 200, answer: this.#route(request) };
    } catch (error) {
      if (!(error instanceof MicrosoftFault)) throw error;
      const { status, code, errorCode, message } = error;
      const one = { Code: code, ErrorCode: errorCode, Message: message, Detail: null };
      return { status, answer: { TrackingId: 'made-up', Type: 'AdApiFaultDetail', Errors: [one] } };
    }
  }

  /** guides/operation-error-codes.md: 105 is a developer token of another environment or none at all, and 120 a merged sign-in. */
  #signIn({ headers, host }: MicrosoftRequest): string {
    const token = headers.get('authorization')?.replace(/^Bearer /, '') ?? '';
    const isOther = host !== undefined && host.includes('.sandbox.') !== this.isSandbox;
    if (headers.get('developertoken') !== DEVELOPER_TOKEN || isOther)
      throw new MicrosoftFault(105, 'InvalidCredentials', 401);
    if (this.merged.includes(token)) throw new MicrosoftFault(120, 'UserLoginAccessDenied', 401);
    if (token !== this.token && !(token in this.reach))
      throw new MicrosoftFault(109, 'AuthenticationTokenExpired', 401);
    return token;
  }

  #route(request: MicrosoftRequest): unknown {
    const { method, path, headers, body } = request;
    const token = this.#signIn(request);
    const fields = JSON.parse(body) as Record<string, unknown>;
    const reached = this.accounts.filter(
      ({ Id }) => token === this.token || (this.reach[token]?.includes(Id) ?? false),
    );
    switch (`${method} ${path}`) {
      case 'POST /CustomerManagement/v13/User/Query':
        return { User: { Id: '7', UserName: 'someone', CustomerId: '42' }, CustomerRoles: [] };
      case 'POST /CustomerManagement/v13/Accounts/Search':
        return { Accounts: searchAccounts(reached, fields) };
    }
    if (!headers.has('customeraccountid'))
      throw new MicrosoftFault(1030, 'CampaignServiceAccountIdHasToBeSpecified');
    const account = reached.find(({ Id }) => Id === headers.get('customeraccountid'));
    if (account?.AccountLifeCycleStatus === 'Inactive')
      throw new MicrosoftFault(105, 'InvalidCredentials', 401);
    if (!account || headers.get('customerid') !== account.ParentCustomerId)
      throw new MicrosoftFault(106, 'UserIsNotAuthorized');
    return this.#routeAccount(`${method} ${path}`, account, fields);
  }

  #routeAccount(address: string, account: StoodMicrosoftAccount, fields: Record<string, unknown>): unknown {
    switch (address.replace('/v13', '')) {
      case 'POST /CustomerManagement/Account/Query':
        return { Account: showAccount(requireOwn(account, fields)) };
      case 'POST /CampaignManagement/ConversionValueRules/QueryByAccountId':
        requireLcid(fields);
        return { ConversionValueRules: requireOwn(account, fields).rules };
      case 'POST /CampaignManagement/ConversionValueRules':
        return this.#add(account, fields);
      case 'PUT /CampaignManagement/ConversionValueRules':
        return this.#update(account, fields);
      case 'PUT /CampaignManagement/ConversionValueRulesStatus':
        return this.#setStatus(account, fields);
      case 'POST /CampaignManagement/Audiences/QueryByIds':
        return { Audiences: listAudiences(fields), PartialErrors: [] };
      case 'POST /CampaignManagement/GeoLocationsFileUrl/Query':
        if (fields['Version'] !== '2.0') throw new MicrosoftFault(4711, 'InvalidVersion');
        return {
          FileUrl: this.fileUrl,
          FileUrlExpiryTimeUtc: '2026-11-25T12:00:00',
          LastModifiedTimeUtc: '2026-11-01',
        };
      default:
        throw new MicrosoftFault(100, 'NullRequest', 404);
    }
  }

  #add(account: StoodMicrosoftAccount, fields: Record<string, unknown>): unknown {
    requireLcid(fields);
    const ids: (string | null)[] = [];
    const errors = refuseItems(fields['ConversionValueRules'], (item) => {
      ids.push(null);
      const rule = { Status: 'Active', ...item, Id: String(this.#ids++) } as StoodMicrosoftRule; // checked next
      if ('Id' in item) throw new Refused('Id must not be set');
      this.#checkRule(account, rule);
      account.rules.push(rule);
      ids[ids.length - 1] = rule.Id;
    });
    return { ConversionValueRuleIds: ids, PartialErrors: errors };
  }

  #update(account: StoodMicrosoftAccount, fields: Record<string, unknown>): unknown {
    requireLcid(fields);
    const errors = refuseItems(fields['ConversionValueRules'], (item) => {
      const rule = findRule(account, item['Id']);
      const changed = { ...rule, ...item } as StoodMicrosoftRule; // checked next
      this.#checkRule(account, changed);
      Object.assign(rule, changed);
    });
    return { PartialErrors: errors };
  }

  #setStatus(
    account: StoodMicrosoftAccount,
    { RuleIds: ids, Status: status }: Record<string, unknown>,
  ): unknown {
    if (!['Active', 'Paused', 'Deleted'].includes(String(status)))
      throw new MicrosoftFault(4711, 'InvalidStatus');
    const items = Array.isArray(ids) ? ids.map((id: unknown) => ({ Id: id })) : ids;
    const errors = refuseItems(items, ({ Id }) => {
      findRule(account, Id).Status = status as StoodMicrosoftRule['Status']; // as above
    });
    return { PartialErrors: errors };
  }

  #checkRule(account: StoodMicrosoftAccount, rule: StoodMicrosoftRule): void {
    if (this.refusedNames.includes(rule.Name)) throw new Refused('This rule is refused.');
    if (!['Active', 'Paused'].includes(rule.Status)) throw new Refused('Status is wrong');
    if (!['Add', 'Multiply'].includes(rule.Operation)) throw new Refused('Operation is wrong');
    if (!(rule.Value > 0)) throw new Refused('Value should be greater than 0');
    if (typeof rule.Name !== 'string' || rule.Name === '') throw new Refused('Name is missing');
    checkConditions(rule);
    const others = account.rules.filter(
      ({ Id, Status }) => Id !== rule.Id && (Status === 'Active' || Status === 'Paused'),
    );
    for (const place of [0, 1]) {
      const types = [rule, ...others].flatMap((one) => typesOf(one)[place] ?? []);
      if (new Set(types).size > 1)
        throw new Refused('All rules must have the same primary and secondary condition types');
    }
  }
}

/** The types of the conditions of a rule, the primary one first. */
function typesOf(rule: StoodMicrosoftRule): string[] {
  const present = CONDITIONS.filter((type) => rule[type]);
  return [...present].sort((a, b) => Number(rule[b]?.IsPrimary) - Number(rule[a]?.IsPrimary));
}

function checkConditions(rule: StoodMicrosoftRule): void {
  const present = CONDITIONS.flatMap((type) => rule[type] ?? []);
  if (present.length < 1 || present.length > 2) throw new Refused('One or two conditions');
  if (present.filter(({ IsPrimary }) => IsPrimary === true).length !== 1)
    throw new Refused('Only 1 primary condition is allowed');
  const { LocationCondition: place, DeviceCondition: device, AudienceCondition: audience } = rule;
  if (place) {
    if (!INTENTS.includes(place.IncludedLocationIntent) || !INTENTS.includes(place.ExcludedLocationIntent))
      throw new Refused('The intent is wrong');
    for (const { Id, Type } of [...place.IncludedLocations, ...place.ExcludedLocations])
      if (!Number.isInteger(Id) || !LOCATION_TYPES.includes(Type)) throw new Refused('The location is wrong');
  }
  if (device && !device.DeviceTypes.split(', ').every((type) => DEVICE_TYPES.includes(type)))
    throw new Refused('The device is wrong');
  for (const { Id, Type } of audience?.Audiences ?? [])
    if (!isLong(Id) || !AUDIENCE_TYPES.includes(Type)) throw new Refused('The audience is wrong');
}

/** Does something with each item; errors name the place of those that are refused, with status 200. */
function refuseItems(items: unknown, take: (item: Record<string, unknown>) => void): BatchError[] {
  if (!Array.isArray(items) || items.length === 0) throw new MicrosoftFault(100, 'NullRequest');
  return (items as Record<string, unknown>[]).flatMap((item, Index) => {
    try {
      take(item);
      return [];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { message: Message } = error;
      return [{ Code: 4711, ErrorCode: 'Refused', Message, Index, Type: 'BatchError' as const }];
    }
  });
}

function findRule(account: StoodMicrosoftAccount, id: unknown): StoodMicrosoftRule {
  const rule = account.rules.find(({ Id }) => isLong(id) && Id === id);
  if (!rule || rule.Status === 'Deleted') throw new Refused('There is no such rule');
  return rule;
}

function requireOwn(account: StoodMicrosoftAccount, { AccountId: id }: Record<string, unknown>) {
  if (!isLong(id) || id !== account.Id) throw new MicrosoftFault(1102, 'CampaignServiceInvalidAccountId');
  return account;
}

function requireLcid({ Lcid: lcid }: Record<string, unknown>): void {
  if (lcid !== 1033) throw new MicrosoftFault(4711, 'InvalidLcid');
}

const showAccount = (account: StoodMicrosoftAccount) => ({ ...account, rules: undefined });

/** paging.md and searchaccounts.md: the size of a page is 0 by default, and there is exactly one predicate. */
function searchAccounts(accounts: readonly StoodMicrosoftAccount[], fields: Record<string, unknown>) {
  const { Predicates: predicates, PageInfo: page } = fields as {
    Predicates: { Field: string; Operator: string; Value: string }[];
    PageInfo?: { Index: number; Size: number };
  };
  const [predicate] = predicates;
  if (predicates.length !== 1 || predicate?.Field !== 'UserId' || predicate.Value !== '7')
    throw new MicrosoftFault(4711, 'InvalidPredicate');
  const { Index: index = 0, Size: size = 0 } = page ?? {};
  return accounts.slice(index * size, (index + 1) * size).map(showAccount);
}

function listAudiences({ AudienceIds: ids, Type: types }: Record<string, unknown>) {
  if (ids !== null || typeof types !== 'string' || types === '') throw new MicrosoftFault(100, 'NullRequest');
  return [
    { Id: '901', Name: 'Customers', Type: 'CustomerList', Scope: 'Account' },
    null,
    { Id: '902', Name: 'Visitors', Type: 'RemarketingList', Scope: 'Customer' },
  ];
}

const CONTROL = '/control';

/**
 * Microsoft for everybody: its sign-in, and ad accounts of its own for each token. Tests read and set what a token has at '/control'. A failure
 * is answered with 503.
 */
export function makeMicrosoftStandInFor(login: StandIn): StandIn {
  const users = new Map<string, MicrosoftRulesStandIn>();
  return (request) => {
    const { method, url, headers, body } = request;
    if (url.pathname === FILE) return { status: 200, body: GEO_FILE };
    if (url.pathname.startsWith('/common/')) return login(request);
    const token = headers.get('Authorization')?.replace(/^Bearer /, '') ?? '';
    const user = users.get(token) ?? new MicrosoftRulesStandIn(undefined, token);
    users.set(token, user);
    if (url.pathname === CONTROL) {
      if (method === 'PUT') Object.assign(user, { calls: [], failures: [], ...(JSON.parse(body) as object) });
      return { status: 200, body: { accounts: user.accounts, calls: user.calls.map(({ path }) => path) } };
    }
    user.fileUrl = `${url.origin}${FILE}`;
    const sent = { method, path: url.pathname, headers, body };
    const refused = refuseBroken(checkMicrosoft(sent), sent);
    if (refused) return refused;
    const { status, answer } = user.answer(sent);
    return status === 0 ? { status: 503 } : { status, body: answer };
  };
}
