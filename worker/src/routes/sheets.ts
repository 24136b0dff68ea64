import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { SHEETS_CONSENTS, SHEETS_TOKENS } from '#contract/limits.ts';
import {
  SHEETS_PARAMETER,
  type SheetsConsent,
  type SheetsStatus,
  type SheetsToken,
  type SheetsOutcome,
} from '#contract/sheets.ts';
import {
  authorizationUrl,
  createAttempt,
  writeGoogleCookie,
  SHEETS_STATE,
  exchangeCode,
  type Attempt,
} from '#worker/auth/google.ts';
import {
  GoogleUnavailable,
  CONSENT,
  emailOf,
  findAccessToken,
  revoke,
  revokeGrant,
  toConnection,
  type SheetsService,
} from '#worker/auth/sheets.ts';
import {
  deleteConnection,
  deleteRevoked,
  findConnection,
  saveConnection,
  type SheetsConnection,
} from '#worker/db/sheets-connections.ts';
import type { AppEnv } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import { limitByUser } from '#worker/middleware/rate-limit.ts';
import { writeSealedCookie } from '#worker/middleware/cookies.ts';
import { requireUser } from '#worker/middleware/session.ts';
import { findSheetsService, giveBackRight } from './auth/google-client.ts';

const REVOKED = 'Google Sheets is disconnected.';
const NOT_REVOKED =
  'Google Sheets is disconnected here. Google did not confirm it: please remove the access at https://myaccount.google.com/connections too.';

const disconnected = () =>
  new ApiError(409, 'Please connect Google Sheets again.', { code: 'SHEETS_DISCONNECTED' });

async function requireService(c: Context<AppEnv>): Promise<SheetsService> {
  const service = await findSheetsService(c);
  if (!service) throw new ApiError(404, "The import from Google Sheets isn't set up on this site.");
  return service;
}

export const sheets = new Hono<AppEnv>();

sheets.get('/', async (c) => {
  const service = await findSheetsService(c);
  const user = c.get('user');
  const found = service && user && (await findConnection(c.get('db'), user.id));
  const connection = found ? { email: found.email, isOver: found.keyVersion !== service.key.version } : null;
  return c.json({ isOffered: service !== null, connection } satisfies SheetsStatus);
});

sheets.post(
  '/connect',
  requireUser,
  limitByUser('sheets-consent', SHEETS_CONSENTS, 'You are connecting very often.'),
  async (c) => {
    const service = await requireService(c);
    await endEarlier(c, service);
    const sid = c.get('presentedSid') ?? ''; // a user has a session
    const attempt = createAttempt({ connects: { sid, userId: c.get('owner').id } });
    await writeSealedCookie(c, writeGoogleCookie('google', attempt));
    return c.json({ url: authorizationUrl(service.client, attempt, CONSENT) } satisfies SheetsConsent);
  },
);

/**
 * Ends a connection before its owner grants another one. Afterwards would be too late: with one right Google ends all of the
 * same account. A connection that Google does not confirm to have ended stays, and the next one takes its place.
 */
async function endEarlier(c: Context<AppEnv>, service: SheetsService): Promise<void> {
  const earlier = await findConnection(c.get('db'), c.get('owner').id);
  if (earlier && (await revoke(service, earlier))) await deleteRevoked(c.get('db'), earlier);
}

sheets.post(
  '/token',
  requireUser,
  limitByUser('sheets-token', SHEETS_TOKENS, 'You are importing very often.'),
  async (c) => {
    const service = await requireService(c);
    const access = await findAccessToken(c.get('db'), service, c.get('owner').id).catch(describeFailure);
    if (!access) throw disconnected();
    const expiresAt = new Date(access.expiresAt).toISOString();
    return c.json({ accessToken: access.accessToken, expiresAt } satisfies SheetsToken);
  },
);

function describeFailure(error: unknown): never {
  if (!(error instanceof GoogleUnavailable)) throw error;
  console.error(`Google gave no access token: ${error.message}`);
  throw new ApiError(502, "Google didn't answer as expected. Please try again in a moment.", {
    code: 'GOOGLE_UNAVAILABLE',
  });
}

sheets.delete('/', requireUser, async (c) => {
  const connection = await deleteConnection(c.get('db'), c.get('owner').id);
  const isRevoked = !connection || (await giveBackRight(c, connection));
  return c.json({ message: isRevoked ? REVOKED : NOT_REVOKED });
});

/** True for the way back of a consent, also where the attempt is over: its state says so. */
export const isConsent = (c: Context<AppEnv>): boolean =>
  c.req.query('state')?.startsWith(SHEETS_STATE) ?? false;

export const endConsent = (c: Context<AppEnv>, outcome: SheetsOutcome): Response =>
  c.redirect(`/?${SHEETS_PARAMETER}=${outcome}`);

/** The tokens and claims that Google granted; null if its answer is not as expected. */
async function askGoogle(
  service: SheetsService,
  { code, attempt }: { code: string; attempt: Attempt },
): Promise<Grant | null> {
  try {
    return await exchangeCode(service.client, { code, attempt, now: Date.now() });
  } catch (error) {
    logFailure(error);
    return null;
  }
}

type Grant = Awaited<ReturnType<typeof exchangeCode>>;

const logFailure = (error: unknown): void =>
  console.error(`Google Sheets was not connected: ${error instanceof Error ? error.message : 'unknown'}`);

/** Stores the granted connection, and gives back the right of an earlier one to another Google account. */
async function keepGrant(
  c: Context<AppEnv>,
  service: SheetsService,
  { grant, connects, earlier }: { grant: Grant; connects: Connects; earlier: SheetsConnection | undefined },
): Promise<SheetsOutcome> {
  const now = Date.now();
  const { sid, userId } = connects;
  const connection = await toConnection(service, { ...grant, userId }, now).catch(logFailure);
  if (connection === undefined) return 'failed';
  if (connection === null) return 'not-allowed';
  if (!(await saveConnection(c.get('db'), connection, { sid, now }))) return 'expired';
  // Not for the same account: Google would end the new right with the old one.
  if (earlier && earlier.email !== connection.email) await revoke(service, earlier);
  return 'connected';
}

type Connects = NonNullable<Attempt['connects']>;

interface Consent {
  attempt: Attempt;
  connects: Connects;
  /** True if it came back to the session that it began in. */
  isHere: boolean;
}

/** Ends a consent on the start page. A right that cannot be used is given back to Google. */
export async function finishConsent(
  c: Context<AppEnv>,
  { attempt, connects, isHere }: Consent,
): Promise<Response> {
  const service = await findSheetsService(c);
  const code = c.req.query('code');
  if (!service || !code) return endConsent(c, isHere ? outcomeWithoutCode(c) : 'expired');
  const grant = await askGoogle(service, { code, attempt });
  if (!grant) return endConsent(c, isHere ? 'failed' : 'expired');
  const earlier = await findConnection(c.get('db'), connects.userId);
  const outcome = isHere ? await keepGrant(c, service, { grant, connects, earlier }) : 'expired';
  // Not for a Google account that is connected: its right would end too.
  if (outcome !== 'connected' && earlier?.email !== emailOf(grant.claims))
    await revokeGrant(service, grant.tokens);
  return endConsent(c, outcome);
}

const outcomeWithoutCode = (c: Context<AppEnv>): SheetsOutcome =>
  c.req.query('error') === 'access_denied' ? 'cancelled' : 'failed';
