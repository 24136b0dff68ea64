import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useUser } from '#frontend/api/user.ts';
import type { Draft, DraftStore, Orphan } from '#frontend/drafts/draft-store.ts';
import { createWaitingWork } from '#frontend/drafts/waiting-work.ts';
import type { KeptSettings } from '#frontend/thread/work.ts';
import { mayKeepWork } from '#frontend/drafts/draft-mark.ts';
import { packChoices, packSettings } from './pack-work.ts';
import type { Place } from './place.ts';
import type { WorkflowState } from './workflow-state.ts';

const SAVE_DELAY_MS = 50;
/** Long enough that a moving slider writes nothing; whoever leaves before has them kept at once. */
const SETTINGS_DELAY_MS = 1000;

export interface DraftKeeper {
  /** False once the browser refused to store the draft: its storage is full or forbidden. */
  canKeep: boolean;
  /** Work of a closed tab, made by the signed-in user or by nobody; offered while this tab has no work. */
  orphan: Orphan | null;
  adoptOrphan(): Promise<void>;
  discardOrphan(): Promise<void>;
  /** The name of the file whose work was put aside for other work; it is offered again later. */
  shelvedFile: string | null;
  /** Puts aside work that is not restored yet, or could not be, for a new file. */
  giveWay(): void;
  /** Keeps the settings of the analysis that is shown for the next file, once the visitor rests. */
  keepSettings(pack: () => KeptSettings): void;
  /** The settings of the last analysis in this browser, made by the signed-in user or by nobody. */
  findSettings(): Promise<KeptSettings | null>;
  /** Resolves once all choices are stored. Call it before the page is left. */
  flush(): Promise<void>;
}

/** The start, before anything is stored. */
export interface DraftStart {
  /** Opens the draft of this tab. False if it could not be opened. */
  restore(draft: Draft): Promise<boolean>;
  /** Opens other work; the tab's draft is put aside for it. */
  openInstead?(): Promise<void>;
  /** Called with the copy of the open file that is kept. */
  onKept(copy: File, file: File): void;
}

/** Runs the work with the draft store: one piece after another, or at once beside what runs. */
function useStoreTurns() {
  const [canKeep, setCanKeep] = useState(true);
  const running = useRef(Promise.resolve());
  const { inTurn, atOnce } = useMemo(() => {
    const follow = (work: Promise<unknown>) => {
      running.current = work.then(
        () => setCanKeep(true),
        (error: unknown) => {
          console.warn('The draft could not be kept.', error);
          setCanKeep(false);
        },
      );
      return running.current;
    };
    return {
      inTurn: (work: () => Promise<void>) => follow(running.current.then(work)),
      atOnce: (work: () => Promise<void>) => follow(Promise.all([work(), running.current])),
    };
  }, []);
  const settled = useCallback(() => running.current, []);
  return { canKeep, settled, inTurn, atOnce };
}

/** The address of the account that is signed in, or null; undefined until it is known. */
function useAccount() {
  const { user, isLoading } = useUser();
  const account = isLoading ? undefined : (user?.email ?? null);
  const current = useRef(account);
  const [known] = useState(() => Promise.withResolvers<void>());
  useEffect(() => {
    current.current = account;
    if (account !== undefined) known.resolve();
  }, [account, known]);
  /** True if the draft may be shown: a draft that was made under an account belongs to that account alone. */
  const mayBeSeen = useCallback(
    async ({ account: owner }: Draft) => {
      if (owner === null) return true;
      await known.promise;
      return owner === current.current;
    },
    [known],
  );
  return { account, current, known: known.promise, mayBeSeen };
}

