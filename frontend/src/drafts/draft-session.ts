import { mayKeepWork } from './draft-mark.ts';
import type { Draft, DraftStore, Orphan } from './draft-store.ts';
import { hasLeft } from './leave-signal.ts';
import { createWaitingWork } from './waiting-work.ts';

const SAVE_DELAY_MS = 50;
/** A moving slider writes nothing within this time. The settings are kept at once when the page is left. */
const SETTINGS_DELAY_MS = 1000;

/** The work of this tab. */
export type DraftState =
  /** The store has not said whether this tab has a draft. */
  | 'unknown'
  /** There is nothing to keep. */
  | 'none'
  /** A draft is being opened. Nothing is stored meanwhile. */
  | 'restoring'
  /** A file is open, and it is kept with every change. */
  | 'open'
  /** The draft of this tab could not be opened. It stays in the store. */
  | 'unopened'
  /** The draft of this tab was put aside for other work. */
  | 'shelved'
  /** The visitor has signed out, here or in another tab. Nothing is kept any more. */
  | 'left';

export interface DraftSnapshot {
  state: DraftState;
  /** False until the work that this tab begins with is known. */
  hasBegun: boolean;
  /** False once the browser refused to store the draft: its storage is full or forbidden. */
  canKeep: boolean;
  /** Work of a closed tab, made by the signed-in user or by nobody; offered while this tab has no work. */
  orphan: Orphan | null;
  /** The name of the file whose work was put aside for other work; it is offered again later. */
  shelvedFile: string | null;
}

/** The open file and a function that packs its choices; a null file after a new start. */
interface Work {
  file: File | null;
  pack(): unknown;
}

/** The functions that open work. */
export interface DraftOpener {
  /** Opens a draft. False if it could not be opened. */
  restore(draft: Draft): Promise<boolean>;
  /** Opens other work at the start; the tab's draft is put aside for it. */
  openInstead?(): Promise<void>;
  /** Called with the copy of the open file that is kept. */
  onKept(copy: File, file: File): void;
}

/** The draft of this tab from the load of the page to its end. */
export interface DraftSession {
  snapshot(): DraftSnapshot;
  subscribe(listener: (snapshot: DraftSnapshot) => void): () => void;
  /** Looks for the draft of this tab and opens it. Returns a function that ends the search. */
  begin(): () => void;
  /** Tells who is signed in: an address, or null for nobody. */
  setAccount(account: string | null): void;
  /** Stores the work: the file once, the choices after every change. */
  keep(work: Work): void;
  /** Puts aside work that is not restored yet, or could not be, for a new file. */
  giveWay(): void;
  adoptOrphan(): Promise<void>;
  discardOrphan(): Promise<void>;
  /** Keeps the settings of the analysis that is shown for the next file, once the visitor rests. */
  keepSettings(pack: () => unknown): void;
  /** The settings of the last analysis in this browser, made by the signed-in user or by nobody. */
  findSettings(): Promise<unknown>;
  /** Resolves once all choices are stored. Call it before the page is left. */
  flush(): Promise<void>;
}

