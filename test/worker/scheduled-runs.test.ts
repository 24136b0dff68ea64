import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  DAY,
  HOUR,
  MAX_COUNTED_VALUES,
  MAX_STORED_BYTES,
  MINUTE,
  RUN_FAILURES,
  RUN_STARTS,
  SCHEDULED_RUN_LEASE_MS,
} from '#contract/limits.ts';
import { takeDueRuns } from '#worker/db/scheduled-runs.ts';
import { openDatabase } from '#worker/db/client.ts';
import type { Env } from '#worker/env.ts';
import { runSource, type StepRunner } from '#worker/runs/source-run.ts';
import { startDueRuns } from '#worker/runs/start-runs.ts';
import { eventually } from '../support/eventually.ts';
import { tabsAnswer } from '../support/google-sheets.ts';
import { aSave, csvOf, FALLEN, SAVED_AT } from './alert-support.ts';
import { connect, disconnect, grantor, userThere } from './connection-support.ts';
import { Mailbox } from './mail-support.ts';
import {
  aSheet,
  aSheetOwner,
  callScheduling,
  countAsked,
  DAILY,
  describeSheet,
  fireHourly,
  makeRows,
  readSource,
  rowOf,
  restoreBindings,
  SCHEDULING,
  twoDaysAfter,
  versionsOf,
  withRuns,
  type TestSheet,
} from './sheet-support.ts';
import { watchDatabase } from './watched-database.ts';

const database = env.DB;
const db = openDatabase(database, 60_000); // for all tests together
let log: ReturnType<typeof vi.spyOn>;

beforeEach(async () => {
  log = vi.spyOn(console, 'error').mockImplementation(() => {});
  Object.assign(env, SCHEDULING);
  await database.prepare("UPDATE sources SET next_due_at = NULL WHERE kind = 'sheet'").run(); // of other tests
});

