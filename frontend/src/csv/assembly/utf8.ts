import { BLOCK, FILE, NON_ASCII, fileEnd } from './memory';

/**
 * How many bytes from the start of the file are well-formed UTF-8, given that the first `from` bytes are (Unicode 16,
 * table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF). The file may arrive in pieces: an incomplete
 * character at the end is left for the next call.
 */
export function measureUtf8(from: u32): u32 {
  let at = FILE + from;
  while (at < fileEnd) {
    while (at + BLOCK <= fileEnd && !v128.any_true(v128.and(v128.load(at), i8x16.splat(i8(NON_ASCII)))))
      at += BLOCK;
    while (at < fileEnd && load<u8>(at) < NON_ASCII) at++;
    if (at === fileEnd) break;
    const length = sequenceLength(at);
    if (length === 0) break;
    at += length;
  }
  return u32(at - FILE);
}

/**
 * Length of the well-formed sequence of two to four bytes at `at`; 0 where there is none. The line feed after the
 * file ends it.
 */
function sequenceLength(at: usize): usize {
  const lead = load<u8>(at);
  if (lead < 0xc2 || lead > 0xf4 || !isContinuation(at + 1)) return 0;
  if (lead < 0xe0) return 2;
  const second = load<u8>(at + 1);
  if (!isContinuation(at + 2) || (lead === 0xe0 && second < 0xa0)) return 0;
  if (lead < 0xf0) return lead === 0xed && second > 0x9f ? 0 : 3;
  if (!isContinuation(at + 3) || (lead === 0xf0 && second < 0x90)) return 0;
  return lead === 0xf4 && second > 0x8f ? 0 : 4;
}

function isContinuation(at: usize): bool {
  return (load<u8>(at) & 0xc0) === 0x80;
}
