import './jitless.ts';
import * as z from 'zod/mini';
import { configurationSchema } from './configuration.ts';
import { headersSchema, rowSchema } from './dataset.ts';
import { MAX_FILE_NAME_LENGTH } from './limits.ts';
import { correlationTestSchema, countSchema, metricSchema, percentSchema } from './metrics.ts';
import { conversionValueSchema, thresholdSchema } from './preferences.ts';

/** Header of `POST /api/analyses`, with a key of the client. A second call with the same key saves nothing more. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

export const fileNameSchema = z
  .string('fileName must be text')
  .check(
    z.minLength(1, 'fileName must not be empty'),
    z.maxLength(MAX_FILE_NAME_LENGTH, `fileName must have at most ${MAX_FILE_NAME_LENGTH} characters`),
  );

/** Figures of the whole dataset; `overallRate` is percent. */
const totals = { overallRate: percentSchema, totalLeads: countSchema, totalQualified: countSchema };

const results = {
  metrics: z.array(metricSchema),
  ...totals,
  correlationTests: z._default(z.array(correlationTestSchema), []),
  dataSource: z._default(z.literal('csv'), 'csv'),
  /** With `rows`: the dataset, at most 16 MiB this way. */
  headers: z.optional(headersSchema),
  rows: z.optional(z.array(rowSchema)),
};

/**
 * Body of `POST /api/analyses`, as JSON. The dataset is inside (`headers` and `rows`, both or none), or it follows by
 * `PUT /api/analyses/{id}/dataset` (`datasetFollows`), or there is none. An analysis that waits for its dataset is in no
 * list. The Worker reads the body as a stream and checks each entry by the same schemas.
 */
export const saveAnalysisSchema = z.object({
  fileName: fileNameSchema,
  conversionValue: conversionValueSchema,
  significanceThreshold: thresholdSchema,
  datasetFollows: z._default(z.boolean(), false),
  configurationData: configurationSchema,
  analysisData: z.object(results),
});

/** Answer of `POST /api/analyses` (201) and `PUT /api/analyses/{id}/dataset` (200). */
export const savedSchema = z.object({ id: z.string() });

const record = {
  id: z.string(),
  fileName: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  conversionValue: z.number(),
  significanceThreshold: z.number(),
};

/**
 * An item of `GET /api/analyses`, newest first. Its metrics are the top performing segments only: those with a conversion
 * rate above the overall one, best first, at most `TOP_SEGMENTS`, names cut to 200 characters.
 */
export const analysisSummarySchema = z.object({
  ...record,
  analysisData: z.object({ ...totals, metrics: z.array(metricSchema) }),
});

/** Answer of `GET /api/analyses`. */
export const analysisListSchema = z.array(analysisSummarySchema);

/** Answer of `GET /api/analyses/{id}`; without `headers` and `rows` where no dataset was saved. */
export const savedAnalysisSchema = z.object({
  ...record,
  configurationData: configurationSchema,
  analysisData: z.object(results),
});

export type SaveAnalysis = z.input<typeof saveAnalysisSchema>;
export type Saved = z.infer<typeof savedSchema>;
export type AnalysisSummary = z.infer<typeof analysisSummarySchema>;
export type SavedAnalysis = z.infer<typeof savedAnalysisSchema>;
