import type { Binning, Configuration } from '#contract/configuration.ts';
import type { DateNaming } from '#frontend/analysis/columns/dates.ts';
import type { NumberFormat } from '#frontend/analysis/columns/number-format.ts';
import type { RangeOrigin } from '#frontend/analysis/counts/binning.ts';
import type { AttributePlan, Mapping } from '#frontend/analysis/counts/mapping.ts';
import type { AttributeChoices, ColumnValues } from './choices.ts';
import { sortEntries, type Attribute, type Choice, type ColumnFacts, type SchemasOf } from './choice.ts';
import type { Schemas } from './schemas.ts';

/** A choice of one attribute: its value in the plan, in a saved analysis, and in another file. */
interface OfAttribute<Value, Stored> {
  plan(value: Value | undefined): Partial<AttributePlan>;
  /** The inverse of `plan`. */
  read(attribute: Attribute): Value | null | undefined;
  /** The dictionary of a saved analysis, by header. */
  stored(stored: Configuration): Readonly<Record<string, Stored>> | undefined;
  pack(dictionary: Record<string, Stored>): Partial<Configuration>;
  packValue(value: Value): Stored;
  unpackValue(stored: Stored): Value;
  /** Entries that a saved analysis has outside the dictionary, by header. */
  storedElsewhere?(stored: Configuration): [header: string, value: Value][];
  /** Kept settings have it of all columns instead of those of the attributes. */
  isKeptOfAllColumns?: boolean;
  isNone?(value: Value): boolean;
  fits?(column: ColumnFacts): boolean;
  /** The value as another file writes it. */
  adapt?(value: Value, column: ColumnFacts | undefined): Value;
  content?(attribute: Attribute): readonly unknown[];
  difference?(before: Attribute, after: Attribute): string | false;
  schema(schemas: Schemas): SchemasOf<{ value: Value }>['value'];
  /** The first release always wrote its choices; later ones are written only if the visitor made them. */
  isOfFirstRelease: boolean;
}

function ofAttribute<Name extends keyof ColumnValues, Stored>(
  name: Name,
  choice: OfAttribute<ColumnValues[Name], Stored>,
): Choice<Pick<AttributeChoices, Name>, Pick<AttributeChoices, Name>> {
  type Value = ColumnValues[Name];
  type Own = Pick<AttributeChoices, Name>;
  // TypeScript cannot type a computed name.
  const member = <Members>(value: unknown) => ({ [name]: value }) as Members;
  const own = (entries: ReadonlyMap<number, Value>) => member<Own>(entries);
  const entriesOf = (choices: Partial<AttributeChoices>): ReadonlyMap<number, Value> =>
    choices[name] ?? new Map<number, Value>();
  const mapOf = (schemas: Schemas) => schemas.z.map(schemas.column, choice.schema(schemas));
  return {
    empty: own(new Map()),
    save(choices, { plan }) {
      if (choice.isKeptOfAllColumns) return own(entriesOf(choices));
      const entries = plan.attributes.map((attribute) => [attribute.column, choice.read(attribute)] as const);
      return own(new Map(entries.flatMap(([column, value]) => (value ? [[column, value]] : []))));
    },
    restore: (saved) => own(entriesOf(saved)),
    pack({ attributes }) {
      // Every header becomes an own key, even '__proto__'.
      const dictionary = Object.fromEntries(
        attributes.flatMap((attribute) => {
          const value = choice.read(attribute);
          const isMade = value && !(value instanceof Map && value.size === 0);
          return isMade ? [[attribute.field, choice.packValue(value)]] : [];
        }),
      );
      const isWritten = choice.isOfFirstRelease || Object.keys(dictionary).length > 0;
      return isWritten ? choice.pack(dictionary) : {};
    },
    find(stored, columnOf) {
      const found = new Map<number, Value>();
      const entries = Object.entries(choice.stored(stored) ?? {}).map(([header, entry]): [string, Value] => [
        header,
        choice.unpackValue(entry),
      ]);
      for (const [header, value] of [...entries, ...(choice.storedElsewhere?.(stored) ?? [])]) {
        const column = columnOf(header);
        if (column !== null && !choice.isNone?.(value)) found.set(column, value);
      }
      return own(found);
    },
    headersIn: (stored) => Object.keys(choice.stored(stored) ?? {}),
    fit(saved, { columnOf, columnAt, note }) {
      const entries = entriesOf(saved);
      const unfit = saved.attributeColumns.filter((column) => {
        const inFile = columnAt(column);
        return entries.has(column) && inFile && choice.fits?.(inFile) === false;
      });
      for (const column of unfit) if (name === 'ranges' || name === 'dates') note(name, column);
      const moved = new Map<number, Value>();
      for (const [column, value] of entries) {
        const index = columnOf(column);
        if (index !== null && !unfit.includes(column))
          moved.set(index, choice.adapt?.(value, columnAt(column)) ?? value);
      }
      return own(moved);
    },
    ofAttribute: {
      plan: (choices, column) => choice.plan(entriesOf(choices).get(column)),
      unpack(stored, header) {
        // A Map, because a column may be named like an inherited property, such as 'constructor'.
        const entry = new Map(Object.entries(choice.stored(stored) ?? {})).get(header);
        return choice.plan(entry === undefined ? undefined : choice.unpackValue(entry));
      },
      content: choice.content,
      difference: choice.difference,
    },
    draftSchema: (schemas) => member<SchemasOf<Own>>(mapOf(schemas)),
    savedSchema: (schemas) =>
      member<SchemasOf<Own>>(choice.isOfFirstRelease ? mapOf(schemas) : schemas.z.optional(mapOf(schemas))),
  };
}

