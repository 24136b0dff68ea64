import './zod-without-eval.ts';
import * as z from 'zod/mini';
import { dictionaryOf, listOf, textSchema, wholeNumber, type SizeLimits } from './bounded.ts';
import { ENCODINGS } from './encodings.ts';
import { MAX_AGE_DAYS, MAX_AMOUNT, MAX_ATTRIBUTES, MAX_COLUMNS } from './limits.ts';
import { CONDITION_KINDS } from './platforms.ts';
import { currencySchema } from './preferences.ts';

/** A numeric range; `max` null is open-ended. */
export const rangeSchema = z.object({
  min: z.number(),
  max: z.nullable(z.number()),
  label: textSchema,
});

/** The outcome chose the ranges. */
export const rangeOriginSchema = z.enum(['best-split']);

const binningWithin = ({ items }: SizeLimits) =>
  z.object({ type: z.literal('numeric'), bins: listOf(rangeSchema, items) });

/** The ranges of one column. */
export type Binning = z.infer<ReturnType<typeof binningWithin>>;

export const dateFormatSchema = z.enum([
  'iso',
  'day-first',
  'month-first',
  'named-month',
  'excel-serial',
  'epoch-seconds',
  'epoch-milliseconds',
  'mixed-day-first',
  'mixed-month-first',
]);

/** The part of a date that becomes the value of an attribute, and how the dates are written. */
export const dateNamingSchema = z.object({
  preset: z.enum(['month', 'quarter', 'weekday', 'calendar-month', 'hour']),
  format: dateFormatSchema,
});

export type StoredDateNaming = z.infer<typeof dateNamingSchema>;

const daySchema = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day like 2026-03-01'));

/** The leads that count by date: a column by name, the first and the last day, and the least age. Null is open. */
const dateFilterSchema = z.object({
  column: textSchema,
  format: z.nullable(dateFormatSchema),
  from: z.nullable(daySchema),
  to: z.nullable(daySchema),
  youngerThanDays: z.nullable(wholeNumber().check(z.minimum(0), z.maximum(MAX_AGE_DAYS))),
});

/** Names of 1 to 3 attribute columns. */
const attributeColumnsSchema = z.array(textSchema).check(z.minLength(1), z.maxLength(MAX_ATTRIBUTES));

/** How a column writes its numbers: '1234.5', '1,234.50', '1.234,50', "1'234.50", '1 234.50', '12,34,567.50', '1.2k' or '2,5 Mio'. */
export const numberFormatSchema = z.enum([
  'plain',
  'comma-grouped',
  'decimal-comma',
  'apostrophe-grouped',
  'space-grouped',
  'lakh-grouped',
  'short-point',
  'short-comma',
]);

/** The message about an amount of money per lead that a user typed. */
const AMOUNT = `must be a number from 0 to ${MAX_AMOUNT}`;
const amountSchema = z.number(AMOUNT).check(z.minimum(0, AMOUNT), z.maximum(MAX_AMOUNT, AMOUNT));

/** The worth of a lead: the amount in a column where it converted, or an amount per status value. */
const worthWithin = ({ entries }: SizeLimits) =>
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('column'),
      column: textSchema,
      numberFormat: z.optional(numberFormatSchema),
      /** The column that names currencies, null for none, and the currency that counts: where the user chose them. */
      currency: z.optional(
        z.object({ column: z.optional(z.nullable(textSchema)), code: z.optional(currencySchema) }),
      ),
    }),
    z.object({ kind: z.literal('per-status'), amounts: dictionaryOf(amountSchema, entries) }),
  ]);

/** At most one entry per column of a file. */
const ofColumns = <T extends z.ZodMiniType>(entry: T) =>
  z.readonly(z.array(entry).check(z.maxLength(MAX_COLUMNS)));

/**
 * How the files of an analysis are read, where the user chose it: every field is optional, and columns stand in it by name. A field of
 * a later release is refused and not left out, since the figures would be others without a word.
 */
