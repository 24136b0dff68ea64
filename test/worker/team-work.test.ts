import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import { API_CALLS, callOfTeam } from '#contract/calls.ts';
import { keysOf } from '#contract/records.ts';
import { analysisListSchema, savedAnalysisSchema } from '#contract/answers.ts';
import { errorBodySchema } from '#contract/errors.ts';
import {
  MAX_ANALYSES,
  MAX_MEMBERS,
  MAX_SHARES,
  MAX_TEAM_ANALYSES,
  MAX_UNFINISHED,
  MIB,
  SAVES,
} from '#contract/limits.ts';
import type { MadeSource } from '#contract/sources.ts';
import { getTableConfig } from 'drizzle-orm/sqlite-core';
import { USER_OWNED_TABLES } from '#worker/db/belongings.ts';
import { movedSchema } from '#contract/team-answers.ts';
import { openDatabase } from '#worker/db/client.ts';
import { moveAnalysis } from '#worker/db/move-analysis.ts';
import { changeLabels, findQuota } from '#worker/db/saved-analyses.ts';
import type { Env } from '#worker/env.ts';
import {
  gunzip,
  gzip,
  makeSave,
  saved,
  sendHere,
  toLines,
  UNNAMED,
  makeIncompressible,
} from './analysis-support.ts';
import { insertConnections, OFFERING, userThere } from './connection-support.ts';
import { deliver, makeCsv } from './inbox-support.ts';
import { insertStoredPush } from './push-support.ts';
import { makeFigures } from './share-support.ts';
import { call, count, ORIGIN, request, signedInUser, spend, type TestUser } from './support.ts';
import { belongingsOf, callTeam, enrol, makeTeam, outcomeOf, savedIn } from './team-support.ts';

const db = openDatabase(env.DB, 60_000); // for all tests together

afterEach(() => {
  vi.useRealTimers();
});

const ROWS = toLines([
  ['Status', 'Source'],
  ['Qualified', 'Google'],
]);

const ownerPath = (team: string | null): string => (team === null ? '/api' : `/api/teams/${team}`);

/** A dataset on its way to an analysis of a team, or of the user. */
function datasetRequest(team: string | null, id: string, body: BodyInit, { cookie }: TestUser): Request {
  return new Request(`${ORIGIN}${ownerPath(team)}/analyses/${id}/dataset`, {
    method: 'PUT',
    body,
    headers: { Origin: ORIGIN, 'Content-Type': 'application/gzip', Cookie: cookie },
  });
}

const listOf = async (team: string, { cookie }: TestUser) =>
  analysisListSchema.parse(await (await callTeam(team, '/analyses', { cookie })).json());

const datasetOf = async (
  team: string | null,
  id: string,
  { cookie }: TestUser,
  bindings: Partial<Env> = {},
) => await gunzip(await sendHere(request(`${ownerPath(team)}/analyses/${id}/dataset`, { cookie }), bindings));

/** Moves or copies an analysis. */
const transfer = (
  way: 'move' | 'copy',
  { from, id, to }: { from: string | null; id: string; to: string | null },
  { cookie }: TestUser,
  bindings: Partial<Env> = {},
): Promise<Response> =>
  sendHere(
    request(`${ownerPath(from)}/analyses/${id}/${way}`, { method: 'POST', cookie, body: { team: to } }),
    bindings,
  );

const users = (number: number): Promise<TestUser[]> =>
  Promise.all(Array.from({ length: number }, () => signedInUser()));

/** The data of a workspace, with the ids that calls name. */
interface World {
  owner: string;
  analysis: string;
  send: string;
  push: string;
}

/** A site that offers everything; its users sign in there. */
const SITE = { ...OFFERING, INBOX: 'on' };

const there = (path: string, { cookie }: TestUser, method: string, body?: unknown): Promise<Response> =>
  sendHere(request(path, { method, cookie, ...(body !== undefined && { body }) }), SITE);

const idOf = async (answer: Promise<Response>): Promise<string> =>
  (await (await answer).json<{ id: string }>()).id;

