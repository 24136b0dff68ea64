import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { app } from '#worker/app.ts';
import { callThere, connectionOf, grantor, isGranted, signInThere, userThere } from './connection-support.ts';
import { Mailbox } from './mail-support.ts';
import { insertStoredPush } from './push-support.ts';
import { enrol } from './team-support.ts';
import { connectTeam, namesInLog, teamThere } from './team-connection-support.ts';
import { count, PASSWORD, type TestUser } from './support.ts';
import { makeToken } from '#worker/auth/sessions.ts';

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await env.DB.prepare('DELETE FROM rate_limits').run();
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** A team with two admins, of whom one leaves, by her act or that of the other. */
interface Parting {
  team: string;
  leaver: TestUser;
  other: TestUser;
}

const change = (path: string, { cookie }: Pick<TestUser, 'cookie'>, method: string, body?: unknown) =>
  callThere(path, { method, cookie, ...(body !== undefined && { body }) });

interface WayOut {
  go(parting: Parting): Promise<Response>;
  /** The person whom the log names for the end of the connections. */
  by: 'leaver' | 'other';
  /** The membership stays, with another role. */
  stays?: true;
}

async function resetByLink({ leaver }: Parting): Promise<Response> {
  const { token, tokenHash } = await makeToken();
  await env.DB.batch([
    env.DB.prepare('UPDATE users SET email_proved_at = NULL WHERE id = ?').bind(leaver.id),
    env.DB.prepare("INSERT INTO mail_links VALUES (?, ?, 'reset', ?)").bind(
      tokenHash,
      leaver.id,
      Date.now() + 60_000,
    ),
  ]);
  const body = { token, newPassword: 'another password' };
  return await callThere('/api/auth/reset', { method: 'POST', cookie: null, body }, new Mailbox().bindings);
}

/** Google proves the address of an account that somebody has made with a password. */
async function handOver({ leaver }: Parting): Promise<Response> {
  const email = `${leaver.id}@gmail.com`;
  await env.DB.batch([
    env.DB.prepare(
      'UPDATE pushes SET made_by = ? WHERE made_by = (SELECT email FROM users WHERE id = ?)',
    ).bind(email, leaver.id),
    env.DB.prepare('UPDATE users SET email = ?, email_proved_at = NULL WHERE id = ?').bind(email, leaver.id),
  ]);
  return await signInThere({ claims: { sub: crypto.randomUUID(), email, email_verified: true } });
}

/**
 * Every call that may end something, and what it does to a member: a way out of a team or of the site, or a reason why it is none. The
 * calls about what users and teams own alike end no membership: `OWNED`.
 */
const WAYS: Readonly<Record<string, WayOut | string>> = {
  'POST /api/teams/:team/leave': {
    by: 'leaver',
    go: ({ team, leaver }) => change(`/api/teams/${team}/leave`, leaver, 'POST'),
  },
  'DELETE /api/teams/:team/members/:member': {
    by: 'other',
    go: ({ team, leaver, other }) => change(`/api/teams/${team}/members/${leaver.id}`, other, 'DELETE'),
  },
  'PATCH /api/teams/:team/members/:member': {
    by: 'other',
    stays: true,
    go: ({ team, leaver, other }) =>
      change(`/api/teams/${team}/members/${leaver.id}`, other, 'PATCH', { role: 'editor' }),
  },
  'DELETE /api/auth/user': {
    by: 'leaver',
    go: ({ leaver }) => change('/api/auth/user', leaver, 'DELETE', { password: PASSWORD }),
  },
  'POST /api/auth/reset': { by: 'leaver', go: resetByLink },
  'GET /auth/google/callback': { by: 'leaver', go: handOver },

  'DELETE /api/teams/:team': 'the connections of the team go with it: team-connections.test.ts',
  'PATCH /api/teams/:team': 'changes name and settings',
  'PUT /api/teams/:team/domain': 'closes the team to sessions, and ends no membership',
  'PUT /api/teams/:team/retention': 'is about datasets',
  'POST /api/teams/:team/invitations': 'invites',
  'DELETE /api/teams/:team/invitations/:invitation': 'nobody is in by it yet',
  'PUT /api/teams/:team/connections/:kind/named/:resource': 'names',
  'DELETE /api/teams/:team/connections/:kind/named/:resource': 'ends no connection',
  'POST /api/teams': 'makes a team',
  'POST /api/invitations': 'reads',
  'POST /api/invitations/accept': 'a way in',
  'POST /api/auth/login': 'a way in',
  'POST /api/auth/signup': 'a way in',
  'POST /api/auth/google/link': 'the password proves that it is the same person',
  'POST /api/auth/password': 'the same person has another password',
  'POST /api/auth/forgot': 'sends the link of `reset`',
  'POST /api/auth/logout': 'ends a session, and no right of the person',
  'POST /api/auth/logout/everywhere': 'ends sessions, and no right of the person',
  'POST /api/auth/logout/others': 'ends sessions, and no right of the person',
  'DELETE /api/auth/devices/:device': 'ends a session, and no right of the person',
  'GET /auth/meta/callback': 'comes back from a consent',
  'GET /auth/microsoft/callback': 'comes back from a consent',
  'POST /api/mail/confirm': 'proves the address',
  'POST /api/mail/link': 'sends a link',
  'PUT /api/mail/alerts': 'is about letters',
  'POST /api/stop/:token': 'is about letters',
  'POST /api/preferences': 'is about preferences',
  'POST /api/shared': 'reads a link',
  'PUT /api/inbox/:id': 'is for programs',
};

