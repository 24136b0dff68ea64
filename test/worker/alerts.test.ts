import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { alertsSchema, type Alerts } from '#contract/alerts.ts';
import type { AnalysisSummary } from '#contract/answers.ts';
import { RULE_CHANGES } from '#contract/limits.ts';
import type { StoredToEnter } from '#contract/metrics.ts';
import type { VersionFigures } from '#contract/sources.ts';
import { raiseAlerts, takeUnmailed } from '#worker/db/alerts.ts';
import { openDatabase } from '#worker/db/client.ts';
import { compareVersion } from '#worker/runs/compare-version.ts';
import { readSaved } from '#worker/runs/read-saved.ts';
import { freezeRules, readFrozenRules } from '#worker/runs/rules-in-use.ts';
import { watchFor } from '#worker/runs/watch.ts';
import {
  SAVED_AT,
  REFERENCE,
  STABLE,
  FALLEN,
  metricsOf,
  DATED,
  aSave,
  nameDay,
  csvOf,
  type Counts,
} from './alert-support.ts';
import { makeSave, saved, sendHere } from './analysis-support.ts';
import { deliver as deliverFile, makeInbox, storedOf, type TestInbox } from './inbox-support.ts';
import { Mailbox } from './mail-support.ts';
import { call, count, deletion, signedInUser, type TestUser } from './support.ts';
import { watchDatabase } from './watched-database.ts';
import type { FallenRule, Json } from '#worker/db/json.ts';

const db = openDatabase(env.DB, 60_000); // for all tests together
const DAY = 24 * 60 * 60 * 1000;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let owner: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  setClock(0);
  [owner, stranger] = [await signedInUser(), await signedInUser()];
  vi.useRealTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function setClock(day: number): void {
  vi.useFakeTimers({ now: SAVED_AT + day * DAY, toFake: ['Date'] });
}

interface Kept extends TestInbox {
  user: TestUser;
}

/** An analysis of that day with an inbox. */
async function kept(user = owner, fields = aSave()): Promise<Kept> {
  setClock(0);
  return { user, ...(await makeInbox(user.cookie, await saved(user.cookie, fields))) };
}

/** Delivers such a file on that day; the clock stays there. */
async function deliver(inbox: Kept, counts: Record<string, Counts>, day: number): Promise<number> {
  setClock(day);
  const answer = await deliverFile(inbox, csvOf(counts, day));
  expect(answer.status).toBe(200);
  return (await answer.json<{ version: number }>()).version;
}

/** A call of the owner, whose session began on the day of the save. */
async function ask(inbox: Kept, path: string, body?: unknown): Promise<Response> {
  setClock(1);
  const options = body === undefined ? {} : { method: 'POST', body };
  return call(`/api/analyses/${inbox.analysisId}/${path}`, { ...options, cookie: inbox.user.cookie });
}

async function read(inbox: Kept): Promise<Alerts> {
  const answer = await ask(inbox, 'alerts');
  expect(answer.status).toBe(200);
  return alertsSchema.parse(await answer.json());
}

const raised = async (inbox: Kept) =>
  (await read(inbox)).alerts.map(({ field, value, version }) => [field, value, version]);

/** All rows of an analysis in the two tables, as they lie in the database. */
async function rowsOf({ analysisId }: Kept) {
  const [watched, alerts] = await env.DB.batch(
    ['watched_rules', 'alerts'].map((table) =>
      env.DB.prepare(`SELECT * FROM ${table} WHERE analysis_id = ?`).bind(analysisId),
    ),
  );
  return { watched: watched?.results, alerts: alerts?.results };
}

const targetOf = ({ user, analysisId }: Kept) => ({ userId: user.id, id: analysisId });

test('a stable series raises nothing, a fall raises one alert once, and those of others stay', async () => {
  const [inbox, other] = [await kept(), await kept(stranger)];
  expect(await read(inbox)).toEqual({
    missing: 'not-counted',
    isByValue: false,
    inUse: null,
    rules: [],
    alerts: [],
    next: null,
  });
  await deliver(inbox, STABLE, 8);
  await deliver(other, STABLE, 8);
  expect(await raised(inbox)).toEqual([]);
  const before = await rowsOf(other);

  await deliver(inbox, FALLEN, 15);
  const { alerts, inUse, rules, missing } = await read(inbox);
  expect(missing).toBeNull();
  expect(inUse).toEqual({
    version: 0,
    since: new Date(SAVED_AT + 8 * DAY).toISOString(),
    by: 'watched',
    newestDay: nameDay(0),
    judgedAt: new Date(SAVED_AT + 15 * DAY).toISOString(),
  });
  expect(rules.map(({ value, side }) => [value, side])).toEqual([
    ['A', 'raise'],
    ['C', 'cut'],
    ['D', 'cut'],
  ]);
  expect(rules[0]?.weeks).toEqual(expect.any(Number));
  expect(alerts).toHaveLength(1);
  expect(alerts[0]).toMatchObject({
    field: 'Source',
    value: 'A',
    side: 'raise',
    version: 2,
    seenAt: null,
    madeAt: new Date(SAVED_AT + 15 * DAY).toISOString(),
    reference: { leads: 500, converted: 150, totalLeads: 2000, totalConverted: 400 },
    latest: {
      first: nameDay(9),
      last: nameDay(15),
      leads: 300,
      converted: 20,
      totalLeads: 800,
      totalConverted: 150,
    },
  });
  // Of `findAlerts`: p 2.4e-9 or less, three rules.
  expect(alerts[0]!.q).toBeCloseTo(3 * alerts[0]!.p, 12);
  expect(alerts[0]!.q).toBeLessThan(0.001);

  await deliver(inbox, FALLEN, 22);
  expect(await raised(inbox)).toEqual([['Source', 'A', 2]]);
  expect(await rowsOf(other)).toEqual(before);
});

