import { env } from 'cloudflare:workers';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { afterEach, expect, test, vi } from 'vitest';
import { moveAnalysis } from '#worker/db/move-analysis.ts';
import { openDatabase } from '#worker/db/client.ts';
import * as schema from '#worker/db/schema.ts';
import { bytesOfTexts, COUNTED_TABLES, UNCOUNTED, type CountedTable } from '#worker/db/stored-bytes.ts';
import { makeSave, save, saved, sendHere } from './analysis-support.ts';
import { countedBytesOf } from './stored-bytes-support.ts';
import { call, count, deletion, signedInUser, type TestUser } from './support.ts';
import { callTeam, enrol, makeTeam, savedIn } from './team-support.ts';

const MIB = 1024 * 1024;

afterEach(() => {
  vi.useRealTimers();
});

const nameOf = (table: SQLiteTable): string => getTableConfig(table).name;

const run = (query: string, ...values: unknown[]) =>
  env.DB.prepare(query)
    .bind(...values)
    .run();

const storedBytes = (id: string) =>
  env.DB.prepare('SELECT stored_bytes AS n FROM users WHERE id = ?').bind(id).first<number>('n');

// --- The definition ---

test('every table stands in the definition once: what counts, or why it cannot grow without end', () => {
  const tables = Object.values(schema as Record<string, SQLiteTable>).map(nameOf);
  const listed = [...COUNTED_TABLES.map(({ table }) => nameOf(table)), ...Object.keys(UNCOUNTED)];
  expect(listed.toSorted()).toEqual(tables.toSorted());
});

/** The triggers that keep the bytes of a table, as the definition asks for them. */
function triggersOf({ table, owner, texts, sizes }: CountedTable): string[] {
  const name = nameOf(table);
  const bytes = (row: string) =>
    [
      ...sizes.map((column) => `${row}.${column.name}`),
      ...texts.map((column) =>
        column.notNull
          ? `octet_length(${row}.${column.name})`
          : `coalesce(octet_length(${row}.${column.name}), 0)`,
      ),
    ].join(' + ');
  const isUpload = table === (schema.uploads as SQLiteTable);
  const change = (row: string, sign: string) => {
    const bucket = isUpload
      ? `, bucket_bytes = bucket_bytes ${sign} iif(${row}.object_key IS NULL, 0, ${row}.bytes)`
      : '';
    return `UPDATE users SET stored_bytes = stored_bytes ${sign} (${bytes(row)})${bucket} WHERE id = ${row}.${owner.name};`;
  };
  const columns = new Set([owner, ...sizes, ...texts].map((column) => column.name));
  if (isUpload) columns.add('object_key');
  const make = (what: string, on: string, body: string) =>
    `CREATE TRIGGER stored_${name}_${what} AFTER ${on} ON ${name} BEGIN ${body} END`;
  return [
    make('added', 'INSERT', change('NEW', '+')),
    make('changed', `UPDATE OF ${[...columns].join(', ')}`, `${change('OLD', '-')} ${change('NEW', '+')}`),
    make('deleted', 'DELETE', change('OLD', '-')),
  ];
}

test('the triggers are those of the definition, and there is no other one', async () => {
  const { results } = await env.DB.prepare(
    "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'stored!_%' ESCAPE '!'",
  ).all<{ sql: string }>();
  const found = results.map(({ sql }) => sql.replace(/\s+/g, ' '));
  expect(found.toSorted()).toEqual(COUNTED_TABLES.flatMap(triggersOf).toSorted());
});

// --- Each table counts for its owner ---

const ANALYSIS_COLUMNS =
  '(id, user_id, file_name, conversion_value, significance_threshold, overall_rate, total_leads, total_qualified, top_metrics, awaits_dataset, created_at, name, note)';

