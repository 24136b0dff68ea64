// Fetched with `stored.ts` only, since the first page does not include zod.
import * as z from 'zod/mini';
import { wholeNumber } from '#contract/bounded.ts';
import {
  dateFormatSchema,
  dateNamingSchema,
  numberFormatSchema,
  rangeOriginSchema,
  readingSchema,
  stagesWithin,
} from '#contract/configuration.ts';
import { currencySchema } from '#contract/preferences.ts';
import { CONDITION_KINDS } from '#contract/platforms.ts';

export const text = z.string();

/** The parts of zod that choices use. All of zod would be many times as much code. */
const ZOD = {
  array: z.array,
  enum: z.enum,
  length: z.length,
  literal: z.literal,
  map: z.map,
  maxLength: z.maxLength,
  minLength: z.minLength,
  nullable: z.nullable,
  number: z.number,
  object: z.object,
  optional: z.optional,
  set: z.set,
  union: z.union,
};

export const settingsSchema = z.object({
  conversionValue: z.number(),
  thresholdPercent: z.number(),
  currency: z.optional(currencySchema),
});

/** The schemas from which the schemas of choices are made, for a file with this number of columns. */
export function schemasWithin(columns: number) {
  const column = wholeNumber().check(z.minimum(0), z.maximum(columns - 1));
  const maybe = z.nullable(column);
  return {
    z: ZOD,
    column,
    maybe,
    text,
    texts: z.set(text),
    flag: z.boolean(),
    basis: z.enum(['conversions', 'value']),
    conditionKind: z.enum(CONDITION_KINDS),
    conversionAction: z.enum(['every-lead', 'converted-leads']),
    currency: currencySchema,
    numberFormat: numberFormatSchema,
    dateNaming: dateNamingSchema,
    rangeOrigin: rangeOriginSchema,
    dateFilter: z.object({
      dateColumn: maybe,
      dateFormat: z.nullable(dateFormatSchema),
      from: z.nullable(z.number()),
      to: z.nullable(z.number()),
      youngerThanDays: z.nullable(z.number()),
    }),
    settings: settingsSchema,
    reading: readingSchema,
    stages: stagesWithin({ items: Infinity, entries: Infinity }),
  };
}

export type Schemas = ReturnType<typeof schemasWithin>;
