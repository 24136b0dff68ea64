import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import guide from '../../worker/OPERATING.md?raw';
import { AUDIT_DAY } from '#contract/limits.ts';
import worker from '#worker/index.ts';
import { splitSql } from '#worker/db/split-sql.ts';
import { saved, sendHere } from './analysis-support.ts';
import { countedBytesOf } from './stored-bytes-support.ts';
import { call, count, deletion, signedInUser, type TestUser } from './support.ts';
import { callTeam, enrol, invited, makeTeam, savedIn } from './team-support.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOON = Date.UTC(2026, 9, 5, 12);

afterEach(() => {
  vi.useRealTimers();
});

function setClock(now: number): void {
  vi.useFakeTimers({ now, toFake: ['Date'] });
}

const run = (query: string, ...values: unknown[]) =>
  env.DB.prepare(query)
    .bind(...values)
    .run();

const personOf = async ({ id }: TestUser) =>
  (await env.DB.prepare('SELECT person FROM audit_people WHERE id = ?').bind(id).first<string>('person')) ??
  '';

const countOf = (key: string) =>
  env.DB.prepare('SELECT count FROM rate_limits WHERE key = ?').bind(key).first<number>('count');

const setCount = (key: string, entries: number) =>
  run('UPDATE rate_limits SET count = ? WHERE key = ?', entries, key);

const rename = (team: string, { cookie }: TestUser, name: string) =>
  callTeam(team, '', { method: 'PATCH', cookie, body: { name } });

const answerOf = async (response: Response) => [
  response.status,
  response.headers.get('Retry-After'),
  await response.json(),
];

test('a team has 3,000 entries a day: the last one is taken, the next change is refused until midnight and not made', async () => {
  setClock(NOON);
  const [admin, other] = [await signedInUser(), await signedInUser()];
  const [team, foreign] = [await makeTeam(admin), await makeTeam(other)];
  const key = `log-team:${team}`;
  const before = (await countOf(key)) ?? 0;
  expect(before).toBe(await count('audit WHERE team_id = ?', team));
  await setCount(key, AUDIT_DAY.team - 1);
  expect((await rename(team, admin, 'The last one')).status).toBe(200);
  expect(await countOf(key)).toBe(AUDIT_DAY.team);
  const entries = await count('audit WHERE team_id = ?', team);
  expect(await answerOf(await rename(team, admin, 'One more'))).toEqual([
    429,
    String(12 * 60 * 60),
    {
      message:
        'The log of this team has taken its 3,000 entries of today, and nothing changes in a team without an entry. Please try again in 12 hours.',
      code: 'TOO_MANY_REQUESTS',
    },
  ]);
  expect(await count('audit WHERE team_id = ?', team)).toBe(entries);
  expect(await count("teams WHERE id = ? AND name = 'The last one'", team)).toBe(1);
  // Other teams, personal work, and the hourly run go on.
  expect((await rename(foreign, other, 'Free')).status).toBe(200);
  expect(await saved(admin.cookie)).toMatch(/^[\da-f-]{36}$/);
  setClock(NOON + 12 * 60 * 60 * 1000 - 1);
  expect((await rename(team, admin, 'Still today')).status).toBe(429);
  setClock(NOON + 12 * 60 * 60 * 1000);
  expect((await rename(team, admin, 'Tomorrow')).status).toBe(200);
  expect(await countOf(key)).toBe(1);
});

test('a person has 1,000 entries a day in all teams together, and the other members have theirs', async () => {
  setClock(NOON);
  const [admin, other] = [await signedInUser(), await signedInUser()];
  const [team, second] = [await makeTeam(admin), await makeTeam(admin)];
  await enrol(team, other, 'admin');
  const key = `log-person:${await personOf(admin)}`;
  await setCount(key, AUDIT_DAY.person - 1);
  expect((await rename(second, admin, 'The last one')).status).toBe(200);
  for (const one of [team, second])
    expect(await answerOf(await rename(one, admin, 'One more'))).toEqual([
      429,
      String(12 * 60 * 60),
      {
        message:
          'You have made the 1,000 changes in teams that one person may make in a day. Please try again in 12 hours.',
        code: 'TOO_MANY_REQUESTS',
      },
    ]);
  expect((await rename(team, other, 'By another')).status).toBe(200);
  expect(await count("teams WHERE id = ? AND name = 'The last one'", second)).toBe(1);
});