afterEach(() => {
  restoreBindings();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Somebody whose right Google knows, so that it is refreshed where days go by. */
async function aLastingOwner() {
  const user = await userThere();
  await connect(user.cookie, grantor());
  return user;
}

/** Begins what is due, as the hourly handler does before it cleans up, and waits for the runs. */
const runAt = (time: number): Promise<void> =>
  withRuns(() => startDueRuns({ env, db: openDatabase(env.DB, 60_000) }, time));

const change = ({ owner, analysisId }: TestSheet, what: string, method = 'POST', body?: unknown) =>
  callScheduling(`/api/analyses/${analysisId}/source${what}`, { method, cookie: owner.cookie, body });

const numbersOf = async (sheet: TestSheet) => (await versionsOf(sheet)).map(({ number }) => number);

/** Lets the Workflow work on a database that `meddle` meddles with. */
function meddleWith(meddle: (statements: readonly string[]) => Promise<void> | void): void {
  const DB = watchDatabase(database, async ({ statements, work }) => {
    await meddle(statements);
    return await work();
  });
  Object.assign(env, { DB });
}

const TABS = { status: 200, body: tabsAnswer('Leads', ['May']) };
/** Texts that stand in no column that is counted. */
const SECRET = /secret\.example|\+49 170/;

const isStoring = (statements: readonly string[]) =>
  statements.some((sql) => sql.startsWith('insert into "versions"'));

test('a sheet is read in the hour of its schedule, once, and no other one is', async () => {
  const owner = await aSheetOwner();
  const [sheet, later, inTheDay] = [
    await aSheet(owner),
    await aSheet(owner),
    await aSheet(await aSheetOwner()),
  ];
  await change(later, '/schedule', 'PUT', twoDaysAfter(sheet));
  await change(inTheDay, '/pause');
  const before = await Promise.all([later, inTheDay].map(rowOf));
  const hourly = (time: number) => withRuns(() => fireHourly(time));
  await hourly(sheet.dueAt - 1);
  expect(await numbersOf(sheet)).toEqual([]);
  await hourly(sheet.dueAt);
  await hourly(sheet.dueAt + HOUR - 1);
  const [version, ...more] = await versionsOf(sheet);
  expect([version, more]).toMatchObject([{ number: 1, leads: 40, converted: 10 }, []]);
  // No platform knows its sources.
  expect(version).toHaveProperty('figures', expect.stringContaining('"toEnter":[]'));
  expect(await readSource(sheet)).toMatchObject({
    lastError: null,
    isRunning: false,
    nextDueAt: new Date(sheet.dueAt + DAY).toISOString(),
  });
  expect(await Promise.all([later, inTheDay].map(rowOf))).toEqual(before);
});

test('missed hours give one run, and the next one is that of the schedule', async () => {
  const sheet = await aSheet(await aLastingOwner());
  vi.useFakeTimers({ now: sheet.dueAt + 3 * DAY + MINUTE, toFake: ['Date'] });
  await runAt(Date.now());
  await runAt(Date.now());
  expect(await numbersOf(sheet)).toEqual([1]);
  expect(await rowOf(sheet)).toMatchObject({ next_due_at: sheet.dueAt + 4 * DAY });
});

test('each run reads the sheet as it is then, also a tab that has another name by now', async () => {
  const sheet = await aSheet(await aSheetOwner());
  await runAt(sheet.dueAt);
  const rows = [...makeRows(60), ['Qualified', 'Instagram', '20']];
  await describeSheet(sheet.spreadsheetId, { tabs: [{ title: "June's leads", rows }] });
  await runAt(sheet.dueAt + DAY);
  expect(await versionsOf(sheet)).toMatchObject([
    { number: 1, leads: 40, delivery_key: String(sheet.dueAt) },
    {
      number: 2,
      leads: 61,
      delivery_key: String(sheet.dueAt + DAY),
      new_values: JSON.stringify([{ field: 'Source', first: ['Instagram'], count: 1 }]),
    },
  ]);
});

// --- Failures ---

test.each([
  ['429', { status: 429 }],
  ['500', { status: 500 }],
  ['503', { status: 503 }],
  ['that breaks off', { status: 200, body: '{"values":[["Sta' }],
])('an answer %s of Google is asked for again within the run', async (_, failure) => {
  const sheet = await aSheet(await aSheetOwner());
  await describeSheet(sheet.spreadsheetId, {
    tabs: [{ title: 'May', rows: makeRows() }],
    failures: [failure],
  });
  await runAt(sheet.dueAt);
  expect([await numbersOf(sheet), await countAsked(sheet.spreadsheetId)]).toEqual([[1], 3]);
  expect(await rowOf(sheet)).toMatchObject({ failures: 0, last_error: null, starts: 0 });
});

const ALWAYS = Array.from({ length: 6 * RUN_STARTS }, () => ({ status: 503 }));

test('a run that Google keeps failing is begun again each hour, and has failed after the third time', async () => {
  const sheet = await aSheet(await aSheetOwner());
  await describeSheet(sheet.spreadsheetId, { tabs: [], failures: ALWAYS });
  for (let start = 1; start < RUN_STARTS; start++) {
    await runAt(sheet.dueAt + (start - 1) * HOUR);
    const asked = await countAsked(sheet.spreadsheetId);
    expect([asked, await rowOf(sheet)]).toMatchObject([
      6 * start,
      {
        starts: start,
        failures: 0,
        next_due_at: sheet.dueAt,
        lease: null,
        last_error: 'Google Sheets did not answer as expected.',
      },
    ]);
  }
  await runAt(sheet.dueAt + (RUN_STARTS - 1) * HOUR);
  expect(await rowOf(sheet)).toMatchObject({
    starts: 0,
    failures: 1,
    state: 'active',
    next_due_at: sheet.dueAt + DAY,
    last_error: 'Google Sheets did not answer as expected.',
  });
  await describeSheet(sheet.spreadsheetId, { tabs: [{ title: 'May', rows: makeRows() }] });
  await runAt(sheet.dueAt + DAY);
  expect(await rowOf(sheet)).toMatchObject({ failures: 0, last_error: null });
});

const LASTING: [
  string,
  { rows?: string[][]; failure?: { status: number; body?: object }; tab?: string },
  string,
][] = [
  ['is gone', { failure: { status: 404 } }, 'Google has no sheet at this address any more.'],
  [
    'may not be opened',
    { failure: { status: 403 } },
    'The connected Google account may not open this sheet. Share it with that account, or connect another one.',
  ],
  [
    'is read by nobody',
    { failure: { status: 403, body: { error: 'SERVICE_DISABLED' } } },
    'The operator of this site has not enabled the Google Sheets API.',
  ],
  [
    'is a file of Excel',
    { failure: { status: 400, body: { error: 'FAILED_PRECONDITION' } } },
    'This is a file of another program in Google Drive, and no sheet of Google.',
  ],
  [
    'has no right any more',
    { failure: { status: 401 } },
    'The connection to Google Sheets has ended. Please connect it again.',
  ],
  ['has no text', { rows: [[], [' ']] }, 'There is no text in this tab of the sheet.'],
  [
    'lacks a column',
    { rows: makeRows().map(([status, , ...rest]) => [status ?? '', ...rest]) },
    'The file lacks columns of the analysis: Source.',
  ],
  [
    'has no conversion',
    { rows: makeRows().map(([, ...rest], at) => [at === 0 ? 'Status' : 'Lost', ...rest]) },
    'No lead of the file counts as converted.',
  ],
];

test.each(LASTING)('a sheet that %s fails at once, and says why', async (_, { rows, failure }, reason) => {
  const sheet = await aSheet(await aSheetOwner(), { rows });
  if (failure) await describeSheet(sheet.spreadsheetId, { tabs: [], failures: [failure, failure] });
  await runAt(sheet.dueAt);
  expect(await countAsked(sheet.spreadsheetId)).toBe(failure ? 1 : 2);
  expect(await rowOf(sheet)).toMatchObject({
    last_error: reason,
    failures: 1,
    state: 'active',
    next_due_at: sheet.dueAt + DAY,
    lease: null,
  });
  expect(await numbersOf(sheet)).toEqual([]);
});

test('a tab that is gone fails, also where another tab has its name', async () => {
  const sheet = await aSheet(await aSheetOwner());
  await change(sheet, '', 'DELETE');
  const spec = { spreadsheetId: sheet.spreadsheetId, tabId: 100, title: 'Leads', tabTitle: 'May' };
  const body = { kind: 'sheet', sheet: spec, schedule: DAILY };
  await change(sheet, '', 'PUT', body);
  await runAt(sheet.dueAt);
  expect(await readSource(sheet)).toMatchObject({ lastError: 'This tab of the sheet is gone.' });
});

test('three failed runs pause a source, a success between them does not count with them, and others go on', async () => {
  const owner = await aSheetOwner();
  const [sheet, other] = [await aSheet(owner), await aSheet(owner)];
  const setFailing = (isFailing: boolean) =>
    describeSheet(sheet.spreadsheetId, { tabs: isFailing ? [] : [{ title: 'May', rows: makeRows() }] });
  let time = sheet.dueAt - DAY;
  const runs = async (outcomes: string) => {
    for (const outcome of outcomes) {
      await setFailing(outcome === 'x');
      await runAt((time += DAY));
    }
    return await readSource(sheet);
  };
  expect(await runs('xx')).toMatchObject({ state: 'active', lastError: 'This tab of the sheet is gone.' });
  expect(await runs('.xx')).toMatchObject({ state: 'active' });
  const paused = { state: 'paused', lastError: 'This tab of the sheet is gone.', nextDueAt: null };
  expect(await runs('x')).toMatchObject(paused);
  await setFailing(false);
  await runAt((time += DAY));
  expect([await numbersOf(sheet), await numbersOf(other)]).toEqual([[1], [1, 2, 3, 4, 5, 6, 7]]);
  // Resumed, it has all its runs again.
  await change(sheet, '/resume');
  expect(await rowOf(sheet)).toMatchObject({ failures: 0, state: 'active' });
  expect(RUN_FAILURES).toBe(3);
});

test('the connection of the owner is used, and noted; without one the run fails', async () => {
  const owner = await aSheetOwner();
  const [sheet, other] = [await aSheet(owner), await aSheet(await aSheetOwner())];
  await runAt(sheet.dueAt);
  const { last_used_at: used } = (await database
    .prepare('SELECT last_used_at FROM connections WHERE user_id = ?')
    .bind(owner.id)
    .first()) as { last_used_at: number };
  expect(used).toBeGreaterThan(0);
  await disconnect(owner.cookie);
  await runAt(sheet.dueAt + DAY);
  expect(await readSource(sheet)).toMatchObject({
    lastError: 'The connection to Google Sheets has ended. Please connect it again.',
  });
  expect([await numbersOf(sheet), await numbersOf(other)]).toEqual([[1], [1, 2]]);
});

test('a user without room is told so, and nothing is stored', async () => {
  const [sheet, other] = [await aSheet(await aSheetOwner()), await aSheet(await aSheetOwner())];
  await database
    .prepare(
      "INSERT INTO uploads (id, user_id, kind, parts, bytes, created_at) VALUES (?, ?, 'dataset', 1, ?, ?)",
    )
    .bind(crypto.randomUUID(), sheet.owner.id, MAX_STORED_BYTES.password - 100, Date.now())
    .run();
  await runAt(sheet.dueAt);
  expect((await readSource(sheet)).lastError).toMatch(/take up all of your/);
  expect([await numbersOf(sheet), await numbersOf(other)]).toEqual([[], [1]]);
});

test('a sheet with more different values than are counted fails at its first attempt, and the earlier version stays', async () => {
  const [sheet, other] = [await aSheet(await aSheetOwner()), await aSheet(await aSheetOwner())];
  await runAt(sheet.dueAt);
  const before = await versionsOf(sheet);
  const askedOnce = await countAsked(sheet.spreadsheetId);
  expect(before.map(({ number }) => number)).toEqual([1]);
  const [header = [], ...rows] = makeRows(MAX_COUNTED_VALUES + 1);
  const many = rows.map(([status = '', , ...others], at) => [status, `s${at}`, ...others]);
  await describeSheet(sheet.spreadsheetId, { tabs: [{ title: 'May', rows: [header, ...many] }] });
  await runAt(sheet.dueAt + DAY);
  expect(await readSource(sheet)).toMatchObject({
    state: 'active',
    isRunning: false,
    lastError:
      'Column Source holds 5,001 different values, at most 5,000 are counted. Choose another column or group its values.',
  });
  expect(await countAsked(sheet.spreadsheetId)).toBe(askedOnce);
  expect([await versionsOf(sheet), await numbersOf(other)]).toEqual([before, [1, 2]]);
  expect((await readSource(other)).lastError).toBeNull();
});

test('a database that fails for a while delays a run, and no log or step tells its values', async () => {
  const sheet = await aSheet(await aSheetOwner());
  let failures = 2;
  meddleWith((statements) => {
    if (isStoring(statements) && failures-- > 0) throw new Error('D1 is down: 40');
  });
  await runAt(sheet.dueAt);
  expect([failures, await numbersOf(sheet)]).toEqual([-1, [1]]);
  expect(JSON.stringify(log.mock.calls)).toMatch(/Database unavailable/);
});

test('the step that asks Google is tried six times, later each time, and hides its figures; the others are shorter', async () => {
  const configs: [string, unknown][] = [];
  const step = {
    do: async (name: string, config: unknown, work: () => Promise<unknown>) => {
      configs.push([name, config]);
      return await work();
    },
  } as unknown as StepRunner; // a run uses nothing else of it
  await runSource(env, { sourceId: 'none', dueAt: 1, lease: 'none' }, step);
  const later = { limit: 5, backoff: 'exponential' };
  expect(configs).toEqual([
    ['count', { retries: { ...later, delay: 30_000 }, timeout: 10 * MINUTE, sensitive: 'output' }],
    ['end', { retries: { ...later, delay: 10_000 }, timeout: 2 * MINUTE }],
  ]);
});

/** Takes the lease of a run that is then never heard of. */
async function beginInVain(time: number): Promise<string[]> {
  const runs = await takeDueRuns(db, { now: time, most: 10 });
  return runs.map(({ lease }) => lease);
}

/** Runs a source, and returns what the runtime keeps of it: the outputs of its steps and what they throw. */
async function readStates({ id, dueAt }: TestSheet): Promise<unknown[]> {
  const [lease] = await beginInVain(dueAt);
  const states: unknown[] = [];
  const run = async (_: string, config: unknown, work: () => Promise<unknown>) => {
    states.push(config);
    try {
      const output = await work();
      states.push(output);
      return output;
    } catch (error) {
      states.push(String(error), (error as Error).stack);
      throw error;
    }
  };
  await runSource(env, { sourceId: id, dueAt, lease: lease ?? '' }, { do: run } as unknown as StepRunner);
  return states;
}

test('nothing of a row is written to the database, to a log or to the state of a step', async () => {
  const written: unknown[][] = [];
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation((...values) => void written.push(values));
  const owner = await aSheetOwner();
  const fine = await aSheet(owner);
  const lacking = await aSheet(owner, {
    rows: makeRows().map(([status, , ...rest]) => [status ?? '', ...rest]),
  });
  const broken = await aSheet(owner);
  for (const [hour, sheet] of [fine, lacking, broken].entries())
    await database
      .prepare('UPDATE sources SET next_due_at = ? WHERE id = ?')
      .bind((sheet.dueAt += hour), sheet.id)
      .run();
  const cut =
    '{"range":"x","values":[["Status","Source","E-mail"],["Lost","Google","x@secret.example"],["+49 170';
  const failures = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? TABS : { status: 200, body: cut }));
  await describeSheet(broken.spreadsheetId, { tabs: [], failures });
  const states: unknown[] = [];
  for (const sheet of [fine, lacking, broken]) states.push(...(await readStates(sheet)));
  expect(JSON.stringify(states)).toMatch(/figures.*lacks columns.*NotNow: Google Sheets/);
  expect(await Promise.all([fine, lacking, broken].map(numbersOf))).toEqual([[1], [], []]);
  expect(JSON.stringify(states)).not.toMatch(SECRET);
  expect(JSON.stringify(written)).not.toMatch(SECRET);
  const tables = await database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'")
    .all<{ name: string }>();
  for (const { name } of tables.results) {
    const { results } = await database.prepare(`SELECT * FROM "${name}"`).all();
    expect([name, SECRET.test(JSON.stringify(results))]).toEqual([name, false]);
  }
});

