import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ALERTS_PAGE,
  ANALYSES_PAGE,
  AUDIT_PAGE,
  MAX_AUDIT_PEOPLE,
  MAX_MEMBERSHIPS,
  MAX_SESSIONS,
  PUSHES_PAGE,
  SENDS_PAGE,
  VERSIONS_PAGE,
} from '#contract/limits.ts';
import { app } from '#worker/app.ts';
import { saved } from './analysis-support.ts';
import { insertStoredPush } from './push-support.ts';
import { call, signedInUser, signIn, type TestUser } from './support.ts';
import { accept, invited, makeTeam } from './team-support.ts';

/** More than each list has room for. */
const MANY = 220;

let owner: TestUser;
let stranger: TestUser;
let analysis: string;
let theirs: string;
let team: string;

const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

const NUMBERS = (times: number) =>
  `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${times})`;

/** Stores this many copies of a row. `changed` has SQL for the columns that are not copied; `i` counts the copies. */
async function copyRow(
  table: string,
  key: string,
  changed: Record<string, string>,
  times = MANY,
): Promise<void> {
  const { results } = await env.DB.prepare(`SELECT name FROM pragma_table_info('${table}')`).all<{
    name: string;
  }>();
  const columns = results.map(({ name }) => changed[name] ?? name);
  await run(
    `INSERT INTO ${table} ${NUMBERS(times)} SELECT ${columns.join(', ')} FROM ${table}, n WHERE ${key}`,
  );
}

/** Stores a version with an alert of a user. */
async function insertVersion({ id }: TestUser, analysisId: string): Promise<void> {
  await run(
    `INSERT INTO versions (analysis_id, number, user_id, source_id, made_at, leads, converted, new_values, metrics, figures)
     VALUES (?, 1, ?, 'gone', 1, 1, 1, '[]', '[]', '{"metrics":[]}')`,
    analysisId,
    id,
  );
  await run(
    `INSERT INTO watched_rules VALUES (?, ?, 'r', 1, 1, 'entered', NULL, NULL, NULL, 0, '{"total":{"leads":1,"conversions":1},"rules":[]}')`,
    analysisId,
    id,
  );
  const counts = { part: [1, 0], total: [2, 1] };
  const figures = { field: 'Source', value: 'Web', side: 'raise', p: 0, q: 0 };
  await run(
    "INSERT INTO alerts VALUES (?, 'r', 1, ?, 1, ?, 1, NULL, NULL)",
    analysisId,
    id,
    JSON.stringify({ ...figures, reference: counts, latest: { ...counts, first: 1, last: 2 } }),
  );
}

const insertSend = ({ id }: TestUser) =>
  run(
    "INSERT INTO sends VALUES (?, ?, '1234567890', NULL, '2', 'abc', 3, 1, 0, 0, '{}', 1, 1)",
    `send-${id}`,
    id,
  );

/** Two users, each with one of all. */
async function begin(): Promise<void> {
  [owner, stranger] = await Promise.all([signedInUser(), signedInUser()]);
  [analysis, theirs] = await Promise.all([saved(owner.cookie), saved(stranger.cookie)]);
  await Promise.all([insertVersion(owner, analysis), insertVersion(stranger, theirs)]);
  await Promise.all([insertStoredPush(owner.id), insertStoredPush(stranger.id)]);
  await Promise.all([insertSend(owner), insertSend(stranger)]);
  team = await makeTeam(owner);
}

async function read(path: string): Promise<unknown> {
  const response = await call(path, { cookie: owner.cookie });
  expect(response.status).toBe(200);
  return await response.json();
}

const lengthOf = async (path: string, name?: string): Promise<number> => {
  const answer = (await read(path)) as Record<string, unknown[]> & unknown[]; // a list, or an object of lists
  return (name === undefined ? answer : answer[name]!).length;
};

/** Fills a list beyond its limit. */
const FILL = {
  analyses: () =>
    copyRow('saved_analyses', `id = '${analysis}'`, {
      id: "'copy-' || i || '-' || id",
      created_at: 'created_at - i / 2', // two at a time
      idempotency_key: 'NULL',
    }),
  versions: () => copyRow('versions', `analysis_id = '${analysis}'`, { number: 'number + i' }, 60),
  alerts: () => copyRow('alerts', `analysis_id = '${analysis}'`, { version: '1 + i / 3', rule: 'rule + i' }),
  pushes: () =>
    copyRow('pushes', `user_id = '${owner.id}'`, {
      id: "'copy-' || i || '-' || id",
      created_at: 'created_at + i / 2',
    }),
  sends: () => copyRow('sends', `user_id = '${owner.id}'`, { id: "id || '-' || i", started_at: '1 + i' }, 90),
};