export const readingSchema = z.strictObject({
  /** A byte order mark wins over it. */
  encoding: z.optional(z.enum(ENCODINGS)),
  keepPreamble: z.optional(z.boolean()),
  dropFooter: z.optional(z.boolean()),
  keepOtherLines: z.optional(z.boolean()),
  /** Columns whose cells keep text marks, footnote marks and invisible characters. */
  keepCells: z.optional(ofColumns(textSchema)),
  /** Cells that count as blank. */
  blankCells: z.optional(ofColumns(z.object({ column: textSchema, values: ofColumns(textSchema) }))),
  /** Columns with several choices in a cell, which are columns of yes and no behind all others. */
  choiceColumns: z.optional(
    ofColumns(z.object({ column: textSchema, separator: textSchema, choices: ofColumns(textSchema) })),
  ),
});

export type StoredReading = z.infer<typeof readingSchema>;

const aboveZero = (most: number) => z.number().check(z.gt(0), z.maximum(most));

/** The choices about stages, each where the user made it. Columns stand in it by name. */
export function stagesWithin({ items }: SizeLimits) {
  const texts = listOf(textSchema, items);
  return z.object({
    /** Absent: the stages that a file proposes. They stand in order, without won, which is the last one. */
    plan: z.optional(
      z.object({
        shape: z.discriminatedUnion('kind', [
          z.object({
            kind: z.literal('columns'),
            stages: ofColumns(z.object({ column: textSchema, holds: z.enum(['dates', 'flags']) })),
          }),
          z.object({ kind: z.literal('beside-outcome'), column: textSchema, stages: texts }),
          z.object({ kind: z.literal('status'), stages: texts }),
        ]),
        /** The column of the outcome, its values of won leads and of open ones. */
        statusColumn: textSchema,
        won: texts,
        open: texts,
        /** The columns with the days of won and of lost leads. */
        wonColumn: z.nullable(textSchema),
        isWonByColumn: z.boolean(),
        lostColumn: z.nullable(textSchema),
      }),
    ),
    /** The average amount of a won deal, the share of the conversions that are won, and the share of an amount that stays. */
    amount: z.optional(aboveZero(MAX_AMOUNT)),
    share: z.optional(aboveZero(1)),
    margin: z.optional(aboveZero(1)),
    /** The names of the conversion actions, by the names of stages. */
    actions: z.optional(ofColumns(z.object({ stage: textSchema, action: textSchema }))),
    /** A conversion of a stage has the increase over the value of the stage before, or the whole value. */
    sends: z.optional(z.enum(['increase', 'whole'])),
    /** Whether open leads count by their chance to be won, in money only. The Worker does without it. */
    openByChance: z.optional(z.boolean()),
  });
}

export type StoredStages = z.infer<ReturnType<typeof stagesWithin>>;

/** The choices of the user: columns by header name, status values, renamed values, ranges. */
export function configurationWithin(bounds: SizeLimits) {
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
    /** Per column name, where the outcome chose the ranges. */
    rangeOrigins: z.optional(dictionaryOf(rangeOriginSchema, entries)),
    worth: z.optional(worthWithin(bounds)),
    /** The figures that were shown, where leads have amounts. */
    basis: z.optional(z.enum(['conversions', 'value'])),
    /** The leads that the conversion action of the ad platform counts. Absent: not answered yet. */
    conversionAction: z.optional(z.enum(['every-lead', 'converted-leads'])),
    /** The other answers for the ad platforms, each where the user gave it. The kinds are per column name. */
    conditionKinds: z.optional(dictionaryOf(z.enum(CONDITION_KINDS), entries)),
    includesTests: z.optional(z.boolean()),
    isSpecialOffer: z.optional(z.boolean()),
    isRescaled: z.optional(z.boolean()),
    /** Of the conversion value. Absent: dollars. */
    currency: z.optional(currencySchema),
    /** Per column name, where the user chose it. */
    numberFormats: z.optional(dictionaryOf(numberFormatSchema, entries)),
    /** Status values whose leads count in no figure. */
    leftOutStatuses: z.optional(listOf(textSchema, items)),
    /** Per column name. */
    dateNames: z.optional(dictionaryOf<StoredDateNaming>(dateNamingSchema, entries)),
    dateFilter: z.optional(dateFilterSchema),
    reading: z.optional(readingSchema),
    stages: z.optional(stagesWithin(bounds)),
  });
}

export type Configuration = z.infer<ReturnType<typeof configurationWithin>>;
