import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { alertsSchema, type Alerts } from '#contract/alerts.ts';
import type { SaveAnalysis } from '#contract/analyses.ts';
import type { StoredMix } from '#contract/metrics.ts';
import { openDatabase } from '#worker/db/client.ts';
import { readSaved } from '#worker/runs/read-saved.ts';
import { readFrozenRules } from '#worker/runs/rules-in-use.ts';
import { DATED, nameDay, SAVED_AT } from './alert-support.ts';
import { makeSave, read, save, saved } from './analysis-support.ts';
import { deliver as deliverFile, makeInbox, storedOf, type TestInbox } from './inbox-support.ts';
import { Mailbox } from './mail-support.ts';
import { makeFigures } from './share-support.ts';
import { countedBytesOf } from './stored-bytes-support.ts';
import { call, count, signedInUser, type TestUser } from './support.ts';

const db = openDatabase(env.DB, 60_000); // for all tests together
const DAY = 24 * 60 * 60 * 1000;

type Cell = readonly [source: string, device: string, leads: number, converted: number];

/** Every combination keeps its rate in `SHIFTED`, where A comes by phone more rarely than it did, and B more often. In `FALLEN` A has lost its own. */
const REFERENCE: readonly Cell[] = [
  ['A', 'Phone', 400, 200],
  ['A', 'Desk', 100, 10],
  ['B', 'Phone', 300, 120],
  ['B', 'Desk', 1200, 96],
];
const SHIFTED: readonly Cell[] = [
  ['A', 'Phone', 60, 30],
  ['A', 'Desk', 240, 24],
  ['B', 'Phone', 300, 120],
  ['B', 'Desk', 300, 24],
];
const FALLEN: readonly Cell[] = [
  ['A', 'Phone', 200, 22],
  ['A', 'Desk', 100, 3],
  ['B', 'Phone', 180, 54],
  ['B', 'Desk', 600, 36],
];
const MIXES: StoredMix[] = [
  {
    fieldName: 'Source',
    others: ['Device'],
    cells: [
      { values: ['Desk'], leads: 1300 },
      { values: ['Phone'], leads: 700 },
    ],
    values: [
      { fieldValue: 'B', leads: [1200, 300] },
      { fieldValue: 'A', leads: [100, 400] },
    ],
  },
  {
    fieldName: 'Device',
    others: ['Source'],
    cells: [
      { values: ['B'], leads: 1500 },
      { values: ['A'], leads: 500 },
    ],
    values: [
      { fieldValue: 'Desk', leads: [1200, 100] },
      { fieldValue: 'Phone', leads: [300, 400] },
    ],
  },
];

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

function metricsOf(cells: readonly Cell[]) {
  return ['Source', 'Device'].flatMap((fieldName, field) =>
    [...new Set(cells.map((cell) => cell[field] as string))].map((fieldValue) => {
      const own = cells.filter((cell) => cell[field] === fieldValue);
      const totalLeads = own.reduce((sum, [, , leads]) => sum + leads, 0);
      const qualifiedLeads = own.reduce((sum, [, , , converted]) => sum + converted, 0);
      return {
        fieldName,
        fieldValue,
        totalLeads,
        qualifiedLeads,
        conversionRate: (100 * qualifiedLeads) / totalLeads,
      };
    }),
  );
}

/** A record of these leads, as the page sends it; without mixes as a page of an earlier release did. */
const aSave = (mixes?: StoredMix[]): Partial<SaveAnalysis> => ({
  configurationData: {
    ...makeSave().configurationData,
    attributeColumns: ['Source', 'Device'],
    valueMappings: {},
    binningConfig: {},
    dateFilter: DATED,
  },
  analysisData: {
    metrics: metricsOf(REFERENCE),
    overallRate: 21.3,
    totalLeads: 2000,
    totalQualified: 426,
    correlationTests: [],
    ...(mixes && { mixes }),
    dataSource: 'csv',
  },
});

interface Kept extends TestInbox {
  user: TestUser;
}

async function kept(user: TestUser, mixes?: StoredMix[]): Promise<Kept> {
  setClock(0);
  return { user, ...(await makeInbox(user.cookie, await saved(user.cookie, aSave(mixes)))) };
}

