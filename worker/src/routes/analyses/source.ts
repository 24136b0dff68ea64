import type { Handlers } from '../mount.ts';
import type {
  AnalysisVersion,
  InboxSource,
  MadeSource,
  NewSource,
  SheetSource,
  Source,
  SourceStatus,
} from '#contract/sources.ts';
import { timeOf, VERSIONS_PAGE } from '#contract/limits.ts';
import { makeToken } from '#worker/auth/sessions.ts';
import { takeRunNow } from '#worker/db/scheduled-runs.ts';
import {
  changeSource,
  createSource,
  deleteSource,
  findSource,
  type SourceFields,
  type SourceRow,
} from '#worker/db/sources.ts';
import { bytesOfTexts } from '#worker/db/stored-bytes.ts';
import { findVersionFigures, listVersions, type ListedVersion } from '#worker/db/versions.ts';
import type { AppContext, Env } from '#worker/env.ts';
import { ApiError, analysisNotFound } from '#worker/errors.ts';
import { siteOf } from '#worker/middleware/database.ts';
import { nextDue, nextTime } from '#worker/runs/next-due.ts';
import { readListed } from '#worker/runs/pack-version.ts';
import { startRuns } from '#worker/runs/start-runs.ts';
import { requireGrowth } from '#worker/store/require-quota.ts';
import { requireAccess, requireNamed } from '../connections/require-access.ts';
import { listOffers } from '../connections/services.ts';
import { targetOf } from './begin-uploads.ts';
import { parseJson } from '#worker/db/json.ts';

/** Whether this deployment takes deliveries: counting a large file needs more CPU time than the free plan gives a request. */
export const offersInbox = ({ INBOX }: Env): boolean => INBOX === 'on';

/** Whether this deployment reads sheets on a schedule: a step needs more CPU time than the free plan gives it. */
export const offersSchedules = (env: Env): boolean =>
  env.SCHEDULED_RUNS === 'on' && listOffers(env).includes('sheets');

function requireSchedules(env: Env): void {
  if (!offersSchedules(env)) throw new ApiError(404, 'This site reads no sheets on a schedule.');
}

export const inboxNotOffered = () => new ApiError(404, 'This site takes no deliveries.');

/** One answer for an analysis without a source and for one of another user. */
const noSource = () => new ApiError(404, 'This analysis has no source.');

const presentCommon = (row: SourceRow) => ({
  id: row.id,
  state: row.state,
  createdAt: timeOf(row.createdAt),
  lastRunAt: row.lastRunAt === null ? null : timeOf(row.lastRunAt),
  lastError: row.lastError,
});

const presentInbox = (row: SourceRow): InboxSource => ({ kind: 'inbox', ...presentCommon(row) });

function presentSheet(row: SourceRow): SheetSource {
  const isRunning = row.leaseUntil > Date.now();
  return {
    kind: 'sheet',
    ...presentCommon(row),
    lastError: isRunning ? null : row.lastError,
    // Both were checked when they were stored.
    sheet: JSON.parse(row.spec ?? '{}') as SheetSource['sheet'],
    schedule: JSON.parse(row.schedule ?? '{}') as SheetSource['schedule'],
    nextDueAt: row.state === 'paused' || row.nextDueAt === null ? null : timeOf(row.nextDueAt),
    isRunning,
  };
}

const presentSource = (row: SourceRow): Source =>
  row.kind === 'inbox' ? presentInbox(row) : presentSheet(row);

async function makeInbox(c: AppContext): Promise<MadeSource> {
  if (!offersInbox(c.env)) throw inboxNotOffered();
  const { token, tokenHash } = await makeToken();
  const row = await makeSource(c, { kind: 'inbox', tokenHash });
  c.status(201);
  return { token, source: presentInbox(row) };
}

async function makeSheet(
  c: AppContext,
  { sheet, schedule }: Extract<NewSource, { kind: 'sheet' }>,
): Promise<SourceStatus> {
  requireSchedules(c.env);
  await requireNamed(c, 'sheets', sheet.spreadsheetId);
  await requireAccess(c, 'sheets', 'check');
  const row = await makeSource(c, {
    kind: 'sheet',
    spec: JSON.stringify(sheet),
    schedule: JSON.stringify(schedule),
    nextDueAt: nextDue(schedule, Date.now()),
  });
  c.status(201);
  return { source: presentSheet(row) };
}

async function makeSource(c: AppContext, fields: SourceFields): Promise<SourceRow> {
  const [db, target] = [c.get('db'), targetOf(c)];
  const texts = fields.kind === 'inbox' ? [fields.tokenHash] : [fields.spec, fields.schedule];
  await requireGrowth(siteOf(c), { workspaceId: target.userId, bytes: bytesOfTexts(...texts) });
  const row = await createSource(db, target, { ...fields, id: crypto.randomUUID(), now: Date.now() });
  if (row) return row;
  if ((await findSource(db, target)) === undefined) throw analysisNotFound();
  throw new ApiError(409, 'This analysis has a source already.', { code: 'SOURCE_EXISTS' });
}

