import GOOGLE_ADS from '../schemas/google-ads.json' with { type: 'json' };

/** A query that names what Google does not know; answered as a `queryError`. */
export class BadQuery extends Error {}

const SELECTABLE: readonly string[] = GOOGLE_ADS.selectable;

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

interface Query {
  resource: string;
  paths: string[][];
  tests: ((row: object) => boolean)[];
  limit: number | undefined;
}

/** The queries of a test are few, and asked often: each is read once. */
const queries = new Map<string, Query>();
const unknownFields = new Map<string, string[]>();

function readOnce<T>(read: Map<string, T>, query: string, make: (query: string) => T): T {
  const known = read.get(query) ?? make(query);
  read.set(query, known);
  return known;
}

/** The fields that a query selects or compares, but those that Google does not select. */
export const findUnknownFields = (query: string): string[] =>
  readOnce(unknownFields, query, () => {
    const [, selected = '', , where = ''] = QUERY.exec(query) ?? [];
    const compared = where.split(' AND ').flatMap((condition) => CONDITION.exec(condition)?.[1] ?? []);
    return [...selected.split(', '), ...compared].filter((field) => !SELECTABLE.includes(field));
  });

function readQuery(query: string): Query {
  const [, selected = '', resource = '', where, limit] = QUERY.exec(query) ?? [];
  const pathOf = (field: string): string[] => {
    const [first, ...path] = field.split('.');
    if (first !== resource || !SELECTABLE.includes(field)) throw new BadQuery(`no such field: ${field}`);
    return path.map(camel);
  };
  return {
    resource,
    paths: selected.split(', ').map(pathOf),
    tests: where?.split(' AND ').map((condition) => toTest(condition, pathOf)) ?? [],
    limit: limit === undefined ? undefined : Number(limit),
  };
}

/** The rows that a query of the Google Ads Query Language finds, with the selected fields only. */
export function runQuery(query: string, resources: Readonly<Record<string, readonly object[]>>): Row[] {
  const { resource, paths, tests, limit } = readOnce(queries, query, readQuery);
  return (resources[resource] ?? [])
    .filter((row) => tests.every((holds) => holds(row)))
    .slice(0, limit)
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
