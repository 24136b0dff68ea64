import type { Context } from 'hono';
import { CONNECTION_NAMES, type ConnectionKind } from '#contract/connection-kinds.ts';
import { findAccessToken, type AccessToken } from '#worker/connections/access.ts';
import { ProviderUnavailable, type ConnectionService } from '#worker/connections/provider.ts';
import { markConnectionUsed } from '#worker/db/connections.ts';
import type { AppEnv } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import { tryWrite } from '#worker/middleware/database.ts';
import { findService, listOffers } from './services.ts';

/** @throws 404 where this deployment does not offer the kind */
export async function requireService(c: Context<AppEnv>, kind: ConnectionKind): Promise<ConnectionService> {
  const service = listOffers(c.env).includes(kind) ? await findService(c, kind) : null;
  if (!service) throw new ApiError(404, `${CONNECTION_NAMES[kind]} isn't set up on this site.`);
  return service;
}

/**
 * An access token of the signed-in user. For handlers behind `requireUser`.
 *
 * @throws 404 where the kind is not offered, 409 where the user must connect (again), 502 where the service fails
 */
export async function requireAccess(c: Context<AppEnv>, kind: ConnectionKind): Promise<AccessToken> {
  const service = await requireService(c, kind);
  const owner = { userId: c.get('owner').id, kind };
  const access = await findAccessToken(c.get('db'), service, owner).catch((error: unknown) =>
    describeFailure(kind, error),
  );
  if (!access)
    throw new ApiError(409, `Please connect ${CONNECTION_NAMES[kind]} again.`, { code: 'DISCONNECTED' });
  await tryWrite(
    () => markConnectionUsed(c.get('db'), owner, Date.now()),
    'The use of a connection was not noted',
  );
  return access;
}

function describeFailure(kind: ConnectionKind, error: unknown): never {
  if (!(error instanceof ProviderUnavailable)) throw error;
  console.error(`${CONNECTION_NAMES[kind]} gave no access token: ${error.message}`);
  throw new ApiError(
    502,
    `${CONNECTION_NAMES[kind]} didn't answer as expected. Please try again in a moment.`,
    { code: 'PROVIDER_UNAVAILABLE' },
  );
}
