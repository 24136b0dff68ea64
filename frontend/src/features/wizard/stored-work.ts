// The first page does not include zod: this module is fetched once a draft or settings are to be read.
import * as z from 'zod/mini';
import { wholeNumber } from '#contract/bounded.ts';
import { ENCODINGS } from '#contract/encodings.ts';
import { MAX_ATTRIBUTES } from '#contract/limits.ts';
import { NO_APPLY_CHOICES } from '#frontend/analysis/platforms/apply-choices.ts';
import type { KeptSettings } from '#frontend/choices/kept-settings.ts';
import { NO_CHOICES } from '#frontend/choices/list.ts';
import { choicesWithin, earlierSchema, keptWithin } from '#frontend/choices/stored.ts';
import { settingsSchema } from '#frontend/choices/schemas.ts';
import { DELIMITERS } from '#frontend/csv/dialect.ts';
import type { OpenOptions } from '#frontend/counting/leave-out.ts';
import type { OpenedFile } from '#frontend/counting/file-facts.ts';
import { DRAFT_VERSION, SETTINGS_VERSION } from './pack-work.ts';
import type { WizardStep } from './wizard-step.ts';
import { beginWork } from './reduce-work.ts';
import type { KeptWork, Reuse } from './workflow-state.ts';

const text = z.string();
const flag = z.boolean();

const readOptionsSchema: z.ZodMiniType<OpenOptions> = z.object({
  encoding: z.optional(z.enum(ENCODINGS)),
  usualEncoding: z.optional(z.enum(ENCODINGS)),
  delimiter: z.optional(z.enum(DELIMITERS)),
  headerRow: z.optional(wholeNumber().check(z.minimum(1))),
  keepPreamble: z.optional(flag),
  dropFooter: z.optional(flag),
  keepOtherLines: z.optional(flag),
  keepRepeated: z.optional(flag),
  keepEmptyRows: z.optional(flag),
  keepBackslashQuotes: z.optional(flag),
  keepCells: z.optional(z.array(text)),
  blankCells: z.optional(z.array(z.object({ column: text, values: z.array(text) }))),
  choiceColumns: z.optional(z.array(z.object({ column: text, separator: text, choices: z.array(text) }))),
  keepAllCells: z.optional(flag),
  leaveOut: z.optional(z.array(z.enum(['testLeads', 'duplicates']))),
  entry: z.optional(text),
  sheet: z.optional(text),
  wholeSheet: z.optional(flag),
});

/** The schema of the work in a draft of a file with this number of columns. @internal */
export function workWithin(columns: number): z.ZodMiniType<KeptWork> {
  const reuse: z.ZodMiniType<Reuse> = z.union([
    z.object({ kind: z.literal('dismissed') }),
    z.object({
      kind: z.literal('used'),
      name: text,
      notes: z.array(
        z.union([
          z.object({ kind: z.enum(['missing', 'new']), header: text, values: z.array(text) }),
          z.object({ kind: z.enum(['column', 'ranges', 'dates', 'days']), header: text }),
        ]),
      ),
      before: z.nullable(z.lazy(() => work)),
      earlier: earlierSchema,
    }),
  ]);
  const work: z.ZodMiniType<KeptWork> = z.object({
    ...choicesWithin(columns),
    openedAt: z.number(),
    readOptions: readOptionsSchema,
    hasResults: flag,
    definitions: z.set(text),
    ownConversionValue: z.optional(z.number()),
    save: z.object({
      saved: z.nullable(
        z.object({
          id: text,
          content: text,
          isGone: flag,
          team: z.optional(text),
          version: z.optional(z.number()),
          updatedAt: z.optional(text),
        }),
      ),
      attempt: z.nullable(z.object({ key: text, content: text })),
    }),
    reuse: z.nullable(reuse),
  });
  return work;
}

/** The schema of the step in a draft. @internal */
export const wizardStepSchema = z.object({
  step: z.literal([1, 2, 3, 4]),
  valuesPosition: wholeNumber().check(z.minimum(0), z.maximum(MAX_ATTRIBUTES)),
});

const draftSchema = z.object({
  version: wholeNumber().check(z.minimum(1), z.maximum(DRAFT_VERSION)),
  headers: z.array(text),
  choices: z.looseObject({
    settings: settingsSchema,
    apply: z.optional(z.looseObject({})),
    reuse: z.optional(z.nullable(z.looseObject({ before: z.optional(z.nullable(z.looseObject({}))) }))),
  }),
});

const draftOptionsSchema = z.object({ choices: z.object({ readOptions: readOptionsSchema }) });

/** The options with which the draft's file was read. They are needed before its columns are known. */
export function readOptionsOf(packed: unknown): OpenOptions {
  const read = draftOptionsSchema.safeParse(packed);
  return read.success ? read.data.choices.readOptions : {};
}

interface RestoredWork {
  choices: KeptWork;
  at: Omit<WizardStep, 'openedAt'>;
}

/** The work and the step of a draft; null for other columns, a later version or damaged data. */
export function readDraft(packed: unknown, { headers }: OpenedFile): RestoredWork | null {
  const draft = draftSchema.safeParse(packed).data;
  if (!draft || draft.headers.length !== headers.length) return null;
  if (draft.headers.some((name, column) => name !== headers[column])) return null;
  const apply = { ...NO_APPLY_CHOICES, ...draft.choices.apply };
  const filled = { ...beginWork(NO_CHOICES), ...draft.choices, apply, reuse: fillReuse(draft) };
  const choices = workWithin(headers.length).safeParse(filled).data;
  const at = wizardStepSchema.safeParse(draft.choices).data;
  return choices && at ? { choices, at: { step: at.step, position: at.valuesPosition } } : null;
}

/** The work that 'Undo' brings back lacks the same choices in a draft of an earlier version. */
function fillReuse({ version, choices: { reuse = null } }: z.infer<typeof draftSchema>) {
  return version < DRAFT_VERSION && reuse?.before
    ? { ...reuse, before: { ...beginWork(NO_CHOICES), ...reuse.before } }
    : reuse;
}

const settingsEnvelope = z.object({
  // An earlier version has fewer names of dates.
  version: wholeNumber().check(z.minimum(1), z.maximum(SETTINGS_VERSION)),
  kept: z.looseObject({ headers: z.array(text) }),
});

/** The kept settings; null without any, for a later version or damaged data. */
export function readSettings(packed: unknown): KeptSettings | null {
  const { kept } = settingsEnvelope.safeParse(packed).data ?? {};
  return kept ? (keptWithin(kept.headers.length).safeParse(kept).data ?? null) : null;
}
