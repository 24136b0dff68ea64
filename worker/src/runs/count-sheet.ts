import { describeNamed } from '#contract/platforms.ts';
import { googleClientOf } from '#worker/auth/google.ts';
import { deriveSealingKey } from '#worker/auth/token-sealing.ts';
import type { SheetSpec } from '#contract/sources.ts';
import { findAccessToken, NotNamed } from '#worker/connections/access.ts';
import { googleProvider } from '#worker/platforms/google-ads/google-platform.ts';
import { ProviderUnavailable } from '#worker/connections/provider.ts';
import { markConnectionUsed } from '#worker/db/connections.ts';
import type { RunSource } from '#worker/db/scheduled-runs.ts';
import type { Site } from '../env.ts';
import { ApiError } from '../errors.ts';
import { NotCounted, OutOfMemory } from './count-file.ts';
import { countSaved } from './count-saved.ts';
import type { CountedVersion } from '#worker/db/schema.ts';
import { SheetFailure, withSheet } from './read-sheet.ts';

/** A sheet that was counted, or a failure that another attempt would meet again. */
export type SheetCount =
  | ({ kind: 'counted'; hash: string } & CountedVersion)
  | { kind: 'failed'; reason: string };

/** A sheet was not counted now. The message says why, to the owner of the source. */
export class NotNow extends Error {
  override readonly name = 'NotNow';
}

/**
 * Reads the sheet of a source with the connection of its owner, counts its rows by the choices of its analysis, and forgets them.
 *
 * @throws NotNow where another attempt may succeed
 */
export async function countSheet(site: Site, source: RunSource): Promise<SheetCount> {
  const target = { userId: source.userId, id: source.analysisId };
  const spec = JSON.parse(source.spec ?? '{}') as SheetSpec; // it was checked when it was stored
  try {
    const access = {
      accessToken: await requireToken(site, source.userId, spec.spreadsheetId),
      env: site.env,
    };
    return await withSheet(access, spec, async ({ pieces, hash }) => ({
      kind: 'counted',
      hash,
      ...(await countSaved(site, target, { pieces, encoding: 'utf-8' })),
    }));
  } catch (error) {
    return { kind: 'failed', reason: lastingReason(error) };
  }
}

/** An access token of a user or team, for reading a spreadsheet. */
async function requireToken({ env, db }: Site, userId: string, spreadsheetId: string): Promise<string> {
  const client = googleClientOf(env, NO_CONSENT);
  if (!client || !env.SESSION_SECRET) throw new SheetFailure('disconnected');
  const service = {
    provider: googleProvider(client, 'sheets'),
    key: await deriveSealingKey(env.SESSION_SECRET),
  };
  const owner = { userId, kind: 'sheets' } as const;
  const access = await findAccessToken(db, service, { ...owner, use: { reads: spreadsheetId } });
  if (!access) throw new SheetFailure('disconnected');
  await markConnectionUsed(db, owner, Date.now());
  return access.accessToken;
}

/** Nobody consents here: a token is only refreshed. */
const NO_CONSENT = '';

/**
 * Why another attempt would fail as well. Throws where it may not.
 *
 * @internal
 */
export function lastingReason(error: unknown): string {
  if (error instanceof NotCounted) return error.message;
  if (error instanceof NotNamed) return `Ask an admin to name it: ${describeNamed('sheets')}`;
  if (error instanceof SheetFailure && !error.mayPass) return error.message;
  if (error instanceof SheetFailure) throw new NotNow(error.message);
  if (error instanceof ProviderUnavailable) throw new NotNow('Google did not give access to the sheet.');
  if (error instanceof OutOfMemory) throw new NotNow('The server was counting other files.');
  if (error instanceof ApiError && (error.status < 500 || error.status === 507)) return error.message;
  throw error;
}
