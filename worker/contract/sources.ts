import './zod-without-eval.ts';
import * as z from 'zod/mini';
import { resultsWithin } from './analyses.ts';
import { wholeNumber } from './bounded.ts';
import { MAX_FILE_NAME_LENGTH } from './limits.ts';
import { countSchema, metricSchema, spreadsSchema } from './metrics.ts';

/**
 * Sources that keep a saved analysis current, and the versions that they make. A version has figures only: no row is stored. All
 * calls but the last need a user; they answer 404 where the analysis is unknown or somebody else's.
 *
 * | call | body | answer |
 * |---|---|---|
 * | `GET /api/analyses/{id}/source` | | 200 `sourceStatusSchema` |
 * | `PUT /api/analyses/{id}/source` | `newSourceSchema` | 201: an inbox with `madeSourceSchema`, its token this once; a sheet with `sourceStatusSchema`. 409 `SOURCE_EXISTS` where there is a source, 404 where the site does not offer its kind, 409 `DISCONNECTED` for a sheet where its owner must connect Google Sheets first |
 * | `POST /api/analyses/{id}/source/token` | | 200 `madeSourceSchema`: a new token of an inbox, this once; the earlier one ends |
 * | `PUT /api/analyses/{id}/source/schedule` | `scheduleSchema` | 200 `sourceStatusSchema`, for a sheet |
 * | `POST /api/analyses/{id}/source/run` | | 202 `sourceStatusSchema`: a sheet is read now, whatever its schedule; a run that is under way goes on instead. 409 `PAUSED`, 404 where the site does not offer it |
 * | `POST /api/analyses/{id}/source/pause` | | 200 `sourceStatusSchema`: deliveries are refused, and no sheet is read |
 * | `POST /api/analyses/{id}/source/resume` | | 200 `sourceStatusSchema`: the next run is the next one of the schedule |
 * | `DELETE /api/analyses/{id}/source` | | 200 with a message; the versions stay. Also where there is no source |
 * | `GET /api/analyses/{id}/versions?before={number}` | | 200 `versionListSchema`: a page of them, the newest first, or those before this number |
 * | `GET /api/analyses/{id}/versions/{number}` | | 200 `versionFiguresSchema`; 404 for an unknown number |
 * | `POST /api/analyses/{id}/versions/{number}/entered` | | 200 `analysisVersionSchema`: its rules are in use; 404 for an unknown number |
 * | `PUT /api/inbox/{id}` | CSV | 200 `deliverySchema`, for the token of the source instead of a user |
 *
 * A call that changes a source answers 404 where there is none, or one of the other kind.
 *
 * **A sheet.** The server reads a tab of a spreadsheet with the connection to Google Sheets of the owner of the source, in the hour of its
 * schedule, counts it as a delivery is counted, and forgets the rows. A run that fails stores nothing: `lastError` says why, and the
 * next one is that of the schedule. After `RUN_FAILURES` failed runs the source is paused.
 *
 * **The inbox.** `PUT /api/inbox/{id}`, where `id` is that of the source, with the headers `Authorization: Bearer {token}` and
 * `Content-Type: text/csv`, and optionally `Content-Encoding: gzip` and an `Idempotency-Key` of 1 to 100 visible characters. The
 * body is a CSV of at most `MAX_FILE_BYTES`, plain and inflated, with the columns of the analysis. The call counts the leads by
 * the choices of the analysis, and answers once the version is stored. A call with a key that was used before gets the
 * same answer, and stores nothing. If a call fails, nothing is stored, and the sender may repeat it:
 *
 * | status | code | when |
 * |---|---|---|
 * | 400 | `INVALID_INPUT` | a key that is none |
 * | 401 | (none) | no token, a wrong one, or one that was renewed or ended; the same for every unknown `id` |
 * | 404 | (none) | the site does not offer inboxes |
 * | 400 | `BROKEN_OFF` | the sender broke off before the end of the body; it reads this only if it still listens |
 * | 408 | `TOO_SLOW` | the body did not arrive in time |
 * | 409 | `PAUSED` | the source is paused |
 * | 409 | `KEY_REUSED` | the key came with another body before |
 * | 409 | `STORAGE_LIMIT` | the user has no room left |
 * | 413 | `TOO_LARGE` | more than `MAX_FILE_BYTES`, plain or inflated |
 * | 415 | `WRONG_CONTENT_TYPE` | another content type or encoding |
 * | 422 | `NOT_COUNTED` | the file cannot be counted as the analysis asks; the message says why |
 * | 429 | `TOO_MANY_REQUESTS` | `INBOX_DELIVERIES` are stored, `INBOX_CALLS` were made, or another delivery is being counted; `Retry-After` says when |
 * | 503 | `UNAVAILABLE` | the database does not answer, or the server is counting other files; `Retry-After` says when |
 * | 507 | `SERVICE_FULL` | the site has no room left |
 */