/** The lists of an answer: each with its most entries and, once it is filled beyond them, its length; or a text says what bounds it. */
const LISTS: Record<string, string | readonly [most: number, measure: () => Promise<number>][]> = {
  'GET /api/analyses': [[ANALYSES_PAGE, () => lengthOf('/api/analyses')]],
  'GET /api/analyses/:id/versions': [
    [VERSIONS_PAGE, () => lengthOf(`/api/analyses/${analysis}/versions`, 'versions')],
  ],
  'GET /api/analyses/:id/alerts': [
    [ALERTS_PAGE, () => lengthOf(`/api/analyses/${analysis}/alerts`, 'alerts')],
  ],
  'GET /api/pushes': [[PUSHES_PAGE, () => lengthOf('/api/pushes', 'pushes')]],
  'GET /api/sends': [[SENDS_PAGE, () => lengthOf('/api/sends', 'sends')]],
  'GET /api/teams/:team/audit': [
    [AUDIT_PAGE, () => lengthOf(`/api/teams/${team}/audit`, 'entries')],
    [MAX_AUDIT_PEOPLE, () => lengthOf(`/api/teams/${team}/audit`, 'people')],
  ],
  'GET /api/teams': [[MAX_MEMBERSHIPS, () => lengthOf('/api/teams', 'teams')]],
  'GET /api/auth/devices': [[MAX_SESSIONS, () => lengthOf('/api/auth/devices', 'devices')]],
  'GET /api/teams/:team/members': 'MAX_MEMBERS: one more is refused (teams.test.ts)',
  'GET /api/teams/:team/invitations': 'MAX_INVITATIONS: one more is refused (teams.test.ts)',
  'GET /api/teams/:team/connections/:kind/named': 'MAX_NAMED: one more is refused (named-resources.test.ts)',
  'GET /api/connections': 'one of each kind',
  'GET /api/teams/:team/connections/:kind/accounts':
    'as many as the platform lists in the pages that are read',
  'GET /api/platforms/:kind/accounts': 'as above',
  'GET /api/platforms/:kind/accounts/:id/audiences': 'as above',
  'GET /api/platforms/:kind/accounts/:id/conversion-actions': 'as above',
  'GET /api/analyses/:id': 'one record, as large as a save may be',
  'GET /api/analyses/:id/dataset': 'one record, as large as a dataset may be',
  'GET /api/analyses/:id/versions/:number': 'one record of MAX_VERSION_BYTES',
  'GET /api/pushes/:id': 'one record of MAX_PUSHED_RULES',
  'GET /api/sends/:id': 'one record of MAX_REQUESTS_LENGTH',
  'GET /api/analyses/:id/share': 'no list',
  'GET /api/analyses/:id/source': 'the columns of one sheet',
  'GET /api/auth/user': 'no list',
  'GET /api/auth/google': 'a way to another page',
  'GET /api/auth/google/confirm': 'a way to another page',
  'GET /api/auth/google/link': 'no list',
  'GET /api/auth/logout': 'a way to another page',
  'GET /api/login': 'a way to another page',
  'GET /auth/google/callback': 'a way to another page',
  'GET /auth/meta/callback': 'a way to another page',
  'GET /auth/microsoft/callback': 'a way to another page',
  'GET /api/health': 'no list',
  'GET /api/mail': 'no list',
  'GET /api/preferences': 'no list',
  'GET /api/stop/:token': 'a way to another page',
  'GET /api/teams/:team': 'counts',
  'GET /api/teams/:team/rules': 'no list',
};

/** Calls about things that a team owns as a user does have the same handlers. */
const OWNED = /^GET \/api\/teams\/:team\/(?=analyses|connections|platforms|pushes|sends)/;