/** An analysis with a dataset, a link, an inbox and a version, a connection, a send and a push. */
async function furnish(owner: string, team: string | null, user: TestUser): Promise<World> {
  const base = `${ownerPath(team)}/analyses`;
  const configurationData = { ...makeSave().configurationData, valueMappings: {}, binningConfig: {} };
  const analysis = await idOf(there(base, user, 'POST', makeSave({ configurationData })));
  await sendHere(datasetRequest(team, analysis, await gzip(ROWS), user), SITE);
  await there(`${base}/${analysis}/share`, user, 'POST', { isKept: true, figures: makeFigures() });
  const made = await there(`${base}/${analysis}/source`, user, 'PUT', { kind: 'inbox' });
  const { token, source } = await made.json<MadeSource>();
  await deliver({ id: source.id, token }, makeCsv(), { bindings: SITE });
  await insertConnections(owner);
  await insertStoredPush(owner);
  const push = await env.DB.prepare('SELECT id FROM pushes WHERE user_id = ?')
    .bind(owner)
    .first<string>('id');
  return { owner, analysis, send: `send-${owner}`, push: push ?? '' };
}

type Write = [method: string, path: (world: World) => string, body?: unknown];

/** Every call that changes what an owner has, in an order in which each finds its object. */
const WRITES: Write[] = [
  ['PATCH', ({ analysis }) => `/analyses/${analysis}`, { note: 'new' }],
  ['PUT', ({ analysis }) => `/analyses/${analysis}`, makeSave({ fileName: 'new.csv' })],
  ['PUT', ({ analysis }) => `/analyses/${analysis}/dataset`],
  ['PUT', ({ analysis }) => `/analyses/${analysis}/share`, makeFigures({ note: 'new' })],
  ['PATCH', ({ analysis }) => `/analyses/${analysis}/share`, { isKept: false }],
  ['POST', ({ analysis }) => `/analyses/${analysis}/share`, { isKept: true, figures: makeFigures() }],
  ['DELETE', ({ analysis }) => `/analyses/${analysis}/share`],
  ['POST', ({ analysis }) => `/analyses/${analysis}/source/token`],
  ['POST', ({ analysis }) => `/analyses/${analysis}/source/pause`],
  ['POST', ({ analysis }) => `/analyses/${analysis}/source/resume`],
  ['POST', ({ analysis }) => `/analyses/${analysis}/versions/1/entered`],
  ['POST', ({ analysis }) => `/analyses/${analysis}/rules-in-use`, { version: 0, by: 'meta' }],
  ['POST', ({ analysis }) => `/analyses/${analysis}/alerts/seen`, { upTo: 1 }],
  ['DELETE', ({ analysis }) => `/analyses/${analysis}/source`],
  ['PUT', ({ analysis }) => `/analyses/${analysis}/source`, { kind: 'inbox' }],
  ['PATCH', ({ send }) => `/sends/${send}`, { done: 1, refused: 0, requests: [] }],
  ['POST', ({ push }) => `/pushes/${push}/undo`],
  ['DELETE', () => '/connections/meta'],
  ['POST', () => '/analyses', makeSave()],
  [
    'POST',
    () => '/sends',
    { account: '1234567890', manager: null, action: '1', total: 1, fingerprint: 'ab'.repeat(32), madeAt: 1 },
  ],
  ['DELETE', ({ analysis }) => `/analyses/${analysis}`],
];

test('three users in two teams: each write reaches what its address names, and nothing of anybody else', async () => {
  const [one, two, three] = [await userThere(), await userThere(), await userThere()];
  const makeThere = (user: TestUser) => idOf(there('/api/teams', user, 'POST', { name: 'Acme' }));
  const [team, other] = [await makeThere(one), await makeThere(three)];
  await enrol(team, two, 'admin');
  await enrol(other, two, 'admin'); // the same person, in both teams
  const worlds = [
    await furnish(team, team, one),
    await furnish(other, other, three),
    await furnish(one.id, null, one),
    await furnish(two.id, null, two),
    await furnish(three.id, null, three),
  ];
  const [own, ...foreign] = worlds as [World, ...World[]];
  const everything = () => belongingsOf(...worlds.map(({ owner }) => owner));
  const others = () => belongingsOf(...foreign.map(({ owner }) => owner));
  const send = async ([method, path, body]: Write, base: string, world: World) => {
    const sent = path(world).endsWith('/dataset')
      ? datasetRequest(
          base === '/api' ? null : base.slice('/api/teams/'.length),
          world.analysis,
          await gzip(ROWS),
          two,
        )
      : request(`${base}${path(world)}`, { method, cookie: two.cookie, ...(body !== undefined && { body }) });
    return await sendHere(sent, SITE);
  };
  const named = WRITES.filter(([, path]) => path(own) !== path(foreign[0]!));
  const before = await everything();
  for (const write of named) {
    // The data of another workspace than that of the address is not there, also for somebody who is in both teams.
    await send(write, `/api/teams/${team}`, foreign[0]!);
    await send(write, `/api/teams/${team}`, foreign[2]!);
    await send(write, '/api', own);
    expect(await everything(), `${write[0]} ${write[1](own)}`).toEqual(before);
    await env.DB.prepare('DELETE FROM rate_limits').run();
  }
  const kept = await others();
  for (const write of WRITES) {
    const ownBefore = await belongingsOf(team);
    const context = `${write[0]} ${write[1](own)}`;
    const { status } = await send(write, `/api/teams/${team}`, own);
    const isPush = context.includes('/pushes/'); // nothing is connected to push with
    expect(status, context).toBeLessThan(isPush ? 410 : 300);
    if (!isPush && !context.includes('/seen'))
      expect(await belongingsOf(team), context).not.toEqual(ownBefore);
    expect(await others(), context).toEqual(kept);
  }
});

