import './zod-without-eval.ts';
import * as z from 'zod/mini';
import { MAX_LOGGED_REQUESTS, MAX_SENT_LEADS } from './limits.ts';

/**
 * The log of values that a user's browser has sent to Google Ads. It holds counts and Google's ids of requests, and never a
 * lead: no event passes the Worker. All calls need a user, and the POSTs answer 404 where the site does not offer 'Send values'.
 *
 * | call | answer |
 * |---|---|
 * | `GET /api/sends?before={id}` | 200 `sendsSchema`: a page of the user's sends, the latest first, or those begun before this one |
 * | `GET /api/sends/{id}` | 200 `sendSchema`; 404 for a send of somebody else |
 * | `POST /api/sends/key` | with `sendKeyRequestSchema`: 200 `sendKeySchema`, for the memory of the sending thread only |
 * | `POST /api/sends` | with `newSendSchema`: 201 `reachedSendSchema`; 200 with that of the unfinished send of the same values to the same place |
 * | `PATCH /api/sends/{id}` | with `sendChangeSchema`: 200 `reachedSendSchema`; 404 for a send of somebody else |
 *
 * @internal
 */
const digits = (least: number, most: number) =>
  z.string().check(z.regex(new RegExp(`^[0-9]{${least},${most}}$`)));

const count = z.int().check(z.minimum(0), z.maximum(MAX_SENT_LEADS));

/** A place in Google Ads. Ids are digits without hyphens. */
const placeFields = {
  /** The customer id of the account that owns the conversion action: ten digits. */
  account: digits(10, 10),
  /** The manager account through which the user has access; null for none. */
  manager: z.nullable(digits(10, 10)),
  /** The id of the conversion action. */
  action: digits(1, 19),
};

const destinationSchema = z.object(placeFields);
export type Destination = z.infer<typeof destinationSchema>;

export const sendKeyRequestSchema = z.object({ account: placeFields.account, action: placeFields.action });

/**
 * 32 bytes as base64url, the same ones for the same account and conversion action.
 *
 * @internal
 */
export const sendKeySchema = z.object({ key: z.string() });

/** Google's name of a reason, such as 'PROCESSING_ERROR_REASON_EVENT_TOO_OLD'. Google may add others. */
const reasonCount = z.object({ reason: z.string().check(z.regex(/^[A-Z0-9_]{1,120}$/)), count });

/** The outcome of a request at Google. */
const requestOutcomeSchema = z.object({
  status: z.enum(['SUCCESS', 'PARTIAL_SUCCESS', 'FAILED']),
  records: count,
  errors: z.array(reasonCount).check(z.maxLength(100)),
  warnings: z.array(reasonCount).check(z.maxLength(100)),
});
export type RequestOutcome = z.infer<typeof requestOutcomeSchema>;

const requestId = z.string().check(z.regex(/^[\w-]{1,128}$/));

export const newSendSchema = z.object({
  ...placeFields,
  total: z.int().check(z.minimum(1), z.maximum(MAX_SENT_LEADS)),
  /** A keyed hash over all events: an interrupted send goes on with the same ones only. */
  fingerprint: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** The moment at which the leads were chosen, in milliseconds since 1970: later some of them are too old. */
  madeAt: z.int().check(z.minimum(0), z.maximum(8.64e15)),
});

/** The progress of a send since the last change. Counts never fall. */
export const sendChangeSchema = z.object({
  done: count,
  refused: count,
  requests: z
    .array(z.object({ id: requestId, events: count, outcome: z.nullable(requestOutcomeSchema) }))
    .check(z.maxLength(MAX_LOGGED_REQUESTS)),
});

const sendFields = {
  id: z.string(),
  ...placeFields,
  total: count,
  fingerprint: z.string(),
  madeAt: z.number(),
  /** Leads that were dealt with; fewer than `total` for a send that was interrupted. */
  done: count,
  refused: count,
  /** ISO 8601. */
  startedAt: z.string(),
  updatedAt: z.string(),
};

/** How far a send has come. @internal */
export const reachedSendSchema = z.object({
  id: sendFields.id,
  done: sendFields.done,
  refused: sendFields.refused,
});

/** A send with all of its requests. */
export const sendSchema = z.object({
  ...sendFields,
  requests: z.array(z.object({ id: z.string(), events: count, outcome: z.nullable(requestOutcomeSchema) })),
});

const reasonSums = z.array(z.object({ reason: z.string(), count: z.number() }));

/** A send in the list, with what is known of its requests. */
const listedSendSchema = z.object({
  ...sendFields,
  outcomes: z.object({
    /** Requests without an outcome, and those with one. */
    open: z.number(),
    settled: z.number(),
    /** The sums of the outcomes; most first. */
    records: z.number(),
    errors: reasonSums,
    warnings: reasonSums,
  }),
});

/** `next` is the id to ask for what was begun before; null where that is all. */
export const sendsSchema = z.object({ sends: z.array(listedSendSchema), next: z.nullable(z.string()) });

export type SendKey = z.infer<typeof sendKeySchema>;
export type SendList = z.infer<typeof sendsSchema>;
export type NewSend = z.infer<typeof newSendSchema>;
export type SendChange = z.infer<typeof sendChangeSchema>;
export type Send = z.infer<typeof sendSchema>;
export type ReachedSend = z.infer<typeof reachedSendSchema>;
export type ListedSend = z.infer<typeof listedSendSchema>;
