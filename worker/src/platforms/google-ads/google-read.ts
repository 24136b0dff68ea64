import * as z from 'zod/mini';
import type { AdAccount, AdAccounts, Audience, ConversionActions, AdPlace } from '#contract/push-answers.ts';
import type { PlacesRequest } from '#contract/pushes.ts';
import type { Dimension, GoogleFrame, GoogleSet } from './google-desired-rules.ts';
import { listIds, renameValues } from '#worker/pushes/difference.ts';
import { callGoogleAds, searchRows, type GoogleAccount } from './google-calls.ts';
import { readAnswer } from '#worker/pushes/platform-calls.ts';
import {
  AccessEnded,
  PlatformRefused,
  PlatformSilent,
  type Condition,
  type AccountSnapshot,
  type RuleInAccount,
} from '#worker/pushes/rule-platform.ts';
import { isKeyOf } from '#contract/records.ts';

// Fields: google/ads/googleads/v25/resources (2026-08-19) and developers.google.com/google-ads/api/fields/v25, as read on 2026-11-25.
// Numbers of 64 bits are texts in JSON, fields without a value are absent, and a list may be missing as a whole.

const text = z._default(z.optional(z.string()), '');
const flag = z._default(z.optional(z.boolean()), false);
const listOf = <Schema extends z.ZodMiniType>(schema: Schema) => z._default(z.optional(z.array(schema)), []);
const texts = listOf(z.string());

/** The part behind the last slash of a resource name. */
const idOf = (resourceName: string): string => resourceName.slice(resourceName.lastIndexOf('/') + 1);

const customerFields = {
  id: z.string(),
  descriptiveName: text,
  currencyCode: text,
  manager: flag,
  testAccount: flag,
  status: text,
};
const customerSchema = z.object({ customer: z.object(customerFields) });
const clientSchema = z.object({ customerClient: z.object({ ...customerFields, hidden: flag }) });

const CUSTOMER = ['id', 'descriptive_name', 'currency_code', 'manager', 'test_account', 'status'];

/** services/customer_service.proto: no customer in the path, and no children of managers in the answer. */
const accessibleSchema = z.object({ resourceNames: texts });

/**
 * Calls that a listing makes for the accounts that a Google account has access to itself: one each, and another one below a manager. A
 * Worker of the free plan makes 50 in a request (developers.cloudflare.com/workers/platform/limits), with those for the token.
 */
const MAX_LOOKS = 44;
/** The number of answers for which a Worker waits at a time. */
const AT_ONCE = 6;

/**
 * The accounts of the connected user: those with access of their own first, then those below their managers. An account that refuses or
 * does not answer hides no other one.
 */
export async function listGoogleAccounts(account: Omit<GoogleAccount, 'id'>): Promise<AdAccounts> {
  const answer = await callGoogleAds({ ...account, via: null }, 'customers:listAccessibleCustomers', {
    body: null,
  });
  const ids = readAnswer(accessibleSchema, answer).resourceNames.map(idOf);
  const looks: Look[] = [];
  for (let left = MAX_LOOKS; left > 0 && looks.length < ids.length;) {
    const size = Math.min(AT_ONCE, Math.ceil(left / 2));
    const batch = ids.slice(looks.length, looks.length + size);
    const found = await Promise.all(batch.map((id) => lookAt({ ...account, id, via: null })));
    left -= found.reduce((sum, { calls }) => sum + calls, 0);
    looks.push(...found);
  }
  const accounts = mergeAccounts(looks);
  const unread = ids.length - looks.length;
  const failures = looks.flatMap(({ failure }) => failure ?? []);
  if (accounts.length === 0 && unread === 0 && failures[0])
    throw failures.find((one) => one instanceof AccessEnded) ?? failures[0];
  return { accounts, unread: unread + looks.filter(isUnread).length };
}

interface Look {
  own: AdAccount | null;
  clients: AdAccount[];
  calls: number;
  failure: PlatformRefused | PlatformSilent | null;
}

function mergeAccounts(looks: readonly Look[]): AdAccount[] {
  const found = new Map<string, AdAccount>();
  for (const { own } of looks) if (own) found.set(own.id, own);
  for (const one of looks.flatMap(({ clients }) => clients)) if (!found.has(one.id)) found.set(one.id, one);
  return [...found.values()];
}