test('leaving, ending and deleting have as many entries again, and then wait too', async () => {
  setClock(NOON);
  const [admin, leaver, third] = (await Promise.all([1, 2, 3].map(() => signedInUser()))) as [
    TestUser,
    TestUser,
    TestUser,
  ];
  const team = await makeTeam(admin);
  for (const one of [leaver, third]) await enrol(team, one, 'editor');
  const [id, second] = [await savedIn(team, admin), await savedIn(team, admin)];
  const { id: invitation } = await invited(team, admin);
  for (const resource of ['first', 'second'])
    await run(
      "INSERT INTO named_resources (team_id, kind, resource_id, name, named_at) VALUES (?, 'google-rules', ?, 'Acme', 1)",
      team,
      resource,
    );
  await setCount(`log-team:${team}`, AUDIT_DAY.team);
  await setCount(`log-person:${await personOf(admin)}`, AUDIT_DAY.person);
  const remove = (path: string) => callTeam(team, path, { method: 'DELETE', cookie: admin.cookie });
  expect((await callTeam(team, '/leave', { method: 'POST', cookie: leaver.cookie })).status).toBe(200);
  expect((await remove(`/analyses/${id}`)).status).toBe(200);
  expect((await remove(`/invitations/${invitation}`)).status).toBe(200);
  expect((await remove('/connections/google-rules/named/first')).status).toBe(200);
  expect((await sendHere(deletion(third.cookie))).status).toBe(200);
  expect((await rename(team, admin, 'No')).status).toBe(429);
  await setCount(`log-team:${team}`, 2 * AUDIT_DAY.team);
  expect((await remove(`/analyses/${second}`)).status).toBe(429);
  expect((await remove('/connections/google-rules/named/second')).status).toBe(429);
  expect(await count('saved_analyses WHERE id = ?', second)).toBe(1);
  expect(await count("named_resources WHERE team_id = ? AND resource_id = 'second'", team)).toBe(1);
});

test('what nobody does is logged at any time: the hourly run goes on', async () => {
  setClock(NOON);
  const admin = await signedInUser();
  const team = await makeTeam(admin);
  await invited(team, admin);
  for (const key of [`log-team:${team}`, `log-person:${await personOf(admin)}`])
    await setCount(key, 10 * AUDIT_DAY.team);
  await run('UPDATE invitations SET expires_at = 1 WHERE team_id = ?', team);
  await worker.scheduled(createScheduledController(), env);
  expect(await count('invitations WHERE team_id = ?', team)).toBe(0);
  expect(
    await count("audit WHERE team_id = ? AND action = 'invitation.ended' AND person IS NULL", team),
  ).toBe(1);
});

// --- The operator's guide ---

/** The statements that the guide gives for a log that is too large. */
function documentedSql(): string[] {
  const [, command] = /--command "(DROP TRIGGER IF EXISTS audit_keeps_entries;[^"]*)"/.exec(guide) ?? [];
  return splitSql(command ?? '');
}

const keeper = async () =>
  (
    await env.DB.prepare("SELECT sql FROM sqlite_master WHERE name = 'audit_keeps_entries'").first<string>(
      'sql',
    )
  )?.replace(/\s+/g, ' ');

test('the command of the guide deletes entries of more than 90 days, no others, and leaves the log as well kept as before', async () => {
  const [admin, other] = [await signedInUser(), await signedInUser()];
  const [team, foreign] = [await makeTeam(admin), await makeTeam(other)];
  for (const owner of [team, foreign])
    for (const days of [89, 91, 300])
      await run(
        'INSERT INTO audit (team_id, at, action, object) VALUES (?, ?, ?, ?)',
        owner,
        Date.now() - days * DAY,
        'team.renamed',
        String(days),
      );
  await expect(run("DELETE FROM audit WHERE team_id = ? AND object = '300'", team)).rejects.toThrow(
    'only added to',
  );
  const trigger = await keeper();
  const before = await env.DB.prepare('SELECT stored_bytes AS n FROM users WHERE id = ?')
    .bind(team)
    .first<number>('n');
  const statements = documentedSql();
  expect(statements).toHaveLength(3);
  await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
  for (const owner of [team, foreign]) {
    const { results } = await env.DB.prepare(
      'SELECT object FROM audit WHERE team_id = ? AND action = ? ORDER BY id',
    )
      .bind(owner, 'team.renamed')
      .all<{ object: string }>();
    expect(results).toEqual([{ object: '89' }]);
    expect(await count("audit WHERE team_id = ? AND action = 'team.made'", owner)).toBe(1);
  }
  expect(await keeper()).toBe(trigger);
  await expect(run("DELETE FROM audit WHERE team_id = ? AND object = '89'", team)).rejects.toThrow(
    'only added to',
  );
  const after = await env.DB.prepare('SELECT stored_bytes AS n FROM users WHERE id = ?')
    .bind(team)
    .first<number>('n');
  expect(after).toBe(await countedBytesOf(team));
  expect(after).toBeLessThan(before ?? 0);
  // It may be repeated.
  await env.DB.batch(documentedSql().map((statement) => env.DB.prepare(statement)));
  expect([await keeper(), (await call('/api/teams', { cookie: admin.cookie })).status]).toEqual([
    trigger,
    200,
  ]);
});