// --- Who made and changed what ---

test('a list, an analysis and a conflict name who has made and changed it; former members are not named', async () => {
  const [admin, editor] = (await users(2)) as [TestUser, TestUser];
  await env.DB.prepare("UPDATE users SET first_name = 'Ada', last_name = 'Lov' WHERE id = ?")
    .bind(editor.id)
    .run();
  const team = await makeTeam(admin);
  await enrol(team, editor, 'editor');
  const id = await savedIn(team, admin);
  expect(await listOf(team, editor)).toMatchObject([{ id, madeBy: admin.email, updatedBy: admin.email }]);
  const rename = (by: TestUser, version: string) =>
    callTeam(team, `/analyses/${id}`, {
      method: 'PATCH',
      cookie: by.cookie,
      body: { name: `by ${by.id}` },
      headers: { 'If-Match': version },
    });
  expect((await rename(editor, '"1"')).status).toBe(200);
  const one = await (await callTeam(team, `/analyses/${id}`, { cookie: admin.cookie })).json();
  expect(savedAnalysisSchema.parse(one)).toMatchObject({ madeBy: admin.email, updatedBy: 'Ada Lov' });
  const conflict = async (answer: Response) => {
    const { message, current } = errorBodySchema.parse(await answer.json());
    return [answer.status, message.split(', ').at(-1), current?.version, current?.updatedBy];
  };
  expect(await conflict(await rename(admin, '"1"'))).toEqual([412, 'by Ada Lov.', 2, 'Ada Lov']);
  const update = () =>
    callTeam(team, `/analyses/${id}`, {
      method: 'PUT',
      cookie: admin.cookie,
      body: makeSave(),
      headers: { 'If-Match': '"1"' },
    });
  expect(await conflict(await update())).toEqual([412, 'by Ada Lov.', 2, 'Ada Lov']);
  await callTeam(team, `/members/${editor.id}`, { method: 'DELETE', cookie: admin.cookie });
  expect(await conflict(await update())).toEqual([412, 'by a former member.', 2, null]);
  expect(await listOf(team, admin)).toMatchObject([{ madeBy: admin.email, updatedBy: null }]);

  const mine = await saved(admin.cookie);
  const own = await call(`/api/analyses/${mine}`, { cookie: admin.cookie });
  expect(await own.json()).not.toHaveProperty('madeBy');
  const stale = {
    method: 'PATCH',
    cookie: admin.cookie,
    body: { note: 'x' },
    headers: { 'If-Match': '"9"' },
  };
  expect(await conflict(await call(`/api/analyses/${mine}`, stale))).toEqual([
    412,
    'in another tab or on another device.',
    1,
    undefined,
  ]);
});

test('what a member has pushed loses the address when the membership ends, in this team only', async () => {
  const [admin, member] = (await users(2)) as [TestUser, TestUser];
  const [team, other] = [await makeTeam(admin), await makeTeam(admin)];
  const makersOf = async (owner: string) => {
    const { results } = await env.DB.prepare('SELECT made_by FROM pushes WHERE user_id = ? ORDER BY made_by')
      .bind(owner)
      .all();
    return results.map(({ made_by: maker }) => maker);
  };
  for (const one of [team, other]) {
    await enrol(one, member, 'editor');
    for (const { email } of [admin, member]) {
      await insertStoredPush(one);
      await env.DB.prepare("UPDATE pushes SET made_by = ? WHERE user_id = ? AND made_by = 'x'")
        .bind(email, one)
        .run();
    }
  }
  await callTeam(team, '/leave', { method: 'POST', cookie: member.cookie });
  expect(await makersOf(team)).toEqual(['a former member', admin.email]);
  expect(await makersOf(other)).toEqual([admin.email, member.email].toSorted());
  await sendHere(
    request('/api/auth/user', {
      method: 'DELETE',
      cookie: member.cookie,
      body: { password: 'correct horse' },
    }),
  );
  expect(await makersOf(other)).toEqual(['a former member', admin.email]);
});

