/** A query that names what Google does not know; answered as a `queryError`. */
export class BadQuery extends Error {}

/** The fields that may be selected, by resource: googleapis/googleapis, google/ads/googleads/v25/resources (2026-08-19). */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  customer: [
    'id',
    'descriptive_name',
    'currency_code',
    'manager',
    'test_account',
    'status',
    'conversion_tracking_setting.google_ads_conversion_customer',
  ],
  customer_client: [
    'id',
    'descriptive_name',
    'currency_code',
    'manager',
    'test_account',
    'status',
    'hidden',
    'level',
  ],
  conversion_value_rule: [
    'resource_name',
    'id',
    'status',
    'owner_customer',
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
  ],
  conversion_value_rule_set: [
    'resource_name',
    'id',
    'status',
    'owner_customer',
    'dimensions',
    'attachment_type',
    'campaign',
    'conversion_value_rules',
    'conversion_action_categories',
  ],
  conversion_action: ['id', 'name', 'type', 'category', 'primary_for_goal', 'owner_customer', 'status'],
  user_list: ['id', 'name', 'type', 'membership_status', 'account_user_list_status'],
  geo_target_constant: ['id', 'name', 'canonical_name', 'country_code', 'target_type', 'status'],
};

const QUERY = /^SELECT (.+) FROM (\w+)(?: WHERE (.+?))?(?: LIMIT (\d+))?$/;
const CONDITION = /^(\S+) (?:(!?=) '(\w+)'|> (\d+)|IN \(([\d, ]+)\))$/;

const camel = (text: string): string =>
  text.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

type Row = Readonly<Record<string, unknown>>;

const pick = (row: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Row | undefined)?.[key], row);

/** A proto has no empty values in JSON. */
const isAbsent = (value: unknown): boolean =>
  value === undefined || value === false || value === '' || (Array.isArray(value) && value.length === 0);

function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [key = '', ...rest] = path;
  if (rest.length === 0) target[key] = value;
  else put((target[key] ??= {}) as Record<string, unknown>, rest, value);
}

/** The rows that a query of the Google Ads Query Language finds, with the selected fields only. */
export function runQuery(query: string, resources: Readonly<Record<string, readonly object[]>>): Row[] {
  const [, selected = '', resource = '', where, limit] = QUERY.exec(query) ?? [];
  const known = FIELDS[resource];
  if (!known) throw new BadQuery(`no such resource: ${query}`);
  const pathOf = (field: string): string[] => {
    const [first, ...path] = field.split('.');
    if (first !== resource || !known.includes(path.join('.'))) throw new BadQuery(`no such field: ${field}`);
    return path.map(camel);
  };
  const paths = selected.split(', ').map(pathOf);
  const conditions = where?.split(' AND ').map((condition) => toTest(condition, pathOf)) ?? [];
  return (resources[resource] ?? [])
    .filter((row) => conditions.every((holds) => holds(row)))
    .slice(0, limit === undefined ? undefined : Number(limit))
    .map((row) => {
      const shown = {};
      for (const path of paths) {
        const value = pick(row, path);
        if (!isAbsent(value)) put(shown, path, value);
      }
      return { [camel(resource)]: shown };
    });
}

function toTest(condition: string, pathOf: (field: string) => string[]): (row: object) => boolean {
  const [, field = '', sign, word, more, ids] = CONDITION.exec(condition) ?? [];
  if (field === '') throw new BadQuery(`no such condition: ${condition}`);
  const path = pathOf(field);
  return (row) => {
    const value = pick(row, path);
    if (ids !== undefined) return ids.split(', ').includes(String(value));
    if (more !== undefined) return Number(value) > Number(more);
    return (String(value) === word) === (sign === '=');
  };
}
