import type { Context } from 'hono';
import type {
  AnalysisVersion,
  MadeSource,
  NewSource,
  Source,
  SourceStatus,
  VersionList,
} from '#contract/sources.ts';
import { hashToken } from '#worker/auth/sessions.ts';
import { randomToken } from '#worker/auth/signing.ts';
import { changeSource, createInbox, deleteSource, findSource, type SourceRow } from '#worker/db/sources.ts';
import { findVersionFigures, listVersions, type ListedVersion } from '#worker/db/versions.ts';
import type { AppEnv, Env } from '#worker/env.ts';
import { ApiError, analysisNotFound } from '#worker/errors.ts';
import type { BodyContext } from '#worker/middleware/request-body.ts';
import { targetOf } from './uploads.ts';

/** Whether this deployment takes deliveries: counting a large file needs more CPU time than the free plan gives a request. */
export const offersInbox = ({ INBOX }: Env): boolean => INBOX === 'on';

export const inboxNotOffered = () => new ApiError(404, 'This site takes no deliveries.');

/** One answer for an analysis without a source and for one of another user. */
const noSource = () => new ApiError(404, 'This analysis has no source.');

const timeOf = (ms: number): string => new Date(ms).toISOString();

const presentSource = (row: SourceRow): Source => ({
  kind: row.kind,
  id: row.id,
  state: row.state,
  createdAt: timeOf(row.createdAt),
  lastRunAt: row.lastRunAt === null ? null : timeOf(row.lastRunAt),
  lastError: row.lastError,
});

async function makeToken(): Promise<{ token: string; tokenHash: string }> {
  const token = randomToken();
  return { token, tokenHash: (await hashToken(token)) ?? '' }; // never empty: it is a token
}

/** `GET /api/analyses/{id}/source` */
export async function handleReadSource(c: Context<AppEnv>): Promise<Response> {
  const source = await findSource(c.get('db'), targetOf(c));
  if (source === undefined) throw analysisNotFound();
  return c.json({ source: source && presentSource(source) } satisfies SourceStatus);
}

/** `PUT /api/analyses/{id}/source` */
export async function handleMakeSource(c: BodyContext<NewSource>): Promise<Response> {
  if (!offersInbox(c.env)) throw inboxNotOffered();
  const [db, target] = [c.get('db'), targetOf(c)];
  const { token, tokenHash } = await makeToken();
  const row = await createInbox(db, target, { id: crypto.randomUUID(), tokenHash, now: Date.now() });
  if (row) return c.json({ token, source: presentSource(row) } satisfies MadeSource, 201);
  if ((await findSource(db, target)) === undefined) throw analysisNotFound();
  throw new ApiError(409, 'This analysis has an inbox already.', { code: 'SOURCE_EXISTS' });
}

/** `POST /api/analyses/{id}/source/token` */
export async function handleRenewToken(c: Context<AppEnv>): Promise<Response> {
  if (!offersInbox(c.env)) throw inboxNotOffered();
  const { token, tokenHash } = await makeToken();
  const row = await changeSource(c.get('db'), targetOf(c), { tokenHash });
  if (!row) throw noSource();
  return c.json({ token, source: presentSource(row) } satisfies MadeSource);
}

/** `POST /api/analyses/{id}/source/pause` and `…/resume` */
export const handleState =
  (state: SourceRow['state']) =>
  async (c: Context<AppEnv>): Promise<Response> => {
    const row = await changeSource(c.get('db'), targetOf(c), { state });
    if (!row) throw noSource();
    return c.json({ source: presentSource(row) } satisfies SourceStatus);
  };

/** `DELETE /api/analyses/{id}/source` */
export async function handleEndSource(c: Context<AppEnv>): Promise<Response> {
  await deleteSource(c.get('db'), targetOf(c));
  return c.json({ message: 'The source has ended.' });
}

export const presentListed = (row: ListedVersion): AnalysisVersion => ({
  number: row.number,
  madeAt: timeOf(row.madeAt),
  leads: row.leads,
  converted: row.converted,
  // Both were written from counted figures.
  newValues: JSON.parse(row.newValues) as AnalysisVersion['newValues'],
  metrics: JSON.parse(row.metrics) as AnalysisVersion['metrics'],
  enteredAt: row.enteredAt === null ? null : timeOf(row.enteredAt),
});

/** `GET /api/analyses/{id}/versions` */
export async function handleListVersions(c: Context<AppEnv>): Promise<Response> {
  const rows = await listVersions(c.get('db'), targetOf(c));
  if (!rows) throw analysisNotFound();
  return c.json({ versions: rows.map(presentListed) } satisfies VersionList);
}

export const versionNotFound = () => new ApiError(404, 'Version not found');

/** The number in the address. A text that is no number names no version. */
export function numberOf(c: Context<AppEnv>): number {
  const text = c.req.param('number') ?? ''; // the route has it
  if (!/^\d{1,9}$/.test(text)) throw versionNotFound();
  return Number(text);
}

/** `GET /api/analyses/{id}/versions/{number}`. The figures are sent as they are stored: as JSON. */
export async function handleReadVersion(c: Context<AppEnv>): Promise<Response> {
  const row = await findVersionFigures(c.get('db'), targetOf(c), numberOf(c));
  if (!row) throw versionNotFound();
  const members = JSON.stringify({ number: row.number, madeAt: timeOf(row.madeAt) }).slice(0, -1);
  return c.body(`${members},"analysisData":${row.figures}}`, 200, { 'Content-Type': 'application/json' });
}
