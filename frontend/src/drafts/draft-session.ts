import type { TabTeam } from '#frontend/lib/tab-team.ts';
import { mayHoldDrafts } from './draft-mark.ts';
import type { Draft, DraftStore, AbandonedDraft } from './draft-store.ts';
import { hasSignedOut } from './leave-signal.ts';
import { createDelayedTask } from './delayed-task.ts';

const SAVE_DELAY_MS = 50;
/** Settings are stored after this time without a change, so that a moving slider stores nothing. Leaving the page stores them at once. */
const SETTINGS_DELAY_MS = 1000;

/** The state of this tab's draft. @internal */
export type DraftState =
  /** The store has not answered yet whether this tab has a draft. */
  | 'unknown'
  /** No file is open, so there is no draft. */
  | 'none'
  /** A draft is being opened. Nothing is stored meanwhile. */
  | 'restoring'
  /** A file is open. Every change is stored. */
  | 'open'
  /** The draft of this tab could not be opened. It stays in the store. */
  | 'unopened'
  /** The draft of this tab was put aside for another file. */
  | 'setAside'
  /** The visitor has signed out, here or in another tab. Nothing more is stored. */
  | 'left';

export interface DraftSnapshot {
  state: DraftState;
  /** True once the store was searched for this tab's draft, and the draft is open if there was one. */
  hasBegun: boolean;
  /** False once the browser refused to store the draft: its storage is full or forbidden. */
  canKeep: boolean;
  /** The draft of a closed tab, of the signed-in user or of a signed-out visitor. It is offered while no file is open. */
  abandoned: AbandonedDraft | null;
  /** The name of the file whose draft was put aside for another file. It is offered again later. */
  setAsideFile: string | null;
  /** The team in which the restored work was begun; null for the user's own. */
  begunIn: TabTeam | null;
}

/** The open file and a function that packs its choices; a null file after a new start. */
interface Work {
  file: File | null;
  pack(): unknown;
}

/** The functions that open files. */
export interface DraftOpener {
  /** Opens a draft. False if it could not be opened. */
  restore(draft: Draft): Promise<boolean>;
  /** Opens another file at the start. The tab's draft is put aside for it. */
  openInstead?(): Promise<void>;
  /** Called with the stored copy of the open file. */
  onKept(copy: File, file: File): void;
}

/** The draft of this tab from the load of the page to its end. */
export interface DraftSession {
  snapshot(): DraftSnapshot;
  subscribe(listener: (snapshot: DraftSnapshot) => void): () => void;
  /** Looks for the draft of this tab and opens it. Returns a function that ends the search. */
  begin(): () => void;
  /** Sets the address of the signed-in user; null for a signed-out visitor. */
  setAccount(account: string | null): void;
  /** Stores the work: the file once, the choices after every change. */
  keep(work: Work): void;
  /** Puts the draft aside for a new file, if it is not restored yet or could not be. */
  giveWay(): void;
  adoptOrphan(): Promise<void>;
  discardOrphan(): Promise<void>;
  /** Keeps the settings of the shown analysis for the next file, after a pause in the changes. */
  keepSettings(pack: () => unknown): void;
  /** The settings of the last analysis in this browser, of the signed-in user or of a signed-out visitor. */
  findSettings(): Promise<unknown>;
  /** Resolves once all choices are stored. Call it before the page is left. */
  flush(): Promise<void>;
}

