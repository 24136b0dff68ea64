import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { CONNECTION_NAMES, type ConnectionKind } from '#contract/platforms.ts';
import { findAccessToken } from '#worker/connections/access.ts';
import { ProviderUnavailable } from '#worker/connections/provider.ts';
import { openDatabase } from '#worker/db/client.ts';
import { findService } from '#worker/routes/connections/services.ts';
import type { StandInPersona } from '../support/stand-in.ts';
import {
  OFFERING,
  askToken,
  connect,
  connectionOf,
  endAccess,
  grantor,
  storeGrant,
  userThere,
} from './connection-support.ts';
import { ORIGIN } from './support.ts';
import { teamThere } from './team-connection-support.ts';

const db = openDatabase(env.DB, 60_000); // for all tests together

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM rate_limits').run();
});

const REFRESHED = ['sheets', 'google-values', 'google-rules', 'microsoft'] as const;

/** Somebody whose service answers so to refreshes. */
function giver(kind: ConnectionKind, refresh: StandInPersona['refresh'] = {}) {
  if (kind !== 'microsoft') return grantor({ refresh });
  const id = crypto.randomUUID();
  return { account: `${id}@example.com`, token: id, refresh };
}

async function tokenOf(userId: string, kind: ConnectionKind): Promise<string | null> {
  const service = await findService({ env: { ...env, ...OFFERING }, req: { url: ORIGIN } }, kind);
  if (!service) throw new Error(`no ${kind}`);
  return (await findAccessToken(db, service, { userId, kind, use: 'check' }))?.accessToken ?? null;
}

const refusal = (error: string, times?: number) => ({ status: 400, answer: { error }, times });

/** A user whose access token is over; beside them another user, a team of theirs, and what both have. */
async function connected(kind: ConnectionKind, refresh: StandInPersona['refresh']) {
  const [user, other] = [await userThere(), await userThere()];
  const team = await teamThere(user);
  await connect(user.cookie, giver(kind, refresh), kind);
  await storeGrant(other, grantor(), { kind });
  await storeGrant(user, grantor(), { kind, userId: team });
  const others = () => Promise.all([connectionOf(other.id, kind), connectionOf(team, kind)]);
  await endAccess(user.id, 0, kind);
  return { user, others };
}

// Refused now and then while the right lasts: Athou/commafeed#45, neutree-ai/agent-platform#28.
test.each(REFRESHED)('a refresh of %s that is refused once is asked for once more', async (kind) => {
  const { user, others } = await connected(kind, refusal('invalid_grant', 1));
  const before = await others();
  expect(await tokenOf(user.id, kind)).toMatch(/refreshed 1 times|-access-1$/);
  expect(await connectionOf(user.id, kind)).not.toBeNull();
  expect(await others()).toEqual(before);
});

test.each(REFRESHED)('a refresh of %s that is refused twice ends the connection', async (kind) => {
  const { user, others } = await connected(kind, refusal('invalid_grant', 2));
  const before = await others();
  expect(await tokenOf(user.id, kind)).toBeNull();
  expect(await connectionOf(user.id, kind)).toBeNull();
  expect(await others()).toEqual(before);
});

// learn.microsoft.com, "InteractionRequiredAuthErrorCodes" of @azure/msal-node, read 2026-11-29: the codes that need the user again.
test.each([
  ['interaction_required', 'microsoft'],
  ['consent_required', 'google-rules'],
  ['login_required', 'sheets'],
] as const)('where %s is the answer of %s, the connection ends at once', async (error, kind) => {
  const { user, others } = await connected(kind, refusal(error, 1));
  const before = await others();
  expect(await tokenOf(user.id, kind)).toBeNull();
  expect(await connectionOf(user.id, kind)).toBeNull();
  expect(await others()).toEqual(before);
});

test('where the connection has ended, the visitor is asked to connect again', async () => {
  const { user } = await connected('google-values', refusal('interaction_required', 1));
  const answer = await askToken(user.cookie, {}, 'google-values');
  expect([answer.status, await answer.json()]).toEqual([
    409,
    { message: `Please connect ${CONNECTION_NAMES['google-values']} again.`, code: 'DISCONNECTED' },
  ]);
});

test.each([
  ['server_error', 'sheets'],
  ['temporarily_unavailable', 'microsoft'],
] as const)('a refusal for another reason, %s, keeps the connection', async (error, kind) => {
  const { user } = await connected(kind, refusal(error));
  const before = await connectionOf(user.id, kind);
  await expect(tokenOf(user.id, kind)).rejects.toThrow(ProviderUnavailable);
  expect(await connectionOf(user.id, kind)).toEqual(before);
});