test('judging a version again changes nothing, and one message tells of it', async () => {
  const [inbox, other] = [await kept(), await kept(stranger)];
  for (const one of [inbox, other]) await deliver(one, FALLEN, 8);
  const before = await rowsOf(inbox);
  expect(await compareVersion(db, targetOf(inbox), 1)).toBe(1);
  expect(await compareVersion(db, { ...targetOf(inbox), userId: other.user.id }, 1)).toBe(0);
  expect(await compareVersion(db, targetOf(inbox), 2)).toBe(0);
  // Other rules came into use while the version was judged.
  const figures = '{}' as Json<FallenRule>;
  const stale = { reference: UNKNOWN, version: 1, madeAt: 9e15, fallen: [{ rule: 1, figures }] };
  expect(await raiseAlerts(db, targetOf(inbox), stale)).toBe(0);
  expect(await rowsOf(inbox)).toEqual(before);

  const take = () => takeUnmailed(db, targetOf(inbox), { version: 1, now: 5 });
  expect(await takeUnmailed(db, targetOf(inbox), { version: 2, now: 5 })).toEqual([]);
  expect((await take()).map(({ rule, mailedAt }) => [rule, mailedAt])).toEqual([[0, 5]]);
  expect(await take()).toEqual([]);
  expect((await rowsOf(other)).alerts).toMatchObject([{ mailed_at: null }]);
});

test('a rule that was entered again may raise again, from later leads only', async () => {
  const [inbox, other, foreign] = [await kept(), await kept(), await kept(stranger)];
  for (const one of [inbox, other, foreign]) await deliver(one, FALLEN, 8);
  const before = [await rowsOf(other), await rowsOf(foreign)];
  expect(await raised(inbox)).toEqual([['Source', 'A', 1]]);
  // A is a cut now: 20 of 300 in 150 of 800.
  expect((await ask(inbox, 'versions/1/entered', {})).status).toBe(200);
  const { inUse, rules, alerts } = await read(inbox);
  expect(alerts).toEqual([]);
  expect(inUse).toMatchObject({ version: 1, by: 'entered', newestDay: nameDay(8), judgedAt: null });
  expect(rules.map(({ value, side }) => [value, side])).toEqual([
    ['A', 'cut'],
    ['B', 'raise'],
    ['C', 'cut'],
  ]);
  // The version that was counted for the rules before raises nothing for these.
  expect(await compareVersion(db, targetOf(inbox), 1)).toBe(0);
  await deliver(inbox, FALLEN, 8);
  expect(await raised(inbox)).toEqual([]);
  await deliver(inbox, { ...FALLEN, A: [300, 60] }, 22);
  expect(await raised(inbox)).toEqual([['Source', 'A', 3]]);
  expect([await rowsOf(other), await rowsOf(foreign)]).toEqual(before);
  // A version of an earlier release has no newest day: no lead of it is dated after the day on which it was made.
  await env.DB.prepare('UPDATE versions SET newest_day = NULL, made_at = made_at + ? WHERE analysis_id = ?')
    .bind(DAY, other.analysisId)
    .run();
  await ask(other, 'versions/1/entered', {});
  expect((await read(other)).inUse?.newestDay).toBe(nameDay(9));
});

test('a delivery is stored and answered, though it could not be judged; the next one is', async () => {
  const inbox = await kept();
  setClock(8);
  const DB = watchDatabase(env.DB, ({ statements, work }) =>
    statements.some((sql) => sql.includes('insert into "alerts"'))
      ? Promise.reject(new Error('busy'))
      : work(),
  );
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const answer = await deliverFile(inbox, csvOf(FALLEN, 8), { bindings: { DB } });
  expect([answer.status, await raised(inbox)]).toEqual([200, []]);
  expect(logged.mock.calls.join()).toContain('A version was not judged');
  logged.mockRestore();
  await deliver(inbox, FALLEN, 8);
  expect(await raised(inbox)).toEqual([['Source', 'A', 2]]);
});

