import type { Digest, FieldFacts } from './digest.ts';

type Json = Readonly<Record<string, unknown>>;
type Definitions = Pick<Digest, 'messages' | 'enums'>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const isWhole = (value: unknown): boolean => Number.isInteger(value);

/** JSON of the scalars of protobuf, with those of Microsoft's classes. A 64-bit number is a text, or a number that is exact. */
const SCALARS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: isText,
  bytes: isText,
  bool: (value) => typeof value === 'boolean',
  double: (value) => Number.isFinite(value),
  int32: isWhole,
  int64: (value) => Number.isSafeInteger(value) || (isText(value) && /^-?\d+$/.test(String(value))),
  'google.protobuf.FieldMask': isText,
  'google.protobuf.Timestamp': (value) =>
    isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(String(value)),
};

/**
 * Lists the breaches of its published definition in a message in JSON: an unknown field, one that only the platform writes, a wrong type or
 * enum value, a required field that lacks, two fields of a oneof, a mask without its value or a value outside the mask.
 */
export function checkMessage(definitions: Definitions, type: string, value: unknown, at = ''): string[] {
  const fields = definitions.messages[type];
  if (!fields) return [`${at}: no definition of ${type}`];
  if (!isObject(value)) return [`${at}: no object`];
  return [
    ...Object.entries(value).flatMap(([name, part]) => {
      const facts = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const place = `${at}.${name}`;
      if (!facts) return [`${place}: unknown field`];
      return [
        ...(facts.isOutputOnly ? [`${place}: written by the platform`] : []),
        ...checkValues(definitions, facts, part, place),
      ];
    }),
    ...missing(fields, value).map((name) => `${at}.${name}: required`),
    ...doubled(fields, value).map((names) => `${at}: ${names.join(' and ')} of one`),
    ...(fields['updateMask'] && isObject(value['update']) ? checkMask(definitions, fields, value, at) : []),
  ];
}

const missing = (fields: Readonly<Record<string, FieldFacts>>, value: Json): string[] =>
  Object.keys(fields).filter((name) => fields[name]?.isRequired && value[name] === undefined);

function doubled(fields: Readonly<Record<string, FieldFacts>>, value: Json): string[][] {
  const groups = Object.groupBy(Object.keys(value), (name) => fields[name]?.oneof ?? '');
  return Object.entries(groups).flatMap(([oneof, names]) =>
    oneof !== '' && names && names.length > 1 ? [names] : [],
  );
}

function checkValues(definitions: Definitions, facts: FieldFacts, value: unknown, at: string): string[] {
  if (facts.isNullable && value === null) return [];
  if (!facts.isRepeated) return checkValue(definitions, facts, value, at);
  if (!Array.isArray(value)) return [`${at}: no list`];
  return value.flatMap((one, place) => checkValue(definitions, facts, one, `${at}[${place}]`));
}

function checkValue(
  definitions: Definitions,
  { type, isFlags }: FieldFacts,
  value: unknown,
  at: string,
): string[] {
  const words = definitions.enums[type];
  if (words) {
    const given = isFlags && typeof value === 'string' ? value.split(/, ?/) : [value];
    return given.every((word) => words.includes(String(word))) ? [] : [`${at}: no ${type}: ${String(value)}`];
  }
  const isScalar = SCALARS[type];
  if (!isScalar) return checkMessage(definitions, type, value, at);
  return isScalar(value) ? [] : [`${at}: no ${type}: ${JSON.stringify(value)}`];
}

/** The paths of a mask and the values of the update belong together; a resource is named beside them. */
function checkMask(
  definitions: Definitions,
  fields: Readonly<Record<string, FieldFacts>>,
  { update, updateMask }: Json,
  at: string,
): string[] {
  const paths = String(updateMask ?? '').split(',');
  const given = listPaths(update as Json).filter((path) => path !== 'resourceName');
  const isBelow = (path: string, other: string) => path === other || path.startsWith(`${other}.`);
  const type = fields['update']?.type ?? '';
  return [
    ...paths
      .filter((path) => !given.some((one) => isBelow(one, path)))
      .map((path) => `${at}.updateMask: ${path || 'nothing'} has no value`),
    ...given
      .filter((path) => !paths.some((one) => isBelow(path, one)))
      .map((path) => `${at}.update.${path}: outside the mask`),
    ...paths
      .filter((path) => definitions.messages[type]?.[path.split('.')[0] ?? '']?.isImmutable)
      .map((path) => `${at}.updateMask: ${path} is immutable`),
  ];
}

const listPaths = (value: Json): string[] =>
  Object.entries(value).flatMap(([name, part]) =>
    isObject(part) ? listPaths(part).map((path) => `${name}.${path}`) : [name],
  );