/** Content type of a delivery. */
export const DELIVERY_CONTENT_TYPE = 'text/csv';

const within = (least: number, most: number) =>
  wholeNumber().check(
    z.minimum(least, `must be at least ${least}`),
    z.maximum(most, `must be at most ${most}`),
  );

/** Whether the runtime knows a time zone by this IANA name. An offset as '+01:00' is none: it knows no summer time. */
function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Z]/i.test(name);
  } catch {
    return false;
  }
}

const clock = {
  /** From 0 to 23, in the time zone: 7 means between 7 and 8. */
  hour: within(0, 23),
  /** IANA name, as 'Europe/Berlin'. */
  timeZone: z.string().check(z.maxLength(64), z.refine(isTimeZone, 'must be a time zone as Europe/Berlin')),
};

/**
 * When a sheet is read. An hour that summer time leaves out runs at the next one, an hour that comes twice runs once, and a month without
 * the day on its last day.
 */
export const scheduleSchema = z.discriminatedUnion('every', [
  z.object({ every: z.literal('day'), ...clock }),
  /** From 1, Monday, to 7, Sunday. */
  z.object({ every: z.literal('week'), weekday: within(1, 7), ...clock }),
  z.object({ every: z.literal('month'), day: within(1, 31), ...clock }),
]);

/** As it stands in the address of a spreadsheet. */
export const SPREADSHEET_ID = /^[\w-]{20,128}$/;

/** A tab of a spreadsheet. It is found by its number, also under another title; the titles are for people. */
const sheetSchema = z.object({
  spreadsheetId: z.string().check(z.regex(SPREADSHEET_ID, 'must be the id of a spreadsheet')),
  /** The number in `#gid=`. */
  tabId: within(0, 2 ** 31 - 1),
  title: z.string().check(z.maxLength(MAX_FILE_NAME_LENGTH)),
  tabTitle: z.string().check(z.maxLength(MAX_FILE_NAME_LENGTH)),
});

/** Body of `PUT /api/analyses/{id}/source`. */
export const newSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('inbox') }),
  z.object({ kind: z.literal('sheet'), sheet: sheetSchema, schedule: scheduleSchema }),
]);

const sourceFields = {
  id: z.string(),
  state: z.enum(['active', 'paused']),
  /** ISO 8601, as all times here. */
  createdAt: z.string(),
  /** When the last delivery or run began, whether it was counted or failed. */
  lastRunAt: z.nullable(z.string()),
  /** Why it failed, in words for its owner; null if it did not, and while a run is under way. */
  lastError: z.nullable(z.string()),
};

/** An inbox has its `id` in its address. */
const inboxSchema = z.object({ kind: z.literal('inbox'), ...sourceFields });