test('a rule with a very long name is not watched', async () => {
  const names = ['A', 'x'.repeat(994), 'y'.repeat(995)]; // 'Source' has 6
  const metrics = metricsOf(Object.fromEntries(names.map((name) => [name, [500, 150]])));
  const figures = { metrics, total: { leads: 2000, conversions: 400 }, thresholdPercent: 10 };
  const { rules } = freezeRules(
    { ...figures, configuration: null, newestDay: 0 },
    { version: 0, by: 'watched', now: 0 },
  );
  expect(readFrozenRules(rules).rules.map(({ value }) => value)).toEqual(names.slice(0, 2));
});

test('the rules of the saved rows come into use by a push, and stay in use when a file comes', async () => {
  const [inbox, other] = [await kept(), await kept(stranger)];
  const before = await rowsOf(other);
  const answer = await ask(inbox, 'rules-in-use', { version: 0, by: 'meta' });
  expect(alertsSchema.parse(await answer.json())).toMatchObject({
    missing: null,
    inUse: { version: 0, by: 'meta', newestDay: nameDay(0) },
    rules: [{ value: 'A', weeks: null }, { value: 'C' }, { value: 'D' }],
  });
  await deliver(inbox, FALLEN, 8);
  expect((await read(inbox)).inUse).toMatchObject({ by: 'meta' });
  expect(await raised(inbox)).toEqual([['Source', 'A', 1]]);
  expect((await ask(inbox, 'rules-in-use', { version: 2 })).status).toBe(404);
  expect((await ask(inbox, 'rules-in-use', { version: 1, by: 'watched' })).status).toBe(400);
  expect(await raised(inbox)).toEqual([['Source', 'A', 1]]);
  expect(await rowsOf(other)).toEqual(before);
});

test('rules in use keep the figures that were typed, until others come into use; those of others stay', async () => {
  const user = await signedInUser();
  const [inbox, other, foreign] = [await kept(user), await kept(user), await kept(await signedInUser())];
  const before = [await rowsOf(other), await rowsOf(foreign)];
  const toEnter = (multiplier: number, values = ['A']) =>
    values.map((fieldValue) => ({
      fieldName: 'Source',
      fieldValue,
      figures: [{ platform: 'google' as const, multiplier }],
      pairRules: 0,
    }));
  const use = (body: object) => ask(inbox, 'rules-in-use', { version: 0, ...body });
  expect((await use({ toEnter: toEnter(0.7) })).status).toBe(200);
  expect((await read(inbox)).inUse?.toEnter).toEqual(toEnter(0.7));
  // The rules are judged as before.
  await deliver(inbox, FALLEN, 8);
  expect(await raised(inbox)).toEqual([['Source', 'A', 1]]);
  expect((await read(inbox)).inUse?.toEnter).toEqual(toEnter(0.7));
  const many = (count: number) =>
    toEnter(
      1.2,
      Array.from({ length: count }, (_, at) => `v${at}`),
    );
  expect((await use({ toEnter: many(101) })).status).toBe(400);
  expect(
    (await use({ toEnter: [{ ...toEnter(1)[0], figures: [{ platform: 'x', multiplier: 1 }] }] })).status,
  ).toBe(400);
  expect((await read(inbox)).inUse?.toEnter).toEqual(toEnter(0.7));
  expect((await use({ toEnter: many(100) })).status).toBe(200);
  expect((await read(inbox)).inUse?.toEnter).toHaveLength(100);
  // A version of an earlier release is marked without figures.
  await forgetToEnter(inbox);
  expect((await ask(inbox, 'versions/1/entered', {})).status).toBe(200);
  expect(await read(inbox)).toMatchObject({ inUse: { version: 1, by: 'entered' } });
  expect((await read(inbox)).inUse).not.toHaveProperty('toEnter');
  expect([await rowsOf(other), await rowsOf(foreign)]).toEqual(before);
});

/** Makes the versions of an analysis those of an earlier release. */
const forgetToEnter = ({ analysisId }: Kept) =>
  env.DB.prepare("UPDATE versions SET figures = json_remove(figures, '$.toEnter') WHERE analysis_id = ?")
    .bind(analysisId)
    .run();

/** The multipliers that the plans enter for a value: on some platforms a figure, and beside it pairs. */
const enters = (
  fieldValue: string,
  figures: Partial<Record<'google' | 'meta' | 'microsoft', number>>,
  pairRules = 0,
): StoredToEnter => ({
  fieldName: 'Source',
  fieldValue,
  figures: (['google', 'meta', 'microsoft'] as const).flatMap((platform) => {
    const multiplier = figures[platform];
    return multiplier === undefined ? [] : [{ platform, multiplier }];
  }),
  pairRules,
});

