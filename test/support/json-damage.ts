import fc from 'fast-check';

/** Wrong values for a field. */
const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    '',
    ' ',
    '0',
    '__proto__',
    'constructor',
    '(Blank)',
    '=1+1',
    "'; DROP TABLE users; --",
    '\0',
    '\ud800',
    '\u2028',
    'x'.repeat(300),
    'Infinity',
    [],
    {},
    [[]],
    [null],
    [{}],
    [''],
    { length: 1 },
    [['', ' '], []],
    Array.from({ length: 41 }, (_, index) => `h${index}`),
  ),
  fc.constantFrom(0, -0, 1, -1, 0.5, 1e-320, 99.5, 100, 101, 2 ** 31, 2 ** 32, 2 ** 53, 1e21, 1e308, -1e308),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.jsonValue({ maxDepth: 2 }),
  fc.integer({ min: 3, max: 60 }).map((depth) => {
    let value: unknown = 1;
    for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { '': value };
    return value;
  }),
);

type Path = readonly string[];

const STOP_CHANCE = 0.3;

/**
 * Walks down from the root with one choice per level, so that members of short lists are chosen as often as those of
 * long ones.
 */
function walkDown(value: unknown, [choice, ...choices]: readonly number[], path: Path = []): Path {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (choice === undefined || members.length === 0) return path;
  if (path.length > 0 && choice < STOP_CHANCE) return path;
  const share = path.length > 0 ? (choice - STOP_CHANCE) / (1 - STOP_CHANCE) : choice;
  const [key, item] = members[Math.floor(share * members.length)] ?? ['', null];
  return walkDown(item, choices, [...path, key]);
}

interface Damage {
  place: readonly number[];
  kind: 'put' | 'remove' | 'double' | 'add' | 'rename';
  value: unknown;
  name: string;
}

const damage: fc.Arbitrary<Damage> = fc.record({
  place: fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), {
    minLength: 6,
    maxLength: 6,
  }),
  kind: fc.constantFrom('put', 'put', 'put', 'remove', 'double', 'add', 'rename'),
  value: junk,
  name: fc.constantFrom('__proto__', 'constructor', 'id', 'userId', 'rows', 'headers', 'toString', ''),
});

/** Changes the members of the object or list in which a path ends. Copies the objects on the way. */
function edit(
  value: unknown,
  [key, ...rest]: Path,
  change: (entries: [string, unknown][]) => [string, unknown][],
) {
  if (typeof value !== 'object' || value === null || key === undefined) return value;
  const entries: [string, unknown][] = Object.entries(value);
  const edited: [string, unknown][] =
    rest.length === 0
      ? change(entries)
      : entries.map(([name, item]) => [name, name === key ? edit(item, rest, change) : item]);
  // Object.fromEntries makes every name an own member, also '__proto__'.
  return Array.isArray(value) ? edited.map(([, item]) => item) : Object.fromEntries(edited);
}

function inflict(value: unknown, { place, kind, value: fresh, name }: Damage): unknown {
  const path = walkDown(value, place);
  const isIt = ([key]: [string, unknown]) => key === path.at(-1);
  return edit(value, path, (entries) => {
    switch (kind) {
      case 'put':
        return entries.map((entry) => (isIt(entry) ? [entry[0], fresh] : entry));
      case 'remove':
        return entries.filter((entry) => !isIt(entry));
      case 'double':
        return entries.flatMap((entry) => (isIt(entry) ? [entry, entry] : [entry]));
      case 'add':
        return [...entries, [name, fresh]];
      case 'rename':
        return entries.map((entry) => (isIt(entry) ? [name, entry[1]] : entry));
    }
  });
}

/** A JSON value with up to four random changes at any depth. The root keeps its type. */
export function damaged(value: unknown): fc.Arbitrary<unknown> {
  return fc
    .array(damage, { minLength: 1, maxLength: 4 })
    .map((all) => all.reduce<unknown>((now, one) => inflict(now, one), value));
}
