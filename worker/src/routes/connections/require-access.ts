import { CONNECTION_NAMES, describeNamed, TEAM_KINDS, type ConnectionKind } from '#contract/platforms.ts';
import { can } from '#contract/roles.ts';
import { findAccessToken, NotNamed, type AccessToken, type TokenUse } from '#worker/connections/access.ts';
import { ProviderUnavailable, type ConnectionService } from '#worker/connections/provider.ts';
import { markConnectionUsed } from '#worker/db/connections.ts';
import { isNamed } from '#worker/db/named-resources.ts';
import type { AppContext } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import { noteAuditActor } from '#worker/middleware/note-audit-actor.ts';
import { tryWrite } from '#worker/middleware/database.ts';
import { findService, listOffers } from './services.ts';

/** The kind in the address. */
export function requireKind<Kind extends ConnectionKind>(c: AppContext, kinds: readonly Kind[]): Kind {
  const kind = kinds.find((known) => known === c.req.param('kind'));
  if (kind === undefined) throw new ApiError(404, 'Not found');
  return kind;
}

/** A team connects nothing that only browsers use. It may still have such a connection, of a release before, and end it. */
export const isConnectable = (c: AppContext, kind: ConnectionKind): boolean =>
  !c.get('team') || TEAM_KINDS.some((one) => one === kind);

/** @throws 404 where this deployment does not offer the kind */
export async function requireService(c: AppContext, kind: ConnectionKind): Promise<ConnectionService> {
  const service = listOffers(c.env).includes(kind) ? await findService(c, kind) : null;
  if (!service) throw new ApiError(404, `${CONNECTION_NAMES[kind]} isn't set up on this site.`);
  return service;
}

/** The answer where there is no connection, or none any more. */
export const mustConnect = (kind: ConnectionKind) =>
  new ApiError(409, `Please connect ${CONNECTION_NAMES[kind]} again.`, { code: 'DISCONNECTED' });

/**
 * An access token of the signed-in user, or of the team in the address.
 *
 * @throws 404 where the kind is not offered, 403 for what no admin of the team has named, 409 where the user must connect (again), 502 where
 *   the service fails
 */
export async function requireAccess(
  c: AppContext,
  kind: ConnectionKind,
  use: TokenUse,
): Promise<AccessToken> {
  const service = await requireService(c, kind);
  const owner = { userId: c.get('workspace').id, kind };
  // The log notes the first reading of what is named, with whoever has made it, also where the call itself changes nothing.
  if (c.get('team')) await noteAuditActor(c, c.get('requester').id);
  const access = await findAccessToken(c.get('db'), service, { ...owner, use }).catch((error: unknown) => {
    throw error instanceof NotNamed ? notNamed(c, kind) : describeFailure(kind, error);
  });
  if (!access) throw mustConnect(kind);
  await tryWrite(
    () => markConnectionUsed(c.get('db'), owner, Date.now()),
    'The use of a connection was not noted',
  );
  return access;
}

/** @throws 403 for what no admin of the team in the address has named; a user's own connection serves all that its account opens */
export async function requireNamed(c: AppContext, kind: ConnectionKind, resourceId: string): Promise<void> {
  const key = { userId: c.get('workspace').id, kind, resourceId };
  if (c.get('team') && !(await isNamed(c.get('db'), key))) throw notNamed(c, kind);
}

function notNamed(c: AppContext, kind: ConnectionKind): ApiError {
  const team = c.get('team');
  const mayName = team !== undefined && can(team.role, 'connect', team);
  const how = mayName ? 'Please name it first, on the page Connections' : 'Ask an admin to name it';
  return new ApiError(403, `${how}: ${describeNamed(kind)}`, { code: 'NOT_NAMED' });
}

function describeFailure(kind: ConnectionKind, error: unknown): unknown {
  if (!(error instanceof ProviderUnavailable)) return error;
  console.error(`${CONNECTION_NAMES[kind]} gave no access token: ${error.message}`);
  return new ApiError(
    502,
    `${CONNECTION_NAMES[kind]} didn't answer as expected. Please try again in a moment.`,
    { code: 'PROVIDER_UNAVAILABLE' },
  );
}
