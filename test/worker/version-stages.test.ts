import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { SaveAnalysis } from '#contract/analyses.ts';
import { DAY } from '#contract/limits.ts';
import { versionFiguresSchema } from '#contract/sources.ts';
import { openDatabase } from '#worker/db/client.ts';
import { startDueRuns } from '#worker/runs/start-runs.ts';
import { stagesBesideOutcome, stagesOfStatus, stagesWithDates } from '#test/support/staged-exports.ts';
import { STORED_STAGES } from '#test/support/stored-stages.ts';
import { makeSave, saved } from './analysis-support.ts';
import { deliver, makeInbox, storedOf, type TestInbox } from './inbox-support.ts';
import {
  aSheet,
  aSheetOwner,
  callScheduling,
  describeSheet,
  readSource,
  restoreBindings,
  SCHEDULING,
  withRuns,
} from './sheet-support.ts';
import { countedBytesOf } from './stored-bytes-support.ts';
import { call, signedInUser, type TestUser } from './support.ts';

let owner: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  [owner, stranger] = [await signedInUser(), await signedInUser()];
});

afterEach(() => {
  restoreBindings();
  vi.restoreAllMocks();
});

const { analysisData, configurationData } = makeSave();
const base = { ...configurationData, valueMappings: {}, binningConfig: {} };

/** Analyses of the three shapes of stages, saved with figures of other stages. */
const SHAPES = {
  dates: {
    configurationData: {
      ...base,
      statusColumn: 'Lifecycle Stage',
      attributeColumns: ['Source'],
      qualifiedValues: ['Customer'],
    },
    analysisData: { ...analysisData, stages: STORED_STAGES },
  },
  outcome: {
    configurationData: {
      ...base,
      statusColumn: 'Deal - Status',
      attributeColumns: ['Deal - Source'],
      qualifiedValues: ['Won'],
    },
  },
  status: {
    configurationData: { ...base, attributeColumns: ['Source'], qualifiedValues: ['Won'] },
    analysisData: { ...analysisData, stages: STORED_STAGES },
  },
} satisfies Record<string, Partial<SaveAnalysis>>;

interface Kept extends TestInbox {
  user: TestUser;
}

const kept = async (user: TestUser, fields: Partial<SaveAnalysis>): Promise<Kept> => ({
  user,
  ...(await makeInbox(user.cookie, await saved(user.cookie, fields))),
});

/** The stages of a version as its owner reads them. */
async function stagesOf({ user, analysisId }: Kept, number: number) {
  const answer = await call(`/api/analyses/${analysisId}/versions/${number}`, { cookie: user.cookie });
  expect(answer.status).toBe(200);
  return versionFiguresSchema.parse(await answer.json()).analysisData.stages;
}

test('a version has the stages of its own leads, in each shape; those of other analyses and users stay', async () => {
  const dates = await kept(owner, SHAPES.dates);
  const others = [await kept(owner, SHAPES.outcome), await kept(stranger, SHAPES.outcome)];
  for (const one of others) expect((await deliver(one, stagesBesideOutcome())).status).toBe(200);
  const before = await Promise.all(others.map(storedOf));

  expect((await deliver(dates, stagesWithDates())).status).toBe(200);
  const own = await stagesOf(dates, 1);
  expect(own?.names).toEqual([
    'Lead',
    'Became a marketing qualified lead date',
    'Became a sales qualified lead date',
    'Customer',
  ]);
  expect(own?.stages[0]?.reached).toBe(1500);
  expect(own?.segments.some(({ value }) => value === 'LinkedIn')).toBe(true);
  // A delivery of half of them makes another version, and leaves this one as it was.
  expect((await deliver(dates, stagesWithDates().split('\n').slice(0, 751).join('\n'))).status).toBe(200);
  expect((await stagesOf(dates, 2))?.stages[0]?.reached).toBe(750);
  expect(await stagesOf(dates, 1)).toEqual(own);

  const status = await kept(owner, SHAPES.status);
  expect((await deliver(status, stagesOfStatus())).status).toBe(200);
  expect(await stagesOf(status, 1)).toBeUndefined();

  expect(await Promise.all(others.map(storedOf))).toEqual(before);
  for (const one of others)
    expect((await stagesOf(one, 1))?.names).toEqual(['Qualified', 'Demo Scheduled', 'Proposal Made', 'Won']);
  const foreign = await call(`/api/analyses/${dates.analysisId}/versions/1`, { cookie: stranger.cookie });
  expect(foreign.status).toBe(404);
});

