import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { tabStorage } from '#frontend/lib/storage.ts';
import { TEAM, TEAM_KEY, TEAM_NAME_KEY, type TabTeam } from '#frontend/lib/tab-team.ts';
import { forgetSignOut, isSignOutUnfinished, markDraft } from './draft-mark.ts';
import { RETENTION_MS } from './retention.ts';
import {
  findKeptSettings,
  forgetSettings,
  isOffered,
  isOfAnother,
  keepSettings,
  tidySettings,
} from './kept-settings.ts';
import { hasSignedOut, passLeaveOn } from './leave-signal.ts';
import { deletePendingSave } from './pending-save.ts';
import { forgetUploadColumns } from './upload-columns.ts';

const DATABASE = 'drafts';
const TAB_KEY = 'draft-tab';

/** The unsaved work of one tab: a file and the choices for it. */
export interface Draft {
  file: File;
  choices: unknown;
  savedAt: number;
  /** The e-mail address of the user who made it; null if nobody was signed in. */
  account: string | null;
  /** The team that the tab showed when the file was opened; null for the user's own work. */
  team: TabTeam | null;
}

/** The draft of a closed tab, or one that was put aside. */
export interface AbandonedDraft {
  id: string;
  draft: Draft;
}

interface SavedChoices {
  choices: unknown;
  savedAt: number;
  /** Absent in drafts of an earlier release. */
  account?: string | null;
  team?: TabTeam | null;
  /** The time at which it was put aside, from which its week counts. */
  shelvedAt?: number;
}

/** A file as its bytes: a private window of WebKit stores no `File`, but everything else. */
interface FileBytes {
  bytes: ArrayBuffer;
  name: string;
  type: string;
  lastModified: number;
}

interface Schema extends DBSchema {
  files: { key: string; value: File | FileBytes };
  choices: { key: string; value: SavedChoices };
}

/**
 * Drafts in this browser's IndexedDB, one per tab. The tab's name is in its session storage, so a reload finds its own
 * draft. A tab holds a lock while it is open: a draft without a lock is an abandoned draft (a crash, a closed tab).
 * Every method rejects if the browser forbids storage or has none. After a sign-out nothing more is stored.
 */
export interface DraftStore {
  load(): Promise<Draft | null>;
  /** Returns the stored copy of the file. */
  save(file: File, choices: unknown, account: string | null): Promise<File>;
  saveChoices(choices: unknown, account: string | null): Promise<void>;
  clear(): Promise<void>;
  /** The newest abandoned draft of that account, or for null of a signed-out visitor. Drafts older than a week do not count. */
  findAbandonedDraft(account: string | null): Promise<AbandonedDraft | null>;
  /** Makes an abandoned draft this tab's own draft, even if another tab has taken or removed it meanwhile. */
  adopt(abandoned: AbandonedDraft): Promise<void>;
  /** Turns this tab's own draft into an abandoned draft. Returns its file's name, or null without a draft. */
  shelve(): Promise<string | null>;
  remove(id: string): Promise<void>;
  /** Keeps the settings of the last analysis for the next file. */
  keepSettings(settings: unknown, account: string | null): Promise<void>;
  /** The last settings, if they are of that account, or for null of a signed-out visitor. */
  findSettings(account: string | null): Promise<unknown>;
}

function lockName(id: string): string {
  return `draft-${id}`;
}

/** The name of this tab. No other tab has it until this one closes or releases it. */
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
  if (!tabStorage.keep(TAB_KEY, claimed.id)) throw new Error('This tab may not keep its name');
  return claimed;
}

async function readDraft(database: IDBPDatabase<Schema>, id: string): Promise<Draft | null> {
  const transaction = database.transaction(['files', 'choices']);
  const [file, saved] = await Promise.all([
    transaction.objectStore('files').get(id),
    transaction.objectStore('choices').get(id),
  ]);
  if (!file || !saved) return null;
  return { file: asFile(file), ...saved, account: saved.account ?? null, team: saved.team ?? null };
}

function asFile(stored: File | FileBytes): File {
  if (stored instanceof File) return stored;
  const { bytes, name, type, lastModified } = stored;
  return new File([bytes], name, { type, lastModified });
}

