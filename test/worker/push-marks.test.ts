import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { alertsSchema } from '#contract/alerts.ts';
import { MAX_KEPT_PUSHES } from '#contract/limits.ts';
import type { StoredToEnter } from '#contract/metrics.ts';
import type { PushRecord } from '#contract/push-answers.ts';
import type { PlannedAnalysis, PushedRule } from '#contract/pushes.ts';
import type { Env } from '#worker/env.ts';
import { aSave, FALLEN, csvOf } from './alert-support.ts';
import { makeSave } from './analysis-support.ts';
import { callThere, connect, grantor, userThere } from './connection-support.ts';
import { deliver } from './inbox-support.ts';
import { ACCOUNT, adsOf, advertiser, mobileRule, post, readPush, setAds } from './push-support.ts';
import type { Advertiser } from './push-support.ts';
import type { TestUser } from './support.ts';
import { connectTeam, namesInLog, teamThere } from './team-connection-support.ts';
import { enrol } from './team-support.ts';
import { watchDatabase } from './watched-database.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
});

const ACCOUNTS = { 'google-rules': ACCOUNT, meta: { id: '4711', via: null } };
type Kind = keyof typeof ACCOUNTS;

/** Saves an analysis of a user, or of a team. */
async function savedBy({ cookie }: TestUser, base = '/api'): Promise<string> {
  const answer = await callThere(`${base}/analyses`, { method: 'POST', cookie, body: makeSave(aSave()) });
  return (await answer.json<{ id: string }>()).id;
}

/** Connects Meta beside Google. */
const connectMeta = ({ cookie }: TestUser) => {
  const token = `token-${crypto.randomUUID()}`;
  return connect(cookie, { account: `${token}@example.com`, token }, 'meta');
};

interface Wanted {
  kind?: Kind;
  rules?: PushedRule[];
  bindings?: Partial<Env>;
  base?: string;
}

/** Compares and pushes, in the name of an analysis if one is given. */
async function askPush(
  { cookie }: TestUser,
  analysis?: PlannedAnalysis,
  { kind = 'google-rules', rules = [mobileRule()], bindings = {}, base = '/api' }: Wanted = {},
): Promise<Response> {
  const path = `${base}/pushes/${kind}`;
  const account = ACCOUNTS[kind];
  const preview = await post(`${path}/preview`, cookie, { account, rules });
  const { picture } = await preview.json<{ picture: string }>();
  return await post(path, cookie, { account, rules, picture, analysis }, bindings);
}

const push = async (...asked: Parameters<typeof askPush>): Promise<PushRecord> =>
  await readPush(await askPush(...asked));

const undo = async ({ cookie }: TestUser, { id }: { id: string }, bindings: Partial<Env> = {}) =>
  await readPush(await post(`/api/pushes/${id}/undo`, cookie, undefined, bindings));

/** Says by hand that rules are in use. */
const say = (user: TestUser, id: string, body: object = { version: 0 }) =>
  post(`/api/analyses/${id}/rules-in-use`, user.cookie, body);

const rowsOf = async (id: string) => {
  const tables = ['watched_rules', 'alerts', 'versions', 'push_marks'];
  const found = await env.DB.batch(
    tables.map((table) =>
      env.DB.prepare(`SELECT * FROM ${table} WHERE analysis_id = ? ORDER BY 2, 3`).bind(id),
    ),
  );
  return Object.fromEntries(
    tables.map((table, at) => [table, found[at]?.results as Record<string, unknown>[]]),
  );
};

/** All that decides about alerts: what a push may change, and its undo restores. */
const inUseOf = async (id: string) => {
  const { push_marks: _marks, ...rows } = await rowsOf(id);
  return rows;
};

const watchedOf = async (id: string) => (await rowsOf(id))['watched_rules']?.[0];
const referenceOf = async (id: string) => (await watchedOf(id))?.['reference'];
const enteredIn = async (id: string) =>
  (JSON.parse(String((await watchedOf(id))?.['rules'])) as { toEnter?: StoredToEnter[] }).toEnter;

/** An alert of the rules in use. */
const raise = async (id: string, rule = 0) =>
  env.DB.prepare(
    `INSERT INTO alerts SELECT analysis_id, reference, ?, user_id, 1, '{"field":"Quelle é","p":0.01}', 7, 8, 9 FROM watched_rules WHERE analysis_id = ?`,
  )
    .bind(rule, id)
    .run();

