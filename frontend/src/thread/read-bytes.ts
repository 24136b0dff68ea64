import { CompiledReader } from '#frontend/csv/compiled-reader.ts';

const PIECE_BYTES = 1024 * 1024;

/**
 * The streams that are being read. While a read is pending nothing else holds on to its stream: Chromium then collects
 * it as garbage, and the read never ends.
 */
const streamsBeingRead = new Set<ReadableStreamBYOBReader>();

/**
 * The bytes of a file, in the memory of a compiled reader where the browser has one: piece by piece, so that they never
 * lie in memory twice. Null where the file cannot be read, as when it was moved since it was chosen.
 */
export async function readBytes(file: Blob): Promise<CompiledReader | Uint8Array | null> {
  try {
    const reader = CompiledReader.create(file.size);
    const bytes = reader?.bytes ?? new Uint8Array(file.size);
    let at = 0;
    for await (const piece of readPieces(file)) {
      bytes.set(piece, at); // throws where the file is longer than it said
      at += piece.length;
      reader?.arrive(at);
    }
    return at === file.size ? (reader ?? bytes) : null;
  } catch {
    return null;
  }
}

/** The bytes of a file in pieces; each is overwritten by the next one. */
async function* readPieces(file: Blob): AsyncGenerator<Uint8Array> {
  const stream = openByteStream(file);
  if (!stream) {
    yield new Uint8Array(await file.arrayBuffer());
    return;
  }
  streamsBeingRead.add(stream);
  try {
    let buffer = new ArrayBuffer(PIECE_BYTES);
    for (;;) {
      const { value, done } = await stream.read(new Uint8Array(buffer));
      if (done) return;
      yield value;
      buffer = value.buffer;
    }
  } finally {
    streamsBeingRead.delete(stream);
  }
}

/** Null where the browser's files are no streams of bytes. */
function openByteStream(file: Blob): ReadableStreamBYOBReader | null {
  try {
    return file.stream().getReader({ mode: 'byob' });
  } catch {
    return null;
  }
}