const OWNED = /^\S+ \/api\/(?:teams\/:team\/)?(?:analyses|connections|platforms|pushes|sends)\b/;

test('every call that may end a right is on the list', () => {
  const calls = app.routes
    .filter(({ method, path }) => method !== 'ALL' && (method !== 'GET' || path.startsWith('/auth/')))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((call) => !OWNED.test(call) || call.includes('/named'));
  const listed = Object.keys(WAYS);
  expect([...new Set(calls)].filter((call) => !listed.includes(call))).toEqual([]);
  expect(listed.filter((call) => !calls.includes(call))).toEqual([]);
});

const WALKS = Object.entries(WAYS).flatMap(([call, way]) =>
  typeof way === 'string' ? [] : [[call, way] as const],
);

test.each(WALKS)(
  'by %s the connections of that person to a team end, their rights too, and those of others stay',
  async (_call, { go, by, stays }) => {
    const [leaver, other] = [await userThere(), await userThere()];
    const team = await teamThere(other);
    await enrol(team, leaver, 'admin');
    const [own, theirs] = [grantor(), grantor()];
    await connectTeam(team, leaver, own, 'sheets');
    await connectTeam(team, other, theirs, 'google-rules');
    await insertStoredPush(team);
    await env.DB.prepare(
      'UPDATE pushes SET made_by = (SELECT email FROM users WHERE id = ?) WHERE user_id = ?',
    )
      .bind(leaver.id, team)
      .run();

    const paid = await teamThere(leaver);
    await env.DB.prepare('UPDATE teams SET made_by = ? WHERE id = ?').bind(leaver.id, team).run();

    const answer = await go({ team, leaver, other });
    expect(answer.status, await answer.clone().text()).toBeLessThan(400);

    // The team counts for an admin of it; one that nobody else is in stays as it is, or goes with its maker.
    expect(await count('teams WHERE id = ? AND made_by = ?', team, other.id)).toBe(1);
    expect(await count('teams WHERE id = ? AND made_by IS NOT ?', paid, leaver.id)).toBe(0);
    expect(await connectionOf(team, 'sheets')).toBeNull();
    expect(await isGranted(own.refreshToken)).toBe(false);
    expect(await count('ended_rights WHERE owner_id = ?', team)).toBe(0);
    expect(await connectionOf(team, 'google-rules')).toMatchObject({
      account: theirs.email,
      made_by: other.id,
    });
    expect(await isGranted(theirs.refreshToken)).toBe(true);
    expect(await count('members WHERE team_id = ? AND user_id = ?', team, leaver.id)).toBe(stays ? 1 : 0);
    expect(await count("pushes WHERE user_id = ? AND made_by = 'a former member'", team)).toBe(stays ? 0 : 1);

    const [ended] = await namesInLog(team, 'connection.ended');
    const isGone = (await count('users WHERE id = ?', leaver.id)) === 0;
    expect(ended).toMatchObject({ object: 'sheets' });
    if (!isGone) expect(ended?.userId).toBe(by === 'leaver' ? leaver.id : other.id);
    // The random name of an account that is gone is no longer anybody's.
    else expect(ended).toMatchObject({ person: expect.any(String), userId: null });
  },
);

test.each([
  ['POST /api/auth/reset', resetByLink],
  ['GET /auth/google/callback', handOver],
] as const)(
  'by %s the connections of a last admin to a team with members end too, although the account stays one',
  async (_call, go) => {
    const [leaver, other] = [await userThere(), await userThere()];
    const [team, ofOther] = [await teamThere(leaver), await teamThere(other)];
    await enrol(team, other, 'editor');
    const [own, theirs] = [grantor(), grantor()];
    await connectTeam(team, leaver, own);
    await connectTeam(ofOther, other, theirs);
    expect((await go({ team, leaver, other })).status).toBeLessThan(400);
    expect(await count("members WHERE team_id = ? AND user_id = ? AND role = 'admin'", team, leaver.id)).toBe(
      1,
    );
    expect(await connectionOf(team)).toBeNull();
    expect(await isGranted(own.refreshToken)).toBe(false);
    expect(await connectionOf(ofOther)).toMatchObject({ account: theirs.email });
    expect(await isGranted(theirs.refreshToken)).toBe(true);
    expect(await namesInLog(team, 'connection.ended')).toMatchObject([
      { userId: leaver.id, object: 'sheets' },
    ]);
  },
);
