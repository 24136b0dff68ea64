import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { GOOGLE_ATTEMPT_MS, SHEETS_CONSENTS, SHEETS_TOKENS } from '#contract/limits.ts';
import type { SheetsConsent, SheetsStatus, SheetsToken } from '#contract/sheets.ts';
import { createAttempt, writeKept } from '#worker/auth/google.ts';
import {
  GoogleUnavailable,
  consentUrl,
  findAccessToken,
  revoke,
  type SheetsService,
} from '#worker/auth/sheets.ts';
import { deleteConnection, findConnection } from '#worker/db/sheets-connections.ts';
import type { AppEnv } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import { limitByUser } from '#worker/middleware/rate-limit.ts';
import { writeSealedCookie } from '#worker/middleware/sealed-cookie.ts';
import { requireUser } from '#worker/middleware/session.ts';
import { findSheetsService } from '../auth/google-client.ts';

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
    const attempt = createAttempt(Date.now(), { connects: { sid, userId: c.get('owner').id } });
    await writeSealedCookie(c, { name: 'google', value: writeKept(attempt), maxAgeMs: GOOGLE_ATTEMPT_MS });
    return c.json({ url: consentUrl(service, attempt).href } satisfies SheetsConsent);
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