export function createDraftSession({ restore, openInstead, onKept }: DraftOpener): DraftSession {
  let snapshot: DraftSnapshot = {
    state: 'unknown',
    hasBegun: false,
    canKeep: true,
    abandoned: null,
    setAsideFile: null,
    begunIn: null,
  };
  const listeners = new Set<(snapshot: DraftSnapshot) => void>();
  const update = (change: Partial<DraftSnapshot>) => {
    const next = { ...snapshot, ...change };
    const members = Object.keys(change) as (keyof DraftSnapshot)[]; // by the type of `change`
    // The page keeps its work after a render. A snapshot that renders it again without a change would do so for ever.
    if (members.every((member) => next[member] === snapshot[member])) return;
    snapshot = next;
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
  const choicesTask = createDelayedTask<Promise<void>>();
  const settingsTask = createDelayedTask<Promise<void>>();

  let running = Promise.resolve();
  const follow = (task: Promise<unknown>) => {
    running = task.then(undefined, (error: unknown) => {
      console.warn('The draft could not be kept.', error);
      update({ canKeep: false });
    });
    return running;
  };
  const inTurn = (task: () => Promise<void>) => follow(running.then(task));
  const atOnce = (task: () => Promise<void>) => follow(Promise.all([task(), running]));

  const offerOrphan = async (store: DraftStore) => {
    if (account !== undefined) update({ abandoned: await store.findAbandonedDraft(account) });
  };

  const putAside = async () => {
    const store = await draftStore();
    const fileName = await store.shelve();
    if (fileName !== null) update({ setAsideFile: fileName });
    else if (snapshot.state === 'setAside') update({ state: 'none' });
    await offerOrphan(store);
  };

  const open = async (draft: Draft) => {
    stored = { file: draft.file, account: draft.account };
    update({ state: 'restoring', begunIn: draft.team });
    const isOpen = await restore(draft);
    if (!isOpen) stored = { ...stored, file: null };
    isShownLater = isOpen;
    // Meanwhile the visitor may have opened another file.
    if (snapshot.state === 'restoring') update({ state: isOpen ? 'open' : 'unopened' });
  };

  /** A draft that was made under an account belongs to that account alone. */
  const mayBeSeen = async ({ account: owner }: Draft) => {
    if (owner === null) return true;
    await accountKnown.promise;
    return owner === account;
  };

  const findDraft = async (signal: AbortSignal) => {
    const store = await existingDraftStore();
    if (signal.aborted || !store) return;
    if (openInstead) {
      update({ state: 'setAside' });
      return await putAside();
    }
    const draft = await store.load();
    if (signal.aborted) return;
    if (!draft) return await offerOrphan(store);
    const isSeen = await mayBeSeen(draft);
    if (signal.aborted) return;
    if (isSeen) return await open(draft);
    // The draft waits for its account. Where another account is signed in, it is removed.
    await (account === null ? store.shelve() : store.clear());
    await offerOrphan(store);
  };

  const save = async ({ file, pack }: Work) => {
    if (hasSignedOut()) return update({ state: 'left' });
    const isStored = file === stored.file;
    if (!file && isStored) return update({ canKeep: true });
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
      update({ begunIn: null });
    }
    stored = { file: kept, account: owner };
    // Only here: a browser whose storage is full can still read.
    update({ canKeep: true });
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
        const store = await existingDraftStore();
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
      // Choices for a stored file do not wait for other tasks: the visitor may leave. The database keeps the order.
      const saveSoon = () => {
        const run = work.file && work.file === stored.file ? atOnce : inTurn;
        return run(() => save(work));
      };
      choicesTask.schedule(saveSoon, isStored ? SAVE_DELAY_MS : 0);
    },
    giveWay() {
      if (!starting && snapshot.state !== 'restoring' && snapshot.state !== 'unopened') return;
      starting?.abort();
      starting = null;
      update({ state: 'setAside', hasBegun: true });
      void inTurn(putAside);
    },
    adoptOrphan: () =>
      inTurn(async () => {
        const { abandoned } = snapshot;
        if (!abandoned) return;
        await (await draftStore()).adopt(abandoned);
        update({ abandoned: null, setAsideFile: null });
        await open(abandoned.draft);
      }),
    discardOrphan: () =>
      inTurn(async () => {
        const { abandoned } = snapshot;
        if (abandoned) await (await draftStore()).remove(abandoned.id);
        update({ abandoned: null, setAsideFile: null });
      }),
    keepSettings: (pack) =>
      settingsTask.schedule(async () => {
        await accountKnown.promise;
        await inTurn(async () => (await draftStore()).keepSettings(pack(), account ?? stored.account));
      }, SETTINGS_DELAY_MS),
    async findSettings() {
      await accountKnown.promise;
      return (await draftStore()).findSettings(account ?? null);
    },
    async flush() {
      await Promise.all([choicesTask.flush(), settingsTask.flush()]);
      await running;
    },
  };
}

let store: Promise<DraftStore> | null = null;

/** This tab's draft store, opened once since the tab holds one lock. Its code is not part of the first page. */
export function draftStore(): Promise<DraftStore> {
  store ??= fetchStore().catch((error: unknown) => {
    // Without a connection, the next call fetches the code again.
    store = null;
    throw error;
  });
  return store;
}

/** With `then` after `import`, a store that does not open would count as missing code, which reloads the page. */
async function fetchStore(): Promise<DraftStore> {
  const { openDraftStore } = await import('./draft-store.ts');
  return openDraftStore();
}

/** The draft store; null in a browser that holds no drafts. */
async function existingDraftStore(): Promise<DraftStore | null> {
  return store ?? ((await mayHoldDrafts()) ? draftStore() : null);
}