test('a version of an earlier release has no stages and opens as before, and the next one has its own', async () => {
  const inbox = await kept(owner, SHAPES.outcome);
  await deliver(inbox, stagesBesideOutcome());
  await env.DB.prepare(
    "UPDATE versions SET figures = json_remove(figures, '$.stages') WHERE analysis_id = ? AND number = 1",
  )
    .bind(inbox.analysisId)
    .run();
  expect(await stagesOf(inbox, 1)).toBeUndefined();
  await deliver(inbox, stagesBesideOutcome());
  expect((await stagesOf(inbox, 2))?.names).toHaveLength(4);
  expect(await stagesOf(inbox, 1)).toBeUndefined();
});

test('a page of an earlier release, which knows no stages, replaces the analysis: its versions keep theirs', async () => {
  const inbox = await kept(owner, SHAPES.outcome);
  await deliver(inbox, stagesBesideOutcome());
  const before = await storedOf(inbox);
  const replaced = await call(`/api/analyses/${inbox.analysisId}`, {
    method: 'PUT',
    body: makeSave(SHAPES.outcome),
    cookie: owner.cookie,
  });
  expect(replaced.status).toBe(200);
  expect((await storedOf(inbox)).versions).toEqual(before.versions);
  expect((await stagesOf(inbox, 1))?.names).toHaveLength(4);
});

test('stages take room as the other figures of a version do', async () => {
  const user = await signedInUser();
  const inbox = await kept(user, SHAPES.outcome);
  const before = await countedBytesOf(user.id);
  await deliver(inbox, stagesBesideOutcome());
  const bytes = await env.DB.prepare(
    "SELECT octet_length(json_extract(figures, '$.stages')) AS bytes FROM versions WHERE user_id = ?",
  )
    .bind(user.id)
    .first<number>('bytes');
  expect(bytes).toBeGreaterThan(1000);
  const counted = await countedBytesOf(user.id);
  expect(counted - before).toBeGreaterThan(bytes ?? 0);
  const known = await env.DB.prepare('SELECT stored_bytes FROM users WHERE id = ?')
    .bind(user.id)
    .first<number>('stored_bytes');
  expect(known).toBe(counted);
});

test('a sheet whose column of stages has another name, or went, is counted all the same', async () => {
  await env.DB.prepare("UPDATE sources SET next_due_at = NULL WHERE kind = 'sheet'").run(); // of other tests
  Object.assign(env, SCHEDULING);
  const runAt = (time: number) =>
    withRuns(() => startDueRuns({ env, db: openDatabase(env.DB, 60_000) }, time));
  const rows = stagesBesideOutcome()
    .split('\n')
    .map((line) => line.split(','));
  const [header = [], ...leads] = rows;
  const sheet = await aSheet(await aSheetOwner(), { rows, ...SHAPES.outcome });
  const namesOf = async (number: number) => {
    const answer = await callScheduling(`/api/analyses/${sheet.analysisId}/versions/${number}`, {
      cookie: sheet.owner.cookie,
    });
    return versionFiguresSchema.parse(await answer.json()).analysisData.stages?.names;
  };
  await runAt(sheet.dueAt);
  const renamed = [header.map((name) => (name === 'Deal - Stage' ? 'Pipeline step' : name)), ...leads];
  await describeSheet(sheet.spreadsheetId, { tabs: [{ title: 'May', rows: renamed }] });
  await runAt(sheet.dueAt + DAY);
  const gone = rows.map((cells) => cells.filter((_, column) => header[column] !== 'Deal - Stage'));
  await describeSheet(sheet.spreadsheetId, { tabs: [{ title: 'May', rows: gone }] });
  await runAt(sheet.dueAt + 2 * DAY);
  const stages = ['Qualified', 'Demo Scheduled', 'Proposal Made', 'Won'];
  expect([await namesOf(1), await namesOf(2), await namesOf(3)]).toEqual([stages, stages, undefined]);
  expect(await readSource(sheet)).toMatchObject({ lastError: null });
});
