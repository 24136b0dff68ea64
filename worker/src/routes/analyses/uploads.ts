import type { Context } from 'hono';
import { openDatabase } from '#worker/db/client.ts';
import { SaveRefused, type UploadKind } from '#worker/db/uploads.ts';
import type { AppEnv } from '#worker/env.ts';
import { DATABASE_BUDGET_MS } from '#worker/middleware/database.ts';
import { openStores, type Stores, type TextWriter } from '#worker/store/store.ts';
import { NotGzip, PartsWriter } from '#worker/streams/gzip.ts';
import { MAX_ANALYSES, MAX_DATABASE_SHARE, MIB, STORED_BY_NETWORK } from '#contract/limits.ts';
import { findRoom, type Expected, type Room } from '#worker/db/saved-analyses.ts';
import {
  analysisLimit,
  analysisNotFound,
  changedMeanwhile,
  serviceFull,
  storageLimit,
  invalidInput,
  unauthorized,
} from '#worker/errors.ts';
import { presentVersion } from './present.ts';
import { networkCounters, reserve } from '#worker/middleware/rate-limit.ts';

/** The analysis of the address, for its owner alone. */
export const targetOf = (c: Context<AppEnv>) => ({
  userId: c.get('owner').id,
  id: c.req.param('id') ?? '', // the route has it
});

export const storesOf = (c: Context<AppEnv>): Stores =>
  openStores(c.get('db'), {
    open: () => openDatabase(c.env.DB, DATABASE_BUDGET_MS),
    bucket: c.env.DATASETS,
  });

/** Compresses one long text and stores it. */
export type Upload = ReturnType<typeof beginUpload>;

function beginUpload(writer: TextWriter, charge: (bytes: number) => Promise<void>) {
  const parts = new PartsWriter(writer.partBytes, async (part) => {
    await charge(writer.sizeOf(part.byteLength));
    await writer.write(part);
  });
  return {
    write: (bytes: Uint8Array) => parts.write(bytes),
    finish: async () => writer.finish(await parts.finish()),
    async abandon() {
      parts.abandon();
      await writer.abandon();
    },
  };
}

/** Deletes the stored parts of a failed save. If this fails, the scheduled clean-up deletes them. */
async function abandon(uploads: readonly Upload[]): Promise<void> {
  try {
    for (const upload of uploads) await upload.abandon();
  } catch {
    console.error('Parts of a save that broke off are left to the scheduled clean-up');
  }
}

export type Begin = (kind: UploadKind) => Upload;

/** Runs a save. If it fails, its stored parts are deleted in the background, and the answer says why. */
export async function withUploads<T>(
  c: Context<AppEnv>,
  change: Change,
  save: (begin: Begin) => Promise<T>,
): Promise<T> {
  const stores = storesOf(c);
  const userId = c.get('owner').id;
  const uploads: Upload[] = [];
  const begin: Begin = (kind) => {
    const store = kind === 'dataset' ? stores.datasets : stores.texts;
    const writer = store.begin({ id: crypto.randomUUID(), userId, kind, now: Date.now() });
    const upload = beginUpload(writer, (bytes) => chargeNetwork(c, bytes));
    uploads.push(upload);
    return upload;
  };
  try {
    return await save(begin);
  } catch (error) {
    c.executionCtx.waitUntil(abandon(uploads));
    if (error instanceof SaveRefused) throw await explainRefusal(c, change);
    throw error instanceof NotGzip ? invalidInput('The dataset is not gzip, or not whole.') : error;
  }
}

const DEFAULT_DATABASE_MB = 500;
const NETWORK_FULL = 'Your network has saved as much as it may in a day.';

/** The record that a save changes, in these versions; `id` is null for a new record. */
interface Change {
  id: string | null;
  expected?: Expected;
}

async function askRoom(c: Context<AppEnv>, { id, expected = null }: Change): Promise<Room> {
  const room = await findRoom(c.get('db'), { userId: c.get('owner').id, id: id ?? '' });
  if (!room) throw unauthorized();
  if (id !== null && !room.version) throw analysisNotFound();
  if (room.version && expected && !expected.includes(room.version.version))
    throw changedMeanwhile(presentVersion(room.version));
  return room;
}

/** Refuses a save before any of it is stored. `bytes` is the announced size. */
export async function requireRoom(c: Context<AppEnv>, change: Change, bytes = 0): Promise<void> {
  const room = await askRoom(c, change);
  const databaseMb = Number(c.env.DATABASE_MB) || DEFAULT_DATABASE_MB;
  if (room.databaseBytes >= databaseMb * MIB * MAX_DATABASE_SHARE) throw serviceFull();
  if (change.id === null && room.analyses >= MAX_ANALYSES) throw analysisLimit();
  if (room.storedBytes + bytes > room.maxStoredBytes) throw storageLimit(room.maxStoredBytes);
}

/** Finds out why the database has just refused a save. */
async function explainRefusal(c: Context<AppEnv>, change: Change): Promise<Error> {
  const room = await askRoom(c, change);
  const isOneMore = change.id === null || room.awaitsDataset; // the others are among the analyses already
  return isOneMore && room.analyses >= MAX_ANALYSES ? analysisLimit() : storageLimit(room.maxStoredBytes);
}

/** Counts bytes against the daily limit of the client's network before they are stored. `laterBytes` must fit as well. */
export async function chargeNetwork(c: Context<AppEnv>, bytes: number, laterBytes = 0): Promise<void> {
  const limit = { ...STORED_BY_NETWORK, count: STORED_BY_NETWORK.count - laterBytes };
  await reserve(c, await networkCounters(c, 'stored', { limit, amount: bytes, refusal: NETWORK_FULL }));
}
