import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { forgetSignOut, isSignOutUnfinished, markDraft } from './draft-mark.ts';
import { KEPT_FOR_MS } from './kept-for.ts';
import {
  findSettings,
  forgetSettings,
  isOffered,
  isOfAnother,
  keepSettings,
  tidySettings,
} from './kept-settings.ts';
import { hasLeft, passLeaveOn } from './leave-signal.ts';
import { forgetWish } from './save-wish.ts';

const DATABASE = 'drafts';
const TAB_KEY = 'draft-tab';

/** Work in progress of one tab: a file and the choices for it. */
export interface Draft {
  file: File;
  choices: unknown;
  savedAt: number;
  /** The e-mail address of the account that it was made under; null if nobody was signed in. */
  account: string | null;
}

/** Work of a tab that is gone, or that was put aside. */
export interface Orphan {
  id: string;
  draft: Draft;
}

interface SavedChoices {
  choices: unknown;
  savedAt: number;
  /** Absent in drafts of an earlier release. */
  account?: string | null;
  /** The time at which it was put aside: its week begins anew then. */
  shelvedAt?: number;
}

interface Schema extends DBSchema {
  files: { key: string; value: File };
  choices: { key: string; value: SavedChoices };
}

/**
 * Drafts in this browser's IndexedDB, one per tab. The tab's name lives in its session storage, so a reload finds its
 * own draft; a lock held while the tab lives tells drafts in use from orphans (a crash, a closed tab).
 * Every method rejects if the browser forbids or has no storage. After a sign-out nothing is kept any more.
 */
export interface DraftStore {
  load(): Promise<Draft | null>;
  /** Answers the copy of the file that is kept. */
  save(file: File, choices: unknown, account: string | null): Promise<File>;
  saveChoices(choices: unknown, account: string | null): Promise<void>;
  clear(): Promise<void>;
  /** The newest draft of that account whose tab is gone; null: of nobody. Drafts older than a week do not count. */
  findOrphan(account: string | null): Promise<Orphan | null>;
  /** Makes an orphan this tab's own draft, even if another tab has taken or removed it meanwhile. */
  adopt(orphan: Orphan): Promise<void>;
  /** Puts this tab's own draft aside, as an orphan. Answers its file's name, or null where there was none. */
  shelve(): Promise<string | null>;
  remove(id: string): Promise<void>;
  /** Keeps the settings of the last analysis for the next file. */
  keepSettings(settings: unknown, account: string | null): Promise<void>;
  /** The settings that were kept last, if they are of that account; null: of nobody. */
  findSettings(account: string | null): Promise<unknown>;
}

function lockName(id: string): string {
  return `draft-${id}`;
}

/** The name of this tab, which is its own until it closes or releases it. */
interface Claim {
  id: string;
  release(): void;
}

/** Takes the name for this tab; null if another tab has it. */
function claim(id: string): Promise<Claim | null> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(lockName(id), { ifAvailable: true }, (lock) => {
        if (lock) return new Promise<void>((release) => resolve({ id, release }));
        resolve(null);
      })
      .catch(reject);
  });
}

async function claimNew(): Promise<Claim> {
  const claimed = await claim(crypto.randomUUID());
  if (!claimed) throw new Error('A random name is taken');
  sessionStorage.setItem(TAB_KEY, claimed.id);
  return claimed;
}

async function readDraft(database: IDBPDatabase<Schema>, id: string): Promise<Draft | null> {
  const transaction = database.transaction(['files', 'choices']);
  const [file, saved] = await Promise.all([
    transaction.objectStore('files').get(id),
    transaction.objectStore('choices').get(id),
  ]);
  return file && saved ? { file, ...saved, account: saved.account ?? null } : null;
}

/** Commits at once: a transaction that waits for the answers to its requests is aborted when the page is left. */
async function commit(
  transaction: { commit(): void; done: Promise<void> },
  requests: Promise<unknown>[],
): Promise<void> {
  transaction.commit();
  await Promise.all([...requests, transaction.done]);
}

/**
 * The file with bytes of its own: a browser may keep no more of a file than its place on the disk, and what is changed or
 * deleted there cannot be read again. A file that is gone already stays as it is.
 */
async function copyOf(file: File): Promise<File> {
  try {
    const { name, type, lastModified } = file;
    return new File([await file.arrayBuffer()], name, { type, lastModified });
  } catch {
    return file;
  }
}

/** Makes it the draft of this tab. */
async function writeDraft(
  database: IDBPDatabase<Schema>,
  { id }: Claim,
  { file, ...saved }: Draft,
): Promise<void> {
  if (hasLeft()) return;
  const transaction = database.transaction(['files', 'choices'], 'readwrite');
  await commit(transaction, [
    transaction.objectStore('files').put(file, id),
    transaction.objectStore('choices').put(saved, id),
  ]);
  markDraft(true);
}

