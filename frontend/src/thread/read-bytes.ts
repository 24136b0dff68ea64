import { CompiledReader } from '#frontend/csv/compiled-reader.ts';

const PIECE_BYTES = 1024 * 1024;

/**
 * The bytes of a file, in the memory of a compiled reader where the browser has one: piece by piece, so that they never
 * lie in memory twice. Null where the file cannot be read, as when it was moved since it was chosen.
 */
export async function readBytes(file: Blob): Promise<CompiledReader | Uint8Array | null> {
  const reader = CompiledReader.create(file.size);
  try {
    if (!reader) return new Uint8Array(await file.arrayBuffer());
    await fill(reader, file);
    return reader;
  } catch {
    return null;
  }
}

/** Throws where the file has more or fewer bytes than it said. */
async function fill(reader: CompiledReader, file: Blob): Promise<void> {
  const { bytes } = reader;
  const pieces = openByteStream(file);
  if (!pieces) {
    bytes.set(new Uint8Array(await file.arrayBuffer()));
    return;
  }
  let at = 0;
  let buffer = new ArrayBuffer(PIECE_BYTES);
  for (;;) {
    const { value, done } = await pieces.read(new Uint8Array(buffer));
    if (done) break;
    bytes.set(value, at);
    at += value.length;
    reader.arrive(at);
    buffer = value.buffer;
  }
  if (at < bytes.length) throw new RangeError('The file is shorter than it was');
}

/** Null where the browser's files are no streams of bytes. */
function openByteStream(file: Blob): ReadableStreamBYOBReader | null {
  try {
    return file.stream().getReader({ mode: 'byob' });
  } catch {
    return null;
  }
}