/** A row of each table, for an owner (?1) and an analysis of it (?2), and a change that makes it longer. */
const ROWS: Record<string, { insert: string; grow: string }> = {
  saved_analyses: {
    insert: `INSERT INTO saved_analyses ${ANALYSIS_COLUMNS} VALUES ('row-' || ?2, ?1, 'é.csv', 1, 1, 1, 1, 1, '[]', 0, 1, NULL, '')`,
    grow: "note = 'longer', name = 'a name'",
  },
  shared_analyses: {
    insert: "INSERT INTO shared_analyses VALUES (?2, ?1, ?2, '{}', 1, NULL, 0)",
    grow: `figures = '{"a":1}'`,
  },
  uploads: {
    insert: "INSERT INTO uploads VALUES ('row-' || ?2, ?1, NULL, 'dataset', 0, 10, 1, NULL)",
    grow: 'bytes = 25',
  },
  pushes: {
    insert: `INSERT INTO pushes VALUES ('row-' || ?2, ?1, 'meta', ?2, NULL, 'Ads', 'ann@example.com', 1, 'done', 0, '[]', '[]', '{}', NULL, '[]', NULL, '[]', NULL, '[]', '[]', NULL, NULL)`,
    grow: "written = '[\"one\"]', pending = '{}'",
  },
  sends: {
    insert: "INSERT INTO sends VALUES ('row-' || ?2, ?1, '1', NULL, '2', 'abc', 3, 1, 0, 0, '{}', 1, 1)",
    grow: `requests = '{"a":{"events":1}}'`,
  },
  sources: {
    insert:
      "INSERT INTO sources (id, user_id, analysis_id, kind, state, created_at) VALUES ('row-' || ?2, ?1, ?2, 'sheet', 'active', 1)",
    grow: "spec = '{}', schedule = '{}'",
  },
  versions: {
    insert:
      "INSERT INTO versions (analysis_id, number, user_id, source_id, made_at, leads, converted, new_values, metrics, figures) VALUES (?2, 1, ?1, 's', 1, 1, 1, '[]', '[]', '{}')",
    grow: "latest = '{}'",
  },
  watched_rules: {
    insert: "INSERT INTO watched_rules VALUES (?2, ?1, 'r', 1, 1, 'entered', NULL, NULL, NULL, 0, '[]')",
    grow: "rules = '[1,2]'",
  },
  alerts: {
    insert: "INSERT INTO alerts VALUES (?2, 'r', 1, ?1, 1, '{}', 1, NULL, NULL)",
    grow: `figures = '{"p":0}'`,
  },
  push_marks: {
    insert:
      "INSERT INTO push_marks VALUES ((SELECT id FROM pushes WHERE user_id = ?1), ?2, ?1, 'r', 1, 1, NULL, '{}')",
    grow: "entered = '[1]', before_rules = '{\"rules\":null}'",
  },
  invitations: {
    insert: "INSERT INTO invitations VALUES ('row-' || ?2, ?1, ?3, 'viewer', ?2, NULL, 1, 9, NULL)",
    grow: "email = 'ann@example.com'",
  },
  gone_logs: { insert: "INSERT INTO gone_logs VALUES ('row-' || ?2, ?1, 100)", grow: 'bytes = 150' },
  audit: {
    insert: "INSERT INTO audit (team_id, at, action, network) VALUES (?1, 1, 'team.made', ?2)",
    grow: 'network = NULL',
  },
};