// --- What follows when a version is stored ---

test('a run judges its version and tells of it once, also where each step is done twice', async () => {
  vi.useFakeTimers({ now: SAVED_AT, toFake: ['Date'] });
  const mailbox = new Mailbox();
  Object.assign(env, mailbox.bindings);
  const owner = await aLastingOwner();
  await database
    .prepare('UPDATE users SET email_proved_at = 1, alert_mail_at = 1 WHERE id = ?')
    .bind(owner.id)
    .run();
  const day = 8;
  const rows = csvOf(FALLEN, day)
    .split('\n')
    .map((line) => line.split(','));
  const [sheet, other] = [
    await aSheet(owner, { ...aSave(), rows }),
    await aSheet(owner, { ...aSave(), rows }),
  ];
  vi.setSystemTime(SAVED_AT + day * DAY);
  const [first, second] = (await takeDueRuns(db, { now: Date.now(), most: 2 })).toSorted((run) =>
    run.sourceId === sheet.id ? -1 : 1,
  );
  const done: string[] = [];
  await runSource(env, first!, stepsDone(2, done));
  expect(done).toEqual(['count', 'store', 'compare', 'notify', 'end']);
  const alerts = () =>
    database.prepare('SELECT * FROM alerts WHERE analysis_id = ?').bind(sheet.analysisId).all();
  expect([await numbersOf(sheet), (await alerts()).results.length, mailbox.sent.length]).toEqual([[1], 1, 1]);
  // Nothing is left for a later start of the same run, and the other source has not run.
  await runSource(env, first!, stepsDone(1, []));
  expect([await numbersOf(sheet), (await alerts()).results.length, mailbox.sent.length]).toEqual([[1], 1, 1]);
  expect(await numbersOf(other)).toEqual([]);
  await runSource(env, second!, stepsDone(1, []));
  expect([await numbersOf(other), mailbox.sent.length]).toEqual([[1], 2]);
});

