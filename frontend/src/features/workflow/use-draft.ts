import { useCallback, useEffect, useRef, useState } from 'react';
import type { Draft } from '#frontend/lib/draft-store.ts';
import { draftStore, packChoices } from './draft.ts';
import type { WorkflowState } from './workflow-state.ts';

const SAVE_DELAY_MS = 50;

export interface Orphan {
  id: string;
  draft: Draft;
}

export interface DraftKeeper {
  /** False once the browser refused to store the draft: its storage is full or forbidden. */
  canKeep: boolean;
  /** Work of a tab that is gone, offered while this tab has none. */
  orphan: Orphan | null;
  adoptOrphan(): Promise<void>;
  discardOrphan(): Promise<void>;
  /** The file of this tab's own work that was put aside for a saved analysis; it is offered again later. */
  shelvedFile: string | null;
  /** Waits until everything chosen so far is stored, before the page is left. */
  flush(): Promise<void>;
}

/** What happens at the start, before anything is stored. */
export interface DraftStart {
  /** Gets the draft of this tab, where there is one. False when it could not be opened. */
  restore(draft: Draft): Promise<boolean>;
  /** Something else to work on: the tab's draft is put aside for it. */
  openInstead?(): Promise<void>;
}

/** Keeps the work of this tab in the browser: the file once, the choices after every change. Starting over removes it. */
export function useDraft(
  state: WorkflowState,
  file: File | null,
  start: DraftStart,
): DraftKeeper & { isRestoring: boolean } {
  const [canKeep, setCanKeep] = useState(true);
  const [isRestoring, setRestoring] = useState(true);
  const [orphan, setOrphan] = useState<Orphan | null>(null);
  const [shelvedFile, setShelvedFile] = useState<string | null>(null);
  const storedFile = useRef<File | null>(null);
  const pending = useRef<(() => Promise<void>) | null>(null);
  const running = useRef(Promise.resolve());
  const startOnce = useRef(start);

  const guard = useCallback(
    (work: () => Promise<void>) =>
      work().then(
        () => setCanKeep(true),
        (error: unknown) => {
          console.warn('The draft could not be kept.', error);
          setCanKeep(false);
        },
      ),
    [],
  );

  const takeOver = useCallback(async (draft: Draft) => {
    storedFile.current = draft.file;
    // A draft that could not be opened this time stays where it is.
    if (!(await startOnce.current.restore(draft))) storedFile.current = null;
  }, []);

  useEffect(() => {
    let isCurrent = true;
    const { openInstead } = startOnce.current;
    void guard(async () => {
      const store = await draftStore();
      if (!isCurrent) return;
      if (openInstead) setShelvedFile(await store.shelve());
      const draft = await store.load();
      if (!isCurrent) return;
      if (draft) await takeOver(draft);
      else setOrphan(await store.findOrphan());
    })
      .then(() => (isCurrent ? openInstead?.() : undefined))
      .finally(() => isCurrent && setRestoring(false));
    return () => {
      isCurrent = false;
    };
  }, [guard, takeOver]);

  useEffect(() => {
    if (isRestoring) return;
    const save = async () => {
      const store = await draftStore();
      if (!file) {
        if (storedFile.current) await store.clear();
      } else if (file === storedFile.current) await store.saveChoices(packChoices(state));
      else await store.save(file, packChoices(state));
      storedFile.current = file;
    };
    pending.current = () => {
      pending.current = null;
      running.current = running.current.then(() => guard(save));
      return running.current;
    };
    const timer = setTimeout(() => void pending.current?.(), file === storedFile.current ? SAVE_DELAY_MS : 0);
    return () => clearTimeout(timer);
  }, [state, file, isRestoring, guard]);

  const flush = useCallback(() => pending.current?.() ?? running.current, []);

  useEffect(() => {
    const onHide = () => void flush();
    window.addEventListener('pagehide', onHide);
    return () => {
      window.removeEventListener('pagehide', onHide);
      onHide();
    };
  }, [flush]);

  return {
    canKeep,
    isRestoring,
    orphan,
    shelvedFile,
    flush,
    adoptOrphan: () =>
      guard(async () => {
        if (!orphan) return;
        await (await draftStore()).adopt(orphan.id);
        setOrphan(null);
        await takeOver(orphan.draft);
      }),
    discardOrphan: () =>
      guard(async () => {
        if (orphan) await (await draftStore()).remove(orphan.id);
        setOrphan(null);
      }),
  };
}