test.each(COUNTED_TABLES.map((counted) => [nameOf(counted.table), counted] as const))(
  'a row of %s counts for its owner while it is there, in its size, and for nobody else',
  async (name, counted) => {
    const [admin, other] = (await Promise.all([signedInUser(), signedInUser()])) as [TestUser, TestUser];
    const [team, foreign] = [await makeTeam(admin), await makeTeam(other)];
    const [analysis, theirs] = [await savedIn(team, admin), await savedIn(foreign, other)];
    const { insert, grow } = ROWS[name]!; // a table without a row fails here
    const insertFor = (...values: string[]) => {
      const used = values.slice(0, insert.includes('?3') ? 3 : insert.includes('?2') ? 2 : 1);
      return run(insert, ...used);
    };
    if (name === 'push_marks')
      for (const [owner, of] of [
        [team, analysis],
        [foreign, theirs],
      ] as const)
        await run(ROWS['pushes']!.insert, owner, of);
    await insertFor(foreign, theirs, other.id);
    const before = [await storedBytes(team), await storedBytes(foreign)] as [number, number];
    expect(before).toEqual([await countedBytesOf(team), await countedBytesOf(foreign)]);
    await insertFor(team, analysis, admin.id);
    const added = (await storedBytes(team)) ?? 0;
    expect(added).toBeGreaterThan(before[0]);
    expect(added).toBe(await countedBytesOf(team));
    const column = counted.owner.name;
    const last = `${column} = ? AND rowid = (SELECT max(rowid) FROM ${name} WHERE ${column} = ?)`;
    await run(`UPDATE ${name} SET ${grow} WHERE ${last}`, team, team);
    const grown = (await storedBytes(team)) ?? 0;
    expect(grown).not.toBe(added);
    expect(grown).toBe(await countedBytesOf(team));
    await run(`DELETE FROM ${name} WHERE ${last}`, team, team);
    expect(await storedBytes(team)).toBe(await countedBytesOf(team));
    expect(await storedBytes(foreign)).toBe(before[1]);
  },
);

test('bytes of texts are those that the database counts, of letters of any length', async () => {
  const text = 'aé€𝄞';
  const stored = await env.DB.prepare('SELECT octet_length(?) AS n').bind(text).first<number>('n');
  expect([bytesOfTexts(text, null, undefined), stored]).toEqual([10, 10]);
});

test('what is deleted with an account or an analysis no longer counts, and what moves counts for its new owner', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const team = await makeTeam(user);
  const [id, kept] = [await saved(user.cookie), await saved(user.cookie)];
  for (const name of [
    'pushes',
    'shared_analyses',
    'sources',
    'versions',
    'watched_rules',
    'alerts',
    'push_marks',
  ])
    await run(ROWS[name]!.insert, user.id, id);
  await saved(other.cookie);
  const theirs = await storedBytes(other.id);
  const [all, ofTeam] = [await storedBytes(user.id), await storedBytes(team)] as [number, number];
  const moved = await moveAnalysis(openDatabase(env.DB, 5000), {
    target: { userId: user.id, id },
    to: team,
    editor: { id: user.id, roles: ['admin'] },
    now: 1,
    maxPoolBytes: 1e12,
    maxTeamBytes: 1e12,
  });
  expect(moved).toBe(true);
  const left = (await storedBytes(user.id)) ?? 0;
  expect([left, await storedBytes(team)]).toEqual([
    await countedBytesOf(user.id),
    await countedBytesOf(team),
  ]);
  // The log of the team has one entry more.
  expect((await storedBytes(team)) ?? 0).toBeGreaterThan(ofTeam + all - left);
  await run('DELETE FROM saved_analyses WHERE id = ?', kept);
  await run('DELETE FROM pushes WHERE user_id = ?', user.id);
  expect(await storedBytes(user.id)).toBe(0);
  expect(await storedBytes(other.id)).toBe(theirs);
});

// --- What teams store counts for their maker ---

/** Makes an owner have stored that many bytes. */
const fill = async (owner: string, bytes: number) =>
  run(
    "INSERT INTO uploads VALUES (?, ?, NULL, 'dataset', 0, ?, 1, 'elsewhere')",
    crypto.randomUUID(),
    owner,
    bytes - ((await storedBytes(owner)) ?? 0),
  );

const outcomeOf = async (response: Response) => {
  const { code, message } = await response.json<{ code?: string; message?: string }>();
  return [response.status, code, message];
};

