import type { StoredText } from '#worker/db/saved-analyses.ts';
import type { FinishedUpload, NewUpload } from '#worker/db/uploads.ts';

/** Keeps one text, part by part. */
export interface TextWriter {
  /** Length of every part but the last one. */
  readonly partBytes: number;
  /** What a part of that length takes in the store. */
  sizeOf(partBytes: number): number;
  /** Keeps a full part, whose bytes are overwritten afterwards. */
  write(part: Uint8Array): Promise<void>;
  /** Takes the last part; the statements of what comes back make the text whole. */
  finish(lastPart: Uint8Array): Promise<FinishedUpload>;
  /** Lets go of what was kept. Harmless where a record has the text. */
  abandon(): Promise<void>;
}

/** Where compressed texts lie. */
export interface TextStore {
  begin(upload: NewUpload): TextWriter;
  read(text: StoredText): AsyncIterable<Uint8Array>;
}

/** The user keeps as much as is allowed, or the record is gone. */
export class NotKept extends Error {}