/** Does the work of each step this often, as a runtime does that is killed before it has noted that a step is done. */
const stepsDone = (times: number, done: string[]): StepRunner =>
  ({
    do: async (name: string, _: unknown, work: () => Promise<unknown>) => {
      done.push(name);
      for (let time = 1; time < times; time++) await work();
      return await work();
    },
  }) as unknown as StepRunner; // a run uses nothing else of it

test('a run whose version can not be stored says that it was not finished, and may be begun again', async () => {
  const [sheet, other] = [await aSheet(await aSheetOwner()), await aSheet(await aSheetOwner())];
  const before = await rowOf(other);
  const [run] = await takeDueRuns(db, { now: sheet.dueAt, most: 1 });
  const [begun, left] = run?.sourceId === sheet.id ? [sheet, other] : [other, sheet];
  meddleWith((statements) => {
    if (isStoring(statements)) throw new Error('D1 is down');
  });
  const done: string[] = [];
  await runSource(env, run!, stepsDone(1, done));
  expect(done).toEqual(['count', 'store', 'give up']);
  expect([await numbersOf(begun), await rowOf(begun)]).toMatchObject([
    [],
    {
      starts: 1,
      failures: 0,
      lease: null,
      next_due_at: begun.dueAt,
      last_error: 'The sheet was begun and not finished.',
    },
  ]);
  expect(await rowOf(left)).toMatchObject({ starts: 0, last_error: null, state: before['state'] });
});

