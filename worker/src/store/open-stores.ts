import type { Database } from '#worker/db/client.ts';
import type { StoredText } from '#worker/db/saved-analyses.ts';
import type { FinishedUpload, NewUpload } from '#worker/db/uploads.ts';
import { openD1Store } from './d1-store.ts';
import { openR2Store } from './r2-store.ts';

/** Stores one text, part by part. */
export interface TextWriter {
  /** Length of every part but the last one. */
  readonly partBytes: number;
  /** The bytes that a part of this length takes up in the store. */
  sizeOf(partBytes: number): number;
  /** Stores a full part. The caller overwrites its bytes afterwards. */
  write(part: Uint8Array): Promise<void>;
  /** Takes the last part. The `lastStatements` of the result complete the text. */
  finish(lastPart: Uint8Array): Promise<FinishedUpload>;
  /** Deletes the stored parts, unless the text already belongs to a record. */
  abandon(): Promise<void>;
}

/** Copies one stored text. */
type TextCopy = Pick<TextWriter, 'abandon'> & { finish(): Promise<FinishedUpload> };

/** Stores compressed texts. */
interface TextStore {
  begin(upload: NewUpload): TextWriter;
  /** Copies a text of this store, within it. */
  copy(text: StoredText, upload: NewUpload): TextCopy;
  read(text: StoredText): AsyncIterable<Uint8Array>;
}

export interface Stores {
  /** Stores configurations and figures. */
  texts: TextStore;
  /** Stores new datasets. */
  datasets: TextStore;
  /** The store that holds this text. */
  of(text: StoredText): TextStore;
}

/** New datasets go to object storage if a bucket is bound; datasets in the database stay there. */
export function openStores(
  db: Database,
  { open, bucket }: { open: () => Database; bucket: R2Bucket | undefined },
): Stores {
  const d1 = openD1Store(db, open);
  const r2 = bucket ? openR2Store(db, bucket) : null;
  return {
    texts: d1,
    datasets: r2 ?? d1,
    of({ objectKey }) {
      if (objectKey === null) return d1;
      if (!r2) throw new Error('A dataset lies in object storage, and no bucket is bound');
      return r2;
    },
  };
}