const sheetSourceSchema = z.object({
  kind: z.literal('sheet'),
  ...sourceFields,
  sheet: sheetSchema,
  schedule: scheduleSchema,
  /** The begin of the hour in which the next run comes. It is over while that run waits for its turn; null while the source is paused. */
  nextDueAt: z.nullable(z.string()),
  /** True while a run is under way. */
  isRunning: z.boolean(),
});

const sourceSchema = z.discriminatedUnion('kind', [inboxSchema, sheetSourceSchema]);

/**
 * `source` is null where the analysis has none.
 *
 * @public
 */
export const sourceStatusSchema = z.object({ source: z.nullable(sourceSchema) });

/**
 * The token cannot be asked for again.
 *
 * @public
 */
export const madeSourceSchema = z.object({ token: z.string(), source: inboxSchema });

/** The values of one column that the analysis did not have when it was saved: the first `MAX_LISTED`, names cut, and how many. */
const newValuesSchema = z.object({ field: z.string(), first: z.array(z.string()), count: countSchema });

const counts = {
  leads: countSchema,
  converted: countSchema,
  /** Status column and attributes with new values. A column of ranges or dates has none. */
  newValues: z.array(newValuesSchema),
};

/**
 * Answer of `PUT /api/inbox/{id}`. `leads` are those that count: without those that the analysis leaves out.
 *
 * @public
 */
export const deliverySchema = z.object({ version: countSchema, ...counts });

/** @public */
export const analysisVersionSchema = z.object({
  /** 1, 2, …: unique within the analysis, and never used again. */
  number: countSchema,
  madeAt: z.string(),
  ...counts,
  /** When its owner said that its rules are in use; the version in use is the one with the latest time. */
  enteredAt: z.nullable(z.string()),
  /**
   * The values with the most leads, at most `LISTED_SEGMENTS`, with `totalLeads`, `qualifiedLeads`, `conversionRate` and, where leads have
   * amounts, `amountSum` and `amountSquares`. Long names are not cut. Versions of earlier releases have no `q`, and those with very many
   * values.
   */
  metrics: z.array(metricSchema),
  /** How the values of each attribute are spread; together with `q` it gives the labels. Absent where there is no `q`. */
  spreads: z.optional(z.array(spreadsSchema)),
});

/**
 * Answer of `GET /api/analyses/{id}/versions`: a page of at most `MAX_VERSIONS`, and one of each month before. `next` is the number to
 * ask for the versions before; null where these are all.
 *
 * @public
 */
export const versionListSchema = z.object({
  versions: z.array(analysisVersionSchema),
  next: z._default(z.nullable(countSchema), null), // an earlier release sends all
});

const UNBOUNDED = { items: Infinity, entries: Infinity };

/**
 * All figures of a version, as a saved analysis has them (`analysisData`), counted by the choices that the analysis had then. No
 * label, which depends on the threshold too, but for values at stages, which have that of the threshold then. Only `toEnter` and `stages` take
 * duplicates into account, as the page does.
 *
 * @public
 */
export const versionFiguresSchema = z.object({
  number: countSchema,
  madeAt: z.string(),
  analysisData: z.object(resultsWithin(UNBOUNDED)),
});

export type Schedule = z.infer<typeof scheduleSchema>;
export type SheetSpec = z.infer<typeof sheetSchema>;
export type NewSource = z.infer<typeof newSourceSchema>;
export type Source = z.infer<typeof sourceSchema>;
export type InboxSource = z.infer<typeof inboxSchema>;
export type SheetSource = z.infer<typeof sheetSourceSchema>;
export type SourceStatus = z.infer<typeof sourceStatusSchema>;
export type MadeSource = z.infer<typeof madeSourceSchema>;
export type NewValues = z.infer<typeof newValuesSchema>;
export type Delivery = z.infer<typeof deliverySchema>;
export type AnalysisVersion = z.infer<typeof analysisVersionSchema>;
export type VersionList = z.infer<typeof versionListSchema>;
/** @public */
export type VersionFigures = z.infer<typeof versionFiguresSchema>;