/** A version of an analysis, with the figures of the saved one. */
const addVersion = (id: string, number: number) =>
  env.DB.prepare(
    `INSERT INTO versions (analysis_id, number, user_id, source_id, made_at, leads, converted, new_values, metrics, figures, newest_day)
     SELECT id, ?, user_id, 's', 1, 2000, 400, '[]', '[]', ?, 20000 FROM saved_analyses WHERE id = ?`,
  )
    .bind(number, JSON.stringify(aSave().analysisData), id)
    .run();

const enters = (fieldValue: string, figures: Partial<Record<'google' | 'meta', number>>): StoredToEnter => ({
  fieldName: 'Source',
  fieldValue,
  figures: (['google', 'meta'] as const).flatMap((platform) => {
    const multiplier = figures[platform];
    return multiplier === undefined ? [] : [{ platform, multiplier }];
  }),
  pairRules: 0,
});

const storedBytes = (id: string) =>
  env.DB.prepare('SELECT stored_bytes AS n FROM users WHERE id = ?').bind(id).first<number>('n');

test('a push brings the rules of the analysis that it names into use, and its undo those before with their alerts; all others stay', async () => {
  const [user, stranger] = [await advertiser(), await userThere()];
  const [id, second, foreign] = [await savedBy(user), await savedBy(user), await savedBy(stranger)];
  for (const [owner, one] of [
    [user, id],
    [user, second],
    [stranger, foreign],
  ] as const) {
    expect(
      (await say(owner, one, { version: 0, toEnter: [enters('A', { google: 2, meta: 3 })] })).status,
    ).toBe(200);
    await raise(one);
    await raise(one, 1);
  }
  const [before, others] = [await inUseOf(id), [await rowsOf(second), await rowsOf(foreign)]];
  const bytes = await storedBytes(user.id);

  const made = await push(user, { id, version: 0, toEnter: [enters('A', { google: 1.4 })] });
  expect(made).toMatchObject({ state: 'done', rulesInUse: 'marked' });
  const shown = alertsSchema.parse(await (await callThere(`/api/analyses/${id}/alerts`, user)).json());
  expect(shown).toMatchObject({ alerts: [], inUse: { version: 0, by: 'google-rules', judgedAt: null } });
  expect(shown.inUse?.toEnter).toEqual([enters('A', { google: 1.4, meta: 3 })]);
  expect(shown.rules).toHaveLength(3);
  // Raised while the pushed rules were in use: they are of no rule any more once these are undone.
  await raise(id, 2);

  const undone = await undo(user, made);
  expect(undone).toMatchObject({ state: 'undone', rulesInUse: 'restored' });
  expect(await inUseOf(id)).toEqual(before);
  expect((await rowsOf(id))['push_marks']).toEqual([]);
  expect([await rowsOf(second), await rowsOf(foreign)]).toEqual(others);
  const { n } = (await env.DB.prepare('SELECT sum(octet_length(rules)) AS n FROM pushes WHERE user_id = ?')
    .bind(user.id)
    .first<{ n: number }>())!;
  expect(await storedBytes(user.id)).toBeGreaterThan((bytes ?? 0) + n);
});

test('a push leaves the pairs that were ticked on another platform, and its undo brings back those on its own; all others stay', async () => {
  const [user, stranger] = [await advertiser(), await userThere()];
  const [id, second, foreign] = [await savedBy(user), await savedBy(user), await savedBy(stranger)];
  const pair = (platform: 'google' | 'meta', multiplier: number) => ({
    platform,
    fieldName: 'Device',
    fieldValue: 'Mobile',
    multiplier,
  });
  const ticked = {
    ...enters('A', { google: 2 }),
    pairRules: 1,
    pairs: [pair('google', 1.2), pair('meta', 1.1)],
  };
  for (const [owner, one] of [
    [user, id],
    [user, second],
    [stranger, foreign],
  ] as const)
    expect((await say(owner, one, { version: 0, toEnter: [ticked] })).status).toBe(200);
  const [before, others] = [await inUseOf(id), [await rowsOf(second), await rowsOf(foreign)]];
  const made = await push(user, { id, version: 0, toEnter: [enters('A', { google: 1.4 })] });
  expect(await enteredIn(id)).toEqual([
    { ...enters('A', { google: 1.4 }), pairRules: 1, pairs: [pair('meta', 1.1)] },
  ]);
  await undo(user, made);
  expect(await enteredIn(id)).toEqual([ticked]);
  expect(await inUseOf(id)).toEqual(before);
  expect([await rowsOf(second), await rowsOf(foreign)]).toEqual(others);
});

