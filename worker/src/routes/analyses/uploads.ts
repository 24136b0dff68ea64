import type { Context } from 'hono';
import { openDatabase } from '#worker/db/client.ts';
import type { FinishedUpload, UploadKind } from '#worker/db/uploads.ts';
import type { AppEnv } from '#worker/env.ts';
import { DATABASE_BUDGET_MS } from '#worker/middleware/database.ts';
import { openStores, type Stores } from '#worker/store/open-stores.ts';
import type { TextWriter } from '#worker/store/store.ts';
import { PartsWriter } from '#worker/streams/gzip.ts';
import { chargeNetwork } from './room.ts';

export const storesOf = (c: Context<AppEnv>): Stores =>
  openStores(c.get('db'), {
    open: () => openDatabase(c.env.DB, DATABASE_BUDGET_MS),
    bucket: c.env.DATASETS,
  });

/** Compresses one long text and stores it. */
export class Upload {
  readonly #writer: TextWriter;
  readonly #parts: PartsWriter;

  constructor(writer: TextWriter, charge: (bytes: number) => Promise<void>) {
    this.#writer = writer;
    this.#parts = new PartsWriter(writer.partBytes, async (part) => {
      await charge(writer.sizeOf(part.byteLength));
      await writer.write(part);
    });
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.#parts.write(bytes);
  }

  async finish(): Promise<FinishedUpload> {
    return await this.#writer.finish(await this.#parts.finish());
  }

  async abandon(): Promise<void> {
    this.#parts.abandon();
    await this.#writer.abandon();
  }
}

/** Deletes the stored parts of a failed save. If this fails, the scheduled clean-up deletes them. */
async function abandon(uploads: readonly Upload[]): Promise<void> {
  try {
    for (const upload of uploads) await upload.abandon();
  } catch {
    console.error('Parts of a save that broke off are left to the scheduled clean-up');
  }
}

/** Runs a save. If it fails, its stored parts are deleted in the background. */
export async function withUploads<T>(
  c: Context<AppEnv>,
  save: (begin: (kind: UploadKind) => Upload) => Promise<T>,
): Promise<T> {
  const stores = storesOf(c);
  const userId = c.get('owner').id;
  const uploads: Upload[] = [];
  const begin = (kind: UploadKind): Upload => {
    const store = kind === 'dataset' ? stores.datasets : stores.texts;
    const writer = store.begin({ id: crypto.randomUUID(), userId, kind, now: Date.now() });
    const upload = new Upload(writer, (bytes) => chargeNetwork(c, bytes));
    uploads.push(upload);
    return upload;
  };
  try {
    return await save(begin);
  } catch (error) {
    c.executionCtx.waitUntil(abandon(uploads));
    throw error;
  }
}
