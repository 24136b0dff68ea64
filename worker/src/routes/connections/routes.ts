import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import {
  ACCESS_LEFT,
  BROWSER_KINDS,
  CONNECTION_KINDS,
  CONNECTION_NAMES,
  consentPageOf,
  PLATFORM_OF,
  TEAM_KINDS,
  type ConnectionKind,
} from '#contract/connection-kinds.ts';
import {
  connectSchema,
  type AccessTokenAnswer,
  type Connections,
  type Consent,
} from '#contract/connections.ts';
import { ACCESS_TOKENS, CONSENTS } from '#contract/limits.ts';
import { deriveSealingKey } from '#worker/auth/token-sealing.ts';
import { deleteConnection, listConnections } from '#worker/db/connections.ts';
import type { AppEnv } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import { accountKey, limitByUser, reserve } from '#worker/middleware/rate-limit.ts';
import { validate } from '#worker/middleware/request-body.ts';
import { AD_PLATFORMS } from '#worker/platforms/platforms.ts';
import { requireUser } from '#worker/middleware/session.ts';
import { namesOf } from '../analyses/authors.ts';
import { tellOfChange } from '../mail/change-letter.ts';
import { beginConsent, comeBackFromConsent, isShared } from './consent.ts';
import { isMaker, presentConnection } from './present.ts';
import { requireAccess, requireService } from './require-access.ts';
import { giveRightsBack } from './give-back.ts';
import { isTried, listOffers } from './services.ts';

/** The kind in the address. */
export function requireKind<Kind extends ConnectionKind>(c: Context<AppEnv>, kinds: readonly Kind[]): Kind {
  const kind = kinds.find((known) => known === c.req.param('kind'));
  if (kind === undefined) throw new ApiError(404, 'Not found');
  return kind;
}

export const connectionRoutes = new Hono<AppEnv>();

connectionRoutes.get('/', requireUser, async (c) => {
  const offers = listOffers(c.env);
  const found = offers.length > 0 ? await listConnections(c.get('db'), c.get('owner').id) : [];
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
  return c.json({ connections: shown } satisfies Connections);
});

/** A team connects nothing that only browsers use. It may still have such a connection, of a release before, and end it. */
export const isConnectable = (c: Context<AppEnv>, kind: ConnectionKind): boolean =>
  !c.get('team') || TEAM_KINDS.some((one) => one === kind);

connectionRoutes.post(
  '/:kind/connect',
  requireUser,
  limitByUser('consent', CONSENTS, 'You are connecting very often.'),
  validate(connectSchema),
  async (c) => {
    const kind = requireKind(c, CONNECTION_KINDS);
    if (!isConnectable(c, kind))
      throw new ApiError(
        404,
        'Values are sent with the connection of whoever sends them, and not with one of the team.',
      );
    const service = await requireService(c, kind);
    const url = await beginConsent(c, service, { kind, returnTo: c.req.valid('json').returnTo });
    return c.json({ url } satisfies Consent);
  },
);

/** Tokens for the threads of a browser, of a user's own connections alone: no team has these routes. */
export const tokenRoutes = new Hono<AppEnv>();

tokenRoutes.post('/:kind/token', requireUser, async (c) => {
  const kind = requireKind(c, BROWSER_KINDS);
  await limitTokens(c, kind);
  const access = await requireAccess(c, kind, 'browser');
  const expiresAt = new Date(access.expiresAt).toISOString();
  return c.json({ accessToken: access.accessToken, expiresAt } satisfies AccessTokenAnswer);
});

/** Each kind has a counter of its own: many imports must not stop a send. */
async function limitTokens(c: Context<AppEnv>, kind: ConnectionKind): Promise<void> {
  const key = await accountKey(c, `token-${kind}`, c.get('actor').id);
  await reserve(c, [{ key, limit: ACCESS_TOKENS, refusal: 'You are asking Google very often.' }]);
}

connectionRoutes.delete('/:kind', requireUser, async (c) => {
  const kind = requireKind(c, CONNECTION_KINDS);
  const db = c.get('db');
  const deleted = await deleteConnection(db, { userId: c.get('owner').id, kind });
  const name = CONNECTION_NAMES[kind];
  if (!deleted) return c.json({ message: `${name} is disconnected.` });
  const isOfTeam = c.get('team') !== undefined;
  tellOfChange(c, c.get('actor').id, { kind: 'disconnected', connection: kind, isOfTeam });
  const left = await giveRightsBack(db, c, [deleted]);
  if (left.length === 0) return c.json({ message: `${name} is disconnected.` });
  const why = (await isShared(db, deleted)) ? describeShared(kind) : ACCESS_LEFT[PLATFORM_OF[kind]];
  return c.json({ message: `${name} is disconnected here. ${why}` });
});

/** Google ends all rights of an account at once, or none. */
const describeShared = (kind: ConnectionKind): string =>
  `Google keeps the permission as long as another connection of the same Google account stays. To end them all, disconnect the others too, or go to ${consentPageOf(kind)}.`;

/** The ways back. That of Google is shared with the sign-in, whose route comes first. */
export const consentCallbacks = new Hono<AppEnv>();
for (const { callbackPath } of Object.values(AD_PLATFORMS))
  consentCallbacks.get(callbackPath, comeBackFromConsent);