// --- Leases ---

test('handlers that fire at the same time begin a run once', async () => {
  const sheet = await aSheet(await aSheetOwner());
  await withRuns(() => Promise.all([1, 2, 3].map(() => fireHourly(sheet.dueAt))));
  expect([await numbersOf(sheet), await countAsked(sheet.spreadsheetId)]).toEqual([[1], 2]);
});

test('a run that was killed is begun again when its lease has ended, under another id', async () => {
  const sheet = await aSheet(await aSheetOwner());
  const id = `${sheet.id}-${sheet.dueAt}`;
  expect(await beginInVain(sheet.dueAt)).toEqual([id]);
  const end = sheet.dueAt + SCHEDULED_RUN_LEASE_MS;
  expect(await beginInVain(end - 1)).toEqual([]);
  expect(await beginInVain(end)).toEqual([`${id}-1`]);
  await runAt(end + SCHEDULED_RUN_LEASE_MS);
  expect(await versionsOf(sheet)).toMatchObject([{ delivery_key: String(sheet.dueAt) }]);
  expect(await rowOf(sheet)).toMatchObject({ starts: 0, failures: 0, next_due_at: sheet.dueAt + DAY });
});

test('a run that was killed three times has failed', async () => {
  const sheet = await aSheet(await aSheetOwner());
  for (let start = 0; start < RUN_STARTS; start++) await beginInVain(sheet.dueAt + start * HOUR);
  await runAt(sheet.dueAt + RUN_STARTS * HOUR);
  expect(await numbersOf(sheet)).toEqual([]);
  expect(await rowOf(sheet)).toMatchObject({
    failures: 1,
    starts: 0,
    last_error: 'The sheet was begun 3 times and not finished.',
    next_due_at: sheet.dueAt + DAY,
  });
});

