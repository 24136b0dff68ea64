import * as z from 'zod/mini';
import type { AdAccounts, Audience, AdPlace } from '#contract/push-answers.ts';
import type { AccountReference, PlacesRequest } from '#contract/pushes.ts';
import { listIds, renameValues } from '#worker/pushes/difference.ts';
import { callMeta, readEdge, readMany, type MetaSite } from './meta-calls.ts';
import { AUDIENCE_LABELS, nameValue, META_PLACE_TYPES, toMetaConditions } from './meta-conditions.ts';
import { toMultiplier, type MetaFrame, type MetaSet } from './meta-desired-rules.ts';
import { readAnswer } from '#worker/pushes/platform-calls.ts';
import {
  AccessEnded,
  PlatformRefused,
  type AccountSnapshot,
  type RuleInAccount,
} from '#worker/pushes/rule-platform.ts';
import { isKeyOf } from '#contract/records.ts';

const text = z._default(z.optional(z.string()), '');
const texts = z._default(z.optional(z.array(z.string())), []);

const DIGITS = /^\d{1,20}$/;

/** The path of an ad account. Its id is part of addresses, so it is digits and nothing else. */
export function toPath({ id }: AccountReference): string {
  if (!DIGITS.test(id)) throw new PlatformRefused('Meta knows no such ad account.');
  return `act_${id}`;
}

const accountSchema = z.object({
  account_id: z.string(),
  name: text,
  currency: text,
  account_status: z.number(),
});

/** Disabled, closing, closed: several public code bases agree on these figures (read 2026-11-25). */
const CLOSED = [2, 100, 101, 202];

/** The ad accounts of the connected user that are open (SDK 26, `User.get_ad_accounts`). */
export async function listMetaAccounts(site: MetaSite): Promise<AdAccounts> {
  const query = { fields: 'account_id,name,currency,account_status', limit: '100' };
  const rows = await readEdge(site, { path: 'me/adaccounts', query }, accountSchema);
  const accounts = rows
    .filter(({ account_status: status }) => !CLOSED.includes(status))
    .map(({ account_id: id, name, currency }) => ({
      id,
      via: null,
      name: name || id,
      currency: currency || null,
      isManager: false,
      isTest: false,
    }));
  return { accounts, unread: 0 };
}

/** The labels, which a person has given to audiences of the account: no call gives or lists them. */
export const listMetaAudiences = (): Omit<Audience, 'confirmedFor'>[] =>
  AUDIENCE_LABELS.map((id) => ({ id, name: nameValue(id), type: 'Audience label', problem: null }));

const criterionSchema = z.object({
  id: z.optional(z.string()),
  criteria_type: text,
  operator: text,
  criteria_values: texts,
  criteria_value_types: texts,
});
const listOf = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z._default(z.optional(z.object({ data: z.array(schema) })), { data: [] });
const ruleSchema = z.object({
  id: z.string(),
  name: text,
  adjust_sign: text,
  adjust_value: z.number(),
  status: z.optional(z.string()),
  criterias: listOf(criterionSchema),
});
const setSchema = z.object({
  id: z.string().check(z.regex(DIGITS)), // a part of addresses
  name: text,
  status: z.optional(z.string()),
  rules: listOf(ruleSchema),
});
type ReadSet = z.infer<typeof setSchema>;

/** "Value rules", reading; `status` of a set: node SDK 26, ads-value-adjustment-rule-collection.js. Lists are within `data` when read. */
const FIELDS = 'name,status,rules{name,adjust_sign,adjust_value,status,criterias}';

/** `product_type` of a set; all of them count towards the most that an account takes (node SDK 26, `AdAccount.getValueRuleSet`). */
const PRODUCT_TYPES = ['AUDIENCE', 'LEADGEN_ADS', 'OMNI_CHANNEL'];

/** The sets of every product type. Which ones a list without a type has is not published, and a type may be unknown to an account. */
async function readSets(site: MetaSite, path: string): Promise<ReadSet[]> {
  const list = (more: Record<string, string>): Promise<ReadSet[]> =>
    readEdge(site, { path, query: { fields: FIELDS, limit: '25', ...more } }, setSchema);
  const ofType = (type: string) =>
    list({ product_type: type }).catch((error: unknown) => {
      if (error instanceof PlatformRefused && !(error instanceof AccessEnded)) return [];
      throw error;
    });
  const lists = await Promise.all([list({}), ...PRODUCT_TYPES.map(ofType)]);
  return [...new Map(lists.flat().map((set) => [set.id, set])).values()];
}

/** All rule sets of an ad account. A rule is known by its set: an update replaces that as a whole. */
export async function readMetaRules(
  site: MetaSite,
  account: AccountReference,
): Promise<AccountSnapshot<MetaFrame>> {
  const path = toPath(account);
  const [answer, sets] = await Promise.all([
    callMeta(site, { path, query: { fields: 'name' } }),
    readSets(site, `${path}/value_rule_set`),
  ]);
  const present = sets
    .filter(({ status }) => status !== 'DELETED')
    .map((set) => ({ ...set, rules: set.rules.data.filter(({ status }) => status !== 'DELETED') }));
  return {
    accountName: readAnswer(z.object({ name: text }), answer).name || account.id,
    rules: present.flatMap(toRules),
    frame: { sets: present.map(toSet) },
  };
}

