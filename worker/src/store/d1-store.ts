import type { Database } from '#worker/db/client.ts';
import type { StoredText } from '#worker/db/saved-analyses.ts';
import {
  partOf,
  deleteUpload,
  findPart,
  keepPart,
  storePart,
  SaveRefused,
  type NewUpload,
} from '#worker/db/uploads.ts';

// A million characters in base64: half of the largest value that D1 stores.
const PART_BYTES = 750_000;

/**
 * Stores the parts as base64 in the database.
 *
 * @param open opens the database with a new time budget, for work that outlasts the budget of the request
 */
export function openD1Store(db: Database, open: () => Database) {
  return {
    begin: (upload: NewUpload) => beginUpload(db, open, upload),
    copy: (text: StoredText, upload: NewUpload) => copyParts({ db, open }, text, upload),
    read: (text: StoredText) => readParts(open, text),
  };
}

function makePart(position: number, bytes: Uint8Array) {
  const content = bytes.toBase64();
  return { position, content, bytes: content.length };
}

function beginUpload(db: Database, open: () => Database, upload: NewUpload) {
  let position = 0;
  return {
    partBytes: PART_BYTES,
    sizeOf: (bytes: number) => 4 * Math.ceil(bytes / 3),
    async write(bytes: Uint8Array) {
      const part = makePart(position++, bytes); // counted first: the answer may be lost although the part is stored
      if (!(await storePart(db, upload, part))) throw new SaveRefused();
    },
    async finish(lastPart: Uint8Array) {
      const part = makePart(position, lastPart);
      return {
        ...upload,
        parts: position + 1,
        lastBytes: part.bytes,
        lastStatements: keepPart(db, upload, part),
      };
    },
    async abandon() {
      if (position > 0) await deleteUpload(open(), upload.userId, upload.id);
    },
  };
}

/** Copies part by part, as a save stores them, and none of them leaves the database. */
function copyParts(
  { db, open }: { db: Database; open: () => Database },
  { uploadId, parts }: StoredText,
  upload: NewUpload,
) {
  return {
    async finish() {
      for (let position = 0; position < parts - 1; position++)
        if (!(await storePart(db, upload, partOf(uploadId, position)))) throw new SaveRefused();
      const lastStatements = keepPart(db, upload, partOf(uploadId, parts - 1));
      return { ...upload, parts, lastBytes: 0, lastStatements };
    },
    abandon: () => deleteUpload(open(), upload.userId, upload.id),
  };
}

async function* readParts(
  open: () => Database,
  { userId, uploadId, parts, firstPart }: StoredText,
): AsyncGenerator<Uint8Array> {
  if (firstPart === null) throw new Error('The first part of a text is missing');
  yield Uint8Array.fromBase64(firstPart);
  for (let position = 1; position < parts; position++) {
    const part = await findPart(open(), userId, { uploadId, position });
    if (part === undefined) throw new Error('The analysis was deleted while it was read');
    yield Uint8Array.fromBase64(part);
  }
}
