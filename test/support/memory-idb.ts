/** Replaces `idb`, since jsdom has no IndexedDB. Databases live until they are forgotten, and all tabs of a test share them. */

type Store = Map<string, unknown>;

const databases = new Map<string, Map<string, Store>>();

export const forgetDatabases = (): void => {
  databases.clear();
  storesFiles = true;
  held = {};
};

let storesFiles = true;
/** From now on as in a private window of WebKit, until all is forgotten. */
export const refuseFiles = (): void => void (storesFiles = false);

let held: { requests?: Promise<void>; ends?: Promise<void> } = {};
/** From now on no request to write succeeds, or no transaction that writes ends, until the returned function is called. */
export function holdWrites(part: keyof typeof held): () => void {
  const told = Promise.withResolvers<void>();
  held = { [part]: told.promise };
  return told.resolve;
}

/** A request in a transaction of its own. */
async function alone(request: Promise<void>): Promise<void> {
  await request;
  await held.ends;
}

let openConnections = 0;

/** Connections that are open. In a browser they keep a later release from changing the database. */
export const countConnections = (): number => openConnections;

/** The part of `indexedDB` that is asked without `idb`. */
export const memoryIndexedDb = { databases: async () => [...databases.keys()].map((name) => ({ name })) };

/** Everything that is kept, by the name of its database and store: 'drafts.files'. */
export function keptEntries(): string[] {
  return [...databases].flatMap(([database, stores]) =>
    [...stores].flatMap(([name, store]) => Array.from(store, () => `${database}.${name}`)),
  );
}

interface Upgraded {
  upgrade(database: { createObjectStore(name: string): void }): void;
}

async function refuseWrite(): Promise<never> {
  throw new DOMException('The transaction is read-only', 'ReadOnlyError');
}

const UNWRITABLE = { put: refuseWrite, delete: refuseWrite, clear: refuseWrite };

export async function openDB(name: string, _version: number, { upgrade }: Upgraded) {
  openConnections++;
  const known = databases.get(name);
  const stores = known ?? new Map<string, Store>();
  databases.set(name, stores);
  if (!known) upgrade({ createObjectStore: (store) => void stores.set(store, new Map()) });
  const objectStore = (store: string) => openStore(stores.get(store)!); // made by `upgrade`
  return {
    get: (store: string, key: string) => objectStore(store).get(key),
    put: (store: string, value: unknown, key: string) => alone(objectStore(store).put(value, key)),
    delete: (store: string, key: string) => alone(objectStore(store).delete(key)),
    clear: (store: string) => alone(objectStore(store).clear()),
    getAllKeys: (store: string) => objectStore(store).getAllKeys(),
    transaction: (names: string | string[], mode: IDBTransactionMode = 'readonly') => {
      const allowed = [names].flat();
      const storeOf = (store: string) => {
        if (!allowed.includes(store))
          throw new DOMException(`Not in this transaction: ${store}`, 'NotFoundError');
        return mode === 'readonly' ? { ...objectStore(store), ...UNWRITABLE } : objectStore(store);
      };
      return {
        objectStore: storeOf,
        store: storeOf(allowed[0]!), // a transaction has a store
        commit() {},
        done: mode === 'readonly' ? Promise.resolve() : (held.ends ?? Promise.resolve()),
      };
    },
    close: () => void openConnections--,
  };
}

function openStore(store: Store) {
  return {
    get: async (key: string) => store.get(key),
    put: async (value: unknown, key: string) => {
      if (value instanceof File && !storesFiles) throw new DOMException('No file', 'UnknownError');
      if (held.requests) await held.requests;
      store.set(key, value);
    },
    delete: async (key: string) => {
      if (held.requests) await held.requests;
      store.delete(key);
    },
    clear: async () => {
      if (held.requests) await held.requests;
      store.clear();
    },
    getAllKeys: async () => [...store.keys()],
  };
}