function presentStatus(row: SourceRow | undefined): SourceStatus {
  if (!row) throw noSource();
  return { source: presentSource(row) };
}

export const presentListed = (row: ListedVersion): AnalysisVersion => ({
  number: row.number,
  madeAt: timeOf(row.madeAt),
  leads: row.leads,
  converted: row.converted,
  newValues: parseJson(row.newValues),
  ...readListed(row.metrics),
  enteredAt: row.enteredAt === null ? null : timeOf(row.enteredAt),
});

export const versionNotFound = () => new ApiError(404, 'Version not found');

/** The number in the address. A text that is no number names no version. */
export const numberOf = (c: AppContext): number => toNumber(c.req.param('number') ?? ''); // the route has it

function toNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw versionNotFound();
  return Number(text);
}

export const sourceHandlers = {
  'GET /api/analyses/:id/source': async (c) => {
    const source = await findSource(c.get('db'), targetOf(c));
    if (source === undefined) throw analysisNotFound();
    return { source: source && presentSource(source) };
  },
  'PUT /api/analyses/:id/source': async (c) => {
    const source = c.req.valid('json');
    return source.kind === 'inbox' ? await makeInbox(c) : await makeSheet(c, source);
  },
  'DELETE /api/analyses/:id/source': async (c) => {
    await deleteSource(c.get('db'), targetOf(c));
    return { message: 'The source has ended.' };
  },
  'POST /api/analyses/:id/source/token': async (c) => {
    if (!offersInbox(c.env)) throw inboxNotOffered();
    const { token, tokenHash } = await makeToken();
    const row = await changeSource(c.get('db'), targetOf(c), { fields: { tokenHash }, kind: 'inbox' });
    if (!row) throw noSource();
    return { token, source: presentInbox(row) };
  },
  // A run that is under way goes on.
  'PUT /api/analyses/:id/source/schedule': async (c) => {
    requireSchedules(c.env);
    const schedule = c.req.valid('json');
    const fields = {
      schedule: JSON.stringify(schedule),
      nextDueAt: nextDue(schedule, Date.now()),
      starts: 0,
    };
    return presentStatus(await changeSource(c.get('db'), targetOf(c), { fields, kind: 'sheet' }));
  },
  'POST /api/analyses/:id/source/run': async (c) => {
    requireSchedules(c.env);
    const [db, target] = [c.get('db'), targetOf(c)];
    const run = await takeRunNow(db, target, Date.now());
    if (run) await startRuns({ env: c.env, db }, [run]);
    const row = await findSource(db, target);
    if (row?.kind !== 'sheet') throw noSource();
    if (row.state === 'paused')
      throw new ApiError(409, 'This source is paused. Resume it first.', { code: 'PAUSED' });
    c.status(202);
    return presentStatus(row);
  },
  'POST /api/analyses/:id/source/pause': async (c) =>
    presentStatus(await changeSource(c.get('db'), targetOf(c), { fields: { state: 'paused' } })),
  // Times that passed meanwhile are not made up for, and earlier failures are forgotten.
  'POST /api/analyses/:id/source/resume': async (c) => {
    const [db, target] = [c.get('db'), targetOf(c)];
    const source = await findSource(db, target);
    const next =
      source?.kind === 'sheet' && source.state === 'paused'
        ? { nextDueAt: nextTime({ schedule: source.schedule, dueAt: 0 }, Date.now()), failures: 0, starts: 0 }
        : {};
    return presentStatus(await changeSource(db, target, { fields: { ...next, state: 'active' } }));
  },
  'GET /api/analyses/:id/versions': async (c) => {
    const before = c.req.query('before');
    const rows = await listVersions(
      c.get('db'),
      targetOf(c),
      before === undefined ? undefined : toNumber(before),
    );
    if (!rows) throw analysisNotFound();
    const page = rows.slice(0, VERSIONS_PAGE);
    const next = rows.length > VERSIONS_PAGE ? (page.at(-1)?.number ?? null) : null;
    return { versions: page.map(presentListed), next };
  },
  // The figures are sent as they are stored: as JSON.
  'GET /api/analyses/:id/versions/:number': async (c) => {
    const row = await findVersionFigures(c.get('db'), targetOf(c), numberOf(c));
    if (!row) throw versionNotFound();
    const members = JSON.stringify({ number: row.number, madeAt: timeOf(row.madeAt) }).slice(0, -1);
    return c.body(`${members},"analysisData":${row.figures}}`, 200, { 'Content-Type': 'application/json' });
  },
} satisfies Partial<Handlers>;
