import * as z from 'zod/mini';
import type { Condition, RuleState } from '#worker/pushes/rule-platform.ts';

// conversionvaluerule.md, locationcondition.md, devicecondition.md, audiencecondition.md and the value sets that they name, in
// MicrosoftDocs/Advertising, advertising/bingads-13/campaign-management-service (2026-08-17), as read on 2026-11-25. A rule has up to three
// named conditions, of which one or two may be used, and one is the primary one.

type MicrosoftKind = 'location' | 'device' | 'audience';
export const MICROSOFT_KINDS = ['location', 'device', 'audience'] as const satisfies Condition['kind'][];

const text = z.nullish(z.string());
const isPrimary = z.nullish(z.boolean());
const placesSchema = z.nullish(z.array(z.object({ Id: z.number(), Name: text, Type: z.string() })));
const listsSchema = z.nullish(z.array(z.object({ Id: z.string(), Name: text, Type: z.string() })));
export const conditionFields = {
  LocationCondition: z.nullish(
    z.object({
      IsPrimary: isPrimary,
      IncludedLocations: placesSchema,
      IncludedLocationIntent: text,
      ExcludedLocations: placesSchema,
      ExcludedLocationIntent: text,
    }),
  ),
  DeviceCondition: z.nullish(z.object({ IsPrimary: isPrimary, DeviceTypes: text })),
  AudienceCondition: z.nullish(z.object({ IsPrimary: isPrimary, Audiences: listsSchema })),
};
const conditionsSchema = z.object(conditionFields);
type ReadConditions = z.infer<typeof conditionsSchema>;

/** Leads are known by where they are. */
const INTENT = 'PeopleIn';

/** The flags of `DeviceTypes` by our ids: several stand in one text. */
const DEVICES: Readonly<Record<string, string>> = {
  mobile: 'Smartphones',
  tablet: 'Tablets',
  desktop: 'Computers',
};
const DEVICE_NAMES: Readonly<Record<string, string>> = {
  mobile: 'Mobile',
  tablet: 'Tablet',
  desktop: 'Desktop',
};

/** `LocationType` by the types of the file of places; counties are not for value rules. 'State' is our reading of 'SubGeography'. */
export const MICROSOFT_PLACE_TYPES: Readonly<Record<string, string>> = {
  Country: 'Country',
  State: 'SubGeography',
  MetroArea: 'MetroArea',
  City: 'City',
  Neighborhood: 'Neighborhood',
  PostalCode: 'PostalCode',
};

/** The types that the lists of people of an account have. Those of Microsoft's own, by interest or product, are left out. */
export const AUDIENCE_TYPES = [
  'RemarketingList',
  'Custom',
  'CustomerList',
  'CombinedList',
  'SimilarRemarketingList',
  'ImpressionBasedRemarketingList',
] as const;

const PLACE = new RegExp(`^(?:${Object.values(MICROSOFT_PLACE_TYPES).join('|')}):\\d{1,9}$`);
const AUDIENCE = new RegExp(`^(?:${AUDIENCE_TYPES.join('|')}):\\d{1,19}$`);

/** Whether a rule of ours may have such a value. Ids of places and audiences have their type with them, since Microsoft wants both. */
export function takesMicrosoftValue(kind: Condition['kind'], id: string): boolean {
  if (kind === 'location') return PLACE.test(id);
  if (kind === 'audience') return AUDIENCE.test(id);
  return kind === 'device' && Object.hasOwn(DEVICES, id);
}

/** The settings that conditions cannot express, for each kind: with `isPrimary` where no value is chosen at all. */
type Others = {
  location?: { isPrimary?: boolean; intent?: string; excluded?: object[]; excludedIntent?: string };
  device?: { isPrimary: boolean; types: string };
  audience?: { isPrimary: boolean };
};

/** Written by `toMicrosoftConditions`. */
const readOthers = (more: string): Others => (more === '' ? {} : JSON.parse(more));

/** The kinds of the conditions of a rule, the primary one first. */
export function kindsOf({ conditions, more }: Pick<RuleState, 'conditions' | 'more'>): string[] {
  const kinds: string[] = conditions.map(({ kind }) => kind);
  for (const [kind, other] of Object.entries(readOthers(more)))
    if (!kinds.includes(kind)) {
      if (other?.isPrimary) kinds.unshift(kind);
      else kinds.push(kind);
    }
  return kinds;
}