type PresentSet = Omit<ReadSet, 'rules'> & { rules: ReadSet['rules']['data'] };

/** `status` is in one example of the page only: without one a set or rule is on. */
const isActive = ({ status = 'ACTIVE' }: { status?: string | undefined }): boolean => status === 'ACTIVE';

const toSet = (set: PresentSet): MetaSet => ({
  id: set.id,
  name: set.name,
  isActive: isActive(set),
  rules: set.rules.map(({ id, criterias }) => ({ id, criterias: criterias.data.map(dropAbsentId) })),
});

const dropAbsentId = ({ id, ...criterion }: z.infer<typeof criterionSchema>) =>
  id === undefined ? criterion : { id, ...criterion };

const toRules = (set: PresentSet): RuleInAccount[] =>
  set.rules.map((rule) => ({
    id: set.id,
    name: rule.name,
    ...toMetaConditions(rule.criterias.data.map(dropAbsentId)),
    effect: { operation: 'multiply', value: toMultiplier(rule.adjust_sign, rule.adjust_value) },
    isOn: isActive(set) && isActive(rule),
  }));

const placeSchema = z.object({
  key: z.string(),
  name: text,
  type: z.string(),
  region: text,
  country_code: text,
  country_name: text,
});
type MetaPlace = z.infer<typeof placeSchema>;
const placesSchema = z.object({ data: z.array(placeSchema) });

/** More candidates of one name are no help. */
const MAX_CANDIDATES = 10;

/**
 * The places of each name ("Targeting search"). The search completes what is typed and shows several of one name, so those with exactly
 * this name come first, and a person confirms one.
 */
export async function findMetaPlaces(
  site: MetaSite,
  { names, country }: Pick<PlacesRequest, 'names' | 'country'>,
): Promise<AdPlace[][]> {
  const addresses = names.map((q) => {
    const query = new URLSearchParams({
      type: 'adgeolocation',
      location_types: JSON.stringify(META_PLACE_TYPES),
      q,
      limit: '25',
      ...(country && { country_code: country }),
    });
    return `search?${query.toString()}`;
  });
  const answers = await readMany(site, addresses);
  return answers.map((answer, at) => {
    const { data } = readAnswer(placesSchema, answer);
    const known = data.filter(({ type }) => META_PLACE_TYPES.some((one) => one === type));
    const isExact = ({ name, key }: MetaPlace) => [name, key].some((word) => isSame(word, names[at] ?? ''));
    const ordered = [...known.filter(isExact), ...known.filter((place) => !isExact(place))];
    return ordered.slice(0, MAX_CANDIDATES).map(toPlace);
  });
}

const isSame = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

function toPlace(place: MetaPlace): AdPlace {
  const { key, name, type, country_code: code } = place;
  return {
    id: `${type}:${key}`,
    name,
    country: code || (type === 'country' ? key : null),
    type: nameValue(type),
    fullName: nameOf(place),
  };
}

const nameOf = ({ name, region, country_name: country }: Omit<MetaPlace, 'key' | 'type'>): string =>
  [...new Set([name, region, country])].filter((part) => part !== '').join(', ');

const LISTS = { country: 'countries', region: 'regions', city: 'cities' } as const;
const metaSchema = z.object({
  data: z.record(
    z.string(),
    z.union([
      z.record(z.string(), z.object({ name: text, region: text, country_code: text, country_name: text })),
      z.array(z.unknown()), // PHP writes an empty object so
    ]),
  ),
});

/** The names of the places of all rules, by their keys ("Targeting search", adgeolocationmeta). */
export async function addMetaNames(
  site: MetaSite,
  held: AccountSnapshot<MetaFrame>,
): Promise<AccountSnapshot<MetaFrame>> {
  const ids = listIds(held.rules, 'location');
  const keysOf = (type: string) =>
    ids.filter((id) => id.startsWith(`${type}:`)).map((id) => id.slice(type.length + 1));
  const lists = META_PLACE_TYPES.flatMap((type) => {
    const keys = keysOf(type);
    return keys.length > 0 ? [[LISTS[type], JSON.stringify(keys)] as const] : [];
  });
  if (lists.length === 0) return held;
  const query = { type: 'adgeolocationmeta', ...Object.fromEntries(lists) };
  const { data } = readAnswer(metaSchema, await callMeta(site, { path: 'search', query }));
  const nameById = (id: string): string | undefined => {
    const [type = '', key = ''] = id.split(':', 2);
    const list = isKeyOf(LISTS, type) ? data[LISTS[type]] : undefined;
    const place = list && !Array.isArray(list) ? list[key] : undefined;
    return place && (nameOf(place) || undefined);
  };
  return renameValues(held, (kind, id) => (kind === 'location' ? nameById(id) : undefined));
}