/** An analysis whose record has this To Enter. */
const keptWith = (user: TestUser, toEnter: StoredToEnter[]) => {
  const save = aSave();
  return kept(user, { ...save, analysisData: { ...save.analysisData!, toEnter } });
};

const enteredIn = async (inbox: Kept) => (await read(inbox)).inUse?.toEnter;

test('rules of the saved analysis that come into use without figures have those of its record; those of others stay', async () => {
  const user = await signedInUser();
  const own = [enters('A', { google: 1.4, meta: 1.3 }), enters('C', { google: 0.7 }), enters('D', {}, 2)];
  const [inbox, other, foreign] = [
    await keptWith(user, own),
    await keptWith(user, [enters('A', { google: 9 })]),
    await keptWith(await signedInUser(), [enters('A', { google: 8 })]),
  ];
  const before = [await rowsOf(other), await rowsOf(foreign)];
  // The first run finds the rules: nobody has said that they are entered.
  await deliver(inbox, STABLE, 8);
  expect((await read(inbox)).inUse?.by).toBe('watched');
  expect(await enteredIn(inbox)).toBeUndefined();
  expect((await ask(inbox, 'rules-in-use', { version: 0 })).status).toBe(200);
  expect(await enteredIn(inbox)).toEqual(own);
  // A version of an earlier release has no figures of its own.
  await forgetToEnter(inbox);
  expect((await ask(inbox, 'rules-in-use', { version: 1 })).status).toBe(200);
  expect(await enteredIn(inbox)).toBeUndefined();
  // A push has brought the rules of one platform alone.
  expect((await ask(inbox, 'rules-in-use', { version: 0, by: 'meta' })).status).toBe(200);
  expect(await enteredIn(inbox)).toEqual([enters('A', { meta: 1.3 }), enters('D', {}, 2)]);
  expect([await rowsOf(other), await rowsOf(foreign)]).toEqual(before);
});

test('rules of a version come into use with the figures that its plans enter; those of others stay', async () => {
  const user = await signedInUser();
  const [inbox, other, foreign] = [await kept(user), await kept(user), await kept(await signedInUser())];
  const devices: Record<string, Counts> = { Mobile: [900, 90], Desktop: [600, 240], Tablet: [500, 100] };
  for (const one of [other, foreign]) await deliver(one, devices, 8);
  const before = [await rowsOf(other), await rowsOf(foreign)];
  await deliver(inbox, devices, 8);
  const answer = await ask(inbox, 'versions/1');
  const { toEnter } = (await answer.json<VersionFigures>()).analysisData;
  // 10%, 40% and 20% of 2,000 leads at 21.5%: about 0.5 and 1.8 times the average, and near it.
  expect(toEnter?.map(({ fieldValue }) => fieldValue)).toEqual(['Desktop', 'Mobile']);
  const google = toEnter?.map(
    ({ figures }) => figures.find(({ platform }) => platform === 'google')?.multiplier,
  );
  expect(google).toEqual([expect.closeTo(1.83, 1), expect.closeTo(0.5, 1)]);
  expect(await enteredIn(inbox)).toBeUndefined(); // nobody has said that they are entered
  expect((await ask(inbox, 'versions/1/entered', {})).status).toBe(200);
  expect(await enteredIn(inbox)).toEqual(toEnter);
  // A push has brought the rules of one platform alone.
  expect((await ask(inbox, 'rules-in-use', { version: 1, by: 'google-rules' })).status).toBe(200);
  expect(
    (await enteredIn(inbox))?.flatMap(({ figures }) => figures.map(({ multiplier }) => multiplier)),
  ).toEqual(expect.arrayContaining(google ?? []));
  expect([await rowsOf(other), await rowsOf(foreign)]).toEqual(before);
});

test('a record with more figures than rules in use keep gives them none', async () => {
  const user = await signedInUser();
  const many = (count: number, name = 'v') =>
    Array.from({ length: count }, (_, at) => enters(`${name}${at}`, { google: 1.2 }));
  const use = async (toEnter: StoredToEnter[]) => {
    const inbox = await keptWith(user, toEnter);
    expect((await ask(inbox, 'rules-in-use', { version: 0 })).status).toBe(200);
    return (await enteredIn(inbox))?.length;
  };
  expect([await use(many(100)), await use(many(101)), await use(many(1, 'x'.repeat(200)))]).toEqual([
    100,
    undefined,
    undefined,
  ]);
});