test('where no rules were in use there are none after the undo, and the next run begins to watch', async () => {
  const user = await advertiser();
  const id = await savedBy(user);
  const made = await push(user, { id, version: 0 });
  expect(await watchedOf(id)).toMatchObject({ used_by: 'google-rules', version: 0 });
  await undo(user, made);
  expect(await inUseOf(id)).toEqual({ watched_rules: [], alerts: [], versions: [] });
});

test('alerts of a real delivery come back as they were, and the next delivery is judged by the rules before', async () => {
  const user = await advertiser();
  const id = await savedBy(user);
  const options = { method: 'PUT', body: { kind: 'inbox' }, cookie: user.cookie };
  const source = await callThere(`/api/analyses/${id}/source`, options, { INBOX: 'on' });
  const { token, source: inbox } = await source.json<{ token: string; source: { id: string } }>();
  await say(user, id);
  await env.DB.prepare('UPDATE watched_rules SET newest_day = 20514 WHERE analysis_id = ?').bind(id).run();
  const send = async (day: number) => {
    vi.useFakeTimers({ now: Date.UTC(2026, 2, 2, 9) + day * 86_400_000, toFake: ['Date'] });
    expect((await deliver({ id: inbox.id, token }, csvOf(FALLEN, day))).status).toBe(200);
    vi.useRealTimers();
  };
  await send(8);
  const before = await inUseOf(id);
  expect(before['alerts']).toMatchObject([{ rule: 0, version: 1 }]);
  const made = await push(user, { id, version: 0 });
  expect((await inUseOf(id))['alerts']).toEqual([]);
  await undo(user, made);
  expect(await inUseOf(id)).toEqual(before);
  await send(15);
  expect((await inUseOf(id))['alerts']).toEqual(before['alerts']);
  expect((await watchedOf(id))?.['judged_at']).toBeGreaterThan(
    Number(before['watched_rules']?.[0]?.['judged_at']),
  );
});

test('a push that names no analysis, as by an earlier page, changes no rules in use, and neither does its undo', async () => {
  const user = await advertiser();
  const id = await savedBy(user);
  await say(user, id);
  const before = await rowsOf(id);
  const made = await push(user);
  expect(made).toMatchObject({ state: 'done', rulesInUse: null });
  // The earlier page says so itself afterwards.
  await say(user, id, { version: 0, by: 'google-rules' });
  const said = await rowsOf(id);
  expect(said).not.toEqual(before);
  expect(await undo(user, made)).toMatchObject({ state: 'undone', rulesInUse: null });
  expect(await rowsOf(id)).toEqual(said);
});

test('a push for an analysis of somebody else or of a team, or for a version that it does not have, is refused before anything is written', async () => {
  const [user, stranger] = [await advertiser(), await userThere()];
  const teamId = await teamThere(user);
  const [own, other] = [await savedBy(user), await savedBy(user)];
  await addVersion(other, 1);
  const ofTeam = await savedBy(user, `/api/teams/${teamId}`);
  const ids = [await savedBy(stranger), ofTeam, crypto.randomUUID()];
  for (const id of ids) {
    const answer = await askPush(user, { id, version: 0 });
    expect([answer.status, await answer.json()]).toMatchObject([404, { message: 'Analysis not found' }]);
  }
  const answer = await askPush(user, { id: own, version: 1 });
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'INVALID_INPUT' }]);
  expect((await askPush(user, { id: own, version: -1 })).status).toBe(400);
  const [customer] = (await adsOf(user.token)).customers;
  expect(customer?.rules).toEqual([]);
  expect(await (await callThere('/api/pushes', user)).json()).toEqual({ pushes: [], next: null });
  for (const id of [...ids, own, other]) expect(await watchedOf(id)).toBeUndefined();
});