/** An account that refuses is closed to the user. One that did not answer, and those below an open manager that failed, may be open. */
const isUnread = ({ own, failure }: Look): boolean =>
  failure instanceof PlatformSilent || (failure !== null && own !== null);

/** An account, and those below it if it is a manager. Nothing for an account that is closed. */
async function lookAt(account: GoogleAccount): Promise<Look> {
  const look: Look = { own: null, clients: [], calls: 1, failure: null };
  try {
    const query = `SELECT ${CUSTOMER.map((field) => `customer.${field}`).join(', ')} FROM customer LIMIT 1`;
    const [row] = await searchRows(account, query, customerSchema);
    if (row?.customer.status !== 'ENABLED') return look;
    look.own = toAccount(row.customer, null);
    if (!look.own.isManager) return look;
    look.calls++;
    look.clients = await listClients(account);
  } catch (error) {
    if (!(error instanceof PlatformRefused || error instanceof PlatformSilent)) throw error;
    look.failure = error;
  }
  return look;
}

/** resources/customer_client.proto: all accounts below a manager, at every depth, and itself at level 0. A page holds 10,000 of them. */
async function listClients(manager: GoogleAccount): Promise<AdAccount[]> {
  const fields = [...CUSTOMER, 'hidden'].map((field) => `customer_client.${field}`).join(', ');
  const query = `SELECT ${fields} FROM customer_client WHERE customer_client.status = 'ENABLED' AND customer_client.level > 0`;
  const rows = await searchRows({ ...manager, via: manager.id }, query, clientSchema);
  return rows
    .filter(({ customerClient }) => !customerClient.hidden)
    .map(({ customerClient }) => toAccount(customerClient, manager.id));
}

const toAccount = (
  { id, descriptiveName, currencyCode, manager, testAccount }: z.infer<typeof customerSchema>['customer'],
  via: string | null,
): AdAccount => ({
  id,
  via,
  name: descriptiveName || id,
  currency: currencyCode || null,
  isManager: manager,
  isTest: testAccount,
});

const TRACKING = 'customer.conversion_tracking_setting.google_ads_conversion_customer';

const trackingSchema = z.object({
  customer: z.object({
    id: z.string(),
    descriptiveName: text,
    conversionTrackingSetting: z.optional(z.object({ googleAdsConversionCustomer: text })),
  }),
});

/**
 * The name of an account, and the one that tracks its conversions, if it is another one: with cross-account conversion tracking that is the
 * manager (developers.google.com/google-ads/api/docs/conversions/getting-started).
 */
async function readTracking(account: GoogleAccount): Promise<{ name: string; trackedBy: string | null }> {
  const query = `SELECT customer.id, customer.descriptive_name, ${TRACKING} FROM customer LIMIT 1`;
  const [row] = await searchRows(account, query, trackingSchema);
  const { descriptiveName = '', conversionTrackingSetting } = row?.customer ?? {};
  const tracker = idOf(conversionTrackingSetting?.googleAdsConversionCustomer ?? '');
  return {
    name: descriptiveName || account.id,
    trackedBy: tracker === '' || tracker === account.id ? null : tracker,
  };
}

const ruleSchema = z.object({
  conversionValueRule: z.object({
    resourceName: z.string(),
    status: text,
    action: z.object({ operation: text, value: z._default(z.optional(z.number()), 0) }),
    geoLocationCondition: z.optional(
      z.object({
        geoTargetConstants: texts,
        geoMatchType: text,
        excludedGeoTargetConstants: texts,
        excludedGeoMatchType: text,
      }),
    ),
    deviceCondition: z.optional(z.object({ deviceTypes: texts })),
    audienceCondition: z.optional(z.object({ userLists: texts, userInterests: texts })),
    itineraryCondition: z.optional(z.record(z.string(), z.unknown())),
  }),
});
type GoogleRule = z.infer<typeof ruleSchema>['conversionValueRule'];