const google = ({ id }: TestUser) => run('UPDATE users SET google_id = ? WHERE id = ?', `g-${id}`, id);

const saveIn = (team: string, { cookie }: TestUser) =>
  callTeam(team, '/analyses', { method: 'POST', cookie, body: makeSave() });

test('the bytes of teams count for the user who has made them, and for no other member', async () => {
  const [maker, editor] = [await signedInUser(), await signedInUser()];
  const [team, second] = [await makeTeam(maker), await makeTeam(maker)];
  await enrol(team, editor, 'editor');
  await fill(team, 15 * MIB);
  await fill(second, 10 * MIB - 500);
  expect(await outcomeOf(await saveIn(team, editor))).toEqual([
    409,
    'STORAGE_LIMIT',
    'What a team stores counts for one admin, who has made it or been in it the longest, and the 25 MB of that person are full. Delete analyses of this team to save another, or ask that person to delete some.',
  ]);
  expect(await outcomeOf(await save(makeSave(), maker))).toEqual([
    409,
    'STORAGE_LIMIT',
    'Your saved analyses and those of the teams that count for you take up all of your 25 MB. Delete one to save another.',
  ]);
  expect((await save(makeSave(), editor)).status).toBe(201);
  // With a Google identity there is more room.
  await google(maker);
  expect((await saveIn(team, editor)).status).toBe(201);
  await run('UPDATE users SET google_id = NULL WHERE id = ?', maker.id);
  expect((await saveIn(team, editor)).status).toBe(409);
});

const MEMBERS = ['maker', 'late', 'early', 'later', 'viewer'] as const;

test.each<[string, (team: string, people: Record<(typeof MEMBERS)[number], TestUser>) => Promise<unknown>]>([
  ['leaves', (team, { maker }) => callTeam(team, '/leave', { method: 'POST', cookie: maker.cookie })],
  [
    'is removed',
    (team, { maker, late }) =>
      callTeam(team, `/members/${maker.id}`, { method: 'DELETE', cookie: late.cookie }),
  ],
  [
    'is no admin any more',
    (team, { maker, late }) =>
      callTeam(team, `/members/${maker.id}`, {
        method: 'PATCH',
        cookie: late.cookie,
        body: { role: 'editor' },
      }),
  ],
  ['deletes the account', (_team, { maker }) => sendHere(deletion(maker.cookie))],
])('a team whose maker %s counts for the admin who has been in it the longest', async (_name, go) => {
  const users = await Promise.all(MEMBERS.map(() => signedInUser()));
  const [maker, late, early, later, viewer] = users as [TestUser, TestUser, TestUser, TestUser, TestUser];
  const [team, stays] = [await makeTeam(maker), await makeTeam(late)];
  for (const [user, role, at] of [
    [viewer, 'viewer', 1],
    [late, 'admin', 3],
    [early, 'admin', 2],
    [later, 'admin', 2],
  ] as const) {
    await enrol(team, user, role);
    await run('UPDATE members SET joined_at = ? WHERE team_id = ? AND user_id = ?', at, team, user.id);
  }
  await enrol(stays, maker, 'admin');
  // A role that stays and the way out of another member hand nothing on.
  await run("UPDATE members SET role = 'admin' WHERE team_id = ? AND user_id = ?", team, maker.id);
  await run('DELETE FROM members WHERE team_id = ? AND user_id = ?', team, viewer.id);
  const payerOf = (id: string) =>
    env.DB.prepare('SELECT made_by FROM teams WHERE id = ?').bind(id).first<string>('made_by');
  expect(await payerOf(team)).toBe(maker.id);
  await go(team, { maker, late, early, later, viewer });
  expect([await payerOf(team), await payerOf(stays)]).toEqual([early.id, late.id]);
});