async function writeChoices(
  database: IDBPDatabase<Schema>,
  { id }: Claim,
  saved: SavedChoices,
): Promise<void> {
  if (hasLeft()) return;
  const transaction = database.transaction('choices', 'readwrite');
  await commit(transaction, [transaction.store.put(saved, id)]);
}

async function deleteDraft(database: IDBPDatabase<Schema>, id: string): Promise<void> {
  const transaction = database.transaction(['files', 'choices'], 'readwrite');
  await commit(transaction, [
    transaction.objectStore('files').delete(id),
    transaction.objectStore('choices').delete(id),
  ]);
}

/** A duplicated tab carries the name of the tab it came from: it gets a name, and a copy of the draft, of its own. */
async function claimTab(database: IDBPDatabase<Schema>): Promise<Claim> {
  const known = sessionStorage.getItem(TAB_KEY);
  const claimed = known && (await claim(known));
  if (claimed) return claimed;
  const fresh = await claimNew();
  const draft = known && (await readDraft(database, known));
  if (draft) await writeDraft(database, fresh, draft);
  return fresh;
}

function openDatabase(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('files');
      database.createObjectStore('choices');
    },
  });
}

interface KeptDraft {
  id: string;
  account: string | null;
  /** True if a tab works on it, or will after its reload. */
  isInUse: boolean;
  /** True if it is not in use and has waited for a week. */
  isOver: boolean;
}

/** All stored drafts, the newest first. */
async function listDrafts(database: IDBPDatabase<Schema>): Promise<KeptDraft[]> {
  const ids = await database.getAllKeys('choices');
  // Read after the drafts: a tab holds its lock before it has a draft.
  const { held = [] } = await navigator.locks.query();
  const locks = new Set(held.map((lock) => lock.name));
  const found: (KeptDraft & { since: number })[] = [];
  for (const id of ids) {
    const saved = await database.get('choices', id);
    if (!saved) continue;
    const { account = null, savedAt, shelvedAt: since = savedAt } = saved;
    const isInUse = locks.has(lockName(id)) || id === sessionStorage.getItem(TAB_KEY);
    found.push({ id, account, isInUse, isOver: !isInUse && since < Date.now() - KEPT_FOR_MS.draft, since });
  }
  return found.toSorted((a, b) => b.since - a.since);
}

/** Removes all drafts of this browser, those of other tabs included, its kept settings, and this tab's wish to save its own. */
export async function removeAllDrafts(): Promise<void> {
  forgetWish();
  const database = await openDatabase();
  await Promise.all([database.clear('files'), database.clear('choices'), forgetSettings()]);
  markDraft(false);
  database.close();
}

/** Removes the drafts after a sign-out without any of our pages. */
async function finishSignOut(): Promise<void> {
  if (!isSignOutUnfinished()) return;
  forgetSignOut();
  passLeaveOn();
  await removeAllDrafts();
}

/**
 * Removes drafts that have waited for a week, settings that have waited longer, and those of other accounts. Every page
 * calls it once it knows the user.
 */
export async function tidyDrafts(account: string | null): Promise<void> {
  await finishSignOut();
  await tidySettings(account);
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === DATABASE)) return;
  const database = await openDatabase();
  for (const draft of await listDrafts(database)) {
    if (draft.isOver || isOfAnother(draft.account, account)) await deleteDraft(database, draft.id);
  }
  database.close();
}

/** Opens the draft store for this tab. */
export async function openDraftStore(): Promise<DraftStore> {
  await finishSignOut();
  const database = await openDatabase();
  let own = await claimTab(database);

  return {
    async load() {
      const draft = await readDraft(database, own.id);
      markDraft(draft !== null);
      return draft;
    },
    async save(file, choices, account) {
      const copy = await copyOf(file);
      await writeDraft(database, own, { file: copy, choices, account, savedAt: Date.now() });
      return copy;
    },
    saveChoices: (choices, account) => writeChoices(database, own, { choices, account, savedAt: Date.now() }),
    async clear() {
      await deleteDraft(database, own.id);
      markDraft(false);
    },
    async shelve() {
      const draft = await readDraft(database, own.id);
      markDraft(false);
      if (!draft) return null;
      const { file, ...saved } = draft;
      await writeChoices(database, own, { ...saved, shelvedAt: Date.now() });
      // The draft keeps its name, and this tab gets another.
      own.release();
      own = await claimNew();
      return file.name;
    },
    remove: (id) => deleteDraft(database, id),
    keepSettings,
    findSettings,
    async findOrphan(account) {
      const drafts = await listDrafts(database);
      for (const { id } of drafts.filter(
        (kept) => !kept.isInUse && !kept.isOver && isOffered(kept.account, account),
      )) {
        const draft = await readDraft(database, id);
        if (draft) return { id, draft };
      }
      return null;
    },
    async adopt({ id, draft }) {
      await writeDraft(database, own, draft);
      await deleteDraft(database, id);
    },
  };
}