/** A database in which something happens right before the end of a push or an undo is stored. */
const beforeEnd = (happens: () => Promise<unknown>): Partial<Env> => ({
  DB: watchDatabase(env.DB, async ({ statements, work }) => {
    if (statements.some((sql) => sql.startsWith('insert into "push_marks"'))) await happens();
    return await work();
  }),
});

test.each(['deleted', 'moved', 'updated'] as const)(
  'a push whose analysis is %s on the way ends well and marks nothing',
  async (what) => {
    const user = await advertiser();
    const [id, other] = [await savedBy(user), await savedBy(user)];
    for (const one of [id, other]) await say(user, one);
    const to = await teamThere(user);
    const path = `/api/analyses/${id}`;
    const changes = {
      deleted: () => callThere(path, { method: 'DELETE', cookie: user.cookie }),
      moved: () => post(`${path}/move`, user.cookie, { team: to }),
      updated: () => callThere(path, { method: 'PUT', cookie: user.cookie, body: makeSave(aSave()) }),
    };
    const [before, untouched] = [await watchedOf(id), await rowsOf(other)];
    let status = 0;
    const bindings = beforeEnd(async () => {
      status = (await changes[what]()).status;
    });
    const made = await push(user, { id, version: 0 }, { bindings });
    expect(status).toBeLessThan(300);
    expect(made).toMatchObject({ state: 'done', rulesInUse: 'not-marked' });
    const expected = { deleted: undefined, moved: { ...before, user_id: to }, updated: before }[what];
    expect(await watchedOf(id)).toEqual(expected);
    expect((await rowsOf(id))['push_marks']).toEqual([]);
    expect(await undo(user, made)).toMatchObject({ state: 'undone', rulesInUse: null });
    expect(await watchedOf(id)).toEqual(expected);
    expect(await rowsOf(other)).toEqual(untouched);
  },
);

test('an undo of a push whose analysis is gone, or has moved, ends well and leaves its rules', async () => {
  const user = await advertiser();
  const [gone, moved] = [await savedBy(user), await savedBy(user)];
  const first = await push(user, { id: gone, version: 0 });
  const second = await push(user, { id: moved, version: 0 }, { rules: [mobileRule(1.5)] });
  const to = await teamThere(user);
  await post(`/api/analyses/${moved}/move`, user.cookie, { team: to });
  await callThere(`/api/analyses/${gone}`, { method: 'DELETE', cookie: user.cookie });
  const rows = await rowsOf(moved);
  expect(rows['push_marks']).toMatchObject([{ user_id: to }]);
  expect(await undo(user, second)).toMatchObject({ state: 'undone', rulesInUse: null });
  expect(await undo(user, first)).toMatchObject({ state: 'undone', rulesInUse: null });
  expect(await rowsOf(moved)).toEqual(rows);
  expect((await rowsOf(gone))['push_marks']).toEqual([]);
});

test('a push that stopped marks nothing, and the one that writes the rest keeps the rules from before both', async () => {
  const user = await advertiser();
  const id = await savedBy(user);
  await say(user, id);
  await raise(id);
  const before = await inUseOf(id);
  const rules = [mobileRule()];
  const { picture } = await (
    await post('/api/pushes/google-rules/preview', user.cookie, { account: ACCOUNT, rules })
  ).json<{ picture: string }>();
  await setAds(user.token, {
    failures: [{ at: 'conversionValueRuleSets:mutate', isApplied: false, status: 503 }],
  });
  const body = { account: ACCOUNT, rules, picture, analysis: { id, version: 0 } };
  const stopped = await readPush(await post('/api/pushes/google-rules', user.cookie, body));
  expect(stopped).toMatchObject({ state: 'stopped', written: ['Make 1 rule'], rulesInUse: null });
  expect(await inUseOf(id)).toEqual(before);
  await setAds(user.token, {});
  const rest = await push(user, { id, version: 0 });
  expect(rest).toMatchObject({ state: 'done', rulesInUse: 'marked' });
  expect((await inUseOf(id))['alerts']).toEqual([]);
  expect(await undo(user, rest)).toMatchObject({ rulesInUse: 'restored' });
  expect(await inUseOf(id)).toEqual(before);
  expect(await undo(user, stopped)).toMatchObject({ state: 'undone', rulesInUse: null });
  expect(await inUseOf(id)).toEqual(before);
});

