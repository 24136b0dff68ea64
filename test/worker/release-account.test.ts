import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { releaseStatements } from '../../worker/operate/release-statements.ts';
import { saved } from './analysis-support.ts';
import { insertConnections } from './connection-support.ts';
import { signInWithGoogle } from './google-support.ts';
import { makeInbox } from './inbox-support.ts';
import { share } from './share-support.ts';
import { call, cookieOf, count, signIn, signedInUser, type TestUser } from './support.ts';
import { belongingsOf, invite, makeTeam } from './team-support.ts';

interface Holder extends TestUser {
  team: string;
}

/** A user with something in each table that lets a user in or gives a right, also for a team. */
async function makeHolder(fields: { email?: string } = {}): Promise<Holder> {
  const user = await signedInUser(fields);
  const analysisId = await saved(user.cookie);
  await share(analysisId, user.cookie);
  await makeInbox(user.cookie, analysisId);
  await insertConnections(user.id);
  const team = await makeTeam(user);
  await invite(team, user);
  await env.DB.batch([
    env.DB.prepare('UPDATE users SET email_proved_at = 1, alert_mail_at = 1 WHERE id = ?').bind(user.id),
    env.DB.prepare("INSERT INTO mail_links VALUES (?1, ?1, 'stop', 0)").bind(user.id),
    env.DB.prepare(
      "INSERT INTO connections VALUES (?, 'sheets', 'x', 'x', 'x', NULL, 0, NULL, NULL, NULL, NULL, 0, ?, NULL, NULL)",
    ).bind(team, user.id),
  ]);
  return { ...user, team };
}

const release = (address: string) =>
  env.DB.batch<{ hasGoogle?: number; changed?: string }>(
    releaseStatements(address).map((sql) => env.DB.prepare(sql)),
  );

/** All that the database holds about a user and the team. */
async function recordOf({ id, team }: Holder): Promise<unknown> {
  const [users, sessions] = await env.DB.batch([
    env.DB.prepare('SELECT * FROM users WHERE id IN (?, ?) ORDER BY id').bind(id, team),
    env.DB.prepare('SELECT * FROM sessions WHERE user_id = ? ORDER BY sid').bind(id),
  ]);
  return [users?.results, sessions?.results, await belongingsOf(id, team)];
}

const ENDED = [
  'connections',
  'invitations',
  'mail_links',
  'sessions',
  'shared_analyses',
  'sheets_connections',
  'sources',
];

const endedOf = ({ id, team }: Holder) =>
  Promise.all(ENDED.map((table) => count(`${table} WHERE user_id IN (?, ?)`, id, team)));

test('a released account loses its password and all that lets in or gives a right, and no other account does', async () => {
  const [user, other] = [await makeHolder(), await makeHolder()];
  expect(await endedOf(user)).toEqual([2, 1, 1, 1, 1, 1, 1]);
  const before = await recordOf(other);
  const rows = (await release(user.email)).flatMap(({ results }) => results);
  expect(rows[0]).toEqual({ hasGoogle: 0 });
  expect(
    rows
      .slice(1)
      .map(({ changed }) => changed)
      .toSorted(),
  ).toEqual(['connections', ...ENDED, 'users'].toSorted());
  expect(await endedOf(user)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  const bare = 'password_hash IS NULL AND email_proved_at IS NULL AND alert_mail_at IS NULL';
  expect(await count(`users WHERE id = ? AND ${bare}`, user.id)).toBe(1);
  expect(await count('saved_analyses WHERE user_id = ?', user.id)).toBe(1);
  expect(await count('members WHERE user_id = ?', user.id)).toBe(1);
  expect(await count('sends WHERE user_id = ?', user.id)).toBe(1);
  expect((await call('/api/auth/user', { cookie: user.cookie })).status).toBe(401);
  expect((await signIn(user.email)).status).toBe(401);
  expect(await recordOf(other)).toEqual(before);
});

test('a second release changes nothing', async () => {
  const user = await makeHolder();
  await release(user.email);
  const before = await recordOf(user);
  const rows = (await release(user.email)).flatMap(({ results }) => results);
  expect(rows).toEqual([{ hasGoogle: 0 }, { changed: 'users' }]);
  expect(await recordOf(user)).toEqual(before);
});

test('an account with a Google identity is not released, with a password or without', async () => {
  const user = await makeHolder();
  await env.DB.prepare('UPDATE users SET google_id = id WHERE id = ?').bind(user.id).run();
  const before = await recordOf(user);
  expect((await release(user.email)).map(({ results }) => results)).toEqual([
    [{ hasGoogle: 1 }],
    ...ENDED.map(() => []),
    [],
  ]);
  expect(await recordOf(user)).toEqual(before);
});

test('an address that nobody has releases nobody', async () => {
  const user = await makeHolder();
  const before = await recordOf(user);
  const nobody = await release(`not-${user.email}`);
  expect(nobody.flatMap(({ results }) => results)).toEqual([]);
  expect(await recordOf(user)).toEqual(before);
});

test('an address with a quote is that address, whatever stands behind the quote', async () => {
  const [user, other] = [
    await makeHolder({ email: `o'a-${crypto.randomUUID()}@example.com` }),
    await makeHolder(),
  ];
  const before = await recordOf(other);
  expect((await release(`' OR '' = '`)).flatMap(({ results }) => results)).toEqual([]);
  await release(user.email);
  expect(await endedOf(user)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(await recordOf(other)).toEqual(before);
});

test('after that the person to whom Google has verified the address gets the account, and nobody else', async () => {
  const user = await makeHolder();
  await release(user.email);
  const claims = { sub: `google-${crypto.randomUUID()}`, email: user.email };
  const unverified = await signInWithGoogle({
    claims: { ...claims, sub: `${claims.sub}-other`, email_verified: false },
  });
  expect(unverified.headers.get('Location')).toBe('/auth/login?error=google-unverified');
  expect(cookieOf(unverified)).toBeNull();
  const response = await signInWithGoogle({ claims });
  expect(response.headers.get('Location')).toBe('/?notice=google-linked');
  expect(await count('users WHERE id = ? AND google_id = ?', user.id, claims.sub)).toBe(1);
});
