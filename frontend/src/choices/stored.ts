// The first page does not include zod: this module is fetched once a draft or settings are to be read.
import * as z from 'zod/mini';
import { merge, type SchemasOf } from './choice.ts';
import type { Choices } from './choices.ts';
import type { KeptSettings } from './kept-settings.ts';
import { CHOICES } from './list.ts';
import { schemasWithin, settingsSchema, text } from './schemas.ts';

/** The schemas of the choices in a draft of a file with this number of columns. */
export function choicesWithin(columns: number): SchemasOf<Choices> {
  const schemas = schemasWithin(columns);
  return merge(CHOICES.map((choice): object => choice.draftSchema(schemas)));
}

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
  });
}
