// The first page does not include zod: this module is fetched once a draft or settings are to be read.
import * as z from 'zod/mini';
import { configurationSchema } from '#contract/answers.ts';
import {
  correlationTestSchema,
  countSchema,
  leftOutLeadsSchema,
  metricSchema,
  otherStatusesSchema,
  spreadsSchema,
  toEnterSchema,
} from '#contract/metrics.ts';
import { merge, type SchemasOf } from './choice.ts';
import type { Choices } from './choices.ts';
import type { EarlierFigures } from './earlier-figures.ts';
import type { KeptSettings } from './kept-settings.ts';
import { CHOICES } from './list.ts';
import { schemasWithin, settingsSchema, text } from './schemas.ts';

/** The schemas of the choices in a draft of a file with this number of columns. */
export function choicesWithin(columns: number): SchemasOf<Choices> {
  const schemas = schemasWithin(columns);
  return merge(CHOICES.map((choice): object => choice.draftSchema(schemas)));
}

/** The figures of an earlier analysis; damaged ones are left out, so that its settings stay. */
export const earlierSchema: z.ZodMiniType<EarlierFigures | undefined> = z.catch(
  z.optional(
    z.object({
      name: text,
      fileName: text,
      saved: z.nullable(z.object({ id: text, team: z.nullable(text) })),
      knownBy: z.nullable(z.number()),
      settings: settingsSchema,
      configuration: configurationSchema,
      figures: z.object({
        metrics: z.array(metricSchema),
        totalLeads: countSchema,
        totalQualified: countSchema,
        correlationTests: z.array(correlationTestSchema),
        leftOutLeads: z.optional(leftOutLeadsSchema),
        otherStatuses: z.optional(otherStatusesSchema),
        toEnter: z.optional(z.array(toEnterSchema)),
        spreads: z.optional(z.array(spreadsSchema)),
      }),
    }),
  ),
  undefined,
);

/** The schema of kept settings of a file with this number of columns. */
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
    earlier: earlierSchema,
  });
}
