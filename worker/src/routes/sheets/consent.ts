import type { Context } from 'hono';
import { SHEETS_PARAMETER, type SheetsOutcome } from '#contract/sheets.ts';
import { SHEETS_STATE, exchangeCode, type Attempt } from '#worker/auth/google.ts';
import { revoke, toConnection, type SheetsService } from '#worker/auth/sheets.ts';
import { findConnection, saveConnection, type NewConnection } from '#worker/db/sheets-connections.ts';
import type { AppEnv } from '#worker/env.ts';
import { findSheetsService } from '../auth/google-client.ts';

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
