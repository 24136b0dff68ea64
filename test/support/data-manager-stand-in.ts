import { checkDataManager, keepProblems } from '../schemas/check-request.ts';

/**
 * Google's Data Manager API for tests. It enforces the published shapes and limits of `events:ingest` and `requestStatus:retrieve`:
 * google/ads/datamanager/v1 of github.com/googleapis/googleapis, of 2026-07-30 (v1.8), and
 * https://developers.google.com/data-manager/api/devguides/concepts/understand-errors, of 2026-07-30. Questions that the pages leave open
 * are named beside the code.
 */

/** An ad account in the stand-in. */
interface Account {
  /** The types of its conversion actions, by id. */
  actions: Record<string, 'UPLOAD_CLICKS' | 'WEBPAGE' | 'PURCHASE'>;
  /** The manager accounts that reach it. */
  managers?: string[];
  /** False: only through a manager. */
  isDirect?: boolean;
  hasTerms?: boolean;
  hasLeadsSetting?: boolean;
}

interface StandInOptions {
  accounts: Record<string, Account>;
  /** Whether an access token is valid; by default every one is. */
  knowsToken?(token: string): boolean;
  /** True: events without an answer about consent are refused while they are processed. */
  needsConsent?: boolean;
  /** True: requests are still being processed until `process`. */
  isSlow?: boolean;
}

export interface StandInRequest {
  method: string;
  /** With its query. */
  path: string;
  authorization: string | null;
  body: string;
}

export interface StandInAnswer {
  status: number;
  headers?: Record<string, string>;
  json: unknown;
}

/** An answer that is given once in place of the ordinary one; 'lost' after doing the work, 'refused' before. 'none' stands for no failure. */
export type Failure = StandInAnswer | 'lost' | 'refused' | 'none';

export interface Conversion {
  account: string;
  action: string;
  transactionId: string;
  value: number;
  currency: string;
  event: Json;
}

type Json = Record<string, unknown>;

interface Violation {
  field: string;
  description: string;
  reason?: string;
}

const MAX_EVENTS = 2000;
const MAX_IDENTIFIERS = 10;
const MAX_TRANSACTION_ID = 64;

const PREFIX = 'type.googleapis.com/google.rpc';

export function googleStatus(
  code: number,
  status: string,
  details: Json[] = [],
  message = 'Google says why.',
): StandInAnswer {
  return { status: code, json: { error: { code, message, status, details } } };
}

const errorInfo = (reason: string, metadata: Json = {}) => ({
  '@type': `${PREFIX}.ErrorInfo`,
  reason,
  domain: 'datamanager.googleapis.com',
  metadata,
});

/** A limit of Google: of this day, or of this minute. */
export const quotaExceeded = (
  per: 'Day' | 'Minute',
  headers: Record<string, string> = {},
): StandInAnswer => ({
  ...googleStatus(429, 'RESOURCE_EXHAUSTED', [
    errorInfo('RATE_LIMIT_EXCEEDED', { quota_limit: `IngestionMutateRequestsPer${per}PerProject` }),
  ]),
  headers,
});

export const termsNotSigned = (): StandInAnswer =>
  googleStatus(403, 'PERMISSION_DENIED', [errorInfo('TERMS_AND_CONDITIONS_NOT_SIGNED')]);

const badRequest = (violations: Violation[]) =>
  googleStatus(
    400,
    'INVALID_ARGUMENT',
    violations.some(({ reason }) => reason !== undefined)
      ? [
          errorInfo('INVALID_ARGUMENT', { requestId: `t-${crypto.randomUUID()}` }),
          { '@type': `${PREFIX}.BadRequest`, fieldViolations: violations },
        ]
      : [{ '@type': `${PREFIX}.BadRequest`, fieldViolations: violations }],
    'There was a problem with the request.',
  );

