import './zod-without-eval.ts';
import * as z from 'zod/mini';
import { configurationWithin } from './configuration.ts';
import {
  MAX_ATTRIBUTES,
  MAX_COLUMNS,
  MAX_DATASET_BYTES,
  MAX_ENTRIES,
  MAX_FILE_NAME_LENGTH,
  MAX_ITEMS,
  MAX_NOTE_LENGTH,
  MIB,
  MIN_COLUMNS,
} from './limits.ts';
import {
  correlationTestSchema,
  countSchema,
  leftOutLeadsSchema,
  metricSchema,
  mixSchema,
  otherStatusesSchema,
  possibleCounts,
  possibleMixes,
  percentSchema,
  spreadsSchema,
  toEnterSchema,
} from './metrics.ts';
import { conversionValueSchema, thresholdSchema } from './preferences.ts';
import { stageFiguresSchema } from './stages.ts';
import { listOf, wholeNumber, type SizeLimits, visibleText } from './bounded.ts';

/**
 * `PUT` and `PATCH` of an analysis, and `PUT` of its dataset, take the header `If-Match` with the version that the change was made
 * for: the `version` of an answer, as `"3"`. If another version is stored, nothing changes, and the answer is 412 `CHANGED`
 * with the stored one as `current`. Without the header the change is made in any case.
 */
export const IF_MATCH_HEADER = 'If-Match';

/** Header of `POST /api/analyses`, with a key of the client. A second call with the same key saves nothing more. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

const fileNameSchema = z
  .string('fileName must be text')
  .check(
    z.minLength(1, 'fileName must not be empty'),
    z.maxLength(MAX_FILE_NAME_LENGTH, `fileName must have at most ${MAX_FILE_NAME_LENGTH} characters`),
  );

/** A name that the user gave to an analysis, without the spaces around it and what cannot be seen. */
export const nameSchema = z
  .string('name must be text')
  .check(
    visibleText(),
    z.minLength(1, 'Please enter a name'),
    z.maxLength(MAX_FILE_NAME_LENGTH, `A name has at most ${MAX_FILE_NAME_LENGTH} characters`),
  );

/** A note of the user, cleaned like a name; empty without a note. */
export const noteSchema = z
  .string('note must be text')
  .check(visibleText(), z.maxLength(MAX_NOTE_LENGTH, `A note has at most ${MAX_NOTE_LENGTH} characters`));

/**
 * Body of `PATCH /api/analyses/{id}`: a name, a note, or both; an absent one does not change. `name: null` removes the name,
 * so that the analysis has the name of its file again. `fileName` never changes here: exports still use it.
 *
 * @example { "name": "October, all regions", "note": "Without the trade fair." }
 */
export const labelChangeSchema = z
  .object({ name: z.optional(z.nullable(nameSchema)), note: z.optional(noteSchema) })
  .check(
    z.refine(({ name, note }) => name !== undefined || note !== undefined, 'Nothing to change was sent'),
  );

/**
 * A dataset on its way to `PUT /api/analyses/{id}/dataset`: one JSON array of strings per line (`JSON.stringify` of
 * a row, then '\n'), the headers first, then at least one row, every row with as many cells as there are headers,
 * UTF-8, compressed with gzip. At most `MAX_DATASET_BYTES` inflated and `MAX_ROW_BYTES` per line. The call may be repeated: the
 * last complete dataset counts. `GET /api/analyses/{id}/dataset` answers with the same bytes as its body, without a
 * content encoding.
 */
export const DATASET_CONTENT_TYPE = 'application/gzip';

/** The message about a larger dataset. */
export const DATASET_TOO_LARGE = `This dataset is too large to save: more than ${MAX_DATASET_BYTES / MIB} MiB. Take out columns or rows that the analysis does not need, or keep the results with Export All.`;

/** Headers of a dataset. */
const headersSchema = z.array(z.string()).check(z.minLength(MIN_COLUMNS), z.maxLength(MAX_COLUMNS));

const isRow = (value: unknown): boolean =>
  Array.isArray(value) && value.every((cell) => typeof cell === 'string');

/** Rows of a dataset, each with as many cells as there are headers. Checked in place, since there may be many. */
const rowsSchema = z.custom<string[][]>().check(({ value, issues }) => {
  const rows: unknown = value;
  const wrong = Array.isArray(rows) ? rows.findIndex((row) => !isRow(row)) : null;
  if (wrong === null) issues.push({ code: 'custom', input: rows, message: 'must be a list' });
  else if (wrong >= 0) {
    issues.push({ code: 'custom', input: rows, path: [wrong], message: 'must be a list of texts' });
  }
});

/** Figures of the whole dataset; `overallRate` is percent. */
export const totals = { overallRate: percentSchema, totalLeads: countSchema, totalQualified: countSchema };

/** The results of an analysis. */
export const resultsWithin = ({ items }: SizeLimits) => ({
  metrics: listOf(metricSchema, items),
  /** The constant by which balanced predictions are multiplied. */
  balancedScale: z.optional(z.number().check(z.minimum(0))),
  /** By conversions. */
  spreads: z.optional(listOf(spreadsSchema, items)),
  ...totals,
  correlationTests: z._default(listOf(correlationTestSchema, items), []),
  leftOutLeads: z.optional(leftOutLeadsSchema),
  /** Absent in records of earlier releases. */
  otherStatuses: z.optional(otherStatusesSchema),
  /** The values for which a plan enters something. Absent in records and versions of earlier releases, where no plan could be made, and where the record or the version is too large with them. */
  toEnter: z.optional(listOf(toEnterSchema, items)),
  /** Absent where the file tells no stages, in records and versions of earlier releases, and where the record or the version is too large with them. */
  stages: z.optional(stageFiguresSchema),
  dataSource: z._default(z.literal('csv'), 'csv'),
  /** With `rows`: the dataset. */
  headers: z.optional(headersSchema),
  rows: z.optional(rowsSchema),
});

const SAVED: SizeLimits = { items: MAX_ITEMS, entries: MAX_ENTRIES };

/**
 * Body of `POST /api/analyses` and `PUT /api/analyses/{id}`, as JSON of at most 4 MiB. The dataset of a new analysis
 * comes inside (`headers` and `rows`, both or none), or afterwards by `PUT /api/analyses/{id}/dataset`
 * (`datasetFollows`), or not at all. Until an announced dataset has come, the analysis is in no list. With `datasetBytes`,
 * the size of its gzip, this call already refuses a dataset that is too large for the room left. A replaced analysis keeps
 * its dataset.
 */
export const saveAnalysisSchema = z.object({
  fileName: fileNameSchema,
  conversionValue: conversionValueSchema,
  significanceThreshold: thresholdSchema,
  datasetFollows: z._default(z.boolean(), false),
  datasetBytes: z._default(wholeNumber().check(z.minimum(0), z.maximum(MAX_DATASET_BYTES)), 0),
  configurationData: configurationWithin(SAVED),
  analysisData: z
    .object({
      ...resultsWithin(SAVED),
      /** For alerts of its rules in use. No answer has them. Absent for a single attribute, in records of earlier releases, and where the record is too large with them. */
      mixes: z.optional(listOf(mixSchema, MAX_ATTRIBUTES)),
    })
    .check(possibleCounts, possibleMixes),
});

export type SaveAnalysis = z.input<typeof saveAnalysisSchema>;
export type CheckedSave = z.output<typeof saveAnalysisSchema>;
export type LabelChange = z.output<typeof labelChangeSchema>;
