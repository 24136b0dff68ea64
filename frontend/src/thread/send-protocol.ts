import type { ConversionEvent, EventOfLead } from '#frontend/analysis/uploads/google-events.ts';
import type { Result } from '#frontend/csv/result.ts';
import type { BrowserFinding } from '#contract/connection-checks.ts';
import type { Destination, RequestOutcome } from '#contract/sends.ts';

/** The event of a lead, and its row in the file; the first row after the header is 0. */
export interface LeadEvent extends EventOfLead {
  row: number;
}

/** The messages that the thread of the leads posts to the sending thread, past the page. */
export type LeadsMessage = { kind: 'leads'; leads: readonly LeadEvent[] } | { kind: 'end' };

/** An event as it is sent, with its id. */
export interface SentEvent {
  row: number;
  /** Whether its id is the order id of the visitor's file. */
  hasOrderId: boolean;
  event: ConversionEvent;
}

/** The reason why nothing more is sent. */
export type SendProblem =
  /** The session has ended. */
  | 'signed-out'
  /** The permission was never given, withdrawn at Google, or has expired: connect again. */
  | 'disconnected'
  /** The Google account may not send to this ad account on this path. */
  | 'no-access'
  /** The operator has not enabled the Data Manager API. */
  | 'not-enabled'
  /** The ad account has not accepted the terms for customer data. */
  | 'terms'
  /** Enhanced conversions for leads are off in the ad account. */
  | 'leads-setting'
  /** A rule of Google keeps the ad account from it. */
  | 'policy'
  /** No such conversion action, or one of another type. */
  | 'wrong-action'
  | 'wrong-manager'
  /** Google refused the order id of a lead, without a reason. */
  | 'order-id'
  /** Google refused a lead without an order id, without a reason. */
  | 'lead'
  /** Google refused the lead of the first request, for a reason that stands beside the lead. */
  | 'first-lead'
  /** Google refused a whole request and names neither a lead nor a reason that is known here. */
  | 'not-understood'
  /** The limit of this day for the whole site. */
  | 'daily-limit'
  | 'too-often'
  /** The browser never reached Google: its own refusal, a network's, or Google's. */
  | 'blocked'
  /** The connection broke after some requests. */
  | 'lost'
  | 'unavailable'
  /** Nothing more can be stored: the log of the send has no room. */
  | 'no-room'
  /** This site did not answer. */
  | 'site-unavailable';

/** A problem with the words that Google says about it, where there are any. */
export interface SendFailureDetails {
  problem: SendProblem;
  said: string | null;
  /** The lead that it is about, by its row in the file; the first row after the header is 0. */
  row?: number;
  /** The code of an answer that is not known: '400 INVALID_ARGUMENT, encoding'. */
  code?: string;
}

/** A lead that Google refuses, so that the others of its request are sent without it. */
export interface RefusedLead {
  row: number;
  /** Google's reason, such as 'FIELD_VALUE_TOO_LONG'; '' where it gives none. */
  reason: string;
  /** The field that it is about, such as 'transaction_id'; '' for the whole event. */
  field: string;
}

export interface SendProgress {
  /** Leads that were dealt with, from the first one of the file on. */
  done: number;
  total: number;
  refused: number;
  /** Google is asked again after this many seconds; null while nothing is wrong. */
  waitsSeconds: number | null;
}

/** Leads that are ready to be sent. */
export interface Prepared {
  total: number;
  /** The same for the same values, and for no others: see `fingerprint` of the log. */
  fingerprint: string;
}

/** The outcome of a test or of a send. */
export interface SendOutcome {
  total: number;
  done: number;
  /** Leads that are neither dealt with nor known to be refused. */
  left: number;
  /** The leads before this one were dealt with by an earlier part of the same send. */
  from: number;
  /** All leads that were refused, also those of an earlier part. */
  refusedCount: number;
  /** Those of this part. */
  refused: readonly RefusedLead[];
  /** Details that Google ignores, by its reason: the leads are taken. */
  warnings: readonly { reason: string; count: number }[];
  stoppedBy: 'cancel' | SendFailureDetails | null;
  /** False where the log of this site lacks the end of the send. */
  isLogged: boolean;
}

/** Commands of the page. One at a time, but for `stop`. */
export type ToSender =
  | { kind: 'prepare'; destination: Destination; leads: MessagePort }
  | { kind: 'test' }
  | { kind: 'send'; madeAt: number }
  | { kind: 'follow'; requests: readonly string[] }
  | { kind: 'check' }
  | { kind: 'stop' };

/** A question about the status of requests has the answers that there are; null for one that is not there yet. */
export type FollowedRequests = readonly { id: string; outcome: RequestOutcome | null }[];

export interface SenderAnswers {
  prepare: Result<Prepared, SendFailureDetails>;
  test: Result<SendOutcome, SendFailureDetails>;
  send: Result<SendOutcome, SendFailureDetails>;
  follow: Result<FollowedRequests, SendFailureDetails>;
  check: Result<BrowserFinding, SendFailureDetails>;
}

export type FromSender =
  | { kind: 'progress'; progress: SendProgress }
  | { kind: 'answer'; answer: SenderAnswers[keyof SenderAnswers] }
  | { kind: 'failed'; message: string };
