import type { Context } from 'hono';
import { GOOGLE, type GoogleClient } from '#worker/auth/google.ts';
import { revoke, type SheetsService } from '#worker/auth/sheets.ts';
import { deriveSealingKey } from '#worker/auth/token-sealing.ts';
import type { SheetsConnection } from '#worker/db/sheets-connections.ts';
import type { AppEnv } from '#worker/env.ts';

export const CALLBACK_PATH = '/auth/google/callback';

/** The operator's client at Google; null where it is not set up. */
export function readClient({ env, req }: Context<AppEnv>): GoogleClient | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  if (!clientId || !clientSecret) return null;
  const provider = {
    issuer: env.GOOGLE_ISSUER ?? GOOGLE.issuer,
    authorizationEndpoint: env.GOOGLE_AUTHORIZATION_ENDPOINT ?? GOOGLE.authorizationEndpoint,
    tokenEndpoint: env.GOOGLE_TOKEN_ENDPOINT ?? GOOGLE.tokenEndpoint,
    revocationEndpoint: env.GOOGLE_REVOCATION_ENDPOINT ?? GOOGLE.revocationEndpoint,
  };
  return { provider, clientId, clientSecret, redirectUri: new URL(CALLBACK_PATH, req.url).href };
}

/** True where spreadsheets can be imported: never with a key from the database, which would lie beside what it seals. */
export const offersSheets = ({ env }: Context<AppEnv>): boolean =>
  Boolean(env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET && env.SESSION_SECRET);

/** The client and the key for the import of spreadsheets; null if it is not offered. */
export async function findSheetsService(c: Context<AppEnv>): Promise<SheetsService | null> {
  const client = readClient(c);
  const secret = c.env.SESSION_SECRET;
  return client && secret ? { client, key: await deriveSealingKey(secret) } : null;
}

/** Gives back at Google the right of a connection that is deleted here. False where that is not certain. */
export async function giveBackRight(c: Context<AppEnv>, connection: SheetsConnection): Promise<boolean> {
  const service = await findSheetsService(c);
  return service !== null && (await revoke(service, connection));
}
