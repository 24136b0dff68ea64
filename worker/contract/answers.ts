import './zod-without-eval.ts';
import * as z from 'zod/mini';
import { alertCountsSchema } from './alerts.ts';
import { resultsWithin, totals } from './analyses.ts';
import { configurationWithin, rangeSchema } from './configuration.ts';
import { versionSchema } from './errors.ts';
import { countSchema, metricSchema } from './metrics.ts';
import { currencySchema } from './preferences.ts';
import { sharedFiguresSchema } from './sharing.ts';

// The answers of the server about analyses and links. The Worker imports only the types: with one schema its bundle would
// contain every schema of this file.

/** Answer of `PATCH /api/analyses/{id}` (200). */
export const labelsSchema = z.object({
  id: z.string(),
  /** The name to show: the one that the user gave, else the name of the file. */
  name: z.string(),
  note: z.string(),
  ...versionSchema.shape,
});

/** Answer of `POST /api/analyses` (201), `PUT /api/analyses/{id}` and `PUT /api/analyses/{id}/dataset` (200). */
export const savedSchema = z.object({ id: z.string(), ...versionSchema.shape });

const UNBOUNDED = { items: Infinity, entries: Infinity };

/** The choices of a stored analysis: early releases had no bounds. */
export const configurationSchema = configurationWithin(UNBOUNDED);

const record = {
  ...labelsSchema.shape,
  fileName: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  conversionValue: z.number(),
  significanceThreshold: z.number(),
  /** In a team: who saved the analysis and who changed it last. Null: a former member. */
  madeBy: z.optional(z.nullable(z.string())),
  updatedBy: z.optional(z.nullable(z.string())),
  /** In a team whose datasets end: the time from which this one is deleted. ISO 8601; absent while no end is near. */
  datasetEndsAt: z.optional(z.string()),
};

/** The first `MAX_LISTED` entries of a list, and how many it has. */
const firstOf = <T extends z.core.$ZodType>(entry: T) =>
  z.object({ first: z.array(entry), count: countSchema });

/**
 * The choices of an analysis, short enough for a list. `statusColumn` and the `field` of each attribute are its columns. A name
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
 * rate above the overall one, the highest first (see `findTopSegments`), at most `TOP_SEGMENTS`, names cut. `choices` is null for an analysis of an
 * earlier release. `isShared` is true while a shared link to the analysis works. `source` is the state of what keeps it current; null without it.
 * `alerts` are those of its rules in use.
 */
const analysisSummarySchema = z.object({
  ...record,
  isShared: z.boolean(),
  source: z.nullable(z.enum(['active', 'paused'])),
  alerts: alertCountsSchema,
  analysisData: z.object({ ...totals, metrics: z.array(metricSchema) }),
  choices: z.nullable(choicesSchema),
});

/**
 * Answer of `GET /api/analyses?before={createdAt},{id}`: a page of the list, or of those after the analysis with this time and id. One
 * with fewer than `ANALYSES_PAGE` is the last.
 */
export const analysisListSchema = z.array(analysisSummarySchema);

/**
 * Answer of `GET /api/analyses/{id}`; without `headers` and `rows` where no dataset was saved, and with `?dataset=apart`,
 * for those who fetch it from `GET /api/analyses/{id}/dataset`.
 *
 * @internal
 */
export const savedAnalysisSchema = z.object({
  ...record,
  configurationData: configurationSchema,
  analysisData: z.object(resultsWithin(UNBOUNDED)),
});

const shareDetails = {
  /** When the figures were published, and when the link ends; ISO 8601. `expiresAt` is null for a link that is kept. */
  publishedAt: z.string(),
  expiresAt: z.nullable(z.string()),
  /** How often the figures were fetched. Programs that open the page and run its scripts count too. */
  opens: countSchema,
  showsName: z.boolean(),
  showsNote: z.boolean(),
};

/** Answer of all calls about a link except `POST`. `share` is null if no link to the analysis works. */
export const shareStatusSchema = z.object({ share: z.nullable(z.object(shareDetails)) });

/** Answer of `POST /api/analyses/{id}/share`. The token cannot be asked for again. */
export const newShareSchema = z.object({ token: z.string(), share: z.object(shareDetails) });

/** Answer of `POST /api/shared`. */
export const sharedAnalysisSchema = z.object({
  ...sharedFiguresSchema.shape,
  /** ISO 8601. */
  publishedAt: z.string(),
});

/** Answer of `GET /api/health`: 200 with both 'ok', 503 with both 'unavailable'. */
const healthSchema = z.object({
  status: z.enum(['ok', 'unavailable']),
  version: z.string(),
  database: z.enum(['ok', 'unavailable']),
});

export type AnalysisLabels = z.infer<typeof labelsSchema>;
export type Saved = z.infer<typeof savedSchema>;
export type AnalysisSummary = z.infer<typeof analysisSummarySchema>;
export type ListedChoices = z.infer<typeof choicesSchema>;
/** @internal */
export type SavedAnalysis = z.infer<typeof savedAnalysisSchema>;
export type ShareStatus = z.infer<typeof shareStatusSchema>;
export type NewShare = z.infer<typeof newShareSchema>;
export type OpenedShare = z.infer<typeof sharedAnalysisSchema>;
export type Health = z.infer<typeof healthSchema>;
