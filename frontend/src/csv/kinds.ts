import { CR, LF, QUOTE } from './bytes.ts';

/** What each of the 256 byte values means to the scanner; one look-up per byte decides whether it must stop. */
export type Kinds = Uint8Array;

export const PLAIN = 0;
export const QUOTE_MARK = 1;
export const DELIMITER = 2;
export const LINE_END = 3;

export function createKinds(delimiters: string): Kinds {
  const kinds = new Uint8Array(256);
  kinds[QUOTE] = QUOTE_MARK;
  kinds[LF] = LINE_END;
  kinds[CR] = LINE_END;
  for (const delimiter of delimiters) kinds[delimiter.charCodeAt(0)] = DELIMITER;
  return kinds;
}