test('an instance whose lease another one has stores nothing and ends nothing', async () => {
  const sheet = await aSheet(await aSheetOwner());
  meddleWith(async (statements) => {
    if (isStoring(statements))
      await database.prepare("UPDATE sources SET lease = 'other' WHERE id = ?").bind(sheet.id).run();
  });
  await runAt(sheet.dueAt);
  expect(await numbersOf(sheet)).toEqual([]);
  expect(await rowOf(sheet)).toMatchObject({ lease: 'other', next_due_at: sheet.dueAt });
});

test('a source that is paused after its sheet was counted gets no version, and the other one does', async () => {
  const owner = await aSheetOwner();
  const [sheet, other] = [await aSheet(owner), await aSheet(owner)];
  await database.prepare('UPDATE sources SET next_due_at = ? WHERE id = ?').bind(sheet.dueAt, other.id).run();
  const runs = await takeDueRuns(db, { now: sheet.dueAt, most: 2 });
  const done = new Map<string, string[]>();
  for (const run of runs) {
    const steps: string[] = [];
    done.set(run.sourceId, steps);
    const doStep = stepsDone(1, steps).do as (name: string, ...more: unknown[]) => Promise<unknown>;
    const pausing = async (name: string, ...more: unknown[]) => {
      if (name === 'store') await change(sheet, '/pause');
      return await doStep(name, ...more);
    };
    await runSource(env, run, { do: pausing } as unknown as StepRunner); // a run uses nothing else of it
  }
  expect([done.get(sheet.id), await numbersOf(sheet)]).toEqual([['count', 'store', 'end'], []]);
  expect(await rowOf(sheet)).toMatchObject({ state: 'paused', lease: null, last_error: null, failures: 0 });
  expect([done.get(other.id), await numbersOf(other)]).toEqual([
    ['count', 'store', 'compare', 'notify', 'end'],
    [1],
  ]);
});

