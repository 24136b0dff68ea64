import { fieldsOf, objectsOf } from '#contract/records.ts';

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

/** Nothing more is sent, for a reason that the page shows. */
export class SendFailure extends Error {
  readonly details: SendFailureDetails;

  constructor(
    problem: SendProblem,
    said: string | null = null,
    about: Pick<SendFailureDetails, 'row' | 'code'> = {},
  ) {
    super(problem);
    this.name = 'SendFailure';
    this.details = { problem, said, ...about };
  }
}

/** A lead that Google refuses, so that the others of its request are sent without it. */
export interface RefusedLead {
  row: number;
  /** Google's reason, such as 'FIELD_VALUE_TOO_LONG'; '' where it gives none. */
  reason: string;
  /** The field that it is about, such as 'transaction_id'; '' for the whole event. */
  field: string;
}

/** Google refused a whole request because of some of its events, by their places in it. */
export class EventsRefused extends Error {
  readonly refused: ReadonlyMap<number, Omit<RefusedLead, 'row'>>;
  readonly said: string | null;

  constructor(refused: EventsRefused['refused'], said: string | null = null) {
    super('Google refused some events');
    this.name = 'EventsRefused';
    this.refused = refused;
    this.said = said;
  }
}

/**
 * Reasons that lie in the account and not in an event, though Google names events beside them: `ErrorReason` of
 * google/ads/datamanager/v1/error.proto, of 2026-07-30.
 */
const PROBLEMS = new Map<string, SendProblem>([
  ['TERMS_AND_CONDITIONS_NOT_SIGNED', 'terms'],
  ['DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED', 'terms'],
  ['DESTINATION_ACCOUNT_NOT_ENABLED_ENHANCED_CONVERSIONS_FOR_LEADS', 'leads-setting'],
  ['DESTINATION_ACCOUNT_DATA_POLICY_PROHIBITS_ENHANCED_CONVERSIONS', 'policy'],
  ['EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED', 'policy'],
  ['NOT_ALLOWLISTED', 'policy'],
  ['NOT_FOUND', 'wrong-action'],
  ['INVALID_DESTINATION', 'wrong-action'],
  ['INVALID_CONVERSION_ACTION_ID', 'wrong-action'],
  ['INVALID_CONVERSION_ACTION_TYPE', 'wrong-action'],
  ['EVENT_SOURCE_AND_DESTINATION_MISMATCH', 'wrong-action'],
  ['DESTINATION_ACCOUNT_TYPE_MISMATCH', 'wrong-action'],
  ['OPERATING_ACCOUNT_LOGIN_ACCOUNT_MISMATCH', 'wrong-manager'],
  ['ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'disconnected'],
  ['SERVICE_DISABLED', 'not-enabled'],
]);

/** The parts of an error of Google: https://google.aip.dev/193, and `google.rpc.Status`. */
export interface GoogleAnswerError {
  status: number;
  /** That of `google.rpc.Code`, such as 'INVALID_ARGUMENT'; '' without one. */
  state: string;
  said: string | null;
  reasons: readonly string[];
  violations: readonly { field: string; reason: string; said: string }[];
  /** Such as 'IngestionMutateRequestsPerDayPerProject': https://developers.google.com/data-manager/api/limits. */
  quota: string;
  /** Where Google says how long to wait. No page promises it for this API. */
  waitSeconds: number | null;
}

export function readGoogleError(response: Response, body: unknown): GoogleAnswerError {
  const error = fieldsOf(fieldsOf(body)['error']);
  const details = objectsOf(error['details']);
  const violations = details
    .flatMap((detail) => objectsOf(detail['fieldViolations']))
    .map((violation) => ({
      field: textOf(violation['field']),
      reason: textOf(violation['reason']),
      said: textOf(violation['description']),
    }));
  const message = textOf(error['message']);
  return {
    status: response.status,
    state: textOf(error['status']),
    said: violations.find(({ said }) => said !== '')?.said ?? (message === '' ? null : message),
    reasons: [
      ...details.map((detail) => textOf(detail['reason'])),
      ...violations.map(({ reason }) => reason),
    ],
    violations,
    quota: details.map((detail) => textOf(fieldsOf(detail['metadata'])['quota_limit'])).find(Boolean) ?? '',
    waitSeconds: readWait(response, details),
  };
}

function readWait(response: Response, details: readonly Record<string, unknown>[]): number | null {
  // The header cannot be read where Google does not expose it to other origins.
  const header = response.headers.get('Retry-After') ?? '';
  const delay = details.map((detail) => textOf(detail['retryDelay'])).find((text) => text !== '') ?? '';
  const seconds = [header, delay.replace(/s$/, '')].map((text) => (text === '' ? NaN : Number(text)));
  return seconds.find((wait) => wait >= 0) ?? null;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The names of fields begin so; Google writes 'events.' twice: https://developers.google.com/data-manager/api/devguides/concepts/understand-errors, of 2026-07-30. */
const EVENT_FIELD = /^(?:events\.)?events\[(\d+)\]\.?(.*)$/;

/** Without a reason these name a lead that Google refuses: reported of order ids that are bare numbers or one character. */
const OF_LEAD: ReadonlySet<string> = new Set(['', 'transaction_id']);

/**
 * The error as it is thrown: of single events, where an answer names some with a reason, or as a whole, else of the whole send. An
 * answer that names another field without a reason is told with its code.
 */
export function describeSendError(error: GoogleAnswerError): SendFailure | EventsRefused {
  const { status, said, reasons, violations, quota } = error;
  const known = reasons.map((reason) => PROBLEMS.get(reason)).find((problem) => problem !== undefined);
  if (known !== undefined) return new SendFailure(known, said);
  if (status === 401) return new SendFailure('disconnected', said);
  if (status === 403 || reasons.includes('PERMISSION_DENIED')) return new SendFailure('no-access', said);
  if (status === 404) return new SendFailure('wrong-action', said);
  if (status === 429) return new SendFailure(quota.includes('PerDay') ? 'daily-limit' : 'too-often', said);
  if (status >= 500 || status === 409) return new SendFailure('unavailable', said);
  const refused = new Map<number, Omit<RefusedLead, 'row'>>();
  for (const { field, reason } of violations) {
    const [, place, rest = ''] = EVENT_FIELD.exec(field) ?? [];
    const isOfLead = reason !== '' || OF_LEAD.has(rest);
    if (place !== undefined && isOfLead && !refused.has(Number(place)))
      refused.set(Number(place), { reason, field: rest });
  }
  return refused.size > 0
    ? new EventsRefused(refused, said)
    : new SendFailure('not-understood', said, { code: codeOf(error) });
}

/** Example: '400 INVALID_ARGUMENT, destinations[0].reference, NEW_REASON'. */
function codeOf({ status, state, reasons, violations }: GoogleAnswerError): string {
  const known = [violations[0]?.field, ...reasons].filter(Boolean);
  return [`${status} ${state}`.trim(), ...new Set(known)].join(', ');
}
