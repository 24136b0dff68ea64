import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { RETENTION_MS } from './retention.ts';
import { hasSignedOut } from './leave-signal.ts';

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

/** Settings have their own database: an open tab of an earlier release would block a new version of the drafts' database. */
function openDatabase(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('settings');
    },
  });
}

async function withDatabase<T>(run: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const database = await openDatabase();
  try {
    return await run(database);
  } finally {
    database.close();
  }
}

/**
 * Whether a draft or settings are offered. Those of an account are offered to that account alone, those of a signed-out visitor only while
 * nobody is signed in: people may share a browser.
 */
export const isOffered = (owner: string | null, account: string | null): boolean => owner === account;

/** Whether a draft or settings belong to another account than the signed-in one, and are removed therefore. */
export const isOfAnother = (owner: string | null, account: string | null): boolean =>
  owner !== null && account !== null && owner !== account;

/** Stores the settings of the last analysis in this browser, instead of earlier ones. After a sign-out nothing is stored. */
export async function keepSettings(settings: unknown, account: string | null): Promise<void> {
  await withDatabase(async (database) => {
    if (hasSignedOut()) return;
    await database.put('settings', { settings, account, savedAt: Date.now() }, KEY);
  });
}

/** The settings of the last analysis of that account. Null without settings, and for settings that are too old. */
export async function findKeptSettings(account: string | null): Promise<unknown> {
  const kept = await withDatabase((database) => database.get('settings', KEY));
  if (!kept || isOver(kept)) return null;
  return isOffered(kept.account, account) ? kept.settings : null;
}

/** Removes the settings of every account. */
export async function forgetSettings(): Promise<void> {
  await withDatabase((database) => database.clear('settings'));
}

/** Removes expired settings, and those of another account. */
export async function tidySettings(account: string | null): Promise<void> {
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === DATABASE)) return;
  await withDatabase(async (database) => {
    const kept = await database.get('settings', KEY);
    if (kept && (isOver(kept) || isOfAnother(kept.account, account))) await database.delete('settings', KEY);
  });
}

function isOver({ savedAt }: Kept): boolean {
  return savedAt < Date.now() - RETENTION_MS.settings;
}