/** Keeps the work of this tab in the browser: the file once, the choices after every change. Starting over removes it. */
export function useDraft(
  { state, place, file }: { state: WorkflowState; place: Place; file: File | null },
  start: DraftStart,
): DraftKeeper & { isRestoring: boolean } {
  const { canKeep, settled, inTurn, atOnce } = useStoreTurns();
  const { account, current, known, mayBeSeen } = useAccount();
  const [isRestoring, setRestoring] = useState(true);
  const [orphan, setOrphan] = useState<Orphan | null>(null);
  const [shelvedFile, setShelvedFile] = useState<string | null>(null);
  const storedFile = useRef<File | null>(null);
  /** The account that the stored work is marked with. The mark stays when the session ends. */
  const storedFor = useRef<string | null>(null);
  const [choicesToStore] = useState(createWaitingWork<Promise<void>>);
  const [settingsToKeep] = useState(createWaitingWork<Promise<void>>);
  const startOnce = useRef(start);
  /** Aborts the start; null once it is over. */
  const starting = useRef<AbortController | null>(null);
  /** This tab has a draft that is not open: it is being opened, or could not be. */
  const isUnopened = useRef(false);

  const offerOrphan = useCallback(
    async (store: DraftStore) => {
      if (current.current !== undefined) setOrphan(await store.findOrphan(current.current));
    },
    [current],
  );

  useEffect(() => {
    if (account === undefined) return;
    void inTurn(async () => {
      const store = await keptDraftStore();
      if (store) await offerOrphan(store);
    });
  }, [account, inTurn, offerOrphan]);

  const putAside = useCallback(async () => {
    const store = await draftStore();
    const fileName = await store.shelve();
    if (fileName !== null) setShelvedFile(fileName);
    await offerOrphan(store);
  }, [offerOrphan]);

  const takeOver = useCallback(async (draft: Draft) => {
    storedFile.current = draft.file;
    storedFor.current = draft.account;
    isUnopened.current = true;
    if (await startOnce.current.restore(draft)) isUnopened.current = false;
    else storedFile.current = null;
  }, []);

  useEffect(() => {
    const begun = new AbortController();
    const { signal } = begun;
    starting.current = begun;
    const { openInstead } = startOnce.current;
    void inTurn(async () => {
      const store = await keptDraftStore();
      if (signal.aborted || !store) return;
      if (openInstead) return await putAside();
      const draft = await store.load();
      if (signal.aborted) return;
      if (!draft) return await offerOrphan(store);
      const isSeen = await mayBeSeen(draft);
      if (signal.aborted) return;
      if (isSeen) return await takeOver(draft);
      // Without a word: it waits for its account, unless another account has come.
      await (current.current === null ? store.shelve() : store.clear());
      await offerOrphan(store);
    })
      .then(() => (signal.aborted ? undefined : openInstead?.()))
      .finally(() => {
        if (signal.aborted) return;
        starting.current = null;
        setRestoring(false);
      });
    return () => begun.abort();
  }, [inTurn, putAside, takeOver, offerOrphan, mayBeSeen, current]);

  const giveWay = useCallback(() => {
    if (!starting.current && !isUnopened.current) return;
    starting.current?.abort();
    starting.current = null;
    isUnopened.current = false;
    setRestoring(false);
    void inTurn(putAside);
  }, [inTurn, putAside]);

  useEffect(() => {
    if (isRestoring) return;
    const save = async () => {
      const isStored = file === storedFile.current;
      if (!file && isStored) return;
      const owner = account ?? (isStored ? storedFor.current : null);
      const store = await draftStore();
      let kept = file;
      if (!file) {
        await store.clear();
        await offerOrphan(store);
      } else if (isStored) await store.saveChoices(packChoices(state, place), owner);
      else {
        kept = await store.save(file, packChoices(state, place), owner);
        startOnce.current.onKept(kept, file);
      }
      storedFile.current = kept;
      storedFor.current = owner;
    };
    // Choices for a stored file wait for no other work: the page may be about to go. The database keeps the order.
    const saveSoon = () => (file && file === storedFile.current ? atOnce(save) : inTurn(save));
    choicesToStore.wait(saveSoon, file === storedFile.current ? SAVE_DELAY_MS : 0);
  }, [state, place, file, account, isRestoring, inTurn, atOnce, offerOrphan, choicesToStore]);

  const flush = useCallback(async () => {
    await Promise.all([choicesToStore.flush(), settingsToKeep.flush()]);
    await settled();
  }, [choicesToStore, settingsToKeep, settled]);

  useEffect(() => {
    const onHide = () => void flush();
    window.addEventListener('pagehide', onHide);
    return () => {
      window.removeEventListener('pagehide', onHide);
      onHide();
    };
  }, [flush]);

  const keepSettings = useCallback(
    (pack: () => KeptSettings) =>
      settingsToKeep.wait(async () => {
        await known;
        await inTurn(async () =>
          (await draftStore()).keepSettings(packSettings(pack()), current.current ?? storedFor.current),
        );
      }, SETTINGS_DELAY_MS),
    [settingsToKeep, inTurn, known, current],
  );
  const findSettings = useCallback(async () => {
    await known;
    const packed = await (await draftStore()).findSettings(current.current ?? null);
    const { readSettings } = await import('./stored-work.ts');
    return readSettings(packed);
  }, [known, current]);

  const forgetOrphan = () => {
    setOrphan(null);
    setShelvedFile(null);
  };

  return {
    canKeep,
    isRestoring,
    orphan,
    shelvedFile,
    flush,
    giveWay,
    keepSettings,
    findSettings,
    adoptOrphan: () =>
      inTurn(async () => {
        if (!orphan) return;
        await (await draftStore()).adopt(orphan);
        forgetOrphan();
        await takeOver(orphan.draft);
      }),
    discardOrphan: () =>
      inTurn(async () => {
        if (orphan) await (await draftStore()).remove(orphan.id);
        forgetOrphan();
      }),
  };
}

let store: Promise<DraftStore> | null = null;

/** This tab's draft store: opened once, since the tab holds one lock. Its code is no part of the first page. */
export function draftStore(): Promise<DraftStore> {
  store ??= fetchStore().catch((error: unknown) => {
    // Without a connection, the next call fetches the code again.
    store = null;
    throw error;
  });
  return store;
}

/** With 'then' after 'import', a store that does not open would count as code that is gone, which loads the page anew. */
async function fetchStore(): Promise<DraftStore> {
  const { openDraftStore } = await import('#frontend/drafts/draft-store.ts');
  return openDraftStore();
}

/** The draft store; null in a browser that keeps nothing yet. */
async function keptDraftStore(): Promise<DraftStore | null> {
  return store ?? ((await mayKeepWork()) ? draftStore() : null);
}