/** The conditions of a rule of Microsoft, the primary one first. */
export function toMicrosoftConditions(read: ReadConditions): Pick<RuleState, 'conditions' | 'more'> {
  const found = [readLocation(read), readDevice(read), readAudience(read)].filter((one) => one !== null);
  const ordered = [...found.filter((one) => one.isFirst), ...found.filter((one) => !one.isFirst)];
  const others = Object.fromEntries(found.flatMap(({ kind, other }) => (other ? [[kind, other]] : [])));
  return {
    conditions: ordered.flatMap(({ kind, values }) => (values.length > 0 ? [{ kind, values }] : [])),
    more: Object.keys(others).length > 0 ? JSON.stringify(others) : '',
  };
}

interface Found {
  kind: MicrosoftKind;
  isFirst: boolean;
  values: Condition['values'];
  other: object | null;
}

function readLocation({ LocationCondition: read }: ReadConditions): Found | null {
  if (!read) return null;
  const isFirst = read.IsPrimary === true;
  const values = (read.IncludedLocations ?? []).map(({ Id, Name, Type }) => toItem(Type, Id, Name));
  const excluded = (read.ExcludedLocations ?? [])
    .map(({ Id, Type }) => ({ Id, Type }))
    .sort((a, b) => a.Id - b.Id);
  const intent = read.IncludedLocationIntent ?? INTENT;
  const other = {
    ...(values.length === 0 && { isPrimary: isFirst }),
    ...(intent !== INTENT && { intent }),
    ...(excluded.length > 0 && { excluded, excludedIntent: read.ExcludedLocationIntent ?? INTENT }),
  };
  return { kind: 'location', isFirst, values, other: Object.keys(other).length > 0 ? other : null };
}

const toItem = (type: string, id: string | number, name: string | null | undefined) => ({
  id: `${type}:${id}`,
  name: name || String(id),
});

function readDevice({ DeviceCondition: read }: ReadConditions): Found | null {
  if (!read) return null;
  const isFirst = read.IsPrimary === true;
  const types = (read.DeviceTypes ?? '').split(/[\s,]+/);
  const values = Object.entries(DEVICES)
    .filter(([, type]) => types.includes(type) || types.includes('All'))
    .map(([id]) => ({ id, name: DEVICE_NAMES[id] ?? id }));
  const other = values.length === 0 ? { isPrimary: isFirst, types: types.join(' ') } : null;
  return { kind: 'device', isFirst, values, other };
}

function readAudience({ AudienceCondition: read }: ReadConditions): Found | null {
  if (!read) return null;
  const isFirst = read.IsPrimary === true;
  const values = (read.Audiences ?? []).map(({ Id, Name, Type }) => toItem(Type, Id, Name));
  const other = values.length === 0 ? { isPrimary: isFirst } : null;
  return { kind: 'audience', isFirst, values, other };
}

/** The conditions as Microsoft takes them. */
export function writeConditions(rule: Pick<RuleState, 'conditions' | 'more'>): object {
  const others = readOthers(rule.more);
  const [first] = kindsOf(rule);
  const valuesOf = (kind: MicrosoftKind) =>
    rule.conditions.find((condition) => condition.kind === kind)?.values ?? [];
  const has = (kind: MicrosoftKind): boolean => valuesOf(kind).length > 0 || others[kind] !== undefined;
  const { location, device } = others;
  return {
    ...(has('location') && {
      LocationCondition: {
        IsPrimary: first === 'location',
        IncludedLocations: valuesOf('location')
          .map(splitId)
          .map(({ id, ...item }) => ({ ...item, Id: Number(id) })),
        IncludedLocationIntent: location?.intent ?? INTENT,
        ExcludedLocations: location?.excluded ?? [],
        ExcludedLocationIntent: location?.excludedIntent ?? INTENT,
      },
    }),
    ...(has('device') && {
      DeviceCondition: {
        IsPrimary: first === 'device',
        DeviceTypes:
          device?.types ??
          valuesOf('device')
            .map(({ id }) => DEVICES[id])
            .join(', '),
      },
    }),
    ...(has('audience') && {
      AudienceCondition: {
        IsPrimary: first === 'audience',
        Audiences: valuesOf('audience')
          .map(splitId)
          .map(({ id, ...item }) => ({ ...item, Id: id })),
      },
    }),
  };
}

function splitId({ id, name }: Condition['values'][number]) {
  const at = id.indexOf(':');
  return { id: id.slice(at + 1), Name: name, Type: id.slice(0, at) };
}