const RULE_FIELDS = [
  'resource_name',
  'status',
  'action.operation',
  'action.value',
  'geo_location_condition.geo_target_constants',
  'geo_location_condition.geo_match_type',
  'geo_location_condition.excluded_geo_target_constants',
  'geo_location_condition.excluded_geo_match_type',
  'device_condition.device_types',
  'audience_condition.user_lists',
  'audience_condition.user_interests',
  'itinerary_condition.advance_booking_window.min_days',
  'itinerary_condition.advance_booking_window.max_days',
  'itinerary_condition.travel_length.min_nights',
  'itinerary_condition.travel_length.max_nights',
].map((field) => `conversion_value_rule.${field}`);
const RULES = `SELECT ${RULE_FIELDS.join(', ')} FROM conversion_value_rule WHERE conversion_value_rule.status != 'REMOVED'`;

const setSchema = z.object({
  conversionValueRuleSet: z.object({
    resourceName: z.string(),
    status: text,
    ownerCustomer: text,
    dimensions: listOf(
      z.enum(['GEO_LOCATION', 'DEVICE', 'AUDIENCE', 'NO_CONDITION', 'ITINERARY'] satisfies Dimension[]),
    ),
    attachmentType: text,
    conversionValueRules: texts,
    conversionActionCategories: texts,
  }),
});

const SET_FIELDS = [
  'resource_name',
  'status',
  'owner_customer',
  'dimensions',
  'attachment_type',
  'conversion_value_rules',
  'conversion_action_categories',
].map((field) => `conversion_value_rule_set.${field}`);
const SETS = `SELECT ${SET_FIELDS.join(', ')} FROM conversion_value_rule_set WHERE conversion_value_rule_set.status != 'REMOVED'`;

/** All rules and sets of an account, those that it has from a manager too. */
export async function readGoogleRules(account: GoogleAccount): Promise<AccountSnapshot<GoogleFrame>> {
  const [{ name, trackedBy }, rules, sets] = await Promise.all([
    readTracking(account),
    searchRows(account, RULES, ruleSchema),
    searchRows(account, SETS, setSchema),
  ]);
  const customer = `customers/${account.id}`;
  const read = sets.map(({ conversionValueRuleSet }) => toSet(conversionValueRuleSet, customer));
  const own = rules.map(({ conversionValueRule }) => conversionValueRule);
  return {
    accountName: name,
    rules: own.map((rule) => toRule(rule, read)).sort(byId),
    frame: {
      customer,
      trackedBy,
      sets: read.sort(byId),
      paused: own.flatMap(({ resourceName, status }) => (status === 'PAUSED' ? [resourceName] : [])).sort(),
    },
  };
}

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

function toSet(set: z.infer<typeof setSchema>['conversionValueRuleSet'], customer: string): GoogleSet {
  const { resourceName, status, ownerCustomer, attachmentType, conversionActionCategories } = set;
  const isOwn = ownerCustomer === '' || ownerCustomer === customer;
  return {
    id: resourceName,
    rules: set.conversionValueRules,
    dimensions: set.dimensions,
    isGeneral: isOwn && attachmentType === 'CUSTOMER' && conversionActionCategories.length === 0,
    isOn: status !== 'PAUSED',
    isOfCampaign: attachmentType === 'CAMPAIGN',
  };
}

const OPERATIONS: Readonly<Record<string, RuleInAccount['effect']['operation']>> = {
  MULTIPLY: 'multiply',
  ADD: 'add',
  SET: 'set',
};

function toRule(rule: GoogleRule, sets: readonly GoogleSet[]): RuleInAccount {
  const set = sets.find(({ rules }) => rules.includes(rule.resourceName));
  const { operation, value } = rule.action;
  return {
    id: rule.resourceName,
    name: '',
    conditions: toConditions(rule, set?.dimensions ?? []),
    effect: { operation: OPERATIONS[operation] ?? 'set', value },
    isOn: rule.status === 'ENABLED' && set?.isOn === true,
    more: toMore(rule),
  };
}

const idCondition = (kind: Condition['kind'], ids: readonly string[]): Condition[] =>
  ids.length === 0 ? [] : [{ kind, values: ids.toSorted().map((id) => ({ id, name: id })) }];

const DEVICE_NAMES: Readonly<Record<string, string>> = {
  mobile: 'Mobile phones',
  tablet: 'Tablets',
  desktop: 'Computers',
};

