// Zod is no part of the first page: this module is fetched once there is something to read.
import * as z from 'zod/mini';
import { wholeNumber } from '#contract/bounded.ts';
import { dateFormatSchema, dateNamingSchema, numberFormatSchema } from '#contract/configuration.ts';
import { currencySchema } from '#contract/preferences.ts';
import { CONDITION_KINDS } from '#frontend/analysis/platforms/conditions.ts';
import { merge, type SchemasOf } from './choice.ts';
import type { Choices } from './choices.ts';
import type { KeptSettings } from './kept-settings.ts';
import { CHOICES } from './list.ts';

const text = z.string();

/** The parts of zod that choices use: all of it would be many times as much code. */
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

/** What the schemas of choices are made of, for a file of so many columns. */
function schemasWithin(columns: number) {
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
    dateFilter: z.object({
      dateColumn: maybe,
      dateFormat: z.nullable(dateFormatSchema),
      from: z.nullable(z.number()),
      to: z.nullable(z.number()),
      youngerThanDays: z.nullable(z.number()),
    }),
    settings: settingsSchema,
  };
}

export type Schemas = ReturnType<typeof schemasWithin>;

/** The choices that a draft keeps of a file with so many columns. */
export function choicesWithin(columns: number): SchemasOf<Choices> {
  const schemas = schemasWithin(columns);
  return merge(CHOICES.map((choice): object => choice.draftSchema(schemas)));
}

/** What is kept of an analysis for the next file. */
export function keptWithin(columns: number): z.ZodMiniType<KeptSettings> {
  const schemas = schemasWithin(columns);
  const { column, texts } = schemas;
  const saved = merge<SchemasOf<KeptSettings['choices']>>(
    CHOICES.map((choice): object | undefined => choice.savedSchema?.(schemas)),
  );
  return z.object({
    name: text,
    headers: z.array(text),
    choices: z.object(saved),
    settings: settingsSchema,
    known: z.map(column, texts),
  });
}