async function asBytes(file: File): Promise<FileBytes> {
  const { name, type, lastModified } = file;
  return { bytes: await file.arrayBuffer(), name, type, lastModified };
}

/** Commits without waiting for the requests: leaving the page would abort a transaction that waits. */
async function commit(
  transaction: { commit(): void; done: Promise<void> },
  requests: Promise<unknown>[],
): Promise<void> {
  transaction.commit();
  await Promise.all([...requests, transaction.done]);
}

/**
 * A copy of the file with its bytes. A browser may store only a file's address on the disk, so a file that is changed or
 * deleted there could not be read again. A file that is gone already is returned unchanged.
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
  const write = async (stored: File | FileBytes) => {
    if (hasSignedOut()) return;
    const transaction = database.transaction(['files', 'choices'], 'readwrite');
    await commit(transaction, [
      transaction.objectStore('files').put(stored, id),
      transaction.objectStore('choices').put(saved, id),
    ]);
    markDraft(true);
  };
  try {
    await write(file);
  } catch (error) {
    // Full storage has no room for bytes either.
    if (error instanceof DOMException && error.name === 'QuotaExceededError') throw error;
    await write(await asBytes(file));
  }
}

async function writeChoices(
  database: IDBPDatabase<Schema>,
  { id }: Claim,
  saved: SavedChoices,
): Promise<void> {
  if (hasSignedOut()) return;
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

/** Claims this tab's name. A duplicated tab has the name of its original: it gets a new name and a copy of the draft. */
async function claimTab(database: IDBPDatabase<Schema>): Promise<Claim> {
  const known = tabStorage.read(TAB_KEY);
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
  /** True if a tab has it open, or will open it after its reload. */
  isInUse: boolean;
  /** True if no tab has used it for a week. */
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
    const isInUse = locks.has(lockName(id)) || id === tabStorage.read(TAB_KEY);
    found.push({ id, account, isInUse, isOver: !isInUse && since < Date.now() - RETENTION_MS.draft, since });
  }
  return found.toSorted((a, b) => b.since - a.since);
}

/** Removes all drafts and kept settings of this browser, also those of other tabs, and this tab's pending save. */
export async function removeAllDrafts(): Promise<void> {
  deletePendingSave();
  forgetUploadColumns();
  // The next user of this tab begins with work of their own.
  for (const key of [TEAM_KEY, TEAM_NAME_KEY]) tabStorage.forget(key);
  const database = await openDatabase();
  await Promise.all([database.clear('files'), database.clear('choices'), forgetSettings()]);
  markDraft(false);
  database.close();
}

/** Removes the drafts after a sign-out that none of our pages has seen. */
async function finishSignOut(): Promise<void> {
  if (!isSignOutUnfinished()) return;
  forgetSignOut();
  passLeaveOn();
  await removeAllDrafts();
}

/** Removes expired drafts and settings, and those of other accounts. Every page calls it once it knows the user. */
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
  /** The team of this tab's draft. It stays when the tab shows another team, and when the membership ends. */
  let team: TabTeam | null = null;

  return {
    async load() {
      const draft = await readDraft(database, own.id);
      markDraft(draft !== null);
      team = draft?.team ?? null;
      return draft;
    },
    async save(file, choices, account) {
      const copy = await copyOf(file);
      team =
        account === null || TEAM === null ? null : { id: TEAM, name: tabStorage.read(TEAM_NAME_KEY) ?? '' };
      await writeDraft(database, own, { file: copy, choices, account, team, savedAt: Date.now() });
      return copy;
    },
    saveChoices: (choices, account) =>
      writeChoices(database, own, { choices, account, team, savedAt: Date.now() }),
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
      // The draft keeps its name. This tab gets a new one.
      own.release();
      own = await claimNew();
      return file.name;
    },
    remove: (id) => deleteDraft(database, id),
    keepSettings,
    findSettings: findKeptSettings,
    async findAbandonedDraft(account) {
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
      team = draft.team;
      await writeDraft(database, own, draft);
      await deleteDraft(database, id);
    },
  };
}