/** The conditions in the order of the set's types, the primary one first. */
function toConditions(
  { geoLocationCondition: geo, deviceCondition, audienceCondition }: GoogleRule,
  dimensions: readonly Dimension[],
): Condition[] {
  const devices = (deviceCondition?.deviceTypes ?? []).map((type) => type.toLowerCase());
  const byType = {
    GEO_LOCATION: idCondition('location', (geo?.geoTargetConstants ?? []).map(idOf)),
    DEVICE: idCondition('device', devices).map(({ kind, values }) => ({
      kind,
      values: values.map(({ id }) => ({ id, name: DEVICE_NAMES[id] ?? id })),
    })),
    AUDIENCE: idCondition('audience', (audienceCondition?.userLists ?? []).map(idOf)),
  };
  const order = new Set<string>([...dimensions, ...Object.keys(byType)]);
  return [...order].flatMap((type) => (isKeyOf(byType, type) ? byType[type] : []));
}

/** The settings that conditions cannot express: another match of places, places that are left out, interests, travel. Sorted, as it is part of the identity. */
function toMore({ geoLocationCondition: geo, audienceCondition, itineraryCondition }: GoogleRule): string {
  const excluded = (geo?.excludedGeoTargetConstants ?? []).toSorted();
  const interests = (audienceCondition?.userInterests ?? []).toSorted();
  const places = {
    ...(geo?.geoMatchType === 'LOCATION_OF_PRESENCE' && { geoMatchType: geo.geoMatchType }),
    ...(excluded.length > 0 && {
      excludedGeoTargetConstants: excluded,
      excludedGeoMatchType: geo?.excludedGeoMatchType || 'ANY',
    }),
  };
  const more = {
    ...(Object.keys(places).length > 0 && { geo: places }),
    ...(interests.length > 0 && { audience: { userInterests: interests } }),
    ...(itineraryCondition && { itinerary: itineraryCondition }),
  };
  return Object.keys(more).length > 0 ? JSON.stringify(more) : '';
}

const geoSchema = z.object({
  geoTargetConstant: z.object({ id: z.string(), canonicalName: text, name: text }),
});
const listSchema = z.object({ userList: z.object({ id: z.string(), name: text }) });

/** Rules of others may name thousands of places; the names of these are asked for, and the others keep their ids. */
const MAX_NAMED = 1000;

/** The names of the places and audiences of all rules. */
export async function addGoogleNames(
  account: GoogleAccount,
  held: AccountSnapshot<GoogleFrame>,
): Promise<AccountSnapshot<GoogleFrame>> {
  const idsOf = (kind: Condition['kind']) => listIds(held.rules, kind).slice(0, MAX_NAMED);
  const [places, lists] = await Promise.all([
    findNames(account, idsOf('location'), 'geo_target_constant'),
    findNames(account, idsOf('audience'), 'user_list'),
  ]);
  const names: Partial<Record<Condition['kind'], Map<string, string>>> = {
    location: places,
    audience: lists,
  };
  return renameValues(held, (kind, id) => names[kind]?.get(id));
}

async function findNames(
  account: GoogleAccount,
  ids: readonly string[],
  resource: 'geo_target_constant' | 'user_list',
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const where = `WHERE ${resource}.id IN (${ids.join(', ')})`;
  if (resource === 'user_list') {
    const query = `SELECT user_list.id, user_list.name FROM user_list ${where}`;
    const rows = await searchRows(account, query, listSchema);
    return new Map(rows.map(({ userList: { id, name } }) => [id, name || id]));
  }
  const query = `SELECT geo_target_constant.id, geo_target_constant.name, geo_target_constant.canonical_name FROM geo_target_constant ${where}`;
  const rows = await searchRows(account, query, geoSchema);
  return new Map(
    rows.map(({ geoTargetConstant }) => [geoTargetConstant.id, describePlace(geoTargetConstant)]),
  );
}

/** 'Texas,United States' is 'Texas, United States'. */
const describePlace = ({ canonicalName, name, id }: z.infer<typeof geoSchema>['geoTargetConstant']): string =>
  canonicalName.split(',').join(', ') || name || id;

