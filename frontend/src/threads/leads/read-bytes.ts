import { CompiledReader, type Pieces } from '#frontend/csv/compiled-reader.ts';

const PIECE_BYTES = 1024 * 1024;

const TICK_MS = 1000;
/** A reading fails after this many ticks of a visible page without bytes. */
const MAX_SILENT_TICKS = 10;

export interface Reading {
  /** Ends the reading when it is aborted. */
  signal: AbortSignal;
  isPageVisible(): boolean;
}

/**
 * A compiled reader of a file, which gets the bytes in pieces, so that they are never in memory twice. In a browser without
 * WebAssembly: the bytes, or null if they could not be read (the file was moved since it was chosen, its bytes stopped
 * coming, or the reading was cancelled).
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

/** The bytes of a file in pieces. A piece may be overwritten by the next one. */
function readPieces(file: Blob, reading: Reading): Pieces {
  const stream = openByteStream(file);
  return stream ? readStream(stream, reading) : readSlices(file, reading);
}

/** Null if the browser's files are no byte streams. */
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

/** Reads a file in slices, for browsers whose files are no byte streams. It takes twice as long as a stream. */
async function* readSlices(file: Blob, reading: Reading): Pieces {
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    const slice = file.size > PIECE_BYTES ? file.slice(at, at + PIECE_BYTES) : file;
    yield new Uint8Array(await unlessStopped(slice.arrayBuffer(), reading));
  }
}

/**
 * The next piece. Rejects if the reading is cancelled first, or if no bytes come for too long. Time is counted in ticks, so
 * that the sleep of a computer counts as one tick.
 *
 * The clock also references the pending read, and so its stream. Without that reference Chromium would collect the stream as
 * garbage, and the read would never end.
 */
function unlessStopped<T>(coming: Promise<T>, { signal, isPageVisible }: Reading): Promise<T> {
  let clock: ReturnType<typeof setInterval>;
  let stop: () => void;
  const stopped = new Promise<never>((_, reject) => {
    let silentTicks = 0;
    clock = setInterval(() => {
      if (isPageVisible()) silentTicks++;
      if (silentTicks === MAX_SILENT_TICKS) reject(new Error('No bytes have come'));
    }, TICK_MS);
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
  });
  return Promise.race([coming, stopped]).finally(() => {
    clearInterval(clock);
    // A browser compares a new listener with each that stayed: for the thousands of pieces of a large file that takes seconds.
    signal.removeEventListener('abort', stop);
  });
}
