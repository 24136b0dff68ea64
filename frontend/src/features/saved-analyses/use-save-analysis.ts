import { useEffect, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { ApiError, isUnauthorized } from '#frontend/api/client.ts';
import { SIGN_IN_AGAIN_URL, useAskUser, useUser } from '#frontend/api/user.ts';
import { leaveDocument } from '#frontend/lib/leave-document.ts';
import type { WorkToSave } from '#frontend/thread/work.ts';
import { toast } from '#frontend/ui/toast-store.ts';

const SIGNED_OUT_DELAY_MS = 1000;
const SESSION_ENDED_DELAY_MS = 500;
/** Too large, a limit reached, too many saves, no room on the site: the server's text explains what to do. */
const EXPLAINED_STATUSES = [413, 409, 429, 507];

/**
 * Saves an analysis with its dataset. It first makes sure that a user is signed in. A signed-out visitor is sent to the
 * sign-in page; the draft is kept in this browser.
 */
export function useSaveAnalysis() {
  const { user } = useUser();
  const askUser = useAskUser();
  const { mutate } = useSWRConfig();
  const [isSaving, setSaving] = useState(false);
  const isBusy = useRef(false);
  /** The last failed attempt. The same record is sent again with the same key, so that it is not saved twice. */
  const lastAttempt = useRef<{ record: string; idempotencyKey: string }>(null);
  const leaveTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaveTimer.current), []);

  const requireLogin = async (description: string, delayMs: number, { keepDraft }: WorkToSave) => {
    toast({ title: 'Login Required', description, tone: 'destructive' });
    const delay = new Promise((resolve) => {
      clearTimeout(leaveTimer.current);
      leaveTimer.current = setTimeout(resolve, delayMs);
    });
    await Promise.all([keepDraft(), delay]);
    leaveDocument(SIGN_IN_AGAIN_URL);
  };

  const trySaving = async (work: WorkToSave) => {
    const { packWork, saveAnalysis, refreshAnalyses } = await import('./pack-record.ts');
    const packed = await packWork(work);
    if (!packed.ok) return toast({ title: 'Error', description: packed.error, tone: 'destructive' });
    const { record, dataset } = packed.value;
    if (lastAttempt.current?.record !== record)
      lastAttempt.current = { record, idempotencyKey: crypto.randomUUID() };
    const id = await saveAnalysis({ ...lastAttempt.current, dataset });
    lastAttempt.current = null;
    refreshAnalyses(mutate);
    toast({
      title: 'Analysis Saved',
      description: 'Your analysis has been saved successfully.',
      action: { label: 'View analysis', href: `/saved/${encodeURIComponent(id)}` },
    });
  };

  const save = async (work: WorkToSave) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setSaving(true);
    try {
      if (user || (await askUser())) await trySaving(work);
      else void requireLogin('Please log in to save your analysis.', SIGNED_OUT_DELAY_MS, work);
    } catch (error) {
      if (isUnauthorized(error))
        void requireLogin('Please log in to save analyses.', SESSION_ENDED_DELAY_MS, work);
      else toast({ title: 'Error', description: describeFailure(error), tone: 'destructive' });
    } finally {
      isBusy.current = false;
      setSaving(false);
    }
  };
  return { isSaving, save };
}

function describeFailure(error: unknown): string {
  const isExplained = error instanceof ApiError && EXPLAINED_STATUSES.includes(error.status);
  if (!isExplained) console.warn('The analysis could not be saved.', error);
  return (isExplained ? error.reason : null) ?? 'Failed to save analysis. Please try again.';
}
