// Zod is no part of the first page: this module is fetched once there is something to read.
import * as z from 'zod/mini';
import { wholeNumber } from '#contract/bounded.ts';
import { dateFormatSchema, dateNamingSchema, numberFormatSchema } from '#contract/configuration.ts';
import { MAX_ATTRIBUTES } from '#contract/limits.ts';
import { currencySchema } from '#contract/preferences.ts';
import type { Worth } from '#frontend/analysis/counts/worth.ts';
import { NO_APPLY_CHOICES } from '#frontend/analysis/platforms/apply-choices.ts';
import { CONDITION_KINDS } from '#frontend/analysis/platforms/conditions.ts';
import { DELIMITERS } from '#frontend/csv/dialect.ts';
import type { OpenOptions } from '#frontend/thread/leave-out.ts';
import type { OpenedFile } from '#frontend/thread/protocol.ts';
import type { KeptSettings } from '#frontend/thread/work.ts';
import { DRAFT_VERSION, SETTINGS_VERSION } from './pack-work.ts';
import type { Place } from './place.ts';
import { initialState, type Choices, type Reuse } from './workflow-state.ts';

const text = z.string();
const flag = z.boolean();
const texts = z.set(text);
const basis = z.enum(['conversions', 'value']);
const conversionAction = z.enum(['every-lead', 'converted-leads']);

const readOptionsSchema: z.ZodMiniType<OpenOptions> = z.object({
  encoding: z.optional(z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])),
  delimiter: z.optional(z.enum(DELIMITERS)),
  headerRow: z.optional(wholeNumber().check(z.minimum(1))),
  keepPreamble: z.optional(flag),
  dropFooter: z.optional(flag),
  keepEmptyRows: z.optional(flag),
  leaveOut: z.optional(z.array(z.enum(['testLeads', 'duplicates']))),
  entry: z.optional(text),
  sheet: z.optional(text),
  wholeSheet: z.optional(flag),
});

const settingsSchema = z.object({
  conversionValue: z.number(),
  thresholdPercent: z.number(),
  currency: z.optional(currencySchema),
});

const rangesSchema = z.array(z.object({ min: z.number(), max: z.nullable(z.number()), label: text }));

/** The parts of choices that name columns of a file with so many. */
function partsWithin(columns: number) {
  const column = wholeNumber().check(z.minimum(0), z.maximum(columns - 1));
  const maybe = z.nullable(column);
  return {
    column,
    maybe,
    ranges: z.map(column, rangesSchema),
    numberFormats: z.map(column, numberFormatSchema),
    dates: z.map(column, dateNamingSchema),
    mappings: z.map(column, z.map(text, text)),
    dateFilter: z.object({
      dateColumn: maybe,
      dateFormat: z.nullable(dateFormatSchema),
      from: z.nullable(z.number()),
      to: z.nullable(z.number()),
      youngerThanDays: z.nullable(z.number()),
    }),
  };
}

/** The choices that a draft keeps of a file with so many columns. @internal */
export function choicesWithin(columns: number): z.ZodMiniType<Choices> {
  const { column, maybe, ...parts } = partsWithin(columns);
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
      before: z.nullable(z.lazy(() => choices)),
    }),
  ]);
  const choices: z.ZodMiniType<Choices> = z.object({
    ...parts,
    openedAt: z.number(),
    readOptions: readOptionsSchema,
    statusColumn: maybe,
    isStatusGuessed: flag,
    attributeColumns: z.array(maybe).check(z.length(MAX_ATTRIBUTES)),
    qualified: z.map(column, texts),
    leftOutStatuses: z.map(column, texts),
    valueColumn: maybe,
    currencies: z.map(maybe, currencySchema),
    currencyColumns: z.map(column, maybe),
    statusAmounts: z.map(column, z.map(text, z.number())),
    basis,
    hiddenColumns: z.set(column),
    hasResults: flag,
    settings: settingsSchema,
    conditionKinds: z.map(column, z.enum(CONDITION_KINDS)),
    apply: z.object({
      includesTests: flag,
      conversionAction: z.nullable(conversionAction),
      usesUnclear: flag,
      isSpecialOffer: z.nullable(flag),
      isRescaled: flag,
    }),
    save: z.object({
      saved: z.nullable(
        z.object({
          id: text,
          content: text,
          isGone: flag,
          version: z.optional(z.number()),
          updatedAt: z.optional(text),
        }),
      ),
      attempt: z.nullable(z.object({ key: text, content: text })),
    }),
    reuse: z.nullable(reuse),
  });
  return choices;
}

