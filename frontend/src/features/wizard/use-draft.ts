import { useEffect, useMemo, useState } from 'react';
import { useUser } from '#frontend/api/user.ts';
import { createDraftSession, type DraftOpener, type DraftSnapshot } from '#frontend/drafts/draft-session.ts';
import type { KeptSettings } from '#frontend/choices/kept-settings.ts';
import { packDraft, packSettings } from './pack-work.ts';
import type { WizardStep } from './wizard-step.ts';
import { isOpen, type WizardState } from './workflow-state.ts';

export interface DraftKeeper extends Pick<
  DraftSnapshot,
  'canKeep' | 'abandoned' | 'setAsideFile' | 'begunIn'
> {
  adoptOrphan(): Promise<void>;
  discardOrphan(): Promise<void>;
  /** Puts aside, for a new file, work that is not restored yet or could not be restored. */
  giveWay(): void;
  /** Keeps the settings of the shown analysis for the next file, once the visitor pauses. */
  keepSettings(pack: () => KeptSettings): void;
  /** The settings of the last analysis in this browser, made by the signed-in user or by nobody. */
  findSettings(): Promise<KeptSettings | null>;
  /** Resolves once all choices are stored. Call it before the page is left. */
  flush(): Promise<void>;
}

/** Keeps the work of this tab in the browser. Starting over removes it. */
export function useDraft(
  { state, at, file }: { state: WizardState; at: WizardStep; file: File | null },
  opener: DraftOpener,
): { draft: DraftKeeper; isRestoring: boolean } {
  const [session] = useState(() => createDraftSession(opener));
  // The snapshot is React state, so that React renders the end of the restore together with the restored work.
  const [{ hasBegun, canKeep, abandoned, setAsideFile, begunIn }, setSnapshot] = useState(session.snapshot);
  const { user, isLoading } = useUser();
  const account = isLoading ? undefined : (user?.email ?? null);

  useEffect(() => session.subscribe(setSnapshot), [session]);
  useEffect(() => session.begin(), [session]);
  useEffect(() => {
    if (account !== undefined) session.setAccount(account);
  }, [session, account]);

  useEffect(() => {
    if (hasBegun) session.keep({ file, pack: () => isOpen(state) && packDraft(state, at) });
  }, [session, hasBegun, state, at, file, account]);

  useEffect(() => {
    const onHide = () => void session.flush();
    window.addEventListener('pagehide', onHide);
    return () => {
      window.removeEventListener('pagehide', onHide);
      onHide();
    };
  }, [session]);

  const actions = useMemo(() => {
    const { adoptOrphan, discardOrphan, giveWay, flush } = session;
    return {
      adoptOrphan,
      discardOrphan,
      giveWay,
      flush,
      keepSettings: (pack: () => KeptSettings) => session.keepSettings(() => packSettings(pack())),
      findSettings: async () => {
        const packed = await session.findSettings();
        if (packed === null) return null;
        const { readSettings } = await import('./stored-work.ts');
        return readSettings(packed);
      },
    };
  }, [session]);

  const draft = useMemo(
    () => ({ ...actions, canKeep, abandoned, setAsideFile, begunIn }),
    [actions, canKeep, abandoned, setAsideFile, begunIn],
  );
  return { draft, isRestoring: !hasBegun };
}