test('a push keeps the figures that earlier pushes have put on other platforms', async () => {
  const user = await signedInUser();
  const [inbox, other, foreign] = [await kept(user), await kept(user), await kept(await signedInUser())];
  const push = (by: string, toEnter?: StoredToEnter[], to = inbox) =>
    ask(to, 'rules-in-use', { version: 0, by, toEnter });
  await push('google-rules', [enters('A', { google: 5 })], other);
  await push('google-rules', [enters('A', { google: 5 })], foreign);
  const before = [await rowsOf(other), await rowsOf(foreign)];
  await push('google-rules', [
    enters('A', { google: 1.4 }),
    enters('C', { google: 0.7 }),
    enters('D', {}, 1),
  ]);
  await push('meta', [enters('B', { meta: 0.9 }), enters('A', { meta: 1.3 })]);
  expect(await enteredIn(inbox)).toEqual([
    enters('B', { meta: 0.9 }),
    enters('A', { google: 1.4, meta: 1.3 }),
    enters('C', { google: 0.7 }),
    enters('D', {}, 1),
  ]);
  // The same platform again: its own figures are the new ones alone.
  await push('google-rules', [enters('A', { google: 1.1 })]);
  expect(await enteredIn(inbox)).toEqual([
    enters('A', { google: 1.1, meta: 1.3 }),
    enters('B', { meta: 0.9 }),
    enters('D', {}, 1),
  ]);
  // A push whose figures nobody knows leaves none of its platform, and those of the others.
  await push('meta');
  expect(await enteredIn(inbox)).toEqual([enters('A', { google: 1.1 }), enters('D', {}, 1)]);
  // The rules that a user says to be entered stand for all platforms.
  expect((await ask(inbox, 'rules-in-use', { version: 0, toEnter: [enters('C', { meta: 2 })] })).status).toBe(
    200,
  );
  expect(await enteredIn(inbox)).toEqual([enters('C', { meta: 2 })]);
  // The only platform again: nothing is left of its push before.
  await push('meta', [enters('A', { meta: 1.2 }), enters('D', {}, 3)]);
  await push('meta', [enters('A', { meta: 1.3 })]);
  expect(await enteredIn(inbox)).toEqual([enters('A', { meta: 1.3 })]);
  expect([await rowsOf(other), await rowsOf(foreign)]).toEqual(before);
});

const storedBytes = async ({ id }: TestUser): Promise<number> =>
  (await env.DB.prepare('SELECT stored_bytes AS n FROM users WHERE id = ?').bind(id).first<number>('n')) ?? 0;

test('pairs that were ticked stay with the rules in use, and a push replaces those of its platform; those of others stay', async () => {
  const user = await signedInUser();
  const [inbox, other, foreign] = [await kept(user), await kept(user), await kept(await signedInUser())];
  const use = (body: object, to = inbox) => ask(to, 'rules-in-use', { version: 0, ...body });
  const pair = (platform: 'google' | 'meta' | 'microsoft', multiplier: number, fieldValue = 'Mobile') => ({
    platform,
    fieldName: 'Device',
    fieldValue,
    multiplier,
  });
  const second = { ...enters('Mobile', {}, 1), fieldName: 'Device' };
  const ticked = [
    { ...enters('A', { google: 1.4 }, 1), pairs: [pair('google', 1.2), pair('meta', 1.1)] },
    { ...enters('C', {}, 1), pairs: [pair('google', 0.8)] },
    second,
  ];
  // Rules without pairs, as all were so far.
  for (const one of [inbox, other, foreign])
    expect((await use({ toEnter: [enters('A', { google: 1.3 }, 1)] }, one)).status).toBe(200);
  expect(await enteredIn(inbox)).toEqual([enters('A', { google: 1.3 }, 1)]);
  const before = [await rowsOf(other), await rowsOf(foreign)];
  const unpaired = ticked.map((one) => ({ ...one, pairs: undefined }));
  expect((await use({ toEnter: unpaired })).status).toBe(200);
  const bytes = await storedBytes(user);
  expect((await use({ toEnter: ticked })).status).toBe(200);
  expect(await enteredIn(inbox)).toEqual(ticked);
  const lengthOf = (value: unknown) => JSON.stringify(value).length; // the names are of one byte a character
  expect(await storedBytes(user)).toBe(bytes + lengthOf(ticked) - lengthOf(unpaired));
  // A run changes nothing of them.
  await deliver(inbox, FALLEN, 8);
  expect(await enteredIn(inbox)).toEqual(ticked);
  // A push to Google: of the pairs those on Meta stay, and the figures are its own.
  expect((await use({ by: 'google-rules', toEnter: [enters('A', { google: 1.5 })] })).status).toBe(200);
  expect(await enteredIn(inbox)).toEqual([
    { ...enters('A', { google: 1.5 }, 1), pairs: [pair('meta', 1.1)] },
    enters('C', {}, 1),
    second,
  ]);
  // Pairs of two platforms for one value stand together, and the push of a third one leaves them.
  const both = [{ ...enters('A', {}, 1), pairs: [pair('google', 1.2), pair('meta', 1.1)] }];
  expect((await use({ toEnter: both })).status).toBe(200);
  expect((await use({ by: 'microsoft', toEnter: [enters('A', { microsoft: 0.9 })] })).status).toBe(200);
  expect(await enteredIn(inbox)).toEqual([{ ...enters('A', { microsoft: 0.9 }, 1), pairs: both[0]!.pairs }]);
  // More pairs of a value than may be, and a platform that there is not, change nothing.
  const pairs = Array.from({ length: 101 }, (_, at) => pair('meta', 1, `${at}`));
  expect((await use({ toEnter: [{ ...both[0]!, pairs }] })).status).toBe(400);
  expect((await use({ toEnter: [{ ...both[0]!, pairs: [{ ...pairs[0]!, platform: 'x' }] }] })).status).toBe(
    400,
  );
  expect(await enteredIn(inbox)).toEqual([{ ...enters('A', { microsoft: 0.9 }, 1), pairs: both[0]!.pairs }]);
  expect((await use({ toEnter: [{ ...both[0]!, pairs: pairs.slice(1) }] })).status).toBe(200);
  expect((await enteredIn(inbox))?.[0]?.pairs).toHaveLength(100);
  expect([await rowsOf(other), await rowsOf(foreign)]).toEqual(before);
});

