import { CompiledReader, type Pieces } from '#frontend/csv/compiled-reader.ts';

const PIECE_BYTES = 1024 * 1024;

const TICK_MS = 1000;
/** A reading ends after so many ticks of a visible page without any bytes. */
const MAX_SILENT_TICKS = 10;

export interface Reading {
  /** Ends the reading when it is aborted. */
  signal: AbortSignal;
  isPageVisible(): boolean;
}

/**
 * A compiled reader of a file, which gets its bytes piece by piece, so that they never lie in memory twice. Where the browser
 * has none, the bytes; null where they were not read: the file was moved since it was chosen, its bytes stopped coming, or the
 * reading was cancelled.
 */
export async function readBytes(file: Blob, reading: Reading): Promise<CompiledReader | Uint8Array | null> {
  const pieces = readPieces(file, reading);
  return CompiledReader.create(file.size, pieces) ?? (await joinPieces(file.size, pieces));
}

async function joinPieces(size: number, pieces: Pieces): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(size);
  let at = 0;
  try {
    for await (const piece of pieces) {
      bytes.set(piece, at); // throws where the file is longer than it said
      at += piece.length;
    }
  } catch {
    return null;
  }
  return at === size ? bytes : null;
}

/** The bytes of a file in pieces; each may be overwritten by the next one. */
function readPieces(file: Blob, reading: Reading): Pieces {
  const stream = openByteStream(file);
  return stream ? readStream(stream, reading) : readSlices(file, reading);
}

/** Null where the browser's files are no streams of bytes. */
function openByteStream(file: Blob): ReadableStreamBYOBReader | null {
  try {
    return file.stream().getReader({ mode: 'byob' });
  } catch {
    return null;
  }
}

async function* readStream(stream: ReadableStreamBYOBReader, reading: Reading): Pieces {
  try {
    let buffer = new ArrayBuffer(PIECE_BYTES);
    for (;;) {
      const { value, done } = await unlessStopped(stream.read(new Uint8Array(buffer)), reading);
      if (done) return;
      yield value;
      buffer = value.buffer;
    }
  } finally {
    // If the reading ended early, the browser need not read the rest.
    stream.cancel().catch(() => {});
  }
}

/** For browsers whose files are no byte streams. Takes twice as long as a stream. */
async function* readSlices(file: Blob, reading: Reading): Pieces {
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    const slice = file.size > PIECE_BYTES ? file.slice(at, at + PIECE_BYTES) : file;
    yield new Uint8Array(await unlessStopped(slice.arrayBuffer(), reading));
  }
}

/**
 * The next piece; null if the reading is cancelled first or no bytes come for too long. Time is counted in ticks, so that
 * the sleep of a computer, however long, counts as one.
 *
 * The clock also keeps the pending read, and so its stream, referenced. Nothing else does, and Chromium would collect the
 * stream as garbage: the read would then never end.
 */
function unlessStopped<T>(coming: Promise<T>, { signal, isPageVisible }: Reading): Promise<T> {
  let clock: ReturnType<typeof setInterval>;
  const stopped = new Promise<never>((_, reject) => {
    let silentTicks = 0;
    clock = setInterval(() => {
      if (isPageVisible()) silentTicks++;
      if (silentTicks === MAX_SILENT_TICKS) reject(new Error('No bytes have come'));
    }, TICK_MS);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  return Promise.race([coming, stopped]).finally(() => clearInterval(clock));
}
