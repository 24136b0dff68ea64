import { ABANDONED_UPLOAD_MS, MIB } from '#contract/limits.ts';
import { waitFor, type Database } from '#worker/db/client.ts';
import { findDueObjects, forgetObjects, listObject } from '#worker/db/objects.ts';
import type { StoredText } from '#worker/db/saved-analyses.ts';
import { keepObject, type FinishedUpload, type NewUpload } from '#worker/db/uploads.ts';
import type { TextStore, TextWriter } from './store.ts';

// The least that R2 takes of a part that is not the last.
const PART_BYTES = 5 * MIB;
const BUCKET_BUDGET_MS = 25_000;
const PORTION = 50;

const ask = <T>(work: () => Promise<T>): Promise<T> => waitFor(work, BUCKET_BUDGET_MS);

/** Parts of one multipart upload. The object is on the list of objects to delete before it exists. */
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
    const multipart = (this.#multipart ??= await ask(() =>
      this.#bucket.createMultipartUpload(this.#objectKey),
    ));
    this.#parts.push(await ask(() => multipart.uploadPart(this.#parts.length + 1, part)));
    this.#bytes += part.byteLength;
  }

  async finish(lastPart: Uint8Array): Promise<FinishedUpload> {
    await this.write(lastPart);
    await listObject(this.#db, this.#objectKey, Date.now() + ABANDONED_UPLOAD_MS);
    await ask(async () => this.#multipart?.complete(this.#parts));
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
    await ask(async () => this.#multipart?.abort());
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
    const object = await ask(() => this.#bucket.get(objectKey ?? ''));
    if (!object) throw new Error('The object of a dataset is missing');
    yield* object.body;
  }
}

/** Deletes the objects that are on the list, until none is left or its time is used. */
export async function deleteListedObjects(
  db: Database,
  bucket: R2Bucket,
  { now, hasTime }: { now: number; hasTime: () => boolean },
): Promise<void> {
  while (hasTime()) {
    const keys = await findDueObjects(db, now, PORTION);
    if (keys.length === 0) return;
    await ask(() => bucket.delete(keys));
    await forgetObjects(db, keys);
  }
}
