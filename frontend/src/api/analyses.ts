import useSWR, { type SWRResponse } from 'swr';
import type { ScopedMutator } from 'swr/_internal';
import {
  IDEMPOTENCY_HEADER,
  IF_MATCH_HEADER,
  type LabelChange,
  DATASET_CONTENT_TYPE,
} from '#contract/analyses.ts';
import {
  analysisListSchema,
  labelsSchema,
  savedSchema,
  type AnalysisSummary,
  type AnalysisLabels,
  newShareSchema,
  sharedAnalysisSchema,
  shareStatusSchema,
  type NewShare,
  type OpenedShare,
  type ShareStatus,
  type Saved,
} from '#contract/answers.ts';
import { ANALYSES_PAGE } from '#contract/limits.ts';
import { currentSchema, type CurrentVersion } from '#contract/errors.ts';
import { WORK } from '#frontend/lib/tab-team.ts';
import { ask, tell } from './ask.ts';
import { CallFailure, read, send } from './client.ts';
import type { Share, SharedFigures } from '#contract/sharing.ts';

export const ANALYSES_KEY = [`${WORK}/analyses`] as const;

/** Whether a call failed because its analysis or link does not exist, or belongs to another account or team. */
export const isGone = (error: unknown): boolean =>
  error instanceof CallFailure && error.status === 404 && error.code === null;

/** The stored version, if a call failed since it changed an older one; null for another failure. */
export function newerVersionOf(error: unknown): CurrentVersion | null {
  if (!(error instanceof CallFailure) || error.status !== 412) return null;
  return currentSchema.safeParse(error.current).data ?? null;
}

/** The header that allows a change of this version only; no header for an unknown version. */
const ifMatch = (version: number | undefined): Record<string, string> =>
  version === undefined ? {} : { [IF_MATCH_HEADER]: `"${version}"` };

/** The analyses, newest first, fetched again when the tab comes back into view. Sends no request for a signed-out visitor. */
export function useAnalyses(isSignedIn: boolean): SWRResponse<AnalysisSummary[], unknown> {
  return useSWR(isSignedIn ? ANALYSES_KEY : null, fetchAnalyses, { revalidateOnFocus: true });
}

/** Fetches the list again, now or when it is next shown. Call it after a save. */
export function refreshAnalyses(mutate: ScopedMutator): void {
  void mutate(ANALYSES_KEY, undefined);
}

/** One analysis without its dataset. */
export function fetchAnalysis(id: string): Promise<unknown> {
  return read([`${pathOf(id)}?dataset=apart`]);
}

/** The compressed dataset of an analysis, which the thread unpacks. Null if the analysis has none. */
export async function fetchDataset(id: string): Promise<ArrayBuffer | null> {
  try {
    return await (await send(`${pathOf(id)}/dataset`)).arrayBuffer();
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

export async function deleteAnalysis(id: string): Promise<void> {
  await tell('DELETE /api/analyses/:id', { at: WORK, id });
}

/** An analysis and the version that a change was made for. */
interface Versioned {
  id: string;
  /** Undefined: any. */
  version: number | undefined;
}

/** Changes the name or the note of an analysis; an absent one stays. `name: null` removes the name. */
export async function labelAnalysis(
  { id, version }: Versioned,
  change: LabelChange,
): Promise<AnalysisLabels> {
  const request = { at: WORK, id, json: change, headers: ifMatch(version) };
  return await ask('PATCH /api/analyses/:id', request, labelsSchema);
}

interface AnalysisUpload {
  /** Body of the first call, as JSON text. */
  record: string;
  /** Body of the second call: the compressed rows in the format of `contract/analyses.ts`. */
  dataset: Blob;
  /** Made once per analysis: a second attempt with the same key does not save it twice. */
  idempotencyKey: string;
}

/** Saves an analysis in two calls. No list shows it before the second call has succeeded. */
export async function saveAnalysis({ record, dataset, idempotencyKey }: AnalysisUpload): Promise<Saved> {
  const answer = await send(ANALYSES_KEY[0], {
    method: 'POST',
    body: record,
    headers: { 'Content-Type': 'application/json', [IDEMPOTENCY_HEADER]: idempotencyKey },
  });
  const { id } = savedSchema.parse(await answer.json());
  const stored = await send(`${pathOf(id)}/dataset`, {
    method: 'PUT',
    body: dataset,
    headers: { 'Content-Type': DATASET_CONTENT_TYPE },
  });
  return savedSchema.parse(await stored.json());
}

/** Replaces the figures and choices of an analysis. Its dataset stays. */
export async function replaceAnalysis({ id, version }: Versioned, record: string): Promise<Saved> {
  const headers = { 'Content-Type': 'application/json', ...ifMatch(version) };
  const answer = await send(pathOf(id), { method: 'PUT', body: record, headers });
  return savedSchema.parse(await answer.json());
}

/** All pages of the list. */
export async function fetchAnalyses(key: readonly string[]): Promise<AnalysisSummary[]> {
  const analyses: AnalysisSummary[] = [];
  let before = '';
  for (;;) {
    const page = analysisListSchema.parse(await read([key.join('/') + before]));
    const last = page.at(-1);
    // An earlier release sends all at once, whatever is asked.
    if (!last || before.endsWith(last.id)) return analyses;
    analyses.push(...page);
    if (page.length !== ANALYSES_PAGE) return analyses;
    before = `?before=${last.createdAt},${last.id}`;
  }
}

function pathOf(id: string): string {
  return [...ANALYSES_KEY, encodeURIComponent(id)].join('/');
}

/** The read-only link of an analysis as its owner sees it; null where none works. */
export type ShareState = ShareStatus['share'];

/** Makes a link. An earlier link ends. */
export async function createShare(id: string, share: Share): Promise<NewShare> {
  return await ask('POST /api/analyses/:id/share', { at: WORK, id, json: share }, newShareSchema);
}

export async function fetchShare(id: string): Promise<ShareState> {
  return (await ask('GET /api/analyses/:id/share', { at: WORK, id }, shareStatusSchema)).share;
}

/** Replaces the figures that the link shows. */
export const publishFigures = async (id: string, figures: SharedFigures): Promise<ShareState> =>
  (await ask('PUT /api/analyses/:id/share', { at: WORK, id, json: figures }, shareStatusSchema)).share;

/** The link works until it is ended (true), or for 90 days from now (false). */
export const keepShare = async (id: string, isKept: boolean): Promise<ShareState> =>
  (await ask('PATCH /api/analyses/:id/share', { at: WORK, id, json: { isKept } }, shareStatusSchema)).share;

export async function endShare(id: string): Promise<void> {
  await tell('DELETE /api/analyses/:id/share', { at: WORK, id });
}

/** The figures behind a link. The token is in the body, so that no address holds it. */
export async function openShared(token: string): Promise<OpenedShare> {
  return await ask('POST /api/shared', { json: { token } }, sharedAnalysisSchema);
}
