import type { StoredText } from '#worker/db/saved-analyses.ts';
import type { FinishedUpload, NewUpload } from '#worker/db/uploads.ts';

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

/** Stores compressed texts. */
export interface TextStore {
  begin(upload: NewUpload): TextWriter;
  read(text: StoredText): AsyncIterable<Uint8Array>;
}

/** The database refused a save: the user has reached a limit, or the record or the user is gone. */
export class SaveRefused extends Error {}
