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
  writeKept,
  SHEETS_STATE,
  exchangeCode,
  type Attempt,
} from '#worker/auth/google.ts';
import {
  GoogleUnavailable,
  CONSENT,
  findAccessToken,
  revoke,
  toConnection,
  type SheetsService,
} from '#worker/auth/sheets.ts';
import {
  deleteConnection,
  findConnection,
  saveConnection,
  type NewConnection,
} from '#worker/db/sheets-connections.ts';
import type { AppEnv } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import { limitByUser } from '#worker/middleware/rate-limit.ts';
import { writeSealedCookie } from '#worker/middleware/cookies.ts';
import { requireUser } from '#worker/middleware/session.ts';
import { findSheetsService } from './auth/google-client.ts';

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
    const sid = c.get('presentedSid') ?? ''; // a user has a session
    const attempt = createAttempt({ connects: { sid, userId: c.get('owner').id } });
    await writeSealedCookie(c, writeKept('google', attempt));
    return c.json({ url: authorizationUrl(service.client, attempt, CONSENT) } satisfies SheetsConsent);
  },
);

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
  const [service, connection] = [
    await findSheetsService(c),
    await deleteConnection(c.get('db'), c.get('owner').id),
  ];
  const isRevoked = !connection || (service !== null && (await revoke(service, connection)));
  return c.json({ message: isRevoked ? REVOKED : NOT_REVOKED });
});

/** True for the way back of a consent, also where the attempt is over: its state says so. */
export const isConsent = (c: Context<AppEnv>): boolean =>
  c.req.query('state')?.startsWith(SHEETS_STATE) ?? false;

export const endConsent = (c: Context<AppEnv>, outcome: SheetsOutcome): Response =>
  c.redirect(`/?${SHEETS_PARAMETER}=${outcome}`);

/** Stores a connection, and gives back the right of an earlier one to another Google account. */
async function replaceConnection(
  c: Context<AppEnv>,
  service: SheetsService,
  connection: NewConnection,
): Promise<void> {
  const earlier = await findConnection(c.get('db'), connection.userId);
  await saveConnection(c.get('db'), connection);
  // Not for the same account: Google would end the new right with the old one.
  if (earlier && earlier.email !== connection.email) await revoke(service, earlier);
}

/** What Google granted; null without the right to read spreadsheets, and an outcome where there is no answer. */
async function askGoogle(
  service: SheetsService,
  { code, attempt, userId }: { code: string; attempt: Attempt; userId: string },
): Promise<NewConnection | null | 'failed'> {
  const now = Date.now();
  try {
    const answer = await exchangeCode(service.client, { code, attempt, now });
    return await toConnection(service, { ...answer, userId }, now);
  } catch (error) {
    console.error(`Google Sheets was not connected: ${error instanceof Error ? error.message : 'unknown'}`);
    return 'failed';
  }
}

/** Ends a consent that this user began in this session, on the start page. */
export async function finishConsent(c: Context<AppEnv>, attempt: Attempt, userId: string): Promise<Response> {
  const service = await findSheetsService(c);
  const code = c.req.query('code');
  if (c.req.query('error') === 'access_denied') return endConsent(c, 'cancelled');
  if (!service || !code) return endConsent(c, 'failed');
  const connection = await askGoogle(service, { code, attempt, userId });
  if (connection === 'failed') return endConsent(c, 'failed');
  if (connection === null) return endConsent(c, 'not-allowed');
  await replaceConnection(c, service, connection);
  return endConsent(c, 'connected');
}