const csvOf = (cells: readonly Cell[], day: number): string =>
  [
    'Status,Source,Device,Created',
    ...cells.flatMap(([source, device, leads, converted]) =>
      Array.from({ length: leads }, (_, at) =>
        [at < converted ? 'Qualified' : 'Lost', source, device, nameDay(day - (at % 5))].join(),
      ),
    ),
  ].join('\n');

async function deliver(inbox: Kept, cells: readonly Cell[], day: number, bindings = {}): Promise<void> {
  setClock(day);
  expect((await deliverFile(inbox, csvOf(cells, day), { bindings })).status).toBe(200);
}

/** A call of the owner, whose session began on the day of the save. */
function ask({ user, analysisId }: Kept, path: string, options = {}): Promise<Response> {
  setClock(1);
  return call(`/api/analyses/${analysisId}/${path}`, { cookie: user.cookie, ...options });
}

const alertsOf = async (inbox: Kept): Promise<Alerts> =>
  alertsSchema.parse(await (await ask(inbox, 'alerts')).json());
const raised = async (inbox: Kept) =>
  (await alertsOf(inbox)).alerts.map(({ field, value, version }) => [field, value, version]);

/** All rows of an analysis, as they lie in the database. */
async function rowsOf(inbox: Kept) {
  const answers = await env.DB.batch(
    ['watched_rules', 'alerts', 'uploads'].map((table) =>
      env.DB.prepare(`SELECT * FROM ${table} WHERE analysis_id = ?`).bind(inbox.analysisId),
    ),
  );
  return [await storedOf(inbox), ...answers.map(({ results }) => results)];
}

const mixesOf = async ({ user, analysisId }: Kept) =>
  (await readSaved({ env, db }, { userId: user.id, id: analysisId }))?.entered.mixes;

test('leads that come in another mix raise nothing where the mix of the reference is known, and an alert where it is not; others stay', async () => {
  const [inbox, old, other, foreign] = [
    await kept(owner, MIXES),
    await kept(owner),
    await kept(owner, MIXES),
    await kept(stranger, MIXES),
  ];
  for (const one of [other, foreign]) await deliver(one, REFERENCE, 8);
  const before = [await rowsOf(other), await rowsOf(foreign)];
  for (const one of [inbox, old]) {
    await deliver(one, SHIFTED, 8);
    await deliver(one, SHIFTED, 15);
  }
  expect((await alertsOf(inbox)).rules.map(({ value }) => value)).toEqual(['A', 'B', 'Phone', 'Desk']);
  expect(await raised(inbox)).toEqual([]);
  expect(await raised(old)).toEqual([
    ['Source', 'A', 1],
    ['Source', 'B', 1],
  ]);
  expect((await alertsOf(old)).alerts[0]?.latest).not.toHaveProperty('liftAtMix');
  expect([await rowsOf(other), await rowsOf(foreign)]).toEqual(before);
});

test('a fall raises an alert with the lift at the earlier mix, in the message too', async () => {
  const mailbox = new Mailbox();
  const user = await signedInUser();
  await env.DB.prepare('UPDATE users SET email_proved_at = 1, alert_mail_at = 1 WHERE id = ?')
    .bind(user.id)
    .run();
  const [inbox, foreign] = [await kept(user, MIXES), await kept(stranger, MIXES)];
  const before = await rowsOf(foreign);
  await deliver(inbox, FALLEN, 8, mailbox.bindings);
  const { alerts } = await alertsOf(inbox);
  const fallen = alerts.find(({ value }) => value === 'A');
  expect(fallen?.latest).toMatchObject({ leads: 300, converted: 25, totalLeads: 1080, totalConverted: 115 });
  // By hand. A: .8 × .11 + .2 × .03 = .094; others: .2 × .3 + .8 × .06 = .108; A had 500 of 2,000 leads.
  expect(fallen?.latest.liftAtMix).toBeCloseTo(0.094 / (0.25 * 0.094 + 0.75 * 0.108), 3);
  expect(mailbox.sent.map(({ text }) => text).join()).toContain(
    'Now: 8.3% converted (25 of 300, Mar 4, 2026 to Mar 10, 2026), against 10.6% overall: 0.78x. At the earlier mix of the other attributes: 0.90x.',
  );
  expect(await rowsOf(foreign)).toEqual(before);
});

