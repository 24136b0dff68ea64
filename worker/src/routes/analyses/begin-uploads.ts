import { openDatabase } from '#worker/db/client.ts';
import { SaveRefused, type FinishedUpload, type UploadKind } from '#worker/db/uploads.ts';
import type { AppContext } from '#worker/env.ts';
import { DATABASE_BUDGET_MS, siteOf } from '#worker/middleware/database.ts';
import {
  explainFull,
  limitsOf,
  requireBytes,
  requireGrowth,
  requireOpen,
  bytesForSaves,
  teamBytesOf,
} from '#worker/store/require-quota.ts';
import { openStores, type Stores, type TextWriter } from '#worker/store/open-stores.ts';
import { NotGzip, PartsWriter } from '#worker/streams/gzip.ts';
import { MAX_ANALYSES, MAX_TEAM_ANALYSES, MIB, NETWORK_SHARE, STORED_BY_NETWORK } from '#contract/limits.ts';
import {
  findQuota,
  type Expected,
  type ExpectedTarget,
  type Quota,
  type StoredText,
} from '#worker/db/saved-analyses.ts';
import {
  largerThanNetwork,
  analysisLimit,
  analysisNotFound,
  changedMeanwhile,
  invalidInput,
  unauthorized,
} from '#worker/errors.ts';
import { editorOf, requireRight } from '#worker/middleware/team.ts';
import { presentCurrent } from './authors.ts';
import { networkCounters, reserve } from '#worker/middleware/rate-limit.ts';

/** The analysis of the address, for its owner alone. */
export const targetOf = (c: AppContext) => ({
  userId: c.get('workspace').id,
  id: c.req.param('id') ?? '', // the route has it
});

/** The same, for a change that was made for these versions of it. */
export const changeOf = (c: AppContext, expected: Expected): ExpectedTarget => ({
  ...targetOf(c),
  expected,
  editor: editorOf(c),
});

export const storesOf = (c: AppContext): Stores =>
  openStores(c.get('db'), {
    open: () => openDatabase(c.env.DB, DATABASE_BUDGET_MS),
    bucket: c.env.DATASETS,
  });

/** Compresses one long text and stores it. */
export type StartedUpload = ReturnType<typeof beginUpload>;

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
async function abandon(uploads: readonly Pick<StartedUpload, 'abandon'>[]): Promise<void> {
  try {
    for (const upload of uploads) await upload.abandon();
  } catch {
    console.error('Parts of a save that broke off are left to the scheduled clean-up');
  }
}

export type Begin = (kind: UploadKind) => StartedUpload;
type Copy = (text: StoredText) => Promise<FinishedUpload>;

/** Runs a save. If it fails, its stored parts are deleted in the background, and the answer says why. */
export async function withUploads<T>(
  c: AppContext,
  change: Change,
  save: (begin: Begin, copy: Copy) => Promise<T>,
): Promise<T> {
  const stores = storesOf(c);
  const uploads: Pick<StartedUpload, 'abandon'>[] = [];
  const begin: Begin = (kind) => {
    const store = kind === 'dataset' ? stores.datasets : stores.texts;
    const writer = store.begin(newUpload(c, change.workspaceId, kind));
    const upload = beginUpload(writer, (bytes) => chargeNetwork(c, bytes));
    uploads.push(upload);
    return upload;
  };
  const copy: Copy = (text) => {
    const copied = stores.of(text).copy(text, newUpload(c, change.workspaceId, text.kind));
    uploads.push(copied);
    return copied.finish();
  };
  try {
    return await save(begin, copy);
  } catch (error) {
    c.executionCtx.waitUntil(abandon(uploads));
    if (error instanceof SaveRefused) throw await explainRefusal(c, change);
    throw error instanceof NotGzip ? invalidInput('The dataset is not gzip, or not whole.') : error;
  }
}

/** A text of this owner that is about to be stored. */
const newUpload = (c: AppContext, userId: string, kind: UploadKind) => ({
  id: crypto.randomUUID(),
  userId,
  kind,
  now: Date.now(),
  ...limitsOf(c.env),
});

/** Bytes that a network may store in a day: if datasets are stored in the database, no network may fill it alone. */
function networkLimitOf(c: AppContext): number {
  const { count } = STORED_BY_NETWORK;
  return c.env.DATASETS ? count : Math.min(count, Math.floor(bytesForSaves(c.env) * NETWORK_SHARE));
}

/** The record that a save changes, in these versions; `id` is null for a new record. */
interface Change {
  workspaceId: string;
  id: string | null;
  expected?: Expected;
}

async function askQuota(c: AppContext, { workspaceId, id, expected = null }: Change): Promise<Quota> {
  const quota = await findQuota(c.get('db'), { userId: workspaceId, id: id ?? '' }, teamBytesOf(c.env));
  if (!quota) throw unauthorized();
  if (id !== null && !quota.version) throw analysisNotFound();
  if (quota.version && expected && !expected.includes(quota.version.version))
    throw changedMeanwhile(await presentCurrent(c, quota.version));
  return quota;
}

async function askOpenQuota(c: AppContext, change: Change): Promise<Quota> {
  return requireOpen(c.env, await askQuota(c, change));
}

/** Refuses a save before any of it is stored. `bytes` is the announced size. */
export async function requireQuota(c: AppContext, change: Change, bytes = 0): Promise<void> {
  const quota = await askOpenQuota(c, change);
  if (change.id === null) requireCount(quota);
  const poolBytes = c.env.DATASETS ? 0 : bytes; // a dataset in the bucket takes no quota of the database
  requireBytes(c.env, quota, { bytes, poolBytes: Math.max(poolBytes, 1) });
}

function requireCount(quota: Quota): void {
  if (quota.analyses >= (quota.isTeam ? MAX_TEAM_ANALYSES : MAX_ANALYSES)) throw analysisLimit(quota);
}

/** Refuses figures of a link if there is no room. They replace those that the link has shown before. */
export async function requireLinkQuota(c: AppContext, bytes: number): Promise<void> {
  const { userId: workspaceId, id } = targetOf(c);
  await requireGrowth(siteOf(c), { workspaceId, bytes, replaces: { id, texts: ['linkBytes'] } });
}

/** Finds out why the database has just refused a save: the role may have been taken meanwhile. */
export async function explainRefusal(c: AppContext, change: Change): Promise<Error> {
  if (change.workspaceId !== c.get('requester').id) await requireRight(c, change.workspaceId, 'edit');
  const quota = await askQuota(c, change);
  const isOneMore = change.id === null || quota.awaitsDataset; // the others are among the analyses already
  if (isOneMore) requireCount(quota);
  return explainFull(c.env, quota);
}

/** Counts bytes against the daily limit of the client's network before they are stored. `laterBytes` must fit as well. */
export async function chargeNetwork(c: AppContext, bytes: number, laterBytes = 0): Promise<void> {
  const most = networkLimitOf(c);
  const limit = { ...STORED_BY_NETWORK, count: most - laterBytes };
  const megabytes = Math.floor(most / MIB);
  const refusal = `Your network has saved the ${megabytes} MB that it may save in a day.`;
  const counters = await networkCounters(c, 'stored', { limit, amount: bytes, refusal });
  if (counters.length > 0 && bytes + laterBytes > most) throw largerThanNetwork(megabytes);
  await reserve(c, counters);
}
