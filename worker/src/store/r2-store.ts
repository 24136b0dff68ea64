import { ABANDONED_UPLOAD_MS, MIB } from '#contract/limits.ts';
import { waitFor, type Database } from '#worker/db/client.ts';
import type { StoredText } from '#worker/db/saved-analyses.ts';
import { findDueObjects, forgetObjects, listObject, keepObject, type NewUpload } from '#worker/db/uploads.ts';

// R2 refuses a smaller part, except as the last one.
const PART_BYTES = 5 * MIB;
const BUCKET_BUDGET_MS = 25_000;
const PORTION = 50;

const callBucket = <T>(work: () => Promise<T>): Promise<T> => waitFor(work, BUCKET_BUDGET_MS);

/** Stores the parts by a multipart upload. */
export function openR2Store(db: Database, bucket: R2Bucket) {
  return {
    begin: (upload: NewUpload) => beginUpload(db, bucket, upload),
    copy: (text: StoredText, upload: NewUpload) => copyObject({ db, bucket }, text, upload),
    read: (text: StoredText) => readObject(bucket, text),
  };
}

const keyOf = ({ id }: NewUpload): string => `datasets/${id}`;

/** Lists the object for deletion before it exists, so that none is left behind. */
function beginUpload(db: Database, bucket: R2Bucket, upload: NewUpload) {
  const objectKey = keyOf(upload);
  const uploaded: R2UploadedPart[] = [];
  let multipart: R2MultipartUpload | null = null;
  let bytes = 0;
  const write = async (part: Uint8Array) => {
    const open = (multipart ??= await callBucket(() => bucket.createMultipartUpload(objectKey)));
    uploaded.push(await callBucket(() => open.uploadPart(uploaded.length + 1, part)));
    bytes += part.byteLength;
  };
  return {
    partBytes: PART_BYTES,
    sizeOf: (partBytes: number) => partBytes,
    write,
    async finish(lastPart: Uint8Array) {
      await write(lastPart);
      await listObject(db, objectKey, Date.now() + ABANDONED_UPLOAD_MS);
      await callBucket(async () => multipart?.complete(uploaded));
      multipart = null;
      const parts = uploaded.length;
      return {
        ...upload,
        parts,
        lastBytes: lastPart.byteLength,
        lastStatements: [keepObject(db, upload, { objectKey, parts, bytes })],
      };
    },
    abandon: () => callBucket(async () => multipart?.abort()),
  };
}

/** Copies the object; a copy that comes to nothing is on the list of objects to delete. */
function copyObject({ db, bucket }: { db: Database; bucket: R2Bucket }, text: StoredText, upload: NewUpload) {
  const objectKey = keyOf(upload);
  return {
    async finish() {
      const { body, size } = await getObject(bucket, text);
      await listObject(db, objectKey, Date.now() + ABANDONED_UPLOAD_MS);
      await callBucket(() => bucket.put(objectKey, body));
      const { parts } = text;
      const lastStatements = [keepObject(db, upload, { objectKey, parts, bytes: size })];
      return { ...upload, parts, lastBytes: 0, lastStatements };
    },
    async abandon() {},
  };
}

async function getObject(bucket: R2Bucket, { objectKey }: StoredText): Promise<R2ObjectBody> {
  const object = await callBucket(() => bucket.get(objectKey ?? ''));
  if (!object) throw new Error('The object of a dataset is missing');
  return object;
}

async function* readObject(bucket: R2Bucket, text: StoredText): AsyncGenerator<Uint8Array> {
  yield* (await getObject(bucket, text)).body;
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
