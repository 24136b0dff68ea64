import { useCallback } from 'react';
import useSWR, { useSWRConfig, type SWRResponse } from 'swr';
import type { AnalysisSummary } from '#contract/analyses.ts';
import { ApiError, command, read, send } from './client.ts';

export const ANALYSES_KEY = ['/api/analyses'] as const;

/** The user's analyses, newest first; not asked for while nobody is signed in. */
export function useAnalyses(isSignedIn: boolean): SWRResponse<AnalysisSummary[], unknown> {
  return useSWR(isSignedIn ? ANALYSES_KEY : null, fetchAnalyses);
}

/** To be called after a save: the list is asked for anew, now or when it is next shown. */
export function useRefreshAnalyses(): () => void {
  const { mutate } = useSWRConfig();
  return useCallback(() => void mutate(ANALYSES_KEY, undefined), [mutate]);
}

/** One analysis without its dataset. */
export function fetchAnalysis(id: string): Promise<unknown> {
  return read([`${pathOf(id)}?dataset=apart`]);
}

/** The dataset of an analysis, compressed: it is read by the thread that will hold it. Null where there is none. */
export async function fetchDataset(id: string): Promise<ArrayBuffer | null> {
  try {
    return await (await send(`${pathOf(id)}/dataset`)).arrayBuffer();
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

export async function deleteAnalysis(id: string): Promise<void> {
  await command(pathOf(id), { method: 'DELETE' });
}

export interface AnalysisUpload {
  /** Body of the first call, as JSON text. */
  record: string;
  /** Rows of the dataset, compressed, as the contract describes them. */
  dataset: Blob;
  /** Made once per analysis to be saved: with the same key a second attempt does not save twice. */
  idempotencyKey: string;
}

/** Saves an analysis in two calls, and answers its id. Until the second has succeeded it is in no list. */
export async function saveAnalysis({ record, dataset, idempotencyKey }: AnalysisUpload): Promise<string> {
  const { IDEMPOTENCY_HEADER, savedSchema } = await import('#contract/analyses.ts');
  const { DATASET_CONTENT_TYPE } = await import('#contract/dataset.ts');
  const answer = await send('/api/analyses', {
    method: 'POST',
    body: record,
    headers: { 'Content-Type': 'application/json', [IDEMPOTENCY_HEADER]: idempotencyKey },
  });
  const { id } = savedSchema.parse(await answer.json());
  await command(`${pathOf(id)}/dataset`, {
    method: 'PUT',
    body: dataset,
    headers: { 'Content-Type': DATASET_CONTENT_TYPE },
  });
  return id;
}

export async function fetchAnalyses(key: readonly string[]): Promise<AnalysisSummary[]> {
  const { analysisListSchema } = await import('#contract/analyses.ts');
  return analysisListSchema.parse(await read(key));
}

function pathOf(id: string): string {
  return [...ANALYSES_KEY, encodeURIComponent(id)].join('/');
}