const boundsOf = ({ ranges }: Attribute) => JSON.stringify((ranges ?? []).map(({ min, max }) => [min, max]));

export const RANGES = ofAttribute<'ranges', Binning>('ranges', {
  isOfFirstRelease: true,
  // An empty list: the visitor has chosen single numbers.
  plan: (ranges) => ({ ranges: ranges?.length ? ranges : null }),
  read: ({ ranges }) => ranges,
  stored: ({ binningConfig }) => binningConfig,
  pack: (binningConfig) => ({ binningConfig }),
  packValue: (ranges) => ({
    type: 'numeric',
    bins: ranges.map(({ min, max, label }) => ({ min, max, label })),
  }),
  unpackValue: ({ bins }) => bins,
  isNone: ({ length }) => length === 0,
  fits: ({ numeric }) => numeric !== null,
  content: ({ ranges }) => [(ranges ?? []).map(({ min, max, label }) => [min, max, label])],
  difference: (before, after) =>
    boundsOf(before) !== boundsOf(after) &&
    `${after.field} has other ranges, so values of the same name may stand for other numbers.`,
  schema: ({ z, text }) => z.array(z.object({ min: z.number(), max: z.nullable(z.number()), label: text })),
});

export const RANGE_ORIGINS = ofAttribute<'rangeOrigins', RangeOrigin>('rangeOrigins', {
  isOfFirstRelease: false,
  plan: (rangesBy) => (rangesBy ? { rangesBy } : {}),
  read: ({ rangesBy }) => rangesBy,
  stored: ({ rangeOrigins }) => rangeOrigins,
  pack: (rangeOrigins) => ({ rangeOrigins }),
  packValue: (origin) => origin,
  unpackValue: (origin) => origin,
  // The outcome of another file did not choose the ranges.
  fits: () => false,
  content: ({ rangesBy }) => (rangesBy ? [rangesBy] : []),
  schema: ({ rangeOrigin }) => rangeOrigin,
});

const NO_MAPPING: Mapping = new Map();

export const MAPPINGS = ofAttribute<'mappings', Record<string, string>>('mappings', {
  isOfFirstRelease: true,
  plan: (mapping = NO_MAPPING) => ({ mapping }),
  read: ({ mapping }) => mapping,
  stored: ({ valueMappings }) => valueMappings,
  pack: (valueMappings) => ({ valueMappings }),
  packValue: (mapping) => Object.fromEntries(mapping),
  unpackValue: (names) => new Map(Object.entries(names)),
  content: ({ mapping }) => [sortEntries(mapping)],
  // With another part of the dates, all names differ, which is a difference of its own.
  difference: (before, after) =>
    before.dates?.preset === after.dates?.preset &&
    [...before.mapping].some(
      ([value, name]) => after.mapping.has(value) && after.mapping.get(value) !== name,
    ) &&
    `${after.field} has values that were renamed differently.`,
  schema: ({ z, text }) => z.map(text, text),
});

export const COLUMN_FORMATS = ofAttribute<'numberFormats', NumberFormat>('numberFormats', {
  isOfFirstRelease: false,
  plan: (numberFormat) => (numberFormat ? { numberFormat } : {}),
  read: ({ numberFormat }) => numberFormat,
  stored: ({ numberFormats }) => numberFormats,
  pack: (numberFormats) => ({ numberFormats }),
  packValue: (format) => format,
  unpackValue: (format) => format,
  // The column of amounts has one too.
  isKeptOfAllColumns: true,
  storedElsewhere: ({ worth }) =>
    worth?.kind === 'column' && worth.numberFormat ? [[worth.column, worth.numberFormat]] : [],
  content: ({ numberFormat }) => (numberFormat ? [numberFormat] : []),
  schema: ({ numberFormat }) => numberFormat,
});

export const DATES = ofAttribute<'dates', DateNaming>('dates', {
  isOfFirstRelease: false,
  plan: (dates) => ({ dates }),
  read: ({ dates }) => dates,
  stored: ({ dateNames }) => dateNames,
  pack: (dateNames) => ({ dateNames }),
  packValue: (dates) => dates,
  unpackValue: (dates) => dates,
  fits: ({ dates }) => dates.length > 0,
  adapt(naming, column) {
    const ways = column?.dates ?? [];
    const isKnown = ways.some(({ format }) => format === naming.format);
    return { ...naming, format: isKnown ? naming.format : (ways[0]?.format ?? naming.format) };
  },
  content: ({ dates }) => (dates ? [dates.preset, dates.format] : []),
  difference: (before, after) =>
    before.dates?.preset !== after.dates?.preset && `${after.field} names other parts of its dates.`,
  schema: ({ dateNaming }) => dateNaming,
});