// --- Losing the right during a save ---

/** A body whose sender stops as soon as the Worker reads it, until the test lets it go on. */
function slowBody(bytes: Uint8Array) {
  const [{ promise: isRead, resolve: begin }, { promise, resolve: goOn }] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  const body = new ReadableStream(
    {
      async pull(controller) {
        begin();
        await promise;
        controller.enqueue(bytes);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { body, isRead, goOn };
}

test('a member who leaves, is removed or loses the role during an upload has stored nothing; one who keeps it has', async () => {
  const [admin, editor] = (await users(2)) as [TestUser, TestUser];
  const team = await makeTeam(admin);
  const id = await savedIn(team, admin);
  const patch = (role: string) =>
    callTeam(team, `/members/${editor.id}`, { method: 'PATCH', cookie: admin.cookie, body: { role } });
  const cases: [string, () => Promise<unknown>, [number, string | undefined]][] = [
    ['leaves', () => callTeam(team, '/leave', { method: 'POST', cookie: editor.cookie }), [404, 'NO_TEAM']],
    [
      'is removed',
      () => callTeam(team, `/members/${editor.id}`, { method: 'DELETE', cookie: admin.cookie }),
      [404, 'NO_TEAM'],
    ],
    ['becomes a viewer', () => patch('viewer'), [403, 'NOT_ALLOWED']],
    ['becomes an admin', () => patch('admin'), [200, undefined]],
  ];
  const dataset = new Uint8Array(await gzip(ROWS));
  const record = new TextEncoder().encode(JSON.stringify(makeSave()));
  const isStored = async () => (await datasetOf(team, id, admin)) === ROWS;
  for (const [name, change, outcome] of cases) {
    await enrol(team, editor, 'editor');
    const before = await belongingsOf(team);
    const uploads = [slowBody(dataset), slowBody(record)] as const;
    const { cookie } = editor;
    const headers = { Origin: ORIGIN, 'Content-Type': 'application/json', Cookie: cookie };
    const answers = [
      sendHere(datasetRequest(team, id, uploads[0].body, editor)),
      sendHere(
        new Request(`${ORIGIN}/api/teams/${team}/analyses`, {
          method: 'POST',
          headers,
          body: uploads[1].body,
        }),
      ),
    ];
    for (const { isRead } of uploads) await isRead;
    await change();
    for (const { goOn } of uploads) goOn();
    const [replaced, added] = (await Promise.all(answers)) as [Response, Response];
    const [status, code] = outcome;
    expect([await outcomeOf(replaced), await outcomeOf(added)], name).toEqual([
      outcome,
      [status === 200 ? 201 : status, code],
    ]);
    if (status === 200) expect(await isStored()).toBe(true);
    else expect(await belongingsOf(team), name).toEqual(before);
  }
});

/** The calls of a team that take a body as JSON. */
const WITH_BODY = keysOf(API_CALLS).flatMap((name) => {
  const ofTeam = callOfTeam(name);
  return ofTeam && ('body' in API_CALLS[name] || 'largeBody' in API_CALLS[name])
    ? [[name, ofTeam.path] as const]
    : [];
});

test.each(WITH_BODY)(
  '%s does nothing for a member who was removed before the body was there',
  async (name, path) => {
    const [admin, leaver] = (await users(2)) as [TestUser, TestUser];
    const [team, stays] = [await makeTeam(admin), await makeTeam(admin)];
    for (const one of [team, stays]) await enrol(one, leaver, 'admin');
    const id = await savedIn(team, admin);
    const fill = (of: string) =>
      path
        .replace(':team', of)
        .replace(':id', id)
        .replace(':member', admin.id)
        .replace(':kind', name.includes('connections') ? 'sheets' : 'google-rules')
        .replaceAll(/:\w+/g, '1');
    const outcomes = [];
    for (const of of [team, stays]) {
      const { body, isRead, goOn } = slowBody(new TextEncoder().encode('[]'));
      const headers = { Origin: ORIGIN, 'Content-Type': 'application/json', Cookie: leaver.cookie };
      const answer = sendHere(
        new Request(`${ORIGIN}${fill(of)}`, { method: name.split(' ')[0] ?? '', headers, body }),
      );
      await isRead;
      await callTeam(team, `/members/${leaver.id}`, { method: 'DELETE', cookie: admin.cookie });
      goOn();
      outcomes.push((await outcomeOf(await answer))[0]);
    }
    // In the team that the member is still in, the body is looked at: it is none.
    expect(outcomes).toEqual([404, 400]);
  },
);

// --- Move and copy ---

test('an analysis moves to a team and back with its link, inbox, version and dataset; another one stays', async () => {
  const [user, admin] = [await userThere(), await signedInUser()];
  const team = await makeTeam(admin);
  await enrol(team, user, 'editor');
  const { analysis: id } = await furnish(user.id, null, user);
  const stays = await idOf(there('/api/analyses', user, 'POST', makeSave()));
  const lengths = (rows: unknown[]) => rows.map((table) => (table as unknown[]).length);
  const whole = lengths(await belongingsOf(user.id));
  const moved = await transfer('move', { from: null, id, to: team }, user, SITE);
  expect(movedSchema.parse(await moved.json())).toEqual({ id, team });
  expect(await listOf(team, admin)).toMatchObject([
    { id, isShared: true, source: 'active', madeBy: user.email, updatedBy: user.email },
  ]);
  expect(await datasetOf(team, id, admin)).toBe(ROWS);
  expect((await there(`/api/analyses/${id}`, user, 'GET')).status).toBe(404);
  for (const { table } of USER_OWNED_TABLES)
    if ('analysisId' in table)
      expect(
        await count(`${getTableConfig(table).name} WHERE user_id = ? AND analysis_id = ?`, user.id, id),
      ).toBe(0);
  for (const table of ['saved_analyses', 'shared_analyses', 'sources', 'versions'])
    expect(await count(`${table} WHERE user_id = ?`, team), table).toBe(1);
  expect(await count('uploads WHERE user_id = ? AND analysis_id = ?', team, id)).toBe(3);
  expect((await there(`/api/analyses/${stays}`, user, 'GET')).status).toBe(200);
  expect((await transfer('move', { from: team, id, to: null }, user, SITE)).status).toBe(200);
  expect(lengths(await belongingsOf(user.id))).toEqual(whole);
  expect(await count('uploads WHERE user_id = ?', team)).toBe(0);
});

test('a copy in a team is an analysis of its own, with name, note and dataset, and without link and inbox', async () => {
  const [user, admin] = (await users(2)) as [TestUser, TestUser];
  const team = await makeTeam(admin);
  await enrol(team, user, 'editor');
  const id = await saved(user.cookie);
  await sendHere(datasetRequest(null, id, await gzip(ROWS), user));
  await call(`/api/analyses/${id}/share`, {
    method: 'POST',
    cookie: user.cookie,
    body: { isKept: true, figures: makeFigures() },
  });
  await call(`/api/analyses/${id}`, {
    method: 'PATCH',
    cookie: user.cookie,
    body: { name: 'Mine', note: 'n' },
  });
  const before = await belongingsOf(user.id);
  const copied = await transfer('copy', { from: null, id, to: team }, user);
  expect(copied.status).toBe(201);
  const copy = movedSchema.parse(await copied.json());
  expect(copy).toEqual({ id: expect.not.stringMatching(id) as string, team });
  expect(await belongingsOf(user.id)).toEqual(before);
  const [listed] = await listOf(team, admin);
  expect(listed).toMatchObject({
    id: copy.id,
    name: 'Mine',
    note: 'n',
    version: 1,
    isShared: false,
    source: null,
    madeBy: user.email,
  });
  expect(await datasetOf(team, copy.id, admin)).toBe(ROWS);
  const read = async (path: string) => {
    const { configurationData, analysisData } = await (
      await call(path, { cookie: user.cookie })
    ).json<Record<string, unknown>>();
    return { configurationData, analysisData };
  };
  expect(await read(`/api/teams/${team}/analyses/${copy.id}`)).toEqual(await read(`/api/analyses/${id}`));
  await callTeam(team, `/analyses/${copy.id}`, { method: 'DELETE', cookie: user.cookie });
  expect(await datasetOf(null, id, user)).toBe(ROWS);
  // And one without a dataset, from the team to the user's own.
  const plain = await savedIn(team, admin);
  const back = movedSchema.parse(
    await (await transfer('copy', { from: team, id: plain, to: null }, user)).json(),
  );
  expect(await (await call(`/api/analyses/${back.id}`, { cookie: user.cookie })).json()).toMatchObject(
    UNNAMED,
  );
});

test('a dataset of several parts, and one in object storage, are copied whole', async () => {
  const user = await signedInUser();
  const team = await makeTeam(user);
  const text = makeIncompressible(1_600_000);
  for (const bindings of [{}, { DATASETS: env.SPARE_BUCKET }]) {
    const id = await saved(user.cookie);
    await sendHere(datasetRequest(null, id, await gzip(text), user), bindings);
    const { id: copy } = movedSchema.parse(
      await (await transfer('copy', { from: null, id, to: team }, user, bindings)).json(),
    );
    await call(`/api/analyses/${id}`, { method: 'DELETE', cookie: user.cookie });
    expect(await datasetOf(team, copy, user, bindings)).toBe(text);
    expect(
      await count(
        'objects_to_delete WHERE object_key = (SELECT object_key FROM uploads WHERE analysis_id = ? AND kind = ?)',
        copy,
        'dataset',
      ),
    ).toBe(0);
  }
});

test('who may not edit in the team or does not own the analysis moves and copies nothing', async () => {
  const [user, viewer, stranger] = (await users(3)) as [TestUser, TestUser, TestUser];
  const team = await makeTeam(user);
  await enrol(team, viewer, 'viewer');
  const id = await savedIn(team, user);
  const own = await saved(viewer.cookie);
  const owners = [team, user.id, viewer.id, stranger.id];
  const before = await belongingsOf(...owners);
  for (const way of ['move', 'copy'] as const) {
    const outcome = async (transferred: Parameters<typeof transfer>[1], by: TestUser) =>
      await outcomeOf(await transfer(way, transferred, by));
    expect(await outcome({ from: null, id: own, to: team }, viewer)).toEqual([403, 'NOT_ALLOWED']);
    expect(await outcome({ from: team, id, to: null }, viewer)).toEqual([403, 'NOT_ALLOWED']);
    expect(await outcome({ from: null, id: own, to: team }, user)).toEqual([404, undefined]);
    expect(await outcome({ from: null, id, to: team }, user)).toEqual([404, undefined]);
    expect(await outcome({ from: null, id: own, to: team }, stranger)).toEqual([404, 'NO_TEAM']);
    expect(await outcome({ from: team, id, to: null }, stranger)).toEqual([404, 'NO_TEAM']);
    expect(await outcome({ from: team, id, to: team }, user)).toEqual([400, 'INVALID_INPUT']);
    expect(await outcome({ from: null, id: own, to: null }, viewer)).toEqual([400, 'INVALID_INPUT']);
    expect(await outcome({ from: null, id: own, to: user.id }, viewer)).toEqual([404, 'NO_TEAM']);
  }
  expect(await belongingsOf(...owners)).toEqual(before);
});

test('no query changes or moves an analysis for somebody who may not any more, here or where it goes', async () => {
  const [admin, viewer] = (await users(2)) as [TestUser, TestUser];
  const [team, other] = [await makeTeam(admin), await makeTeam(admin)];
  for (const one of [team, other]) await enrol(one, viewer, 'viewer');
  const [id, own] = [await savedIn(team, admin), await saved(viewer.cookie)];
  const before = await belongingsOf(team, other, viewer.id);
  const editor = { id: viewer.id, roles: ['editor', 'admin'] as const };
  const move = { editor, now: Date.now(), maxPoolBytes: 1e12, maxTeamBytes: 1e12 };
  const target = { userId: team, id };
  expect(await moveAnalysis(db, { ...move, target, to: viewer.id })).toBe(false);
  expect(await moveAnalysis(db, { ...move, target, to: other })).toBe(false);
  expect(await moveAnalysis(db, { ...move, target: { userId: viewer.id, id: own }, to: team })).toBe(false);
  const change = { fields: { note: 'x' }, now: 1 };
  expect(await changeLabels(db, { ...target, expected: null, editor }, change)).toBeUndefined();
  expect(await belongingsOf(team, other, viewer.id)).toEqual(before);
  await enrol(team, viewer, 'editor');
  expect(await changeLabels(db, { ...target, expected: null, editor }, change)).toMatchObject({ note: 'x' });
  expect(await moveAnalysis(db, { ...move, target, to: other })).toBe(false);
  expect(await moveAnalysis(db, { ...move, target, to: viewer.id })).toBe(true);
});

// --- Quotas ---

/** Rows that count as analyses of an owner. */
async function fill(owner: string, number: number): Promise<void> {
  await env.DB.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO saved_analyses (id, user_id, file_name, conversion_value, significance_threshold, overall_rate, total_leads,
       total_qualified, top_metrics, awaits_dataset, created_at)
     SELECT hex(randomblob(16)), ?, 'x', 1, 1, 1, 1, 1, '[]', 0, 1 FROM n`,
  )
    .bind(number, owner)
    .run();
}

test('a team keeps 500 analyses, saved, moved or copied; a user keeps 100 beside it', async () => {
  const user = await signedInUser();
  const team = await makeTeam(user);
  await fill(team, MAX_TEAM_ANALYSES - 1);
  await savedIn(team, user);
  const post = await callTeam(team, '/analyses', { method: 'POST', cookie: user.cookie, body: makeSave() });
  expect(await post.clone().text()).toContain('This team keeps 500 analyses');
  expect(await outcomeOf(post)).toEqual([409, 'ANALYSIS_LIMIT']);
  const id = await saved(user.cookie);
  for (const way of ['move', 'copy'] as const)
    expect(await outcomeOf(await transfer(way, { from: null, id, to: team }, user))).toEqual([
      409,
      'ANALYSIS_LIMIT',
    ]);
  await fill(user.id, MAX_ANALYSES - 1);
  const [{ id: first = '' } = {}] = await listOf(team, user);
  for (const way of ['move', 'copy'] as const)
    expect(await outcomeOf(await transfer(way, { from: team, id: first, to: null }, user))).toEqual([
      409,
      'ANALYSIS_LIMIT',
    ]);
});

/** Makes an owner have stored that many bytes. */
const store = (owner: string, bytes: number) =>
  env.DB.prepare("INSERT INTO uploads VALUES (?, ?, NULL, 'dataset', 0, ?, ?, 'elsewhere')")
    .bind(crypto.randomUUID(), owner, bytes, Date.now())
    .run();

test('a team stores 1 GB with a bucket, otherwise 200 MB or a tenth of the database, also by a move or a copy', async () => {
  const limits: [Partial<Env>, number][] = [
    [{ DATABASE_MB: 500 }, 50 * MIB],
    [{ DATABASE_MB: 10_000 }, 200 * MIB],
    [{ DATASETS: env.SPARE_BUCKET }, 1024 * MIB],
  ];
  for (const [bindings, most] of limits) {
    const user = await signedInUser();
    await env.DB.prepare('UPDATE users SET google_id = ? WHERE id = ?').bind(user.id, user.id).run();
    const id = await saved(user.cookie);
    const team = await makeTeam(user);
    await store(team, most - 1000);
    const post = request(`/api/teams/${team}/analyses`, {
      method: 'POST',
      cookie: user.cookie,
      body: makeSave(),
    });
    const answers = [
      await sendHere(post, bindings),
      await transfer('move', { from: null, id, to: team }, user, bindings),
      await transfer('copy', { from: null, id, to: team }, user, bindings),
    ];
    for (const answer of answers) expect(await outcomeOf(answer)).toEqual([409, 'STORAGE_LIMIT']);
    await env.DB.prepare('UPDATE uploads SET bytes = bytes - 10000 WHERE user_id = ?').bind(team).run();
    expect((await transfer('copy', { from: null, id, to: team }, user, bindings)).status).toBe(201);
  }
});

test('a team shares the room of accounts without a Google identity until an admin has one', async () => {
  const [user, google] = (await users(2)) as [TestUser, TestUser];
  await env.DB.prepare('UPDATE users SET google_id = ? WHERE id = ?').bind(google.id, google.id).run();
  const team = await makeTeam(user);
  const poolOf = async (userId: string) => (await findQuota(db, { userId, id: '' }, 1e9))?.poolBytes ?? null;
  const teamBytes = () =>
    env.DB.prepare('SELECT stored_bytes AS n FROM users WHERE id = ?').bind(team).first<number>('n');
  const others = ((await poolOf(user.id)) ?? 0) - ((await teamBytes()) ?? 0);
  await env.DB.prepare("INSERT INTO uploads VALUES (?, ?, NULL, 'dataset', 0, 1000, ?, NULL)")
    .bind(crypto.randomUUID(), team, Date.now())
    .run();
  expect(await teamBytes()).toBeGreaterThan(1000);
  expect(await poolOf(team)).toBe(others + ((await teamBytes()) ?? 0));
  await enrol(team, google, 'editor');
  expect(await poolOf(user.id)).toBe(others + ((await teamBytes()) ?? 0));
  await enrol(team, google, 'admin');
  expect([await poolOf(team), await poolOf(user.id)]).toEqual([null, others]);
});

test('a team with as many links as allowed takes no analysis with another one, and one without a link', async () => {
  const user = await signedInUser();
  const team = await makeTeam(user);
  await fill(team, MAX_SHARES);
  await env.DB.prepare(
    "INSERT INTO shared_analyses SELECT id, user_id, id, '{}', 1, NULL, 0 FROM saved_analyses WHERE user_id = ?",
  )
    .bind(team)
    .run();
  const [linked, plain] = [await saved(user.cookie), await saved(user.cookie)];
  const share = { method: 'POST', cookie: user.cookie, body: { isKept: true, figures: makeFigures() } };
  await call(`/api/analyses/${linked}/share`, share);
  const move = (id: string) => transfer('move', { from: null, id, to: team }, user);
  expect(await outcomeOf(await move(linked))).toEqual([409, 'SHARE_LIMIT']);
  expect((await move(plain)).status).toBe(200);
});

test('limits on how often count for the user, in a team as elsewhere, and not for other members', async () => {
  const [one, two] = (await users(2)) as [TestUser, TestUser];
  const team = await makeTeam(one);
  await enrol(team, two, 'editor');
  const post = (by: TestUser) => callTeam(team, '/analyses', { method: 'POST', cookie: by.cookie, body: {} });
  expect((await post(one)).status).toBe(400);
  await spend('save', SAVES.count - 2);
  expect((await post(one)).status).toBe(400);
  expect((await post(one)).status).toBe(429);
  expect((await call('/api/analyses', { method: 'POST', cookie: one.cookie, body: {} })).status).toBe(429);
  expect((await post(two)).status).toBe(400);
});

test('members whose datasets are on their way do not push each other out: each has five places', async () => {
  const [one, two] = (await users(2)) as [TestUser, TestUser];
  const team = await makeTeam(one);
  await enrol(team, two, 'editor');
  const waiting = { datasetFollows: true };
  const first = await savedIn(team, one, waiting);
  for (let saves = 0; saves < MAX_UNFINISHED; saves++) await savedIn(team, two, waiting);
  expect(await count('saved_analyses WHERE user_id = ?', team)).toBe(MAX_UNFINISHED + 1);
  await savedIn(team, two, waiting);
  expect(await count('saved_analyses WHERE user_id = ?', team)).toBe(MAX_UNFINISHED + 1);
  expect((await sendHere(datasetRequest(team, first, await gzip(ROWS), one))).status).toBe(200);
});

test('fifty members change one analysis at once: one change is stored, and all others are refused with the name of its author', async () => {
  const members = await users(MAX_MEMBERS);
  const [admin] = members as [TestUser];
  const team = await makeTeam(admin);
  for (const user of members.slice(1)) await enrol(team, user, 'editor');
  const [id, other] = [await savedIn(team, admin), await savedIn(team, admin)];
  const changes = await Promise.all(
    members.map(({ id: note, cookie }) =>
      callTeam(team, `/analyses/${id}`, {
        method: 'PATCH',
        cookie,
        body: { note },
        headers: { 'If-Match': '"1"' },
      }),
    ),
  );
  const answers = await Promise.all(changes.map((change) => change.json<Record<string, unknown>>()));
  const stored = answers.filter((_, at) => changes[at]?.status === 200);
  expect(stored).toHaveLength(1);
  const author = members.find((member) => member.id === stored[0]?.['note']);
  const refused = answers.filter((_, at) => changes[at]?.status === 412);
  expect(refused).toHaveLength(MAX_MEMBERS - 1);
  for (const { current } of refused) expect(current).toMatchObject({ version: 2, updatedBy: author?.email });
  const list = await listOf(team, admin);
  expect(list.find((one) => one.id === id)).toMatchObject({ version: 2, updatedBy: author?.email });
  expect(list.find((one) => one.id === other)).toMatchObject({ version: 1, note: '' });
});