test('two pushes to an account are undone one after the other, each to the rules before it', async () => {
  const user = await advertiser();
  const id = await savedBy(user);
  await addVersion(id, 1);
  await say(user, id);
  await raise(id);
  const before = await inUseOf(id);
  const first = await push(user, { id, version: 1 });
  expect((await rowsOf(id))['versions']).toMatchObject([{ entered_at: expect.any(Number) }]);
  await raise(id, 1);
  const between = await inUseOf(id);
  const second = await push(user, { id, version: 1 }, { rules: [mobileRule(1.5)] });
  expect(await referenceOf(id)).not.toBe(between['watched_rules']?.[0]?.['reference']);
  await undo(user, second);
  expect(await inUseOf(id)).toEqual(between);
  await undo(user, first);
  expect(await inUseOf(id)).toEqual(before);
});

test('the undo of a push leaves rules that somebody has marked by hand since, with their alerts', async () => {
  const user = await advertiser();
  const id = await savedBy(user);
  await addVersion(id, 1);
  await say(user, id);
  await raise(id, 1);
  const made = await push(user, { id, version: 1, toEnter: [enters('A', { google: 1.4 })] });
  expect((await post(`/api/analyses/${id}/versions/1/entered`, user.cookie, {})).status).toBe(200);
  await raise(id);
  const marked = await inUseOf(id);
  expect(await undo(user, made)).toMatchObject({ state: 'undone', rulesInUse: 'left' });
  expect(await inUseOf(id)).toEqual(marked);
});

test('a push to a second platform keeps the figures of the first, in whichever order both are undone', async () => {
  const figures = { google: [enters('A', { google: 1.4 })], meta: [enters('A', { meta: 1.3 })] };
  for (const undone of ['first', 'second'] as const) {
    const user = await advertiser();
    await connectMeta(user);
    const [id, other] = [await savedBy(user), await savedBy(user)];
    for (const one of [id, other])
      await say(user, one, { version: 0, toEnter: [enters('A', { google: 2, meta: 3 })] });
    await raise(id);
    const [before, untouched] = [await inUseOf(id), await rowsOf(other)];
    const first = await push(user, { id, version: 0, toEnter: figures.google });
    expect(await enteredIn(id)).toEqual([enters('A', { google: 1.4, meta: 3 })]);
    const second = await push(user, { id, version: 0, toEnter: figures.meta }, { kind: 'meta' });
    // A third one, so that there is more than one above the first.
    const third = await push(
      user,
      { id, version: 0, toEnter: [enters('A', { meta: 1.2 })] },
      { kind: 'meta', rules: [mobileRule(1.4)] },
    );
    expect(await enteredIn(id)).toEqual([enters('A', { google: 1.4, meta: 1.2 })]);
    await raise(id, 1);
    const present = await inUseOf(id);
    if (undone === 'first') {
      expect(await undo(user, first)).toMatchObject({ state: 'undone', rulesInUse: 'left' });
      // The rules and alerts of the later pushes stay, and on the platform of the first stands what stood there before it.
      expect(await enteredIn(id)).toEqual([enters('A', { google: 2, meta: 1.2 })]);
      const now = await inUseOf(id);
      expect({ ...now, watched_rules: [] }).toEqual({ ...present, watched_rules: [] });
      expect(await referenceOf(id)).toBe(present['watched_rules']?.[0]?.['reference']);
      await undo(user, third);
      expect(await enteredIn(id)).toEqual([enters('A', { google: 2, meta: 1.3 })]);
      await undo(user, second);
    } else {
      await undo(user, third);
      await undo(user, second);
      expect(await enteredIn(id)).toEqual([enters('A', { google: 1.4, meta: 3 })]);
      expect(await undo(user, first)).toMatchObject({ rulesInUse: 'restored' });
    }
    expect(await inUseOf(id)).toEqual(before);
    expect(await rowsOf(other)).toEqual(untouched);
  }
});

/** A database that answers this many times and then never again, as where the Worker has ended. */
function endsAfter(answers: number): { DB: D1Database; count(): number } {
  let asked = 0;
  const DB = watchDatabase(env.DB, ({ work }) => {
    asked += 1;
    return asked > answers ? Promise.reject(new Error('D1_ERROR: the Worker has ended')) : work();
  });
  return { DB, count: () => asked };
}

