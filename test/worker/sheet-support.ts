import { createScheduledController, introspectWorkflow, type WorkflowIntrospector } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import type { SaveAnalysis } from '#contract/analyses.ts';
import { DAY } from '#contract/limits.ts';
import type { NewSource, SheetSource, SourceStatus } from '#contract/sources.ts';
import type { Env } from '#worker/env.ts';
import worker from '#worker/index.ts';
import type { StandInSheet } from '../support/google-sheets-stand-in.ts';
import { makeSave } from './analysis-support.ts';
import { callThere, grantor, OFFERING, storeGrant, userThere } from './connection-support.ts';
import { makeCsv, storedOf } from './inbox-support.ts';
import type { CallOptions, TestUser } from './support.ts';

/** A site that reads sheets on a schedule. */
export const SCHEDULING = { ...OFFERING, SCHEDULED_RUNS: 'on' } satisfies Partial<Env>;

const bindings = { ...env };

/** Puts all bindings back as they were at the start, for the files that follow. */
export function restoreBindings(): void {
  for (const name of Object.keys(env)) if (!(name in bindings)) Reflect.deleteProperty(env, name);
  Object.assign(env, bindings);
}

export const callScheduling = (
  path: string,
  options: CallOptions = {},
  bindings: Partial<Env> = {},
): Promise<Response> => callThere(path, options, { ...SCHEDULING, ...bindings });

/** Describes a spreadsheet to the stand-in. */
export async function describeSheet(spreadsheetId: string, sheet: StandInSheet): Promise<void> {
  const address = `https://sheets.test/stand-in/${spreadsheetId}`;
  await (await fetch(address, { method: 'PUT', body: JSON.stringify(sheet) })).text();
}

/** How often Google was asked for a spreadsheet. */
export async function countAsked(spreadsheetId: string): Promise<number> {
  const answer = await fetch(`https://sheets.test/stand-in/${spreadsheetId}`);
  return (await answer.json<{ asked: number }>()).asked;
}

/** The leads of `makeCsv`, as rows of a sheet. */
export const makeRows = (leads = 40): string[][] =>
  makeCsv(leads)
    .split('\n')
    .map((line) => line.split(','));

export interface TestSheet {
  owner: TestUser & { cookie: string };
  analysisId: string;
  id: string;
  spreadsheetId: string;
  /** The begin of the hour of its first run. */
  dueAt: number;
}

/** In a zone without summer time: the run of the next day comes 24 hours later. */
export const DAILY = { every: 'day', hour: 7, timeZone: 'Africa/Lagos' } as const;

/** A schedule whose next run comes two days after that of a daily sheet, whatever time it is. */
export const twoDaysAfter = ({ dueAt }: TestSheet) => ({
  ...DAILY,
  every: 'week',
  weekday: new Date(dueAt + 2 * DAY).getUTCDay() || 7, // as ISO 8601 counts; in Lagos it is the same day
});

/** Somebody who has connected Google Sheets. */
export async function aSheetOwner(): Promise<TestSheet['owner']> {
  const user = await userThere();
  await storeGrant(user, grantor(), { kind: 'sheets' });
  return user;
}

/** The body that makes a sheet the source of an analysis. */
export const sheetBody = (spreadsheetId: string, tabId = 0): NewSource => ({
  kind: 'sheet',
  sheet: { spreadsheetId, tabId, title: 'Leads', tabTitle: 'May' },
  schedule: DAILY,
});

export const makeSpreadsheetId = (): string => `sheet-${crypto.randomUUID()}`;

/** An analysis of the leads of `makeRows`. */
export async function anAnalysis(cookie: string, fields: Partial<SaveAnalysis> = {}): Promise<string> {
  const { configurationData } = makeSave();
  const plain = { ...configurationData, valueMappings: {}, binningConfig: {} };
  const body = makeSave({ configurationData: plain, ...fields });
  const answer = await callScheduling('/api/analyses', { method: 'POST', cookie, body });
  return (await answer.json<{ id: string }>()).id;
}

/** An analysis that is kept current from a sheet. */
export async function aSheet(
  owner: TestSheet['owner'],
  { rows = makeRows(), ...fields }: Partial<SaveAnalysis> & { rows?: readonly (readonly string[])[] } = {},
): Promise<TestSheet> {
  const [analysisId, spreadsheetId] = [await anAnalysis(owner.cookie, fields), makeSpreadsheetId()];
  await describeSheet(spreadsheetId, { tabs: [{ title: 'May', rows }] });
  const body = sheetBody(spreadsheetId);
  const path = `/api/analyses/${analysisId}/source`;
  const answer = await callScheduling(path, { method: 'PUT', cookie: owner.cookie, body });
  const { source } = await answer.json<{ source: SheetSource }>();
  return { owner, analysisId, id: source.id, spreadsheetId, dueAt: Date.parse(source.nextDueAt ?? '') };
}

/** The source as its owner sees it. */
export async function readSource({ owner, analysisId }: TestSheet): Promise<SheetSource> {
  const answer = await callScheduling(`/api/analyses/${analysisId}/source`, { cookie: owner.cookie });
  return (await answer.json<SourceStatus>()).source as SheetSource; // the test has made it
}

/** The stored row of a source. */
export async function rowOf(sheet: TestSheet): Promise<Record<string, unknown>> {
  const { sources } = await storedOf(sheet);
  return sources[0] as Record<string, unknown>; // a row of the table
}

export const versionsOf = async (sheet: TestSheet) => (await storedOf(sheet)).versions;

type ModifyRun = Parameters<WorkflowIntrospector['modifyAll']>[0];

/** Watches the runs that `work` begins, and waits for their ends. */
export async function withRuns(
  work: () => Promise<unknown>,
  modify: ModifyRun = (run) => run.disableRetryDelays(),
): Promise<void> {
  const runs = await introspectWorkflow(env.SOURCE_RUNS);
  try {
    await runs.modifyAll(modify);
    await work();
    for (const run of await runs.get()) await run.waitForStatus('complete');
  } finally {
    await runs.dispose();
  }
}

/** Fires the hourly handler at a time. */
export const fireHourly = (time: number, bindings: Partial<Env> = {}): Promise<void> =>
  worker.scheduled(createScheduledController({ scheduledTime: new Date(time), cron: '' }), {
    ...env,
    ...SCHEDULING,
    ...bindings,
  });