test('a source that is paused or ended, or has another schedule by now, is left as it is', async () => {
  const owner = await aSheetOwner();
  const [paused, ended, changed] = [await aSheet(owner), await aSheet(owner), await aSheet(owner)];
  let isMeddled = false;
  meddleWith(async (statements) => {
    if (isMeddled || !isStoring(statements)) return;
    isMeddled = true;
    await change(paused, '/pause');
    await change(ended, '', 'DELETE');
    await change(changed, '/schedule', 'PUT', twoDaysAfter(changed));
  });
  await runAt(paused.dueAt);
  const stored = await Promise.all([paused, ended, changed].map(numbersOf));
  expect(stored.flat().length).toBeLessThanOrEqual(3);
  expect(await rowOf(paused)).toMatchObject({ state: 'paused', lease: null });
  expect(await rowOf(ended)).toBeUndefined();
  expect(await rowOf(changed)).toMatchObject({
    next_due_at: changed.dueAt + 2 * DAY,
    starts: 0,
    lease: null,
  });
});

// --- The handler ---

/** This many sources that are due at this time, `{id}-1` and so on for the id that is returned. */
async function manySheets(count: number, dueAt: number): Promise<string> {
  const { id, analysisId } = await aSheet(await aSheetOwner());
  const copy = (sql: string) =>
    database
      .prepare(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) ${sql}`)
      .bind(count, analysisId);
  await database.batch([
    copy(`INSERT INTO saved_analyses (id, user_id, file_name, conversion_value, significance_threshold, overall_rate, total_leads,
        total_qualified, top_metrics, awaits_dataset, created_at)
      SELECT id || '-' || i, user_id, file_name, conversion_value, significance_threshold, overall_rate, total_leads, total_qualified,
        top_metrics, 0, created_at FROM saved_analyses, n WHERE id = ?2`),
    copy(`INSERT INTO sources (id, user_id, analysis_id, kind, spec, schedule, state, next_due_at, created_at)
      SELECT id || '-' || i, user_id, analysis_id || '-' || i, kind, spec, schedule, state, ${dueAt}, 1 FROM sources, n
      WHERE analysis_id = ?2`),
  ]);
  return id;
}

interface Batch {
  instances: { id: string; params: { sourceId: string }; retention: object }[];
}

/** A Workflow that takes what `answer` says. */
function fakeWorkflow(answer: (batch: Batch) => unknown = () => ({ created: [], errors: [] })) {
  const batches: Batch[] = [];
  const createBatch = async (batch: Batch) => {
    batches.push(batch);
    return answer(batch);
  };
  return { batches, SOURCE_RUNS: { createBatch } as unknown as Env['SOURCE_RUNS'] };
}

const DUE = Date.UTC(2026, 10, 1, 6);

test('200 sources that are due at once are begun in batches of at most 100, none of them twice', async () => {
  const id = await manySheets(200, DUE);
  const { batches, SOURCE_RUNS } = fakeWorkflow();
  await Promise.all([fireHourly(DUE, { SOURCE_RUNS }), fireHourly(DUE, { SOURCE_RUNS })]);
  await fireHourly(DUE + 1, { SOURCE_RUNS });
  expect(Math.max(...batches.map(({ instances }) => instances.length))).toBe(100);
  const begun = batches.flatMap(({ instances }) => instances);
  expect(begun).toHaveLength(200);
  expect(new Set(begun.map((instance) => instance.id))).toHaveLength(200);
  const sources = new Set(begun.map(({ params }) => params.sourceId));
  expect(sources).toEqual(new Set(Array.from({ length: 200 }, (_, at) => `${id}-${at + 1}`)));
  for (const instance of begun) {
    expect(instance.id).toMatch(/^[a-zA-Z0-9_][a-zA-Z0-9-_]{0,99}$/);
    expect(instance.retention).toEqual({ successRetention: '1 hour', errorRetention: '1 hour' });
  }
});

test('where fewer sources are due than fit into a batch, the handler looks for them once', async () => {
  let looks = 0;
  const watched = watchDatabase(database, async ({ statements, work }) => {
    if (statements.some((sql) => /^update "sources"/i.test(sql)) && ++looks > 3) throw new Error('once more');
    return await work();
  });
  await startDueRuns({ env, db: openDatabase(watched, 60_000) }, 1);
  expect(looks).toBe(1);
});

/**
 * Waits for this many calls of the runtime, and skips the second after each. The clock goes on only then: the time that a database may
 * take is measured by it too.
 */
async function skipPauses(batches: readonly Batch[], calls: number): Promise<void> {
  for (let call = 1; call <= calls; call++) {
    await eventually(() => expect(batches.length).toBeGreaterThanOrEqual(call));
    await vi.advanceTimersByTimeAsync(1000);
  }
}

const errorAt = (index: number, message: string) => ({ index, code: 1, message });

test('runs that the runtime does not take at once are begun a second later, and one that exists is not', async () => {
  const owner = await aSheetOwner();
  const [first, second] = [await aSheet(owner), await aSheet(owner)];
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let calls = 0;
  const { batches, SOURCE_RUNS } = fakeWorkflow(({ instances }) => {
    calls++;
    if (calls === 1) throw new Error('429');
    const exists = instances.findIndex(({ params }) => params.sourceId === first.id);
    const other = instances.findIndex(({ params }) => params.sourceId === second.id);
    return calls === 2
      ? {
          created: [],
          errors: [errorAt(exists, 'instance.already_exists'), errorAt(other, 'rate limited')],
        }
      : { created: [], errors: [] };
  });
  const fired = fireHourly(first.dueAt, { SOURCE_RUNS });
  await skipPauses(batches, 3);
  await fired;
  expect(batches.map(({ instances }) => instances.length)).toEqual([2, 2, 1]);
  expect(batches[2]?.instances[0]?.params.sourceId).toBe(second.id);
});

test('a database that fails where runs begin is logged, and the clean-up goes on', async () => {
  const state = crypto.randomUUID();
  await database.prepare('INSERT INTO used_states VALUES (?, 1)').bind(state).run();
  let trips = 0;
  const DB = watchDatabase(database, ({ work }) =>
    trips++ === 0 ? Promise.reject(new Error('D1_ERROR: down')) : work(),
  );
  await fireHourly(Date.now(), { DB });
  expect(log.mock.calls).toEqual([['Database unavailable: D1_ERROR: down']]);
  const left = await database.prepare('SELECT * FROM used_states WHERE state = ?').bind(state).all();
  expect(left.results).toEqual([]);
});

test('runs that the runtime never takes give their leases back, and the clean-up goes on', async () => {
  const sheet = await aSheet(await aSheetOwner());
  await database.prepare('INSERT INTO used_states VALUES (?, 1)').bind(sheet.id).run();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { batches, SOURCE_RUNS } = fakeWorkflow(() => {
    throw new Error('down');
  });
  const fired = fireHourly(sheet.dueAt, { SOURCE_RUNS });
  await skipPauses(batches, 5);
  await fired;
  vi.useRealTimers();
  expect(batches).toHaveLength(5);
  expect(await rowOf(sheet)).toMatchObject({ lease: null, lease_until: 0, next_due_at: sheet.dueAt });
  expect(
    await database.prepare('SELECT * FROM used_states WHERE state = ?').bind(sheet.id).all(),
  ).toMatchObject({
    results: [],
  });
  expect(log.mock.calls).toEqual([['1 runs could not be begun']]);
  await runAt(sheet.dueAt + HOUR);
  expect(await numbersOf(sheet)).toEqual([1]);
});

test.each(['off', '', 'ON', 'yes'])(
  'a site with SCHEDULED_RUNS = "%s" begins no run',
  async (SCHEDULED_RUNS) => {
    const sheet = await aSheet(await aSheetOwner());
    const { batches, SOURCE_RUNS } = fakeWorkflow();
    await fireHourly(sheet.dueAt, { SOURCE_RUNS, SCHEDULED_RUNS });
    expect(batches).toEqual([]);
  },
);
