import './jitless.ts';
import * as z from 'zod/mini';
import { UNBOUNDED, listOf, type Bounds } from './bounded.ts';
import { configurationSchema, configurationWithin, rangeSchema } from './configuration.ts';
import { headersSchema, rowsSchema } from './dataset.ts';
import {
  MAX_DATASET_BYTES,
  MAX_ENTRIES,
  MAX_FILE_NAME_LENGTH,
  MAX_ITEMS,
  MAX_NOTE_LENGTH,
} from './limits.ts';
import {
  correlationTestSchema,
  countSchema,
  leftOutLeadsSchema,
  metricSchema,
  percentSchema,
} from './metrics.ts';
import { conversionValueSchema, currencySchema, thresholdSchema } from './preferences.ts';

/** Header of `POST /api/analyses`, with a key of the client. A second call with the same key saves nothing more. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

const fileNameSchema = z
  .string('fileName must be text')
  .check(
    z.minLength(1, 'fileName must not be empty'),
    z.maxLength(MAX_FILE_NAME_LENGTH, `fileName must have at most ${MAX_FILE_NAME_LENGTH} characters`),
  );

/** A name that the user gave to an analysis, without the spaces around it. */
export const nameSchema = z
  .string('name must be text')
  .check(
    z.trim(),
    z.minLength(1, 'Please enter a name'),
    z.maxLength(MAX_FILE_NAME_LENGTH, `A name has at most ${MAX_FILE_NAME_LENGTH} characters`),
  );

/** A note of the user, without the spaces around it; empty where there is none. */
export const noteSchema = z
  .string('note must be text')
  .check(z.trim(), z.maxLength(MAX_NOTE_LENGTH, `A note has at most ${MAX_NOTE_LENGTH} characters`));

/**
 * Body of `PATCH /api/analyses/{id}`: a name, a note, or both; what is absent stays. `name: null` takes the name away, so that
 * the analysis is called like its file again. `fileName` never changes here: exports go on to use it.
 *
 * @example { "name": "October, all regions", "note": "Without the trade fair." }
 */
export const labelChangeSchema = z
  .object({ name: z.optional(z.nullable(nameSchema)), note: z.optional(noteSchema) })
  .check(
    z.refine(({ name, note }) => name !== undefined || note !== undefined, 'Nothing to change was sent'),
  );

/** Answer of `PATCH /api/analyses/{id}` (200). */
export const labelsSchema = z.object({
  id: z.string(),
  /** The name to show: the one that the user gave, else the name of the file. */
  name: z.string(),
  note: z.string(),
});

/** Figures of the whole dataset; `overallRate` is percent. */
export const totals = { overallRate: percentSchema, totalLeads: countSchema, totalQualified: countSchema };

const resultsWithin = ({ items }: Bounds) => ({
  metrics: listOf(metricSchema, items),
  /** The constant by which balanced predictions are multiplied. */
  balancedScale: z.optional(z.number().check(z.minimum(0))),
  ...totals,
  correlationTests: z._default(listOf(correlationTestSchema, items), []),
  leftOutLeads: z.optional(leftOutLeadsSchema),
  dataSource: z._default(z.literal('csv'), 'csv'),
  /** With `rows`: the dataset. */
  headers: z.optional(headersSchema),
  rows: z.optional(rowsSchema),
});

const SAVED: Bounds = { items: MAX_ITEMS, entries: MAX_ENTRIES };

/**
 * Body of `POST /api/analyses` and `PUT /api/analyses/{id}`, as JSON of at most 4 MiB. The dataset of a new analysis
 * comes inside (`headers` and `rows`, both or none), or afterwards by `PUT /api/analyses/{id}/dataset`
 * (`datasetFollows`), or not at all. Until a promised dataset has come, the analysis is in no list. `datasetBytes`, the
 * size of its gzip, has a dataset refused here that has no room. A replaced analysis keeps its dataset.
 */
export const saveAnalysisSchema = z.object({
  fileName: fileNameSchema,
  conversionValue: conversionValueSchema,
  significanceThreshold: thresholdSchema,
  datasetFollows: z._default(z.boolean(), false),
  datasetBytes: z._default(z.int().check(z.minimum(0), z.maximum(MAX_DATASET_BYTES)), 0),
  configurationData: configurationWithin(SAVED),
  analysisData: z.object(resultsWithin(SAVED)),
});

/** Answer of `POST /api/analyses` (201), `PUT /api/analyses/{id}` and `PUT /api/analyses/{id}/dataset` (200). */
export const savedSchema = z.object({ id: z.string() });

const record = {
  ...labelsSchema.shape,
  fileName: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  conversionValue: z.number(),
  significanceThreshold: z.number(),
};

/** The first `MAX_LISTED` entries of a list, and how many it has. */
const firstOf = <T extends z.core.$ZodType>(entry: T) =>
  z.object({ first: z.array(entry), count: countSchema });

/**
 * What an analysis is about, short enough for a list. `statusColumn` and the `field` of each attribute are its columns. A name
 * longer than `MAX_LISTED_NAME_LENGTH` is cut to that length and ends with '…'.
 */
const choicesSchema = z.object({
  statusColumn: z.string(),
  qualifiedValues: firstOf(z.string()),
  /** `ranges` is null for an attribute without ranges. */
  attributes: z.array(z.object({ field: z.string(), ranges: z.nullable(firstOf(rangeSchema)) })),
  /** Absent: dollars. */
  currency: z.optional(currencySchema),
});

/**
 * An item of `GET /api/analyses`, newest first. Its metrics are the top performing segments only: those with a conversion
 * rate above the overall one, best first, at most `TOP_SEGMENTS`, names cut. `choices` is null for an analysis of an
 * earlier release. `isShared` is true while a shared link to the analysis works.
 */
export const analysisSummarySchema = z.object({
  ...record,
  isShared: z.boolean(),
  analysisData: z.object({ ...totals, metrics: z.array(metricSchema) }),
  choices: z.nullable(choicesSchema),
});

/** Answer of `GET /api/analyses`. */
export const analysisListSchema = z.array(analysisSummarySchema);

/**
 * Answer of `GET /api/analyses/{id}`; without `headers` and `rows` where no dataset was saved, and with `?dataset=apart`,
 * for those who fetch it from `GET /api/analyses/{id}/dataset`.
 */
export const savedAnalysisSchema = z.object({
  ...record,
  configurationData: configurationSchema,
  analysisData: z.object(resultsWithin(UNBOUNDED)),
});

export type SaveAnalysis = z.input<typeof saveAnalysisSchema>;
export type CheckedSave = z.output<typeof saveAnalysisSchema>;
export type LabelChange = z.output<typeof labelChangeSchema>;
export type Labels = z.infer<typeof labelsSchema>;
export type Saved = z.infer<typeof savedSchema>;
export type AnalysisSummary = z.infer<typeof analysisSummarySchema>;
export type ListedChoices = z.infer<typeof choicesSchema>;
export type SavedAnalysis = z.infer<typeof savedAnalysisSchema>;
