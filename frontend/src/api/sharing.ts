import {
  newShareSchema,
  sharedAnalysisSchema,
  shareStatusSchema,
  type NewShare,
  type SharedAnalysis,
  type ShareStatus,
} from '#contract/answers.ts';
import type { Share, SharedFigures } from '#contract/sharing.ts';
import { ANALYSES_KEY } from './analyses.ts';
import { command, read, send, type Call } from './client.ts';

/** The read-only link of an analysis as its owner sees it; null where none works. */
export type ShareState = ShareStatus['share'];

const pathOf = (id: string): string => [...ANALYSES_KEY, encodeURIComponent(id), 'share'].join('/');

/** Makes a link, in the place of an earlier one. */
export async function createShare(id: string, share: Share): Promise<NewShare> {
  return newShareSchema.parse(await (await send(pathOf(id), { method: 'POST', json: share })).json());
}

export async function fetchShare(id: string): Promise<ShareState> {
  return shareStatusSchema.parse(await read([pathOf(id)])).share;
}

const change = async (id: string, call: Call): Promise<ShareState> =>
  shareStatusSchema.parse(await (await send(pathOf(id), call)).json()).share;

/** The link goes on to work, and shows these figures. */
export const publishFigures = (id: string, figures: SharedFigures): Promise<ShareState> =>
  change(id, { method: 'PUT', json: figures });

/** The link works until it is ended (true), or for 90 days from now (false). */
export const keepShare = (id: string, isKept: boolean): Promise<ShareState> =>
  change(id, { method: 'PATCH', json: { isKept } });

export async function endShare(id: string): Promise<void> {
  await command(pathOf(id), { method: 'DELETE' });
}

/** The figures behind a link. The token is in the body, so that no address holds it. */
export async function openShared(token: string): Promise<SharedAnalysis> {
  const answer = await send('/api/shared', { method: 'POST', json: { token } });
  return sharedAnalysisSchema.parse(await answer.json());
}
