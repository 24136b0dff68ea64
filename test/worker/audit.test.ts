import { env } from 'cloudflare:workers';
import { eq, sql } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { AUDIT_ACTIONS } from '#contract/organisation.ts';
import { forgetEntries, listEntries } from '#worker/db/audit.ts';
import { openDatabase } from '#worker/db/client.ts';
import { migrations } from '#worker/db/migrations.ts';
import { finishRun } from '#worker/db/scheduled-runs.ts';
import { savedAnalyses, teams } from '#worker/db/schema.ts';
import { makeUser } from './support.ts';

const DAY = 24 * 60 * 60 * 1000;

afterEach(() => {
  vi.useRealTimers();
});

const run = (query: string, ...values: unknown[]) =>
  env.DB.prepare(query)
    .bind(...values)
    .run();

/** A team with an admin, in the database. */
async function makeTeam(name = 'Team') {
  const admin = await makeUser();
  const id = crypto.randomUUID();
  const now = Date.now();
  await env.DB.batch([
    env.DB.prepare('INSERT INTO users (id, email, created_at, updated_at) VALUES (?, ?, ?, ?)').bind(
      id,
      `team:${id}`,
      now,
      now,
    ),
    env.DB.prepare('INSERT INTO teams (id, name, created_at) VALUES (?, ?, ?)').bind(id, name, now),
    env.DB.prepare("INSERT INTO members VALUES (?, ?, 'admin', ?)").bind(id, admin.id, now),
  ]);
  return { id, admin };
}

const INSERT = `INSERT INTO saved_analyses (id, user_id, file_name, conversion_value, significance_threshold, overall_rate,
  total_leads, total_qualified, top_metrics, awaits_dataset, created_at) VALUES (?, ?, 'leads.csv', 100, 10, 42, 200, 84, '[]', 0, 5)`;

async function makeAnalysis(owner: string): Promise<string> {
  const id = crypto.randomUUID();
  await run(INSERT, id, owner);
  return id;
}

const entriesOf = async (teamId: string) =>
  (await env.DB.prepare('SELECT * FROM audit WHERE team_id = ? ORDER BY id').bind(teamId).all()).results;

const actionsOf = async (teamId: string) => (await entriesOf(teamId)).map(({ action }) => action);

const personOf = (userId: string) =>
  env.DB.prepare('SELECT person FROM audit_people WHERE id = ?').bind(userId).first<string>('person');

const actedBy = (userId: string, network: string | null = null) =>
  openDatabase(env.DB, 5000, () => ({ userId, network }));

test('a change in a team and its entry are one transaction, with actor, time and network', async () => {
  const { id, admin } = await makeTeam();
  const analysis = await makeAnalysis(id);
  const now = 1_900_000_000_000;
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const changed = await actedBy(admin.id, 'net')
    .update(savedAnalyses)
    .set({ name: 'New', version: sql`version + 1` })
    .where(eq(savedAnalyses.id, analysis))
    .returning({ name: savedAnalyses.name, version: savedAnalyses.version });
  expect(changed).toEqual([{ name: 'New', version: 2 }]);
  expect((await entriesOf(id)).at(-1)).toEqual({
    id: expect.any(Number),
    team_id: id,
    at: now,
    person: await personOf(admin.id),
    action: 'analysis.renamed',
    object: analysis,
    label: 'New',
    detail: null,
    network: 'net',
  });
  // A change without an actor afterwards is not theirs.
  await run('DELETE FROM saved_analyses WHERE id = ?', analysis);
  expect((await entriesOf(id)).at(-1)).toMatchObject({
    action: 'analysis.deleted',
    person: null,
    network: null,
  });
});

test('what belongs to a user leaves no entry, and a change that does not happen neither', async () => {
  const { id, admin } = await makeTeam();
  const before = (await env.DB.prepare('SELECT max(id) AS n FROM audit').first<{ n: number }>())?.n;
  const own = await makeAnalysis(admin.id);
  const db = actedBy(admin.id);
  await db.delete(savedAnalyses).where(eq(savedAnalyses.id, own));
  await db.update(teams).set({ name: 'Other' }).where(eq(teams.id, 'unknown'));
  expect((await env.DB.prepare('SELECT max(id) AS n FROM audit').first<{ n: number }>())?.n).toBe(before);
  expect(await actionsOf(id)).toEqual(['team.made', 'member.joined']);
});