/** services/geo_target_constant_service.proto: 25 names a request. */
const NAMES_PER_CALL = 25;
/** More candidates of one name are no help. */
const MAX_CANDIDATES = 10;

const suggestionSchema = z.object({
  geoTargetConstantSuggestions: listOf(
    z.object({
      searchTerm: text,
      geoTargetConstant: z.object({
        id: z.string(),
        name: text,
        countryCode: text,
        targetType: text,
        status: text,
        canonicalName: text,
      }),
    }),
  ),
});
type Suggestion = z.infer<typeof suggestionSchema>['geoTargetConstantSuggestions'][number];

/** The places that Google suggests for each name. Several may share a name, so a person confirms one. */
export async function findGooglePlaces(
  account: Omit<GoogleAccount, 'id'>,
  { names, country }: Pick<PlacesRequest, 'names' | 'country'>,
): Promise<AdPlace[][]> {
  const portions: string[][] = [];
  for (let at = 0; at < names.length; at += NAMES_PER_CALL)
    portions.push(names.slice(at, at + NAMES_PER_CALL));
  const answers = await Promise.all(
    portions.map((portion) =>
      callGoogleAds(account, 'geoTargetConstants:suggest', {
        body: { locale: 'en', ...(country && { countryCode: country }), locationNames: { names: portion } },
      }),
    ),
  );
  const found = answers.flatMap(
    (answer) => readAnswer(suggestionSchema, answer).geoTargetConstantSuggestions,
  );
  return names.map((name) => {
    const own = found.filter(
      ({ searchTerm, geoTargetConstant }) =>
        searchTerm.toLowerCase() === name.toLowerCase() && geoTargetConstant.status === 'ENABLED',
    );
    return own.slice(0, MAX_CANDIDATES).map(toPlace);
  });
}

const toPlace = ({ geoTargetConstant: place }: Suggestion): AdPlace => ({
  id: place.id,
  name: place.name,
  country: place.countryCode || null,
  type: place.targetType,
  fullName: describePlace(place),
});

const audienceSchema = z.object({
  userList: z.object({ id: z.string(), name: text, type: text, accountUserListStatus: text }),
});

/** The audience lists of an account that still take members. */
export async function listGoogleAudiences(account: GoogleAccount): Promise<Omit<Audience, 'confirmedFor'>[]> {
  const query =
    "SELECT user_list.id, user_list.name, user_list.type, user_list.account_user_list_status FROM user_list WHERE user_list.membership_status = 'OPEN'";
  const rows = await searchRows(account, query, audienceSchema);
  return rows.map(({ userList: { id, name, type, accountUserListStatus } }) => ({
    id,
    name: name || id,
    type: type.toLowerCase().replaceAll('_', ' '),
    problem: accountUserListStatus === 'DISABLED' ? 'The list is disabled in this account.' : null,
  }));
}

const actionSchema = z.object({
  conversionAction: z.object({
    id: z.string(),
    name: text,
    type: text,
    category: text,
    primaryForGoal: flag,
    ownerCustomer: text,
  }),
});

/** The enabled conversion actions. */
export async function listConversionActions(
  account: GoogleAccount,
): Promise<ConversionActions['conversionActions']> {
  const fields = ['id', 'name', 'type', 'category', 'primary_for_goal', 'owner_customer'];
  const query = `SELECT ${fields.map((field) => `conversion_action.${field}`).join(', ')} FROM conversion_action WHERE conversion_action.status = 'ENABLED'`;
  const rows = await searchRows(account, query, actionSchema);
  return rows.map(({ conversionAction: action }) => {
    const owner = idOf(action.ownerCustomer);
    return {
      id: action.id,
      name: action.name,
      type: action.type,
      category: action.category,
      isPrimary: action.primaryForGoal,
      ownerId: owner === '' || owner === account.id ? null : owner,
    };
  });
}

/** The same with the account that tracks conversions, if it is another one. */
export async function readConversionActions(account: GoogleAccount): Promise<ConversionActions> {
  const [{ trackedBy }, conversionActions] = await Promise.all([
    readTracking(account),
    listConversionActions(account),
  ]);
  return { conversionActions, trackedBy };
}