test('a user says so often in a minute which rules are in use, by a count of its own', async () => {
  const [inbox, other] = [await kept(await signedInUser()), await kept(await signedInUser())];
  const unknown = () => ask(inbox, 'rules-in-use', { version: 99 });
  for (let more = 1; more < RULE_CHANGES.count; more++) expect((await unknown()).status).toBe(404);
  expect((await ask(inbox, 'rules-in-use', { version: 0 })).status).toBe(200);
  expect((await ask(inbox, 'rules-in-use', { version: 0 })).status).toBe(429);
  expect((await ask(inbox, 'alerts/seen', { upTo: 0 })).status).toBe(200);
  expect((await ask(other, 'rules-in-use', { version: 0 })).status).toBe(200);
});

const countsIn = async ({ analysisId, user }: Kept) => {
  const [list, who] = await Promise.all(
    ['/api/analyses', '/api/auth/user'].map((path) => call(path, { cookie: user.cookie })),
  );
  const { unseenAlerts } = await who!.json<{ unseenAlerts: number }>(); // two calls
  const own = (await list!.json<AnalysisSummary[]>()).find(({ id }) => id === analysisId);
  return [own?.alerts.open, own?.alerts.unseen, unseenAlerts];
};

test('alerts count until they are seen, in the list and for the header', async () => {
  setClock(0);
  const user = await signedInUser();
  const [inbox, second, foreign] = [await kept(user), await kept(user), await kept(stranger)];
  for (const one of [inbox, second, foreign]) await deliver(one, FALLEN, 8);
  setClock(1);
  expect(await countsIn(inbox)).toEqual([1, 1, 2]);
  await ask(inbox, 'alerts/seen', { upTo: 0 });
  expect(await countsIn(inbox)).toEqual([1, 1, 2]);
  const seen = alertsSchema.parse(await (await ask(inbox, 'alerts/seen', { upTo: 1 })).json());
  expect(seen.alerts[0]?.seenAt).not.toBeNull();
  expect(await countsIn(inbox)).toEqual([1, 0, 1]);
  expect(await countsIn(second)).toEqual([1, 1, 1]);
  expect((await countsIn(foreign)).slice(0, 2)).toEqual([1, 1]);
  expect((await ask(inbox, 'alerts/seen', {})).status).toBe(400);
});

test.each([
  ['no-date', null],
  ['last-day', { ...DATED, to: '2026-03-02' }],
  ['last-day', { ...DATED, to: '2026-02-27' }],
  [null, { ...DATED, to: '2026-03-03' }],
] as const)('alerts are missing for %s', async (missing, dateFilter) => {
  const inbox = await kept(undefined, aSave(dateFilter));
  setClock(8);
  // Leads of both before and after the last day, so that the file can be counted.
  const answer = await deliverFile(inbox, `${csvOf(FALLEN, 8)}\nQualified,A,2026-02-01\nLost,A,2026-02-01`);
  expect(answer.status).toBe(200);
  expect(await read(inbox)).toMatchObject({ missing, alerts: [] });
  const [version] = (await storedOf(inbox)).versions as unknown as { latest: string | null }[];
  expect(version?.latest === null).toBe(missing !== null);
});

