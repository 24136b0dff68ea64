import { inflate } from './inflate.ts';

async function* decode(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const part of parts) yield Uint8Array.fromBase64(part);
}

/** The text that a `PartsWriter` has written, as bytes of UTF-8. Rejects where a part is missing or damaged. */
export function readParts(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  return inflate(decode(parts));
}