/** Answers as Google does. `fetchFrom` makes a `fetch` of it, and a story answers the requests of a browser with it. */
export function startDataManager(options: StandInOptions) {
  const conversions = new Map<string, Conversion>();
  const requests = new Map<string, Json>();
  const received: (StandInRequest & { at: number })[] = [];
  const failures: Failure[] = [];
  let isDone = !options.isSlow;
  let isCut = false;

  function answer(request: StandInRequest): StandInAnswer | null {
    received.push({ ...request, at: Date.now() });
    const { pathname, searchParams } = new URL(request.path, 'https://datamanager.googleapis.com');
    const sent = { ...request, path: pathname, query: searchParams };
    keepProblems(checkDataManager(sent), sent);
    if (isCut) return null;
    const failure = failures.shift();
    if (failure === 'refused') return null;
    if (typeof failure === 'object') return failure;
    const usual = answerUsually(request);
    return failure === 'lost' ? null : usual;
  }

  function answerUsually({ method, path, authorization, body }: StandInRequest): StandInAnswer {
    const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
    if (token === undefined || options.knowsToken?.(token) === false)
      return googleStatus(401, 'UNAUTHENTICATED', [
        errorInfo(token === undefined ? 'CREDENTIALS_MISSING' : 'ACCESS_TOKEN_EXPIRED'),
      ]);
    const url = new URL(path, 'https://datamanager.googleapis.com');
    if (method === 'POST' && url.pathname === '/v1/events:ingest') return ingest(body);
    if (method === 'GET' && url.pathname === '/v1/requestStatus:retrieve')
      return retrieve(url.searchParams.get('requestId') ?? '');
    return googleStatus(404, 'NOT_FOUND');
  }

  function ingest(text: string): StandInAnswer {
    const body = JSON.parse(text) as Json;
    const shape = checkShape(body, SHAPE, '');
    if (shape.length > 0) return badRequest(shape);
    const events = body['events'] as Json[];
    if (events.length > MAX_EVENTS)
      return badRequest([{ field: 'events', description: 'Too many events.', reason: 'TOO_MANY_EVENTS' }]);
    const [destination] = body['destinations'] as [Json];
    const place = checkDestination(destination, events);
    if (!('account' in place)) return place;
    const violations = events.flatMap(checkEvent);
    if (violations.length > 0) return badRequest(violations);
    const isTest = body['validateOnly'] === true;
    const bare = isTest ? [] : events.flatMap(checkBareId);
    if (bare.length > 0) return badRequest(bare);
    const id = `${isTest ? 'v-' : ''}${crypto.randomUUID()}`;
    if (!isTest) requests.set(id, { ...process(place, events), destination });
    return { status: 200, json: { requestId: id } };
  }

  function checkDestination(
    destination: Json,
    events: Json[],
  ): StandInAnswer | { account: string; action: string } {
    const account = (destination['operatingAccount'] as Json)['accountId'] as string;
    const manager = (destination['loginAccount'] as Json | undefined)?.['accountId'] as string | undefined;
    const action = destination['productDestinationId'] as string;
    const known = options.accounts[account];
    const isReached =
      manager === undefined || manager === account
        ? known?.isDirect !== false
        : (known?.managers ?? []).includes(manager);
    // The exact body for an account without access is not published.
    if (!known || !isReached) return googleStatus(403, 'PERMISSION_DENIED', [errorInfo('PERMISSION_DENIED')]);
    const type = known.actions[action];
    if (type !== 'UPLOAD_CLICKS')
      return badRequest([
        {
          field: 'destinations[0].product_destination_id',
          description: 'The conversion action is not one for uploads.',
          reason: type === undefined ? 'INVALID_CONVERSION_ACTION_ID' : 'INVALID_CONVERSION_ACTION_TYPE',
        },
      ]);
    const withPeople = events.findIndex((event) => 'userData' in event);
    const about = (reason: string, description: string) =>
      badRequest([{ field: `events.events[${withPeople}].destination_references[0]`, description, reason }]);
    if (withPeople >= 0 && known.hasTerms === false)
      return about(
        'DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED',
        "The destination account hasn't agreed to the terms for enhanced conversions.",
      );
    if (withPeople >= 0 && known.hasLeadsSetting === false)
      return about(
        'DESTINATION_ACCOUNT_NOT_ENABLED_ENHANCED_CONVERSIONS_FOR_LEADS',
        'The destination account is not enabled for enhanced conversions for leads.',
      );
    return { account, action };
  }

  /**
   * The outcome of a request that is found out later, by counts. With an id that is known, Google changes the value of the first
   * conversion; the pages don't say when it reports a duplicate instead: here where the value is the same.
   */
  function process({ account, action }: { account: string; action: string }, events: Json[]): Json {
    const errors = new Map<string, number>();
    for (const event of events) {
      const transactionId = event['transactionId'] as string;
      const key = [account, action, transactionId].join('/');
      const earlier = conversions.get(key);
      const value = event['conversionValue'] as number;
      const reason = consentProblem(event) ?? (earlier?.value === value ? 'DUPLICATE_TRANSACTION_ID' : null);
      if (reason !== null) {
        const name = `PROCESSING_ERROR_REASON_${reason}`;
        errors.set(name, (errors.get(name) ?? 0) + 1);
      } else
        conversions.set(key, {
          account,
          action,
          transactionId,
          value,
          currency: String(event['currency']),
          event,
        });
    }
    const failed = [...errors.values()].reduce((sum, count) => sum + count, 0);
    return {
      requestStatus: failed === 0 ? 'SUCCESS' : failed === events.length ? 'FAILED' : 'PARTIAL_SUCCESS',
      ...(failed > 0 && {
        errorInfo: {
          errorCounts: [...errors].map(([reason, count]) => ({ recordCount: String(count), reason })),
        },
      }),
      eventsIngestionStatus: { recordCount: String(events.length) },
    };
  }

  function consentProblem(event: Json): string | null {
    const consent = (event['consent'] as Json | undefined)?.['adUserData'];
    if (consent === 'CONSENT_DENIED') return 'DENIED_CONSENT';
    if (!options.needsConsent || consent === 'CONSENT_GRANTED') return null;
    return consent === undefined ? 'NO_CONSENT' : 'UNKNOWN_CONSENT';
  }

  function retrieve(id: string): StandInAnswer {
    const status = requests.get(id);
    // The status of the answer for an unknown id is not published.
    if (!status)
      return badRequest([{ field: 'request_id', description: 'Unknown.', reason: 'INVALID_REQUEST_ID' }]);
    const shown = isDone ? status : { destination: status['destination'], requestStatus: 'PROCESSING' };
    return { status: 200, json: { requestStatusPerDestination: [shown] } };
  }

  return {
    answer,
    /** In the order in which they came. */
    received,
    /** The bodies of all requests for events. */
    ingested: () =>
      received
        .filter(({ path }) => path.startsWith('/v1/events:ingest'))
        .map(
          ({ body }) => JSON.parse(body) as { validateOnly: boolean; events: Json[]; destinations: Json[] },
        ),
    conversions: (): Conversion[] => [...conversions.values()],
    /** Each of the next requests gets one of these in place of its answer. */
    fail: (...next: Failure[]) => void failures.push(...next),
    /** From now on nothing gets through, until `mend`. */
    cut: () => void (isCut = true),
    mend: () => void (isCut = false),
    process: () => void (isDone = true),
  };
}