export function createDraftSession({ restore, openInstead, onKept }: DraftOpener): DraftSession {
  let snapshot: DraftSnapshot = {
    state: 'unknown',
    hasBegun: false,
    canKeep: true,
    orphan: null,
    shelvedFile: null,
  };
  const listeners = new Set<(snapshot: DraftSnapshot) => void>();
  const update = (change: Partial<DraftSnapshot>) => {
    snapshot = { ...snapshot, ...change };
    for (const listener of listeners) listener(snapshot);
  };

  /** Undefined until it is known. */
  let account: string | null | undefined;
  const accountKnown = Promise.withResolvers<void>();
  /** The stored file and the account that its work is marked with. The mark stays when the session of the account ends. */
  let stored: { file: File | null; account: string | null } = { file: null, account: null };
  /** True from the end of a restore until the page shows the restored file. */
  let isShownLater = false;
  /** Aborts the start; null once it is over. */
  let starting: AbortController | null = null;
  const choicesToStore = createWaitingWork<Promise<void>>();
  const settingsToKeep = createWaitingWork<Promise<void>>();

  let running = Promise.resolve();
  const follow = (work: Promise<unknown>) => {
    const setCanKeep = (canKeep: boolean) => canKeep !== snapshot.canKeep && update({ canKeep });
    running = work.then(
      () => void setCanKeep(true),
      (error: unknown) => {
        console.warn('The draft could not be kept.', error);
        setCanKeep(false);
      },
    );
    return running;
  };
  const inTurn = (work: () => Promise<void>) => follow(running.then(work));
  const atOnce = (work: () => Promise<void>) => follow(Promise.all([work(), running]));

  const offerOrphan = async (store: DraftStore) => {
    if (account !== undefined) update({ orphan: await store.findOrphan(account) });
  };

  const putAside = async () => {
    const store = await draftStore();
    const fileName = await store.shelve();
    if (fileName !== null) update({ shelvedFile: fileName });
    else if (snapshot.state === 'shelved') update({ state: 'none' });
    await offerOrphan(store);
  };

  const open = async (draft: Draft) => {
    stored = { file: draft.file, account: draft.account };
    update({ state: 'restoring' });
    const isOpen = await restore(draft);
    if (!isOpen) stored = { ...stored, file: null };
    isShownLater = isOpen;
    // Another file may have taken its place meanwhile.
    if (snapshot.state === 'restoring') update({ state: isOpen ? 'open' : 'unopened' });
  };

  /** A draft that was made under an account belongs to that account alone. */
  const mayBeSeen = async ({ account: owner }: Draft) => {
    if (owner === null) return true;
    await accountKnown.promise;
    return owner === account;
  };

  const findDraft = async (signal: AbortSignal) => {
    const store = await keptDraftStore();
    if (signal.aborted || !store) return;
    if (openInstead) {
      update({ state: 'shelved' });
      return await putAside();
    }
    const draft = await store.load();
    if (signal.aborted) return;
    if (!draft) return await offerOrphan(store);
    const isSeen = await mayBeSeen(draft);
    if (signal.aborted) return;
    if (isSeen) return await open(draft);
    // Without a word: it waits for its account, unless another account has come.
    await (account === null ? store.shelve() : store.clear());
    await offerOrphan(store);
  };

  const save = async ({ file, pack }: Work) => {
    if (hasLeft()) return update({ state: 'left' });
    const isStored = file === stored.file;
    if (!file && isStored) return;
    const owner = account ?? (isStored ? stored.account : null);
    const store = await draftStore();
    let kept = file;
    if (!file) {
      await store.clear();
      await offerOrphan(store);
    } else if (isStored) await store.saveChoices(pack(), owner);
    else {
      kept = await store.save(file, pack(), owner);
      onKept(kept, file);
    }
    stored = { file: kept, account: owner };
  };

  return {
    snapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin() {
      const begun = new AbortController();
      const { signal } = begun;
      starting = begun;
      void inTurn(() => findDraft(signal))
        .then(() => (signal.aborted ? undefined : openInstead?.()))
        .finally(() => {
          if (signal.aborted) return;
          starting = null;
          update({ hasBegun: true, state: snapshot.state === 'unknown' ? 'none' : snapshot.state });
        });
      return () => begun.abort();
    },
    setAccount(known) {
      account = known;
      accountKnown.resolve();
      void inTurn(async () => {
        const store = await keptDraftStore();
        if (store) await offerOrphan(store);
      });
    },
    keep(work) {
      const { state, hasBegun } = snapshot;
      if (!hasBegun || state === 'restoring' || state === 'left') return;
      if (isShownLater && !work.file) return;
      isShownLater = false;
      const isStored = work.file === stored.file;
      if (work.file) update({ state: 'open' });
      else if (state === 'open') update({ state: 'none' });
      // Choices for a stored file wait for no other work: the page may be about to go. The database keeps the order.
      const saveSoon = () => {
        const run = work.file && work.file === stored.file ? atOnce : inTurn;
        return run(() => save(work));
      };
      choicesToStore.wait(saveSoon, isStored ? SAVE_DELAY_MS : 0);
    },
    giveWay() {
      if (!starting && snapshot.state !== 'restoring' && snapshot.state !== 'unopened') return;
      starting?.abort();
      starting = null;
      update({ state: 'shelved', hasBegun: true });
      void inTurn(putAside);
    },
    adoptOrphan: () =>
      inTurn(async () => {
        const { orphan } = snapshot;
        if (!orphan) return;
        await (await draftStore()).adopt(orphan);
        update({ orphan: null, shelvedFile: null });
        await open(orphan.draft);
      }),
    discardOrphan: () =>
      inTurn(async () => {
        const { orphan } = snapshot;
        if (orphan) await (await draftStore()).remove(orphan.id);
        update({ orphan: null, shelvedFile: null });
      }),
    keepSettings: (pack) =>
      settingsToKeep.wait(async () => {
        await accountKnown.promise;
        await inTurn(async () => (await draftStore()).keepSettings(pack(), account ?? stored.account));
      }, SETTINGS_DELAY_MS),
    async findSettings() {
      await accountKnown.promise;
      return (await draftStore()).findSettings(account ?? null);
    },
    async flush() {
      await Promise.all([choicesToStore.flush(), settingsToKeep.flush()]);
      await running;
    },
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
  const { openDraftStore } = await import('./draft-store.ts');
  return openDraftStore();
}

/** The draft store; null in a browser that keeps nothing yet. */
async function keptDraftStore(): Promise<DraftStore | null> {
  return store ?? ((await mayKeepWork()) ? draftStore() : null);
}
