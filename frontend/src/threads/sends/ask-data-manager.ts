import { fieldsOf } from '#contract/records.ts';
import { CONNECTED_ORIGINS } from '#contract/thread-address.ts';
import { MINUTE, SECOND } from '#contract/limits.ts';
import {
  describeSendError,
  EventsRefused,
  readGoogleError,
  SendFailure,
  type GoogleAnswerError,
} from './send-failure.ts';
import { askSite } from './ask-site.ts';
import { OWN_WORK } from '../work-root.ts';

const ORIGIN = CONNECTED_ORIGINS['google-values'];

/**
 * Time from one request to the next. Google allows 300 a minute and 100,000 a day for the whole site, so for all of its users
 * together: https://developers.google.com/data-manager/api/limits, read 2026-11-25.
 */
const STEP_MS = 1 * SECOND;
/** An answer must come within this time: Google's own client waits as long (datamanager_grpc_service_config.json, 2026-07-30). */
const ANSWER_MS = 2 * MINUTE;
/**
 * Waits after errors that may pass: 1, 2, 4 seconds and so on, with up to a quarter more at random so that browsers don't come
 * back together: https://developers.google.com/data-manager/api/devguides/concepts/understand-errors, of 2026-07-30.
 */
const FIRST_WAIT_MS = 1 * SECOND;
const MAX_ATTEMPTS = 6;
/** The limit is that of a minute. */
const QUOTA_WAIT_MS = 1 * MINUTE;
/** No wait is longer, whatever Google says; then the send stops, and can go on later. */
const MAX_WAIT_MS = 5 * MINUTE;
/** A token that ends sooner is not used. */
const TOKEN_MARGIN_MS = 1 * MINUTE;

/** The time from which on the next request may be made. A thread has one pace for all that it does. */
interface Pace {
  nextAt: number;
}

export interface DataManagerHooks {
  pace: Pace;
  /** Ends waiting. A request that was made already is waited for. */
  signal: AbortSignal;
  /** Tells in how many seconds the next attempt comes; null once it is made. */
  onWait(seconds: number | null): void;
  /** How often a request is made at most, where errors may pass. */
  attempts?: number;
}

/** Calls of the Data Manager API, one at a time and one a second. */
export interface DataManager {
  /** Resolves to the answer of `events:ingest`. @throws SendFailure, EventsRefused, and the signal's reason */
  ingest(body: object): Promise<Record<string, unknown>>;
  /** The answer of `requestStatus:retrieve`; null where Google does not know the request, or not yet. */
  retrieve(requestId: string): Promise<Record<string, unknown> | null>;
}

/**
 * Connects to the Data Manager API. The access token comes from our Worker, exists only here, and goes to Google only.
 */
export function connectDataManager({
  pace,
  signal,
  onWait,
  attempts = MAX_ATTEMPTS,
}: DataManagerHooks): DataManager {
  let token: { accessToken: string; endsAt: number } | null = null;
  /** Whether Google has ever answered this thread. */
  let hasReached = false;

  async function ask(path: string, init: RequestInit): Promise<Record<string, unknown>> {
    let isRenewed = false;
    for (let attempt = 1; ; attempt++) {
      const answer = await reach(path, init);
      if (answer === null) {
        if (attempt >= attempts || !hasReached) throw new SendFailure(hasReached ? 'lost' : 'blocked');
        await wait(backOff(attempt));
      } else if (answer.error === null) return answer.body;
      else if (answer.error.status === 401 && !isRenewed) {
        isRenewed = true;
        token = null;
      } else {
        const delay = attempt < attempts ? delayAfter(answer.error, attempt) : null;
        if (delay === null) throw describeSendError(answer.error);
        await wait(delay);
      }
    }
  }

  /** Null where no answer came: the browser does not say why. */
  async function reach(path: string, init: RequestInit) {
    const { accessToken } = (token ??= await askToken());
    if (token.endsAt - Date.now() < TOKEN_MARGIN_MS) token = null; // for the next request
    await keepPace();
    try {
      const response = await fetch(`${ORIGIN}/v1/${path}`, {
        ...init,
        headers: { ...init.headers, Authorization: `Bearer ${accessToken}` },
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      const text = await response.text();
      hasReached = true;
      return readAnswer(response, text);
    } catch {
      return null;
    }
  }

  async function keepPace(): Promise<void> {
    signal.throwIfAborted();
    const now = Date.now();
    const at = Math.max(now, pace.nextAt);
    pace.nextAt = at + STEP_MS;
    if (at > now) await sleep(at - now, signal);
  }

  async function wait(milliseconds: number): Promise<void> {
    onWait(Math.ceil(milliseconds / SECOND));
    await sleep(milliseconds, signal);
    onWait(null);
  }

  return {
    ingest: (body) =>
      ask('events:ingest', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    async retrieve(requestId) {
      try {
        return await ask(`requestStatus:retrieve?requestId=${encodeURIComponent(requestId)}`, {});
      } catch (error) {
        // The answer for an unknown request is documented by its reason only; a new one may not be known everywhere yet.
        if (isUnknownRequest(error)) return null;
        throw error;
      }
    },
  };
}

function readAnswer(
  response: Response,
  text: string,
): { body: Record<string, unknown>; error: GoogleAnswerError | null } {
  const body = parse(text);
  return { body: fieldsOf(body), error: response.ok ? null : readGoogleError(response, body) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isUnknownRequest = (error: unknown): boolean =>
  error instanceof EventsRefused ||
  (error instanceof SendFailure && ['wrong-action', 'not-understood'].includes(error.details.problem));

const backOff = (attempt: number): number => FIRST_WAIT_MS * 2 ** (attempt - 1) * (1 + Math.random() / 4);

/** How long to wait before the same request is made again; null where that would not help. */
function delayAfter({ status, quota, waitSeconds }: GoogleAnswerError, attempt: number): number | null {
  const own = waitSeconds === null ? null : waitSeconds * SECOND;
  if (status === 429) {
    if (quota.includes('PerDay')) return null;
    return Math.min(own ?? QUOTA_WAIT_MS * (1 + Math.random() / 4), MAX_WAIT_MS);
  }
  // ABORTED is 409; INTERNAL, UNKNOWN, UNAVAILABLE and DEADLINE_EXCEEDED are 500, 503 and 504.
  return status >= 500 || status === 409 ? Math.min(own ?? backOff(attempt), MAX_WAIT_MS) : null;
}

/** A short-lived access token of the signed-in user, for this right only, also in the tab of a team. */
async function askToken() {
  const { accessToken, expiresAt } = await askSite('/connections/google-values/token', {
    method: 'POST',
    root: OWN_WORK,
  });
  if (typeof accessToken !== 'string') throw new SendFailure('site-unavailable');
  return { accessToken, endsAt: Date.parse(String(expiresAt)) };
}

/** Waits, unless the signal is aborted. Rejects with its reason then. */
function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', end, { once: true });
  });
}
