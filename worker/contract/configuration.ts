import './jitless.ts';
import * as z from 'zod/mini';
import { UNBOUNDED, dictionaryOf, listOf, textSchema, type Bounds } from './bounded.ts';
import { MAX_ATTRIBUTES } from './limits.ts';
import { currencySchema } from './preferences.ts';

/** A numeric range; `max` null is open-ended. */
export const rangeSchema = z.object({
  min: z.number(),
  max: z.nullable(z.number()),
  label: textSchema,
});

const binningWithin = ({ items }: Bounds) =>
  z.object({ type: z.literal('numeric'), bins: listOf(rangeSchema, items) });

/** The ranges of one column. */
export const binningSchema = binningWithin(UNBOUNDED);

export type Binning = z.infer<typeof binningSchema>;

/** Names of 1 to 3 attribute columns. */
const attributeColumnsSchema = z.array(textSchema).check(z.minLength(1), z.maxLength(MAX_ATTRIBUTES));

/** How a column writes its numbers: '1234.5', '1,234.50' or '1.234,50'. */
const numberFormatSchema = z.enum(['plain', 'comma-grouped', 'decimal-comma']);

/** What the user chose: columns by header name, status values, renamed values, ranges. */
export function configurationWithin(bounds: Bounds) {
  const { items, entries } = bounds;
  return z.object({
    statusColumn: textSchema,
    attributeColumns: attributeColumnsSchema,
    qualifiedValues: listOf(textSchema, items),
    notQualifiedValues: z._default(listOf(textSchema, items), []),
    /** Per column name, then original value to replacement. */
    valueMappings: z._default(dictionaryOf(dictionaryOf(textSchema, entries), entries), {}),
    /** Per column name. */
    binningConfig: z._default(dictionaryOf<Binning>(binningWithin(bounds), entries), {}),
    /** Of the conversion value. Absent: dollars. */
    currency: z.optional(currencySchema),
    /** Per column name, where the user chose it. */
    numberFormats: z.optional(dictionaryOf(numberFormatSchema, entries)),
  });
}

export const configurationSchema = configurationWithin(UNBOUNDED);

export type Configuration = z.infer<typeof configurationSchema>;
