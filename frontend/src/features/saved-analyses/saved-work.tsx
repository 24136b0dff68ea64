import { useEffect, useEffectEvent } from 'react';
import {
  ANALYSES_KEY,
  fetchAnalyses,
  fetchAnalysis,
  replaceAnalysis,
  saveAnalysis,
  useAnalyses,
  fetchShare,
} from '#frontend/api/analyses.ts';
import { useUser } from '#frontend/api/user.ts';
import type { Result } from '#frontend/csv/result.ts';
import { createLeadThread } from '#frontend/thread/client.ts';
import { UNPACKED_CSV } from '#frontend/thread/unpack-dataset.ts';
import type { KeptSettings, SavedWork, SettingsOffer, WorkToSave } from '#frontend/thread/work.ts';
import type { ToastMessage } from '#frontend/ui/toast-store.ts';
import { ASKS_TO_PUBLISH } from './asks-to-publish.ts';
import { contentOf } from './content.ts';
import { holdsColumns, keptSettingsOf } from './kept-settings.ts';
import { packRecord, packWork } from './pack-record.ts';
import { openSaved, readRecord } from './read-record.ts';
import { contextOf } from './wire.ts';

export { refreshAnalyses } from '#frontend/api/analyses.ts';

/** Id of the saved analysis. The error is a text for the visitor; other failures are thrown. */
type Sent = Promise<Result<string, string>>;

/** Saves a new analysis with its dataset. */
export async function sendNew(work: WorkToSave, idempotencyKey: string = crypto.randomUUID()): Sent {
  const packed = await packWork(work);
  return packed.ok ? { ok: true, value: await saveAnalysis({ ...packed.value, idempotencyKey }) } : packed;
}

/** Replaces figures and choices of a saved analysis. Its dataset stays. */
export async function sendUpdate(work: WorkToSave, id: string): Sent {
  const packed = await packRecord(work);
  if (!packed.ok) return packed;
  await replaceAnalysis(id, packed.value);
  return { ok: true, value: id };
}

/** What the visitor is told after an update: where a read-only link shows earlier figures, it asks whether to publish these. */
export async function describeUpdate(id: string): Promise<ToastMessage> {
  const href = `/saved/${encodeURIComponent(id)}`;
  const title = 'Analysis Updated';
  if (!(await hasLink(id)))
    return {
      title,
      description: 'Your saved analysis has been updated.',
      action: { label: 'View analysis', href },
    };
  return {
    title,
    description: 'Its read-only link shows the earlier figures until you publish these.',
    action: { label: 'Publish them', href: href + ASKS_TO_PUBLISH },
  };
}

/** Whether an analysis has a read-only link. False where that could not be found out just now. */
async function hasLink(id: string): Promise<boolean> {
  try {
    return (await fetchShare(id)) !== null;
  } catch {
    return false;
  }
}

/** Fetches an analysis and turns its rows into a file; null if its rows or its choices are missing. */
export async function loadForEditing(id: string): Promise<SavedWork | null> {
  const thread = createLeadThread();
  try {
    const { record, dataset } = await openSaved(id, thread);
    if (!dataset) return null;
    const { settings } = record;
    const saved = { id, content: contentOf({ context: contextOf(record), settings }), isGone: false };
    return { ...dataset, readOptions: UNPACKED_CSV, settings, save: { saved, attempt: null } };
  } finally {
    thread.close();
  }
}

/** Fetches the settings of an analysis for another file; null if its choices are missing. */
export async function loadSettings(id: string): Promise<KeptSettings | null> {
  return keptSettingsOf(readRecord(await fetchAnalysis(id)));
}

/** Finds the newest analysis of the user whose columns the headers hold. */
export async function findSettings(headers: readonly string[]): Promise<SettingsOffer | null> {
  const analyses = await fetchAnalyses(ANALYSES_KEY);
  const newest = analyses.find((analysis) => holdsColumns(headers, analysis));
  return newest ? { name: newest.name, load: () => loadSettings(newest.id) } : null;
}

/** Notices that a saved analysis is in the user's list no more. */
export function DeletionWatch({ id, onGone }: { id: string; onGone(): void }): null {
  const { user } = useUser();
  const { data: analyses } = useAnalyses(user !== null);
  const isGone = analyses !== undefined && !analyses.some((analysis) => analysis.id === id);
  const tell = useEffectEvent(onGone);
  useEffect(() => {
    if (isGone) tell();
  }, [isGone]);
  return null;
}
