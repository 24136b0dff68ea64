import { useEffect, useEffectEvent } from 'react';
import { PAGES } from '#contract/pages.ts';
import type { AnalysisSummary, Saved } from '#contract/answers.ts';
import type { CurrentVersion } from '#contract/errors.ts';
import {
  ANALYSES_KEY,
  fetchAnalyses,
  fetchAnalysis,
  newerVersionOf,
  replaceAnalysis,
  saveAnalysis,
  useAnalyses,
  fetchShare,
} from '#frontend/api/analyses.ts';
import { useUser } from '#frontend/api/user.ts';
import type { Result } from '#frontend/csv/result.ts';
import { createLeadThread } from '#frontend/threads/leads/client.ts';
import { UNPACKED_CSV } from '#frontend/threads/leads/unpack-dataset.ts';
import { withCurrency } from '#frontend/choices/amounts.ts';
import { cutFigures } from '#frontend/choices/earlier-figures.ts';
import { keptSettingsOf } from '#frontend/choices/kept-of-saved.ts';
import type { KeptSettings, SettingsOffer } from '#frontend/choices/kept-settings.ts';
import { contentOf, storedContextOf } from '#frontend/choices/saved.ts';
import { addressInTeam, TEAM } from '#frontend/lib/tab-team.ts';
import type { ToastMessage } from '#frontend/ui/toast-store.ts';
import type { SavedAs } from '#frontend/features/results/save-state.ts';
import { ASKS_TO_PUBLISH } from './content.ts';
import { packRecord, packWork } from './pack-record.ts';
import { openSaved, readRecord } from './read-record.ts';
import type { SavedWork, WorkToSave } from './work.ts';

export { refreshAnalyses } from '#frontend/api/analyses.ts';
export { SaveConflict } from './save-conflict.tsx';

/** The saved analysis. The error is a text for the visitor; other failures are thrown. */
type Sent = Promise<Result<SavedAs, string>>;

/** The team that an analysis of this tab belongs to. */
const OF_TEAM = TEAM === null ? {} : { team: TEAM };

const savedAs = (
  work: Pick<WorkToSave, 'context' | 'settings'>,
  { id, version, updatedAt }: Saved,
): SavedAs => ({
  id,
  version,
  updatedAt,
  content: contentOf(work),
  isGone: false,
  ...OF_TEAM,
});

/** Saves a new analysis with its dataset. */
export async function sendNew(work: WorkToSave, idempotencyKey: string = crypto.randomUUID()): Sent {
  const packed = await packWork(work);
  if (!packed.ok) return packed;
  return { ok: true, value: savedAs(work, await saveAnalysis({ ...packed.value, idempotencyKey })) };
}

/**
 * Replaces figures and choices of a saved analysis. Its dataset stays. The error is a version if another tab or device has
 * saved other choices meanwhile. A new name or note, or an earlier attempt with a lost answer, is no conflict.
 */
export async function sendUpdate(
  work: WorkToSave,
  saved: SavedAs,
): Promise<Result<SavedAs, string | CurrentVersion>> {
  const packed = await packRecord(work);
  if (!packed.ok) return packed;
  const replace = (version: number | undefined) => replaceAnalysis({ id: saved.id, version }, packed.value);
  try {
    return { ok: true, value: savedAs(work, await replace(saved.version)) };
  } catch (error) {
    const newer = newerVersionOf(error);
    if (!newer) throw error;
    const stored = readRecord(await fetchAnalysis(saved.id));
    const content = contentOf({ context: storedContextOf(stored), settings: stored.settings });
    if (content !== saved.content && content !== contentOf(work)) return { ok: false, error: newer };
    return { ok: true, value: savedAs(work, await replace(stored.version)) };
  }
}

/** The message after an update. If a read-only link shows earlier figures, it asks whether to publish the new ones. */
export async function describeUpdate(id: string): Promise<ToastMessage> {
  const path = `${PAGES.saved.path}/${encodeURIComponent(id)}`;
  const title = 'Analysis Updated';
  if (!(await hasLink(id)))
    return {
      title,
      description: 'Your saved analysis has been updated.',
      action: { label: 'View analysis', href: addressInTeam(path) },
    };
  return {
    title,
    description: 'Its read-only link shows the earlier figures until you publish these.',
    action: { label: 'Publish them', href: addressInTeam(path + ASKS_TO_PUBLISH) },
  };
}

/** Whether an analysis has a read-only link. False if the request fails. */
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
    const { settings, version, updatedAt } = record;
    const content = contentOf({ context: storedContextOf(record), settings });
    const saved = { id, content, isGone: false, version, updatedAt, ...OF_TEAM };
    const choices = withCurrency(dataset.choices, settings);
    return {
      file: dataset.file,
      choices,
      readOptions: UNPACKED_CSV,
      settings,
      save: { saved, attempt: null },
    };
  } finally {
    thread.close();
  }
}

/** Fetches the settings of an analysis for another file, with its figures to compare with; null if its choices are missing. */
export async function loadSettings(id: string): Promise<KeptSettings | null> {
  const record = readRecord(await fetchAnalysis(id));
  const { name, fileName, createdAt, settings, configuration, figures } = record;
  const kept = keptSettingsOf(record);
  if (!kept || !configuration || figures.totalLeads === 0) return kept;
  const knownBy = createdAt?.getTime() ?? null;
  const earlier = { name, fileName, saved: { id, team: TEAM }, knownBy, settings, configuration };
  return { ...kept, earlier: { ...earlier, figures: cutFigures(figures) } };
}

/** Finds the newest analysis of the user with columns that are all among the headers. */
export async function findSettings(headers: readonly string[]): Promise<SettingsOffer | null> {
  const analyses = await fetchAnalyses(ANALYSES_KEY);
  const newest = analyses.find((analysis) => holdsColumns(headers, analysis));
  return newest ? { name: newest.name, hasFigures: true, load: () => loadSettings(newest.id) } : null;
}

/** Notices that a saved analysis has left the user's list. */
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

/** Whether a file with these headers has the columns of a listed analysis. */
export function holdsColumns(headers: readonly string[], { choices }: AnalysisSummary): boolean {
  if (!choices) return false;
  const columns = [choices.statusColumn, ...choices.attributes.map(({ field }) => field)];
  return columns.every((name) => headers.includes(name));
}
