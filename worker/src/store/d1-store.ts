import type { Database } from '#worker/db/client.ts';
import type { StoredText } from '#worker/db/saved-analyses.ts';
import {
  deleteUploads,
  findPart,
  keepPart,
  storePart,
  type FinishedUpload,
  type NewUpload,
} from '#worker/db/uploads.ts';
import { NotKept, type TextStore, type TextWriter } from './store.ts';

// As base64 a million characters: half of what D1 takes in one value.
const PART_BYTES = 750_000;

const base64Length = (bytes: number): number => 4 * Math.ceil(bytes / 3);

/** Parts of base64 in the database. */
class D1Writer implements TextWriter {
  readonly partBytes = PART_BYTES;
  readonly #db: Database;
  readonly #open: () => Database;
  readonly #upload: NewUpload;
  #position = 0;

  constructor(db: Database, open: () => Database, upload: NewUpload) {
    this.#db = db;
    this.#open = open;
    this.#upload = upload;
  }

  sizeOf(partBytes: number): number {
    return base64Length(partBytes);
  }

  async write(part: Uint8Array): Promise<void> {
    const position = this.#position++; // before the answer, which may be lost while the part is stored
    if (!(await storePart(this.#db, this.#upload, { position, content: part.toBase64() })))
      throw new NotKept();
  }

  async finish(lastPart: Uint8Array): Promise<FinishedUpload> {
    const part = { position: this.#position, content: lastPart.toBase64() };
    return {
      ...this.#upload,
      parts: part.position + 1,
      lastBytes: part.content.length,
      lastStatements: keepPart(this.#db, this.#upload, part),
    };
  }

  async abandon(): Promise<void> {
    if (this.#position > 0) await deleteUploads(this.#open(), this.#upload.userId, [this.#upload.id]);
  }
}

export class D1Store implements TextStore {
  readonly #db: Database;
  readonly #open: () => Database;

  /** Opens the database anew for what goes on after the request's own time: each part of an answer has its own. */
  constructor(db: Database, open: () => Database) {
    this.#db = db;
    this.#open = open;
  }

  begin(upload: NewUpload): TextWriter {
    return new D1Writer(this.#db, this.#open, upload);
  }

  async *read({ userId, uploadId, parts, firstPart }: StoredText): AsyncGenerator<Uint8Array> {
    if (firstPart === null) throw new Error('The first part of a text is missing');
    yield Uint8Array.fromBase64(firstPart);
    for (let position = 1; position < parts; position++) {
      const part = await findPart(this.#open(), userId, { uploadId, position });
      if (part === undefined) throw new Error('The analysis was deleted while it was read');
      yield Uint8Array.fromBase64(part);
    }
  }
}
