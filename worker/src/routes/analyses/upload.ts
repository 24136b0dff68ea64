import { MAX_STORED_BYTES } from '#contract/limits.ts';
import type { Database } from '#worker/db/client.ts';
import { storePart, type FinishedUpload, type UploadKind, type UploadOwner } from '#worker/db/uploads.ts';
import { storageLimit } from '#worker/errors.ts';
import { PartsWriter } from '#worker/streams/parts-writer.ts';

/**
 * One long text on its way into the database. What is written is compressed at once and stored part by part; until a
 * record adopts it, nobody sees it.
 */
export class Upload {
  readonly #db: Database;
  readonly #owner: UploadOwner;
  readonly #parts: PartsWriter;
  #position = 0;

  constructor(db: Database, userId: string, kind: UploadKind) {
    this.#db = db;
    this.#owner = {
      id: crypto.randomUUID(),
      userId,
      kind,
      maxStoredBytes: MAX_STORED_BYTES,
      now: Date.now(),
    };
    this.#parts = new PartsWriter((content) => this.#store(content));
  }

  /** Id to give the upload up by, where something of it is stored already. */
  get storedId(): string | null {
    return this.#position > 0 ? this.#owner.id : null;
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.#parts.write(bytes);
  }

  async finish(): Promise<FinishedUpload> {
    const content = await this.#parts.finish();
    return { owner: this.#owner, lastPart: { position: this.#position, content } };
  }

  abandon(): void {
    this.#parts.abandon();
  }

  async #store(content: string): Promise<void> {
    const part = { position: this.#position, content };
    this.#position++; // before the answer, which may be lost while the part is stored
    if (!(await storePart(this.#db, this.#owner, part))) throw storageLimit();
  }
}