const endBusyTime = (userId: string) =>
  env.DB.prepare('UPDATE pushes SET busy_until = 1 WHERE user_id = ?').bind(userId).run();

/** A user whose analysis has rules in use with an alert. */
async function prepare() {
  const user = await advertiser();
  const id = await savedBy(user);
  await say(user, id);
  await raise(id);
  return { user, id, before: await inUseOf(id) };
}

/** The tables that a push and its undo change, those first that refer to others. */
const CHANGED = ['push_marks', 'alerts', 'watched_rules', 'pushes'];

/** Keeps what a user has here and at Google. The function that it returns puts it back, so that each break point begins from there. */
async function keepState({ id, token }: Advertiser): Promise<() => Promise<void>> {
  const { customers } = await adsOf(token);
  const stored = await env.DB.batch(
    CHANGED.map((table) => env.DB.prepare(`SELECT * FROM ${table} WHERE user_id = ?`).bind(id)),
  );
  const inserts = CHANGED.flatMap((table, at) =>
    (stored[at]?.results ?? []).map((row) => {
      const values = Object.values(row as object);
      const places = values.map(() => '?').join(', ');
      return env.DB.prepare(`INSERT INTO ${table} VALUES (${places})`).bind(...values);
    }),
  ).toReversed();
  const deletes = CHANGED.map((table) => env.DB.prepare(`DELETE FROM ${table} WHERE user_id = ?`).bind(id));
  return async () => {
    await env.DB.batch([...deletes, ...inserts, env.DB.prepare('DELETE FROM rate_limits')]);
    await setAds(token, { customers });
  };
}

test('a Worker that ends between any two steps of a push has marked its rules only if the push has ended, and the next push marks them', async () => {
  const { user, id, before } = await prepare();
  const putBack = await keepState(user);
  const analysis = { id, version: 0 };
  const counter = endsAfter(Infinity);
  await push(user, analysis, { bindings: { DB: counter.DB } });
  const states = new Set<string>();
  expect(counter.count()).toBeGreaterThan(8);
  for (let answers = 1; answers < counter.count(); answers++) {
    await putBack();
    expect(await inUseOf(id)).toEqual(before);
    const answer = await askPush(user, analysis, { bindings: { DB: endsAfter(answers).DB } });
    expect(answer.status).toBe(503);
    await endBusyTime(user.id);
    const { pushes } = await (await callThere('/api/pushes', user)).json<{ pushes: { state: string }[] }>();
    const state = pushes[0]?.state ?? 'not begun';
    states.add(state);
    if (state === 'done') expect(await watchedOf(id)).toMatchObject({ used_by: 'google-rules' });
    else expect(await inUseOf(id)).toEqual(before);
    const next = await push(user, analysis);
    expect(next).toMatchObject({ state: 'done', rulesInUse: 'marked' });
    expect(await watchedOf(id)).toMatchObject({ used_by: 'google-rules' });
    expect((await inUseOf(id))['alerts']).toEqual([]);
  }
  expect([...states].toSorted()).toEqual(['done', 'not begun', 'stopped']);
});

test('a Worker that ends between any two steps of an undo has restored the rules only if the undo has ended, and it can be tried again', async () => {
  const { user, id, before } = await prepare();
  const made = await push(user, { id, version: 0 });
  const marked = await inUseOf(id);
  const putBack = await keepState(user);
  const counter = endsAfter(Infinity);
  await undo(user, made, { DB: counter.DB });
  expect(await inUseOf(id)).toEqual(before);
  const path = `/api/pushes/${made.id}/undo`;
  const states = new Set<string>();
  for (let answers = 1; answers < counter.count(); answers++) {
    await putBack();
    expect(await inUseOf(id)).toEqual(marked);
    expect((await post(path, user.cookie, undefined, { DB: endsAfter(answers).DB })).status).toBe(503);
    await endBusyTime(user.id);
    const { state } = await readPush(await callThere(`/api/pushes/${made.id}`, user));
    states.add(state);
    expect(await inUseOf(id)).toEqual(state === 'undone' ? before : marked);
    if (state === 'undone') continue;
    expect(await undo(user, made)).toMatchObject({ state: 'undone', rulesInUse: 'restored' });
    expect(await inUseOf(id)).toEqual(before);
  }
  expect([...states].toSorted()).toEqual(['done', 'undo-stopped', 'undone']);
});

