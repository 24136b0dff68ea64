import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { KEPT_FOR_MS } from './kept-for.ts';
import { hasLeft } from './leave-signal.ts';

const DATABASE = 'settings';
const KEY = 'last';

interface Kept {
  settings: unknown;
  /** The e-mail address of the account that they were made under; null if nobody was signed in. */
  account: string | null;
  savedAt: number;
}

interface Schema extends DBSchema {
  settings: { key: string; value: Kept };
}

/** A database of its own: a tab of an earlier release would hold back another version of that of the drafts. */
function openDatabase(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('settings');
    },
  });
}

async function withDatabase<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const database = await openDatabase();
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/**
 * Whether work is offered to whoever is signed in, null for nobody: work of an account to that account alone, work of
 * nobody while nobody is signed in, since people who share a browser may have made it.
 */
export const isOffered = (owner: string | null, account: string | null): boolean => owner === account;

/** Whether work belongs to another account than the one that is signed in, and is removed for that reason. */
export const isOfAnother = (owner: string | null, account: string | null): boolean =>
  owner !== null && account !== null && owner !== account;

/** Keeps the settings of the last analysis in this browser, in the place of those before. After a sign-out nothing is kept. */
export async function keepSettings(settings: unknown, account: string | null): Promise<void> {
  await withDatabase(async (database) => {
    if (hasLeft()) return;
    await database.put('settings', { settings, account, savedAt: Date.now() }, KEY);
  });
}

/** The settings of the last analysis of that account. Null without any, and where they are too old. */
export async function findSettings(account: string | null): Promise<unknown> {
  const kept = await withDatabase((database) => database.get('settings', KEY));
  if (!kept || isOver(kept)) return null;
  return isOffered(kept.account, account) ? kept.settings : null;
}

/** Removes the settings of every account. */
export async function forgetSettings(): Promise<void> {
  await withDatabase((database) => database.clear('settings'));
}

/** Removes settings that are over, and those of another account. */
export async function tidySettings(account: string | null): Promise<void> {
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === DATABASE)) return;
  await withDatabase(async (database) => {
    const kept = await database.get('settings', KEY);
    if (kept && (isOver(kept) || isOfAnother(kept.account, account))) await database.delete('settings', KEY);
  });
}

function isOver({ savedAt }: Kept): boolean {
  return savedAt < Date.now() - KEPT_FOR_MS.settings;
}