test('a maker may fill the last byte of the room of all teams together, and not one more', async () => {
  const maker = await signedInUser();
  await google(maker);
  const teams = [];
  for (let made = 0; made < 5; made++) teams.push(await makeTeam(maker));
  const [first = '', ...others] = teams;
  for (const team of others) await fill(team, 45 * MIB);
  const before = (await storedBytes(first)) ?? 0;
  expect((await saveIn(first, maker)).status).toBe(201);
  const taken = ((await storedBytes(first)) ?? 0) - before;
  const log = await env.DB.prepare(
    "SELECT sum(octet_length(team_id) + octet_length(person) + octet_length(action) + octet_length(object) + octet_length(label)) AS n FROM audit WHERE team_id = ? AND action = 'analysis.saved'",
  )
    .bind(first)
    .first<number>('n');
  const grown = taken - (log ?? 0);
  // The team's own share is far from full: the limit is that of the maker, 200 MB.
  await fill(first, 20 * MIB - grown + 1);
  expect((await outcomeOf(await saveIn(first, maker))).slice(0, 2)).toEqual([409, 'STORAGE_LIMIT']);
  await fill(first, 20 * MIB - grown);
  expect((await saveIn(first, maker)).status).toBe(201);
  expect(await count('saved_analyses WHERE user_id = ?', first)).toBe(2);
});

test('an analysis moves between the room of a user and that of a team of the same user, however full both are', async () => {
  const maker = await signedInUser();
  const team = await makeTeam(maker);
  const id = await saved(maker.cookie);
  await fill(team, 25 * MIB - ((await storedBytes(maker.id)) ?? 0));
  const move = { method: 'POST', cookie: maker.cookie, body: { team: null } };
  const there = await call(`/api/analyses/${id}/move`, { ...move, body: { team } });
  expect(there.status).toBe(200);
  expect((await callTeam(team, `/analyses/${id}/move`, move)).status).toBe(200);
});

// --- The log of a team that is gone ---

test('the log of a team that is gone counts for its maker until its entries are too old', async () => {
  const [maker, other] = [await signedInUser(), await signedInUser()];
  const team = await makeTeam(maker);
  const kept = await makeTeam(other);
  for (const [days, network] of [
    [401, 'net'],
    [10, 'net'],
  ] as const)
    await run(
      'INSERT INTO audit (team_id, at, action, network) VALUES (?, ?, ?, ?)',
      team,
      Date.now() - days * 86_400_000,
      'team.made',
      network,
    );
  const before = await storedBytes(other.id);
  expect(await storedBytes(maker.id)).toBe(0);
  await run('DELETE FROM users WHERE id = ?', team);
  const all = (await storedBytes(maker.id)) ?? 0;
  const ofEntries = async () =>
    (await env.DB.prepare(
      `SELECT sum(octet_length(team_id) + coalesce(octet_length(person), 0) + octet_length(action) + coalesce(octet_length(object), 0)
         + coalesce(octet_length(label), 0) + coalesce(octet_length(detail), 0) + coalesce(octet_length(network), 0)) AS n
       FROM audit WHERE team_id = ?`,
    )
      .bind(team)
      .first<number>('n')) ?? 0;
  expect(all).toBeGreaterThan(100);
  expect(all).toBe(await ofEntries());
  await run(
    'UPDATE audit SET network = NULL WHERE team_id = ? AND at < ?',
    team,
    Date.now() - 400 * 86_400_000,
  );
  expect(await storedBytes(maker.id)).toBe(all - 3);
  await run('DELETE FROM audit WHERE team_id = ? AND at < ?', team, Date.now() - 400 * 86_400_000);
  expect(await storedBytes(maker.id)).toBe(await ofEntries());
  expect([await storedBytes(other.id), (await storedBytes(kept)) ?? 0]).toEqual([
    before,
    await countedBytesOf(kept),
  ]);
  await run('DELETE FROM users WHERE id = ?', maker.id);
  expect(await count('gone_logs WHERE team_id = ?', team)).toBe(0);
});