export type DataManagerStandIn = ReturnType<typeof startDataManager>;

// --- Shapes ---

type Shape =
  | 'text'
  | 'number'
  | 'boolean'
  | 'digits'
  | { [key: string]: Shape }
  | [Shape]
  | readonly string[];

const CONSENT = ['CONSENT_GRANTED', 'CONSENT_DENIED', 'CONSENT_STATUS_UNSPECIFIED'] as const;
const ACCOUNT_SHAPE = { accountType: ['GOOGLE_ADS', 'DATA_PARTNER'] as const, accountId: 'digits' } as const;
const CONSENT_SHAPE = { adUserData: CONSENT, adPersonalization: CONSENT };

/** The fields that a browser of ours may send; Google knows more. An unknown one is refused there too. */
const SHAPE: Shape = {
  destinations: [
    { operatingAccount: ACCOUNT_SHAPE, loginAccount: ACCOUNT_SHAPE, productDestinationId: 'digits' },
  ],
  encoding: ['HEX', 'BASE64'],
  validateOnly: 'boolean',
  consent: CONSENT_SHAPE,
  events: [
    {
      transactionId: 'text',
      eventTimestamp: 'text',
      userData: { userIdentifiers: [{ emailAddress: 'text', phoneNumber: 'text' }] },
      consent: CONSENT_SHAPE,
      adIdentifiers: { gclid: 'text', gbraid: 'text', wbraid: 'text' },
      currency: 'text',
      conversionValue: 'number',
      eventSource: ['WEB', 'APP', 'IN_STORE', 'PHONE', 'MESSAGE', 'OTHER'],
    },
  ],
};