test('every call that reads has an entry here', () => {
  const calls = app.routes
    .filter(({ method, path }) => method === 'GET' && /^\/(api|auth)\//.test(path))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((name, _at, all) => !OWNED.test(name) || !all.includes(name.replace(OWNED, 'GET /api/')));
  expect([...new Set(calls)].toSorted()).toEqual(Object.keys(LISTS).toSorted());
});

describe('a list that is filled beyond its limit', () => {
  beforeAll(async () => {
    await begin();
    for (const fill of Object.values(FILL)) await fill();
    await run(
      `INSERT INTO audit (team_id, at, action, person) ${NUMBERS(MAX_AUDIT_PEOPLE + 20)} SELECT ?, i, 'team.renamed', 'person-' || i FROM n`,
      team,
    );
    await run(
      `INSERT INTO sessions (sid, user_id, sess, expire) ${NUMBERS(MAX_SESSIONS + 5)} SELECT 'many-' || i, ?, '{"createdAt":1}', ? FROM n`,
      owner.id,
      Date.now() + 100_000,
    );
    owner = { ...owner, cookie: (await signIn(owner.email)).headers.getSetCookie()[0]!.split(';')[0]! };
    await run(
      `INSERT INTO users (id, email, created_at, updated_at) ${NUMBERS(MAX_MEMBERSHIPS - 1)} SELECT 'many-' || i, 'team:many-' || i, 1, 1 FROM n`,
    );
    await run(
      `INSERT INTO teams (id, name, created_at) ${NUMBERS(MAX_MEMBERSHIPS - 1)} SELECT 'many-' || i, 'Many', 1 FROM n`,
    );
    await run(
      `INSERT INTO members ${NUMBERS(MAX_MEMBERSHIPS - 1)} SELECT 'many-' || i, ?, 'viewer', 1 FROM n`,
      owner.id,
    );
    const other = await makeTeam(stranger);
    const { token } = await invited(other, stranger);
    const refused = await accept(token, owner);
    expect([refused.status, await refused.json()]).toEqual([
      409,
      {
        message: 'You are a member of 100 teams, which is the most. Leave one to join another.',
        code: 'TEAM_LIMIT',
      },
    ]);
    await run("DELETE FROM members WHERE team_id = 'many-1'");
    expect((await accept(token, owner)).status).toBe(200);
  });

  const bounded = Object.entries(LISTS).flatMap(([name, lists]) =>
    typeof lists === 'string' ? [] : lists.map(([most, measure]) => [name, most, measure] as const),
  );
  test.each(bounded)('%s has at most %i entries', async (_, most, measure) => {
    expect(await measure()).toBe(most);
  });
});

describe('a list that is read page by page', () => {
  beforeEach(begin);

  /** All pages of a list: each has the ids of its entries and the address of the next page. */
  async function readAll(path: string, show: (answer: unknown) => { ids: string[]; before: string | null }) {
    const pages: string[][] = [];
    for (let next: string | null = ''; next !== null;) {
      const { ids, before } = show(await read(path + next));
      pages.push(ids);
      next = before === null ? null : `?before=${encodeURIComponent(before)}`;
    }
    return pages;
  }

  async function idsOf(sql: string): Promise<string[]> {
    const { results } = await env.DB.prepare(sql).all<{ id: string }>();
    return results.map(({ id }) => id);
  }

  test('has each analysis of the user once, newest first, also where the last one of a page is deleted meanwhile', async () => {
    await FILL.analyses();
    const path = '/api/analyses';
    const stored = await idsOf(
      `SELECT id FROM saved_analyses WHERE user_id = '${owner.id}' ORDER BY created_at DESC, id DESC`,
    );
    expect(stored).toHaveLength(MANY + 1);
    const pages = await readAll(path, (answer) => {
      const list = answer as { id: string; createdAt: string }[];
      const last = list.at(ANALYSES_PAGE - 1);
      return { ids: list.map(({ id }) => id), before: last ? `${last.createdAt},${last.id}` : null };
    });
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 21]);
    expect(pages.flat()).toEqual(stored);
    const deleted = pages[0]!.at(-1);
    const first = (await read(path)) as { createdAt: string }[];
    await run('DELETE FROM saved_analyses WHERE id = ?', deleted);
    const second = (await read(`${path}?before=${first[99]!.createdAt},${deleted}`)) as { id: string }[];
    expect(second.map(({ id }) => id)).toEqual(pages[1]);
  });

  test.each(['garbage', '', ',', 'yesterday,an-id', '2026-11-20T10:00:00.000Z', '2026-11-20T10:00:00.000Z,'])(
    'of analyses has no place "%s": 400, not the first page once more',
    async (place) => {
      const answer = await call(`/api/analyses?before=${place}`, { cookie: owner.cookie });
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { message: 'before must be a time and an id', code: 'INVALID_INPUT' },
      ]);
    },
  );

  test('has each push of the user once, with the undo of the newest one; a place of somebody else begins nowhere', async () => {
    await FILL.pushes();
    const effect = `before_rules = '[]', written = '["A rule"]'`;
    await run(`UPDATE pushes SET ${effect} WHERE user_id IN (?, ?)`, owner.id, stranger.id);
    const stored = await idsOf(
      `SELECT id FROM pushes WHERE user_id = '${owner.id}' ORDER BY created_at DESC, rowid DESC`,
    );
    type Page = { pushes: { id: string; canUndo: boolean }[]; next: string | null };
    const undoable: string[] = [];
    const pages = await readAll('/api/pushes', (answer) => {
      const { pushes, next } = answer as Page;
      undoable.push(...pushes.flatMap(({ id, canUndo }) => (canUndo ? [id] : [])));
      return { ids: pushes.map(({ id }) => id), before: next };
    });
    expect(pages.map(({ length }) => length)).toEqual([...Array<number>(11).fill(20), 1]);
    expect(pages.flat()).toEqual(stored);
    expect(undoable).toEqual([stored[0]]);

    // The turn of an older one, of the second page: all later ones are undone.
    const later = stored.slice(0, 30).map((id) => `'${id}'`);
    await run(`UPDATE pushes SET state = 'undone' WHERE id IN (${later.join(', ')})`);
    const second = (await read(`/api/pushes?before=${stored[19]}`)) as Page;
    expect(second.pushes.flatMap(({ id, canUndo }) => (canUndo ? [id] : []))).toEqual([stored[30]]);

    const [foreign] = await idsOf(`SELECT id FROM pushes WHERE user_id = '${stranger.id}'`);
    expect(await read(`/api/pushes?before=${foreign}`)).toEqual({ pushes: [], next: null });
    expect((await call(`/api/pushes/${foreign}`, { cookie: owner.cookie })).status).toBe(404);
    expect((await call(`/api/pushes/${foreign}`, { cookie: stranger.cookie })).status).toBe(200);
    const own = (await (await call('/api/pushes', { cookie: stranger.cookie })).json()) as Page;
    expect(own).toMatchObject({ pushes: [{ id: foreign, canUndo: true }], next: null });

    // A page that is just full is the last one.
    const keep = (most: number) =>
      run(
        'DELETE FROM pushes WHERE user_id = ?1 AND id NOT IN (SELECT id FROM pushes WHERE user_id = ?1 LIMIT ?2)',
        owner.id,
        most,
      );
    await keep(PUSHES_PAGE + 1);
    expect((await read('/api/pushes')) as Page).toMatchObject({ next: expect.any(String) });
    await keep(PUSHES_PAGE);
    expect((await read('/api/pushes')) as Page).toMatchObject({
      pushes: { length: PUSHES_PAGE },
      next: null,
    });
  });

  test('has each alert of the analysis once, the newest version first, and its rules on the first page alone', async () => {
    await FILL.alerts();
    const path = `/api/analyses/${analysis}/alerts`;
    await run(
      `UPDATE watched_rules SET rules = '{"total":{"leads":9,"conversions":3},"columns":[{"field":"Source","weights":[9,3]}],"rules":[{"column":0,"value":"Web","leads":4,"conversions":2}],"toEnter":[]}' WHERE analysis_id IN (?, ?)`,
      analysis,
      theirs,
    );
    type Page = {
      inUse: { toEnter?: unknown[] };
      rules: unknown[];
      alerts: { version: number }[];
      next: string | null;
    };
    const rules: number[] = [];
    const hasFigures: boolean[] = [];
    const pages = await readAll(path, (answer) => {
      const page = answer as Page;
      rules.push(page.rules.length);
      hasFigures.push(page.inUse.toEnter !== undefined);
      return { ids: page.alerts.map(({ version }) => String(version)), before: page.next };
    });
    const stored = await idsOf(
      `SELECT version AS id FROM alerts WHERE analysis_id = '${analysis}' ORDER BY version DESC`,
    );
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 50, 50, 21]);
    expect(pages.flat()).toEqual(stored.map(String));
    expect(rules).toEqual([1, 0, 0, 0, 0]);
    expect(hasFigures).toEqual([true, false, false, false, false]);
    expect((await call(`${path}?before=last`, { cookie: owner.cookie })).status).toBe(400);
    const other = await call(`/api/analyses/${theirs}/alerts`, { cookie: stranger.cookie });
    expect(await other.json()).toMatchObject({ alerts: [{ version: 1 }], next: null });
    expect((await call(`/api/analyses/${theirs}/alerts`, { cookie: owner.cookie })).status).toBe(404);
  });
});
