import { Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { useSWRConfig } from 'swr';
import { PAGES } from '#contract/pages.ts';
import type { CurrentVersion } from '#contract/errors.ts';
import { CallFailure, isUnauthorized } from '#frontend/api/client.ts';
import { SIGN_IN_AGAIN_URL, useAskUser, useUser } from '#frontend/api/user.ts';
import { TEAM } from '#frontend/lib/tab-team.ts';
import { leaveDocument } from '#frontend/lib/leave-document.ts';
import {
  deletePendingSave,
  notePendingSave,
  type SaveWay,
  takePendingSave,
} from '#frontend/drafts/pending-save.ts';
import type { SavedAs } from '#frontend/features/results/save-state.ts';
import { Button, type ButtonProps } from '#frontend/ui/button.tsx';
import { Glyph } from '#frontend/ui/glyphs.tsx';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { toast, toastFailure } from '#frontend/ui/toast-store.ts';
import { useAction } from '#frontend/ui/use-action.ts';
import { contentOf } from '#frontend/choices/saved.ts';
import type { WorkToSave } from './work.ts';

const saveConflict = lazyWithPreload(async () => (await import('./saved-work.tsx')).SaveConflict);
const deletionWatch = lazyWithPreload(
  async () => (await import('./saved-work.tsx')).DeletionWatch,
  // The component draws nothing, so nothing is missing without its code.
  () => null,
);

interface SaveActionProps extends Pick<ButtonProps, 'size'> {
  work: WorkToSave;
  /** The version that another tab or device has saved meanwhile; null if none is known. */
  newer: CurrentVersion | null;
  onNewer(newer: CurrentVersion | null): void;
}

/**
 * The button that saves: 'Save Analysis' before the first save, 'Saved' while the saved analysis holds what is shown, then
 * 'Update' and 'Save as new'.
 */
export function SaveAction({ work, size, newer, onNewer }: SaveActionProps) {
  const { isSaving, save } = useSaveAnalysis(work, onNewer);
  const leaveConflict = () => onNewer(null);
  const { saved, attempt } = work.save;
  const existing = existingOf(work);
  const isSaved = isSavedAs(existing, work);
  const isAtRest = isSaving || isSaved;
  return (
    <div data-saves className="flex gap-2">
      {/* All states have the same button, so that it keeps the focus. */}
      <Button
        size={size}
        variant={isSaved && !isSaving ? 'ghost' : 'secondary'}
        className={isSaved && !isSaving ? 'opacity-100!' : undefined}
        icon={isSaved && !isSaving && <Glyph name="check" />}
        aria-disabled={isAtRest}
        onClick={() => !isAtRest && void save(existing ? 'update' : 'new')}
      >
        {isSaving
          ? 'Saving...'
          : isSaved
            ? 'Saved'
            : existing
              ? 'Update'
              : saved
                ? 'Save as new'
                : 'Save Analysis'}
      </Button>
      {existing && !isSaved && (
        <Button size={size} aria-disabled={isSaving} onClick={() => !isSaving && void save('new')}>
          Save as new
        </Button>
      )}
      {existing && newer && (
        <Suspense>
          <saveConflict.Component
            saved={existing}
            newer={newer}
            onClose={leaveConflict}
            onSaveNew={() => {
              leaveConflict();
              void save('new');
            }}
            onReplace={() => {
              leaveConflict();
              void save('update', newer);
            }}
          />
        </Suspense>
      )}
      {existing && !isSaving && (
        <Suspense>
          <deletionWatch.Component
            id={existing.id}
            onGone={() => work.onSaveChange({ saved: { ...existing, isGone: true }, attempt })}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The saved analysis of the work, where it is still there. */
const existingOf = ({ save: { saved } }: WorkToSave) =>
  saved && !saved.isGone && (saved.team ?? null) === TEAM ? saved : null;

const isSavedAs = (existing: SavedAs | null, work: WorkToSave) => existing?.content === contentOf(work);

/** The saved analysis that holds what is shown; null without one. */
export function findSaved(work: WorkToSave): SavedAs | null {
  const existing = existingOf(work);
  return isSavedAs(existing, work) ? existing : null;
}

interface LoginNotice {
  description: string;
  delayMs: number;
}

const SIGNED_OUT: LoginNotice = {
  description: 'Please log in to save your analysis.',
  delayMs: 1000,
};
const SESSION_ENDED: LoginNotice = { description: 'Please log in to save analyses.', delayMs: 500 };
/** For these failures the server's text gives a remedy: another role, no member, too large, limit reached, too many saves, site is full. */
const EXPLAINED_STATUSES = [403, 404, 413, 409, 429, 507];

/**
 * Saves the work that is shown, once a user is signed in. A signed-out visitor is sent to the sign-in page; the draft stays
 * in this browser, and the save continues after the sign-in.
 */
function useSaveAnalysis(work: WorkToSave, onNewer: (newer: CurrentVersion) => void) {
  const { user, isLoading } = useUser();
  const askUser = useAskUser();
  const send = useSend(onNewer);
  const leaveTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaveTimer.current), []);

  const requireLogin = async ({ description, delayMs }: LoginNotice, way: SaveWay) => {
    toastFailure('Login Required', description);
    const delay = new Promise((resolve) => {
      clearTimeout(leaveTimer.current);
      leaveTimer.current = setTimeout(resolve, delayMs);
    });
    await Promise.all([work.keepDraft(), delay]);
    notePendingSave({ way, openedAt: work.openedAt, content: contentOf(work) });
    leaveDocument(SIGN_IN_AGAIN_URL);
  };

  // `replaced` is the version of another tab or device that the save may overwrite.
  const { isBusy: isSaving, run: save } = useAction<[way: SaveWay, replaced?: CurrentVersion], void>(
    async (way, replaced) => {
      const noted = way === 'new' ? noteAttempt(work) : mayReplace(work, replaced);
      if (user || (await askUser())) await send(noted, way);
      else void requireLogin(SIGNED_OUT, way);
    },
    (error, way) => {
      if (isUnauthorized(error)) void requireLogin(SESSION_ENDED, way);
      else toastFailure('Error', describeFailure(error));
    },
  );

  const goOn = useEffectEvent(() => {
    const pendingSave = takePendingSave();
    const isMeant = pendingSave?.openedAt === work.openedAt && pendingSave.content === contentOf(work);
    if (user && isMeant) void save(pendingSave.way);
  });
  useEffect(() => {
    if (!isLoading) goOn();
  }, [isLoading]);
  useEffect(() => {
    // If the Back button restores this page, the visitor has not signed in.
    const onReturn = ({ persisted }: PageTransitionEvent) => persisted && deletePendingSave();
    addEventListener('pageshow', onReturn);
    return () => removeEventListener('pageshow', onReturn);
  }, []);
  return { isSaving, save };
}

/** The work with the version that it may replace as its own saved version. */
function mayReplace(work: WorkToSave, replaced: CurrentVersion | undefined): WorkToSave {
  const { saved } = work.save;
  return saved && replaced ? { ...work, save: { ...work.save, saved: { ...saved, ...replaced } } } : work;
}

/** Notes the key of a new save before anything is sent, so that a second attempt has the same key. */
function noteAttempt(work: WorkToSave): WorkToSave {
  const content = contentOf(work);
  if (work.save.attempt?.content === content) return work;
  const save = { ...work.save, attempt: { key: crypto.randomUUID(), content } };
  work.onSaveChange(save);
  return { ...work, save };
}

const GONE = 'This saved analysis has been deleted. Choose Save as new to keep these results.';

/** Sends the work of a signed-in user, and reports the outcome. */
function useSend(onNewer: (newer: CurrentVersion) => void) {
  const { mutate } = useSWRConfig();
  return async (work: WorkToSave, way: SaveWay) => {
    const { sendNew, sendUpdate, describeUpdate, refreshAnalyses } = await import('./saved-work.tsx');
    const { saved, attempt } = work.save;
    const updated = way === 'update' ? saved : null;
    try {
      const sent = await (updated ? sendUpdate(work, updated) : sendNew(work, attempt?.key));
      if (!sent.ok) {
        const { error } = sent;
        if (typeof error !== 'string') return onNewer(error);
        return toastFailure('Error', error);
      }
      const { id } = sent.value;
      refreshAnalyses(mutate);
      work.onSaveChange({ saved: sent.value, attempt: null });
      toast(
        updated
          ? await describeUpdate(id)
          : {
              ...SAVED,
              action: { label: 'View analysis', href: `${PAGES.saved.path}/${encodeURIComponent(id)}` },
            },
      );
    } catch (error) {
      if (!updated || !(error instanceof CallFailure) || error.status !== 404 || error.code) throw error;
      work.onSaveChange({ saved: { ...updated, isGone: true }, attempt });
      toastFailure('Error', GONE);
    }
  };
}

const SAVED = { title: 'Analysis Saved', description: 'Your analysis has been saved successfully.' };

function describeFailure(error: unknown): string {
  const isExplained = error instanceof CallFailure && EXPLAINED_STATUSES.includes(error.status);
  if (!isExplained) console.warn('The analysis could not be saved.', error);
  return (isExplained ? error.reason : null) ?? 'Failed to save analysis. Please try again.';
}