test('the log is only added to: nothing in it can be changed or deleted before its age', async () => {
  const { id, admin } = await makeTeam();
  const refused = 'the log is only added to';
  await expect(run('DELETE FROM audit WHERE team_id = ?', id)).rejects.toThrow(refused);
  for (const change of [
    "action = 'x'",
    'network = NULL',
    'at = 1',
    'person = NULL',
    "team_id = 'x'",
    'id = -1',
  ])
    await expect(run(`UPDATE audit SET ${change} WHERE team_id = ?`, id)).rejects.toThrow(refused);
  await expect(
    run('INSERT OR REPLACE INTO audit SELECT * FROM audit WHERE team_id = ?', id),
  ).rejects.toThrow();
  await run('DELETE FROM users WHERE id = ?', id);
  expect(await actionsOf(id)).toEqual(['team.made', 'member.joined', 'team.deleted']);
  expect(await personOf(admin.id)).not.toBeNull();
});

test('entries go after 400 days and networks after 30, by the hourly run, and not a day earlier', async () => {
  const { id } = await makeTeam();
  const insert = 'INSERT INTO audit (team_id, at, action, network) VALUES (?, ?, ?, ?)';
  for (const [action, days] of [
    ['399', 399],
    ['401', 401],
    ['29', 29],
    ['31', 31],
  ] as const)
    await run(insert, id, Date.now() - days * DAY, action, 'net');
  await forgetEntries(openDatabase(env.DB, 5000), { hasTime: () => false });
  expect((await entriesOf(id)).slice(2).map(({ action }) => action)).toEqual(['399', '401', '29', '31']);
  await forgetEntries(openDatabase(env.DB, 5000), { hasTime: () => true });
  expect((await entriesOf(id)).slice(2).map(({ action, network }) => [action, network])).toEqual([
    ['399', null],
    ['29', 'net'],
    ['31', null],
  ]);
  // A network that is old may go; nothing else of its entry may.
  await expect(
    run("UPDATE audit SET network = NULL, label = 'x' WHERE team_id = ? AND action = '31'", id),
  ).rejects.toThrow();
  await expect(
    run("UPDATE audit SET network = 'other' WHERE team_id = ? AND action = '31'", id),
  ).rejects.toThrow();
});

test('people stand in the log under a random id, which names nobody once the account is gone', async () => {
  const { id, admin } = await makeTeam();
  const other = await makeUser();
  await run("INSERT INTO members VALUES (?, ?, 'editor', 1)", id, other.id);
  const person = await personOf(other.id);
  expect(person).toMatch(/^[\da-f]{32}$/);
  expect(person).not.toBe(await personOf(admin.id));
  const db = openDatabase(env.DB, 5000);
  expect((await listEntries(db, id, {}))[0]).toMatchObject({ by: null, member: { email: other.email } });
  await run('UPDATE audit_people SET person = person WHERE id = ?', other.id);
  await actedBy(other.id).delete(teams).where(eq(teams.id, 'nothing'));
  await openDatabase(env.DB, 5000, () => ({ userId: other.id, network: null })).run(
    sql`DELETE FROM users WHERE id = ${other.id}`,
  );
  expect(await personOf(other.id)).toBeNull();
  const [left, joined] = await listEntries(db, id, {});
  expect(left).toMatchObject({
    by: null,
    member: null,
    entry: { action: 'member.left', person, object: person },
  });
  expect(joined).toMatchObject({ member: null, entry: { action: 'member.joined', object: person } });
  expect(JSON.stringify(await entriesOf(id))).not.toContain(other.email);
  expect(JSON.stringify(await entriesOf(id))).not.toContain(other.id);
});

test('a run that moves the next time on leaves no entry, and one that pauses its source has that of nobody', async () => {
  const { id } = await makeTeam();
  const analysis = await makeAnalysis(id);
  await run(
    `INSERT INTO sources (id, user_id, analysis_id, kind, state, next_due_at, lease, lease_until, created_at)
     VALUES (?, ?, ?, 'sheet', 'active', 5, 'held', 9, 1)`,
    analysis,
    id,
    analysis,
  );
  const db = openDatabase(env.DB, 5000);
  const held = { sourceId: analysis, dueAt: 5, lease: 'held' };
  const before = (await actionsOf(id)).length;
  await finishRun(db, held, { failure: null, nextDueAt: 6 });
  expect((await actionsOf(id)).length).toBe(before);
  await run("UPDATE sources SET lease = 'held', failures = 2 WHERE id = ?", analysis);
  await finishRun(db, { ...held, dueAt: 6 }, { failure: 'gone', nextDueAt: 7 });
  expect((await entriesOf(id)).at(-1)).toMatchObject({
    action: 'source.paused',
    person: null,
    object: analysis,
  });
});

test('the contract lists the actions that the database writes', () => {
  const written = migrations.flatMap(({ sql: text }) =>
    [...text.matchAll(/'([a-z]+\.[a-z-]+)'/g)].map(([, action]) => action),
  );
  expect([...new Set(written)].toSorted()).toEqual([...AUDIT_ACTIONS].toSorted());
});