test('an analysis that gets a column of dates is watched from its next run on', async () => {
  const [inbox, other] = [await kept(owner, aSave(null)), await kept(stranger, aSave(null))];
  for (const one of [inbox, other]) await deliver(one, FALLEN, 8);
  const path = `/api/analyses/${inbox.analysisId}`;
  setClock(1);
  await call(path, { method: 'PUT', body: makeSave(aSave()), cookie: inbox.user.cookie });
  await deliver(inbox, FALLEN, 9);
  expect(await read(inbox)).toMatchObject({ missing: null, alerts: [{ value: 'A', version: 2 }] });
  expect(await read(other)).toMatchObject({ missing: 'no-date', alerts: [] });
});

test('an analysis without a rule says so, and one by value that alerts go by conversions', async () => {
  const plain = aSave();
  const equal = metricsOf({ A: [1000, 200], B: [1000, 200] });
  const none = await kept(undefined, { ...plain, analysisData: { ...plain.analysisData!, metrics: equal } });
  await deliver(none, FALLEN, 8);
  expect(await read(none)).toMatchObject({ missing: 'no-rules', rules: [], isByValue: false });
  const metrics = metricsOf(REFERENCE).map((metric) => ({ ...metric, amountSum: 10, amountSquares: 10 }));
  const valued = await kept(undefined, { ...plain, analysisData: { ...plain.analysisData!, metrics } });
  await deliver(valued, FALLEN, 8);
  expect(await read(valued)).toMatchObject({ missing: null, isByValue: true, alerts: [{ value: 'A' }] });
});

test('an analysis that is saved by value later on says so from its next run on', async () => {
  const [inbox, other] = [await kept(), await kept(stranger)];
  for (const one of [inbox, other]) await deliver(one, FALLEN, 8);
  expect((await read(inbox)).isByValue).toBe(false);
  const { analysisData, ...fields } = makeSave(aSave());
  const metrics = metricsOf(REFERENCE).map((metric) => ({ ...metric, amountSum: 10, amountSquares: 10 }));
  const body = { ...fields, analysisData: { ...analysisData, metrics } };
  await call(`/api/analyses/${inbox.analysisId}`, { method: 'PUT', body, cookie: inbox.user.cookie });
  await deliver(inbox, FALLEN, 9);
  expect([(await read(inbox)).isByValue, (await read(other)).isByValue]).toEqual([true, false]);
});

test('no lead of the rules in use is younger than the day on which their figures were saved', async () => {
  const [inbox, other] = [await kept(), await kept(stranger)];
  setClock(3);
  const body = makeSave(aSave());
  await call(`/api/analyses/${inbox.analysisId}`, { method: 'PUT', body, cookie: inbox.user.cookie });
  for (const one of [inbox, other]) await deliver(one, FALLEN, 8);
  expect((await read(inbox)).inUse?.newestDay).toBe(nameDay(3));
  expect((await read(other)).inUse?.newestDay).toBe(nameDay(0));
});

test('a saved analysis is read for a run as it was saved: its name, settings and long names of several bytes', async () => {
  const { analysisData, ...fields } = makeSave(aSave());
  const metrics = Array.from({ length: 150 }, (_, at) => ({
    ...metricsOf(REFERENCE)[0]!,
    fieldValue: `${'x'.repeat(at % 4)}${'€'.repeat(500)}${at}`,
  }));
  const currency = 'EUR' as const;
  const configurationData = { ...fields.configurationData, currency };
  setClock(0);
  const id = await saved(owner.cookie, {
    ...fields,
    configurationData,
    analysisData: { ...analysisData!, metrics },
  });
  const site = { env, db };
  const found = await readSaved(site, { userId: owner.id, id });
  expect(found?.saved).toMatchObject({
    name: 'leads.csv',
    settings: { conversionValue: 249.5, thresholdPercent: 10, currency },
  });
  expect(found?.entered.metrics.map(({ fieldValue }) => fieldValue)).toEqual(
    metrics.map(({ fieldValue }) => fieldValue),
  );
  expect(found?.entered).toMatchObject({
    total: { leads: 2000, conversions: 400 },
    thresholdPercent: 10,
    newestDay: Math.floor(SAVED_AT / DAY),
  });
  await call(`/api/analyses/${id}`, { method: 'PATCH', body: { name: 'May' }, cookie: owner.cookie });
  expect((await readSaved(site, { userId: owner.id, id }))?.saved.name).toBe('May');
  expect(await readSaved(site, { userId: stranger.id, id })).toBeNull();
});

test('runs are judged once a week, several deliveries of a day too', async () => {
  const inbox = await kept(await signedInUser());
  await deliver(inbox, STABLE, 8);
  for (const day of [8, 9, 14]) await deliver(inbox, FALLEN, day);
  expect(await raised(inbox)).toEqual([]);
  await deliver(inbox, FALLEN, 14.5);
  expect(await raised(inbox)).toEqual([['Source', 'A', 5]]);
});