/** The place that a draft keeps beside its choices. @internal */
export const placeSchema = z.object({
  step: z.literal([1, 2, 3, 4]),
  valuesPosition: wholeNumber().check(z.minimum(0), z.maximum(MAX_ATTRIBUTES)),
});

/** What is kept of an analysis for the next file. @internal */
export function keptWithin(columns: number): z.ZodMiniType<KeptSettings> {
  const { column, maybe, ...parts } = partsWithin(columns);
  const worth: z.ZodMiniType<Worth> = z.union([
    z.object({
      kind: z.literal('column'),
      column,
      numberFormat: z.optional(numberFormatSchema),
      currency: z.optional(z.object({ column: z.optional(maybe), code: z.optional(currencySchema) })),
    }),
    z.object({ kind: z.literal('per-status'), amounts: z.map(text, z.number()) }),
  ]);
  return z.object({
    name: text,
    headers: z.array(text),
    choices: z.object({
      statusColumn: column,
      attributeColumns: z.array(column).check(z.minLength(1), z.maxLength(MAX_ATTRIBUTES)),
      qualified: texts,
      ranges: parts.ranges,
      numberFormats: z.optional(parts.numberFormats),
      mappings: parts.mappings,
      worth: z.optional(z.nullable(worth)),
      basis: z.optional(basis),
      currency: z.optional(currencySchema),
      conversionAction: z.optional(z.nullable(conversionAction)),
      leftOutStatuses: z.optional(texts),
      dates: z.optional(parts.dates),
      dateFilter: z.optional(parts.dateFilter),
    }),
    settings: settingsSchema,
    known: z.map(column, texts),
  });
}

const draftSchema = z.object({
  version: wholeNumber().check(z.minimum(1), z.maximum(DRAFT_VERSION)),
  headers: z.array(text),
  choices: z.looseObject({ settings: settingsSchema, apply: z.optional(z.looseObject({})) }),
});

const draftOptionsSchema = z.object({ choices: z.object({ readOptions: readOptionsSchema }) });

/** The options with which the draft's file was read; needed before its columns are known. */
export function readOptionsOf(packed: unknown): OpenOptions {
  const read = draftOptionsSchema.safeParse(packed);
  return read.success ? read.data.choices.readOptions : {};
}

interface RestoredChoices {
  choices: Choices;
  place: Omit<Place, 'openedAt'>;
}

/** The draft's choices and place; null when they were made for other columns or by a later version, or are damaged. */
export function readChoices(packed: unknown, { headers }: OpenedFile): RestoredChoices | null {
  const draft = draftSchema.safeParse(packed).data;
  if (!draft || draft.headers.length !== headers.length) return null;
  if (draft.headers.some((name, column) => name !== headers[column])) return null;
  const { settings, apply } = draft.choices;
  const filled = { ...initialState(settings), ...draft.choices, apply: { ...NO_APPLY_CHOICES, ...apply } };
  const choices = choicesWithin(headers.length).safeParse(filled).data;
  const place = placeSchema.safeParse(draft.choices).data;
  return choices && place ? { choices, place: { step: place.step, position: place.valuesPosition } } : null;
}

const settingsEnvelope = z.object({
  version: z.literal(SETTINGS_VERSION),
  kept: z.looseObject({ headers: z.array(text) }),
});

/** The settings that were kept; null without any, and where another version kept them or they are damaged. */
export function readSettings(packed: unknown): KeptSettings | null {
  const { kept } = settingsEnvelope.safeParse(packed).data ?? {};
  return kept ? (keptWithin(kept.headers.length).safeParse(kept).data ?? null) : null;
}