test('rules of a version are judged at its mix, and no answer has it', async () => {
  const inbox = await kept(owner);
  await deliver(inbox, REFERENCE, 8);
  const figures = () =>
    env.DB.prepare('SELECT figures FROM versions WHERE analysis_id = ?')
      .bind(inbox.analysisId)
      .first<string>('figures');
  expect((JSON.parse((await figures())!) as SaveAnalysis['analysisData']).mixes).toEqual(MIXES);
  expect((await ask(inbox, 'versions/1/entered', { method: 'POST', body: {} })).status).toBe(200);
  await deliver(inbox, SHIFTED, 22);
  expect(await raised(inbox)).toEqual([]);
  for (const path of ['versions', 'versions/1', 'alerts']) {
    const text = await (await ask(inbox, path)).text();
    expect(text).not.toContain('mixes');
    expect(text).not.toContain('"others"');
  }
  const sent = await (await ask(inbox, 'versions/1')).json<{ analysisData: object }>();
  const { mixes: _, ...stored } = JSON.parse((await figures())!) as SaveAnalysis['analysisData'];
  expect(sent.analysisData).toEqual(stored);
});

test('rules in use and a version of an earlier release are read as they are', async () => {
  const inbox = await kept(owner, MIXES);
  await deliver(inbox, SHIFTED, 8);
  expect(await raised(inbox)).toEqual([]);
  // As an earlier release stored them.
  const rules =
    '{"total":{"leads":2000,"conversions":426},"columns":[{"field":"Source","weights":[0,0,0,0,0,0.5,0.5,0]}],"rules":[{"column":0,"value":"A","leads":500,"conversions":210}],"toEnter":[]}';
  const latest = JSON.stringify({
    reference: 'earlier',
    isMonthly: false,
    windows: [7, 14].map((days) => ({
      first: 20_515 - days,
      last: 20_514,
      total: [900, 198],
      parts: [[300, 54]],
    })),
  });
  const own = inbox.analysisId;
  await env.DB.batch([
    env.DB.prepare("UPDATE watched_rules SET rules = ?, reference = 'earlier' WHERE analysis_id = ?").bind(
      rules,
      own,
    ),
    env.DB.prepare('UPDATE versions SET latest = ? WHERE analysis_id = ?').bind(latest, own),
  ]);
  expect(readFrozenRules(rules)).toMatchObject({ mixes: [], rules: [{ value: 'A', side: 'raise' }] });
  expect((await alertsOf(inbox)).rules).toMatchObject([{ value: 'A', weeks: expect.any(Number) }]);
  await deliver(inbox, SHIFTED, 15);
  expect(await raised(inbox)).toEqual([['Source', 'A', 2]]);
});

test('rules in use keep the mixes of their own values', async () => {
  const inbox = await kept(owner, [
    MIXES[0]!,
    { ...MIXES[1]!, fieldName: 'Campaign' },
    { ...MIXES[1]!, values: [{ fieldValue: 'Tablet', leads: [1, 2] }, ...MIXES[1]!.values] },
  ]);
  await ask(inbox, 'rules-in-use', { method: 'POST', body: { version: 0 } });
  const stored = await env.DB.prepare('SELECT rules FROM watched_rules WHERE analysis_id = ?')
    .bind(inbox.analysisId)
    .first<string>('rules');
  expect(readFrozenRules(stored!).mixes).toEqual(MIXES);
});

test('no answer and no link has the mix of a record, which counts as stored, and which a copy has too', async () => {
  const user = await signedInUser();
  const inbox = await kept(user, MIXES);
  for (const query of ['', '?dataset=apart']) {
    const text = await (await read(`${inbox.analysisId}${query}`, user.cookie)).text();
    expect(text).not.toContain('mixes');
    expect(text).toContain('"metrics"');
  }
  const figures = makeFigures();
  const published = await ask(inbox, 'share', {
    method: 'POST',
    body: { isKept: true, figures: { ...figures, analysisData: { ...figures.analysisData, mixes: MIXES } } },
  });
  expect(published.status).toBe(201);
  const { token } = await published.json<{ token: string }>();
  const opened = await call('/api/shared', { method: 'POST', body: { token }, cookie: null });
  expect(opened.status).toBe(200);
  expect(await opened.text()).not.toContain('mixes');

  const storedBytes = () => countedBytesOf(user.id);
  const whole = await storedBytes();
  const own = await env.DB.prepare("SELECT sum(bytes) AS n FROM uploads WHERE kind = 'mixes' AND user_id = ?")
    .bind(user.id)
    .first<number>('n');
  expect(own).toBeGreaterThan(100);
  expect(
    await env.DB.prepare('SELECT stored_bytes AS n FROM users WHERE id = ?').bind(user.id).first('n'),
  ).toBe(whole);
  const team = await (
    await call('/api/teams', { method: 'POST', body: { name: 'Sales' }, cookie: user.cookie })
  ).json<{ id: string }>();
  const copied = await ask(inbox, 'copy', { method: 'POST', body: { team: team.id } });
  expect(copied.status).toBe(201);
  const { id } = await copied.json<{ id: string }>();
  const copy = await readSaved({ env, db }, { userId: team.id, id });
  expect(copy?.entered.mixes).toEqual(MIXES);
});

