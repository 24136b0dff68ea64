import {
  ACCESS_LEFT,
  BROWSER_KINDS,
  CONNECTION_KINDS,
  CONNECTION_NAMES,
  consentPageOf,
  PLATFORM_OF,
  type ConnectionKind,
} from '#contract/platforms.ts';
import { ACCESS_TOKENS } from '#contract/limits.ts';
import { deriveSealingKey } from '#worker/auth/token-sealing.ts';
import { deleteConnection, listConnections } from '#worker/db/connections.ts';
import type { AppContext } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import { accountKey, reserve } from '#worker/middleware/rate-limit.ts';
import { namesOf } from '../analyses/authors.ts';
import { tellOfChange } from '../mail/change-letter.ts';
import { beginConsent, comeBackFromConsent, isShared } from './consent.ts';
import { isMaker, presentConnection } from './present-connection.ts';
import { isConnectable, requireAccess, requireKind, requireService } from './require-access.ts';
import { giveRightsBack } from './give-back.ts';
import type { Handlers } from '../mount.ts';
import { checkHandlers } from './check.ts';
import { namedHandlers } from './named.ts';
import { companyOf, findService, isTried, listOffers } from './services.ts';

/** Each kind has a counter of its own: many imports must not stop a send. */
async function limitTokens(c: AppContext, kind: ConnectionKind): Promise<void> {
  const key = await accountKey(c, `token-${kind}`, c.get('requester').id);
  await reserve(c, [{ key, limit: ACCESS_TOKENS, refusal: 'You are asking Google very often.' }]);
}

/** Each service ends all rights of an account at once, or none; Microsoft only where their owner does it there. */
async function describeShared(c: AppContext, kind: ConnectionKind): Promise<string> {
  const company = companyOf(kind);
  const service = await findService(c, kind);
  if (!service?.provider.revoke)
    return `${company} keeps the permission, which another connection of the same ${company} account needs. To end them all, go to ${consentPageOf(kind)}.`;
  return `${company} keeps the permission as long as another connection of the same ${company} account stays. To end them all, disconnect the others too, or go to ${consentPageOf(kind)}.`;
}

export const connectionHandlers = {
  // The way back of Google is shared with the sign-in.
  'GET /auth/meta/callback': comeBackFromConsent,
  'GET /auth/microsoft/callback': comeBackFromConsent,
  'GET /api/connections': async (c) => {
    const offers = listOffers(c.env);
    const found = offers.length > 0 ? await listConnections(c.get('db'), c.get('workspace').id) : [];
    const version = offers.length > 0 ? (await deriveSealingKey(c.env.SESSION_SECRET ?? '')).version : '';
    const names = found.length > 0 ? await namesOf(c) : null;
    const shown = offers.flatMap((kind) => {
      const connection = found.find((one) => one.kind === kind);
      if (!connection && !isConnectable(c, kind)) return [];
      const around = { version, now: Date.now(), names };
      return {
        kind,
        isTried: isTried(kind, c.env),
        connection: connection
          ? presentConnection(connection, { ...around, isMaker: isMaker(c, connection) })
          : null,
      };
    });
    return { connections: shown };
  },
  'POST /api/connections/:kind/connect': async (c) => {
    const kind = requireKind(c, CONNECTION_KINDS);
    if (!isConnectable(c, kind))
      throw new ApiError(
        404,
        'Values are sent with the connection of whoever sends them, and not with one of the team.',
      );
    const service = await requireService(c, kind);
    const url = await beginConsent(c, service, { kind, returnTo: c.req.valid('json').returnTo });
    return { url };
  },
  'POST /api/connections/:kind/token': async (c) => {
    const kind = requireKind(c, BROWSER_KINDS);
    await limitTokens(c, kind);
    const access = await requireAccess(c, kind, 'browser');
    const expiresAt = new Date(access.expiresAt).toISOString();
    return { accessToken: access.accessToken, expiresAt };
  },
  ...checkHandlers,
  'DELETE /api/connections/:kind': async (c) => {
    const kind = requireKind(c, CONNECTION_KINDS);
    const db = c.get('db');
    const deleted = await deleteConnection(db, { userId: c.get('workspace').id, kind });
    const name = CONNECTION_NAMES[kind];
    if (!deleted) return { message: `${name} is disconnected.` };
    const isOfTeam = c.get('team') !== undefined;
    tellOfChange(c, c.get('requester').id, { kind: 'disconnected', connection: kind, isOfTeam });
    const left = await giveRightsBack(db, c, [deleted]);
    if (left.length === 0) return { message: `${name} is disconnected.` };
    const why = (await isShared(db, deleted))
      ? await describeShared(c, kind)
      : ACCESS_LEFT[PLATFORM_OF[kind]];
    return { message: `${name} is disconnected here. ${why}` };
  },
  ...namedHandlers,
} satisfies Partial<Handlers>;