test('in a team the push of an admin marks rules of the team, and the log tells of both; a session without that right marks none', async () => {
  const [admin, editor] = [await userThere(), await userThere()];
  const team = await teamThere(admin);
  await enrol(team, editor, 'editor');
  const persona = grantor();
  await connectTeam(team, admin, persona, 'google-rules');
  const base = `/api/teams/${team}`;
  const named = `${base}/connections/google-rules/named/${ACCOUNT.id}`;
  await callThere(named, { method: 'PUT', cookie: admin.cookie, body: {} });
  const [id, other, own] = [await savedBy(admin, base), await savedBy(admin, base), await savedBy(admin)];
  expect((await askPush(admin, { id: own, version: 0 }, { base })).status).toBe(404);
  expect((await askPush(editor, { id, version: 0 }, { base })).status).toBe(403);
  expect(await watchedOf(id)).toBeUndefined();
  const made = await push(admin, { id, version: 0 }, { base });
  expect(made).toMatchObject({ state: 'done', rulesInUse: 'marked' });
  expect(await watchedOf(id)).toMatchObject({ user_id: team, used_by: 'google-rules' });
  expect(await namesInLog(team, 'rules.entered')).toMatchObject([{ userId: admin.id, object: id }]);
  const undone = await post(`${base}/pushes/${made.id}/undo`, admin.cookie);
  expect(await readPush(undone)).toMatchObject({ state: 'undone', rulesInUse: 'restored' });
  for (const one of [id, other, own]) expect(await watchedOf(one)).toBeUndefined();
});

test('where the log of a team takes no more entries today a push ends without its mark, and an undo without the rules before', async () => {
  const { user, id, before } = await prepare();
  const full = (table: string): Partial<Env> => ({
    DB: watchDatabase(env.DB, ({ statements, work }) =>
      statements.some((sql) => sql.startsWith(table))
        ? Promise.reject(new Error('D1_ERROR: the log of the team is full today: SQLITE_CONSTRAINT'))
        : work(),
    ),
  });
  const bindings = full('insert into "push_marks"');
  const first = await push(user, { id, version: 0 }, { bindings });
  expect(first).toMatchObject({ state: 'done', rulesInUse: 'not-marked' });
  expect(await inUseOf(id)).toEqual(before);
  const second = await push(user, { id, version: 0 }, { rules: [mobileRule(1.5)] });
  const marked = await inUseOf(id);
  expect(await undo(user, second, full('delete from "push_marks"'))).toMatchObject({
    state: 'undone',
    rulesInUse: 'marked',
  });
  expect(await inUseOf(id)).toEqual(marked);
});

test('the marks of pushes that are too old to be undone go, of this user and account alone', async () => {
  const [user, stranger] = [await advertiser(), await advertiser()];
  await connectMeta(user);
  const made = new Map<string, string>();
  for (const [owner, kind] of [
    [user, 'google-rules'],
    [user, 'meta'],
    [stranger, 'google-rules'],
  ] as const) {
    const id = await savedBy(owner);
    made.set(`${owner.id} ${kind}`, (await push(owner, { id, version: 0 }, { kind })).id);
  }
  const [oldest, ...others] = [...made.values()];
  const old = await env.DB.prepare('SELECT user_id, kind, target_id FROM pushes WHERE id = ?')
    .bind(oldest)
    .first<Record<string, string>>();
  for (let at = 0; at < MAX_KEPT_PUSHES - 1; at++)
    await env.DB.prepare(
      `INSERT INTO pushes VALUES (?, ?, ?, ?, NULL, 'Acme', 'x', ?, 'undone', 0, '[]', '[]', '{}', NULL, '[]', NULL, '[]', NULL, '[]', '[]', NULL, NULL)`,
    )
      .bind(crypto.randomUUID(), old?.['user_id'], old?.['kind'], old?.['target_id'], Date.now() + at)
      .run();
  const marksOf = async (id?: string) =>
    (await env.DB.prepare('SELECT push_id FROM push_marks WHERE push_id = ?').bind(id).all()).results.length;
  expect(await marksOf(oldest)).toBe(1);
  await push(user, undefined, { rules: [mobileRule(1.5)] });
  expect(await marksOf(oldest)).toBe(0);
  for (const id of others) expect(await marksOf(id)).toBe(1);
});
