import { ABANDONED_UPLOAD_MS, MIB } from '#contract/limits.ts';
import { waitFor, type Database } from '#worker/db/client.ts';
import type { StoredText } from '#worker/db/saved-analyses.ts';
import {
  findDueObjects,
  forgetObjects,
  listObject,
  keepObject,
  type FinishedUpload,
  type NewUpload,
} from '#worker/db/uploads.ts';
import type { TextStore, TextWriter } from './store.ts';

// R2 refuses a smaller part, except as the last one.
const PART_BYTES = 5 * MIB;
const BUCKET_BUDGET_MS = 25_000;
const PORTION = 50;

const callBucket = <T>(work: () => Promise<T>): Promise<T> => waitFor(work, BUCKET_BUDGET_MS);

/** Stores the parts by a multipart upload. Lists the object for deletion before it exists, so that none is left behind. */
class R2Writer implements TextWriter {
  readonly partBytes = PART_BYTES;
  readonly #db: Database;
  readonly #bucket: R2Bucket;
  readonly #upload: NewUpload;
  readonly #objectKey: string;
  readonly #parts: R2UploadedPart[] = [];
  #multipart: R2MultipartUpload | null = null;
  #bytes = 0;

  constructor(db: Database, bucket: R2Bucket, upload: NewUpload) {
    this.#db = db;
    this.#bucket = bucket;
    this.#upload = upload;
    this.#objectKey = `datasets/${upload.id}`;
  }

  sizeOf(partBytes: number): number {
    return partBytes;
  }

  async write(part: Uint8Array): Promise<void> {
    const multipart = (this.#multipart ??= await callBucket(() =>
      this.#bucket.createMultipartUpload(this.#objectKey),
    ));
    this.#parts.push(await callBucket(() => multipart.uploadPart(this.#parts.length + 1, part)));
    this.#bytes += part.byteLength;
  }

  async finish(lastPart: Uint8Array): Promise<FinishedUpload> {
    await this.write(lastPart);
    await listObject(this.#db, this.#objectKey, Date.now() + ABANDONED_UPLOAD_MS);
    await callBucket(async () => this.#multipart?.complete(this.#parts));
    this.#multipart = null;
    const object = { objectKey: this.#objectKey, parts: this.#parts.length, bytes: this.#bytes };
    return {
      ...this.#upload,
      parts: object.parts,
      lastBytes: lastPart.byteLength,
      lastStatements: [keepObject(this.#db, this.#upload, object)],
    };
  }

  async abandon(): Promise<void> {
    await callBucket(async () => this.#multipart?.abort());
  }
}

export class R2Store implements TextStore {
  readonly #db: Database;
  readonly #bucket: R2Bucket;

  constructor(db: Database, bucket: R2Bucket) {
    this.#db = db;
    this.#bucket = bucket;
  }

  begin(upload: NewUpload): TextWriter {
    return new R2Writer(this.#db, this.#bucket, upload);
  }

  async *read({ objectKey }: StoredText): AsyncGenerator<Uint8Array> {
    const object = await callBucket(() => this.#bucket.get(objectKey ?? ''));
    if (!object) throw new Error('The object of a dataset is missing');
    yield* object.body;
  }
}

/** Deletes the objects that are due, until none is left or the time is up. */
export async function deleteListedObjects(
  db: Database,
  bucket: R2Bucket,
  { now, hasTime }: { now: number; hasTime: () => boolean },
): Promise<void> {
  while (hasTime()) {
    const keys = await findDueObjects(db, now, PORTION);
    if (keys.length === 0) return;
    await callBucket(() => bucket.delete(keys));
    await forgetObjects(db, keys);
  }
}
