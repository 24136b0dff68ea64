import './jitless.ts';
import * as z from 'zod/mini';
import { MAX_ATTRIBUTES } from './limits.ts';

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * An object with column names or values as keys, so that a key may be any text, even `__proto__`. It is checked in place,
 * since a copy by assignment would lose that key. Read it with `Object.entries`, never by `object[name]`.
 */
function dictionaryOf<T>(entry: { safeParse(data: unknown): { success: boolean } }) {
  return z.custom<Record<string, T>>(
    (value) => isPlainObject(value) && Object.values(value).every((item) => entry.safeParse(item).success),
  );
}

/** A numeric range; `max` null is open-ended. */
export const rangeSchema = z.object({
  min: z.number(),
  max: z.nullable(z.number()),
  label: z.string(),
});

/** The ranges of one column. */
export const binningSchema = z.object({ type: z.literal('numeric'), bins: z.array(rangeSchema) });

export type Binning = z.infer<typeof binningSchema>;

/** Names of 1 to 3 attribute columns. */
export const attributeColumnsSchema = z.array(z.string()).check(z.minLength(1), z.maxLength(MAX_ATTRIBUTES));

/** For one column: the replacement of each renamed value. */
export const mappingSchema = dictionaryOf<string>(z.string());

/** The choices of the user: columns by header name, status values, renamed values, ranges. */
export const configurationSchema = z.object({
  statusColumn: z.string(),
  attributeColumns: attributeColumnsSchema,
  qualifiedValues: z.array(z.string()),
  notQualifiedValues: z._default(z.array(z.string()), []),
  /** Per column name. */
  valueMappings: z._default(dictionaryOf<Record<string, string>>(mappingSchema), {}),
  /** Per column name. */
  binningConfig: z._default(dictionaryOf<Binning>(binningSchema), {}),
});

export type Configuration = z.infer<typeof configurationSchema>;
