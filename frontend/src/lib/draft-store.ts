import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { markDraft } from './draft-mark.ts';
import { hasLeft } from './leave-signal.ts';

const DATABASE = 'drafts';
const TAB_KEY = 'draft-tab';
const ORPHAN_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Work in progress of one tab: a file and whatever was chosen for it. */
export interface Draft {
  file: File;
  choices: unknown;
  savedAt: number;
}

interface Schema extends DBSchema {
  files: { key: string; value: File };
  choices: { key: string; value: { choices: unknown; savedAt: number } };
}

/**
 * Drafts in this browser's IndexedDB, one per tab. The tab's name lives in its session storage, so a reload finds its
 * own draft; a lock held while the tab lives tells drafts in use from orphans (a crash, a closed tab).
 * Every method rejects where the browser forbids or has no storage. Once somebody has left, nothing is kept any more.
 */
export interface DraftStore {
  load(): Promise<Draft | null>;
  save(file: File, choices: unknown): Promise<void>;
  saveChoices(choices: unknown): Promise<void>;
  clear(): Promise<void>;
  /** The newest draft whose tab is gone. Older ones than a week are removed. */
  findOrphan(): Promise<{ id: string; draft: Draft } | null>;
  /** Makes an orphan this tab's own draft. */
  adopt(orphanId: string): Promise<void>;
  /** Puts this tab's own draft aside, as an orphan. Answers its file's name, or null where there was none. */
  shelve(): Promise<string | null>;
  remove(id: string): Promise<void>;
}

function lockName(id: string): string {
  return `draft-${id}`;
}

/** Holds the lock until the tab closes; false when another tab holds it. */
function holdLock(id: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(lockName(id), { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock ? new Promise(() => {}) : undefined;
      })
      .catch(reject);
  });
}

async function copyDraft(database: IDBPDatabase<Schema>, from: string, to: string): Promise<void> {
  const draft = await readDraft(database, from);
  if (draft) await writeDraft(database, to, draft);
}

async function readDraft(database: IDBPDatabase<Schema>, id: string): Promise<Draft | null> {
  const transaction = database.transaction(['files', 'choices']);
  const [file, saved] = await Promise.all([
    transaction.objectStore('files').get(id),
    transaction.objectStore('choices').get(id),
  ]);
  return file && saved ? { file, ...saved } : null;
}

async function writeDraft(
  database: IDBPDatabase<Schema>,
  id: string,
  { file, choices, savedAt }: Draft,
): Promise<void> {
  const transaction = database.transaction(['files', 'choices'], 'readwrite');
  await Promise.all([
    transaction.objectStore('files').put(file, id),
    transaction.objectStore('choices').put({ choices, savedAt }, id),
    transaction.done,
  ]);
}

async function deleteDraft(database: IDBPDatabase<Schema>, id: string): Promise<void> {
  const transaction = database.transaction(['files', 'choices'], 'readwrite');
  await Promise.all([
    transaction.objectStore('files').delete(id),
    transaction.objectStore('choices').delete(id),
    transaction.done,
  ]);
}

/** A duplicated tab carries the name of the tab it came from: it gets a name, and a copy of the draft, of its own. */
async function claimTab(database: IDBPDatabase<Schema>): Promise<string> {
  const known = sessionStorage.getItem(TAB_KEY);
  if (known && (await holdLock(known))) return known;
  const id = crypto.randomUUID();
  await holdLock(id);
  if (known) await copyDraft(database, known, id);
  sessionStorage.setItem(TAB_KEY, id);
  return id;
}

function openDatabase(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('files');
      database.createObjectStore('choices');
    },
  });
}

async function idsInUse(): Promise<Set<string | undefined>> {
  const { held = [] } = await navigator.locks.query();
  return new Set(held.map((lock) => lock.name));
}

async function listOrphans(database: IDBPDatabase<Schema>): Promise<{ id: string; savedAt: number }[]> {
  const inUse = await idsInUse();
  const orphans: { id: string; savedAt: number }[] = [];
  for (const id of await database.getAllKeys('choices')) {
    if (inUse.has(lockName(id))) continue;
    const saved = await database.get('choices', id);
    if (saved) orphans.push({ id, savedAt: saved.savedAt });
  }
  return orphans.toSorted((a, b) => b.savedAt - a.savedAt);
}

/** Removes all drafts of this browser, those of other tabs included. */
export async function removeAllDrafts(): Promise<void> {
  const database = await openDatabase();
  await Promise.all([database.clear('files'), database.clear('choices')]);
  markDraft(false);
  database.close();
}

/** Opens the draft store for this tab. */
export async function openDraftStore(): Promise<DraftStore> {
  const database = await openDatabase();
  const own = await claimTab(database);

  return {
    async load() {
      const draft = await readDraft(database, own);
      markDraft(draft !== null);
      return draft;
    },
    async save(file, choices) {
      if (hasLeft()) return;
      await writeDraft(database, own, { file, choices, savedAt: Date.now() });
      markDraft(true);
    },
    async saveChoices(choices) {
      if (!hasLeft()) await database.put('choices', { choices, savedAt: Date.now() }, own);
    },
    async clear() {
      await deleteDraft(database, own);
      markDraft(false);
    },
    async shelve() {
      const draft = await readDraft(database, own);
      if (!draft) return null;
      await writeDraft(database, crypto.randomUUID(), draft);
      await deleteDraft(database, own);
      markDraft(false);
      return draft.file.name;
    },
    remove: (id) => deleteDraft(database, id),
    async findOrphan() {
      const orphans = await listOrphans(database);
      const limit = Date.now() - ORPHAN_DAYS * DAY_MS;
      for (const { id } of orphans.filter((orphan) => orphan.savedAt < limit))
        await deleteDraft(database, id);
      for (const { id } of orphans.filter((orphan) => orphan.savedAt >= limit)) {
        const draft = await readDraft(database, id);
        if (draft) return { id, draft };
      }
      return null;
    },
    async adopt(orphanId) {
      await copyDraft(database, orphanId, own);
      await deleteDraft(database, orphanId);
      markDraft(true);
    },
  };
}