test('a run is monthly by its schedule, or three weeks after the version before', async () => {
  const inbox = await kept(await signedInUser());
  const entered = {
    metrics: metricsOf(REFERENCE),
    total: { leads: 2000, conversions: 400 },
    thresholdPercent: 10,
    configuration: { ...aSave().configurationData!, dateFilter: DATED },
    newestDay: Math.floor(SAVED_AT / DAY),
  };
  const isMonthly = async (day: number) => {
    const { judged } = await watchFor(db, targetOf(inbox), {
      saved: entered as never,
      now: SAVED_AT + day * DAY,
    });
    expect(judged?.reference).toBe(entered.newestDay);
    return judged?.isMonthly;
  };
  expect(await isMonthly(40)).toBe(false); // no version before
  const foreign = { ...targetOf(inbox), userId: stranger.id };
  expect((await watchFor(db, foreign, { saved: entered as never, now: SAVED_AT })).judged).toBeNull();
  await deliver(inbox, STABLE, 8);
  expect([await isMonthly(29 - 1e-6), await isMonthly(29)]).toEqual([false, true]);
  const schedule = (every: string) =>
    env.DB.prepare('UPDATE sources SET schedule = ? WHERE id = ?')
      .bind(JSON.stringify({ every }), inbox.id)
      .run();
  await schedule('week');
  expect(await isMonthly(40)).toBe(false);
  await schedule('month');
  expect(await isMonthly(20)).toBe(true);
});

const CALLS = [
  ['GET', 'alerts', undefined],
  ['POST', 'alerts/seen', { upTo: 9 }],
  ['POST', 'rules-in-use', { version: 0 }],
  ['POST', 'versions/1/entered', {}],
] as const;

test('each call needs a user, and finds nothing of another one', async () => {
  const inbox = await kept(await signedInUser());
  await deliver(inbox, FALLEN, 8);
  const before = await rowsOf(inbox);
  setClock(1);
  for (const [method, path, body] of CALLS) {
    const send = (id: string, cookie: string | null) =>
      call(`/api/analyses/${id}/${path}`, { method, ...(body && { body }), cookie });
    expect((await send(inbox.analysisId, null)).status).toBe(401);
    const [foreign, unknown] = [
      await send(inbox.analysisId, stranger.cookie),
      await send(UNKNOWN, stranger.cookie),
    ];
    expect([path, foreign.status, unknown.status]).toEqual([path, 404, 404]);
    expect(await foreign.json()).toEqual(await unknown.json());
  }
  expect(await rowsOf(inbox)).toEqual(before);
});

test('alerts and rules in use go with the analysis and with the account', async () => {
  setClock(0);
  const user = await signedInUser();
  const [inbox, second, foreign] = [await kept(user), await kept(user), await kept(stranger)];
  for (const one of [inbox, second, foreign]) await deliver(one, FALLEN, 8);
  setClock(1);
  await call(`/api/analyses/${inbox.analysisId}`, { method: 'DELETE', cookie: inbox.user.cookie });
  expect(await rowsOf(inbox)).toEqual({ watched: [], alerts: [] });
  expect((await rowsOf(second)).alerts).toHaveLength(1);
  await sendHere(deletion(inbox.user.cookie));
  expect(await rowsOf(second)).toEqual({ watched: [], alerts: [] });
  expect(await count('alerts WHERE analysis_id = ?', foreign.analysisId)).toBe(1);
});

test('a delivery that raises an alert sends a message to whoever wants it, and answers in any case', async () => {
  const mailbox = new Mailbox();
  const user = await signedInUser();
  const [inbox, other] = [await kept(user), await kept(stranger)];
  await env.DB.prepare('UPDATE users SET email_proved_at = 1, alert_mail_at = 1 WHERE id = ?')
    .bind(user.id)
    .run();
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  for (const one of [inbox, other])
    for (const [counts, day] of [
      [STABLE, 8],
      [FALLEN, 15],
      [FALLEN, 22],
    ] as const) {
      setClock(day);
      const { bindings } = mailbox;
      expect((await deliverFile(one, csvOf(counts, day), { bindings })).status).toBe(200);
    }
  expect(mailbox.sent.map(({ to, subject }) => [to, subject])).toEqual([
    [user.email, 'A rule no longer holds: leads.csv'],
  ]);
  const late = await kept(user);
  mailbox.refusal = 'E_DAILY_LIMIT_EXCEEDED';
  setClock(8);
  expect((await deliverFile(late, csvOf(FALLEN, 8), { bindings: mailbox.bindings })).status).toBe(200);
  expect(await raised(late)).toHaveLength(1);
  expect(logged.mock.calls).toEqual([['An alert was not sent: E_DAILY_LIMIT_EXCEEDED']]);
  logged.mockRestore();
});