test('figures that replace those of a record replace its mix, also where they have none; those of others stay', async () => {
  const [inbox, other, foreign] = [
    await kept(owner, MIXES),
    await kept(owner, MIXES),
    await kept(stranger, MIXES),
  ];
  const before = [await rowsOf(other), await rowsOf(foreign)];
  const put = (mixes?: StoredMix[]) =>
    call(`/api/analyses/${inbox.analysisId}`, {
      method: 'PUT',
      body: makeSave(aSave(mixes)),
      cookie: owner.cookie,
    });
  expect(await mixesOf(inbox)).toEqual(MIXES);
  expect((await put([MIXES[1]!])).status).toBe(200);
  expect(await mixesOf(inbox)).toEqual([MIXES[1]]);
  expect((await put()).status).toBe(200);
  expect(await mixesOf(inbox)).toBeUndefined();
  expect(await count("uploads WHERE kind = 'mixes' AND analysis_id = ?", inbox.analysisId)).toBe(0);
  expect([await rowsOf(other), await rowsOf(foreign)]).toEqual(before);
});

test('a mix that no leads can have, or that is too large, is refused with a word on what is wrong', async () => {
  const [mix] = MIXES as [StoredMix, StoredMix];
  const many = (length: number, leads = 1) => ({
    cells: Array.from({ length }, (_, at) => ({ values: [`v${at}`], leads: 30 })),
    values: [{ fieldValue: 'A', leads: Array.from({ length }, () => leads) }],
  });
  const impossible = 'must have a count for each combination, and no more leads than there are';
  const long = 'x'.repeat(201);
  const refused: readonly [Partial<StoredMix>, string][] = [
    [{ cells: [{ values: ['Desk'], leads: 1301 }, mix.cells[1]!] }, impossible],
    [{ values: [{ fieldValue: 'A', leads: [100, 701] }] }, impossible],
    [{ values: [{ fieldValue: 'A', leads: [100] }] }, impossible],
    [{ cells: [{ values: ['Desk', 'DE'], leads: 1300 }, mix.cells[1]!] }, impossible],
    [{ values: [{ fieldValue: 'A', leads: [-1, 0] }] }, 'must be a whole number of at least 0'],
    [many(17), 'must have at most 16 items'],
    [{ others: ['Device', 'Country', 'Age'] }, 'must have at most 2 items'],
    [
      { values: Array.from({ length: 101 }, (_, at) => ({ fieldValue: `v${at}`, leads: [0, 0] })) },
      'must have at most 100 items',
    ],
    [{ fieldName: long }, 'must have at most 200 characters'],
    [{ values: [{ fieldValue: long, leads: [0, 0] }] }, 'must have at most 200 characters'],
  ];
  const send = (mixes: StoredMix[]) => save(makeSave(aSave(mixes)), { cookie: stranger.cookie });
  setClock(0);
  const before = await count('saved_analyses WHERE user_id = ?', stranger.id);
  for (const [change, message] of refused) {
    const answer = await send([{ ...mix, ...change }]);
    expect([answer.status, (await answer.json<{ message: string }>()).message]).toEqual([
      400,
      expect.stringMatching(new RegExp(`^analysisData\\.mixes\\.0.*${message}`)),
    ]);
  }
  expect((await send(Array.from({ length: 4 }, () => mix))).status).toBe(400);
  expect(await count('saved_analyses WHERE user_id = ?', stranger.id)).toBe(before);
  expect((await send([{ ...mix, ...many(16, 30) }, mix, mix])).status).toBe(201);
});