/** The faults that Google's parser refuses: such answers have no reasons, and name single fields. */
function checkShape(value: unknown, shape: Shape, path: string): Violation[] {
  const invalid = [{ field: path, description: `Invalid value at '${path}'` }];
  if (shape === 'text') return typeof value === 'string' ? [] : invalid;
  if (shape === 'digits') return typeof value === 'string' && /^\d+$/.test(value) ? [] : invalid;
  if (shape === 'number') return typeof value === 'number' ? [] : invalid;
  if (shape === 'boolean') return typeof value === 'boolean' ? [] : invalid;
  if (Array.isArray(shape) && shape.length === 1 && typeof shape[0] === 'object') {
    if (!Array.isArray(value) || value.length === 0) return invalid;
    return value.flatMap((one, index) => checkShape(one, shape[0] as Shape, `${path}[${index}]`));
  }
  if (Array.isArray(shape)) return (shape as readonly unknown[]).includes(value) ? [] : invalid;
  if (typeof value !== 'object' || value === null) return invalid;
  const known = shape as Record<string, Shape>;
  return Object.entries(value).flatMap(([key, part]) => {
    const inner = path === '' ? key : `${path}.${key}`;
    const own = Object.hasOwn(known, key) ? known[key] : undefined;
    return own === undefined
      ? [
          {
            field: '',
            description: `Invalid JSON payload received. Unknown name "${key}": Cannot find field.`,
          },
        ]
      : checkShape(part, own, inner);
  });
}

/**
 * Reported by others and on no page of Google: an id of digits alone or of one character passes `validateOnly`, and is refused when
 * events are recorded, without a reason.
 */
function checkBareId(event: Json, index: number): Violation[] {
  if (!/^(?:\d+|.)$/su.test(String(event['transactionId'] ?? ''))) return [];
  return [{ field: `events[${index}]`, description: 'Request contains an invalid argument.' }];
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** The faults that Google's rules refuse in one event. */
function checkEvent(event: Json, index: number): Violation[] {
  const found: Violation[] = [];
  const refuse = (field: string, reason: string) =>
    found.push({
      field: `events.events[${index}]${field && `.${field}`}`,
      description: `Refused: ${reason}.`,
      reason,
    });
  const time = String(event['eventTimestamp'] ?? '');
  if (!TIME.test(time)) refuse('event_timestamp', 'INVALID_FORMAT');
  else if (Date.parse(time) > Date.now()) refuse('event_timestamp', 'EVENT_TIME_INVALID');
  if (event['eventSource'] === undefined) refuse('event_source', 'REQUIRED_FIELD_MISSING');
  if (String(event['transactionId'] ?? '').length > MAX_TRANSACTION_ID)
    refuse('transaction_id', 'FIELD_VALUE_TOO_LONG');
  if (!/^[A-Z]{3}$/.test(String(event['currency'] ?? 'USD'))) refuse('currency', 'INVALID_CURRENCY_CODE');
  const people = (event['userData'] as { userIdentifiers: Json[] } | undefined)?.userIdentifiers ?? [];
  if (people.length > MAX_IDENTIFIERS) refuse('user_data', 'TOO_MANY_USER_IDENTIFIERS');
  if (people.length === 0 && event['adIdentifiers'] === undefined) refuse('', 'NO_IDENTIFIERS_PROVIDED');
  for (const [place, person] of people.entries()) {
    const field = `user_data.user_identifiers[${place}]`;
    if (Object.keys(person).length !== 1) refuse(field, 'INVALID_FORMAT');
    for (const hash of Object.values(person))
      if (!/^[0-9a-f]{64}$/i.test(String(hash))) refuse(field, 'INVALID_HEX_ENCODING');
  }
  return found;
}
