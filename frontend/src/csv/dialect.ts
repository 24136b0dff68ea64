export type Delimiter = ',' | ';' | '\t' | '|';

/** In order of preference where nothing else decides. */
export const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];

/** A real header is as wide as its data; lines above it are the exception. */
const FIRST_RECORD_DIFFERS = 0.7;
/** 'Smith, Jane': a delimiter followed by a blank is more often part of a text. */
const FOLLOWED_BY_BLANKS = 0.9;

/**
 * The instruction that some programs put in the first line, `sep=;`. It may be quoted and padded to the width of the
 * table.
 */
export interface SeparatorLine {
  /** Null where it names a character that is no delimiter here. */
  delimiter: Delimiter | null;
  /** Bytes up to the next line. Each is one character. */
  length: number;
}

/** The separator line of a file in UTF-8; null where its first line is another one. */
export function readSeparatorLine(bytes: Uint8Array): SeparatorLine | null {
  const head = String.fromCharCode(...bytes.subarray(0, 128));
  const line = /^"?sep=(.)"?[,;\t|]*[ ]*(?:\r\n|\r|\n|$)/i.exec(head);
  if (!line) return null;
  return {
    delimiter: DELIMITERS.find((delimiter) => delimiter === line[1]) ?? null,
    length: line[0].length,
  };
}

/**
 * The delimiter by which records are most evenly wide; a comma where none occurs.
 *
 * @param records for each record its delimiters, each with the character after it
 */
export function guessDelimiter(records: readonly (readonly string[])[]): Delimiter {
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const score = scoreDelimiter(records, delimiter);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** From 0 (never occurs) to almost 1 (every record has the same number of them, and many). */
function scoreDelimiter(records: readonly (readonly string[])[], delimiter: Delimiter): number {
  const counts: number[] = [];
  let [total, beforeBlanks] = [0, 0];
  for (const pairs of records) {
    let count = 0;
    for (const pair of pairs) {
      if (pair[0] !== delimiter) continue;
      count++;
      if (pair[1] === ' ') beforeBlanks++;
    }
    counts.push(count);
    total += count;
  }
  const usual = usualCount(counts);
  if (usual === 0) return 0;
  const evenness = counts.filter((count) => count === usual).length / counts.length;
  const width = 1 - 1 / (2 * (usual + 1));
  const first = counts[0] === usual ? 1 : FIRST_RECORD_DIFFERS;
  return evenness * width * first * (beforeBlanks / total > 0.5 ? FOLLOWED_BY_BLANKS : 1);
}

/**
 * The count of delimiters per record that most delimiters belong to, 0 where there are none. Weighed so, a few title
 * lines do not outvote a short table.
 */
export function usualCount(counts: readonly number[]): number {
  const weights = new Map<number, number>();
  for (const count of counts) weights.set(count, (weights.get(count) ?? 0) + count);
  let usual = 0;
  for (const [count, weight] of weights) {
    if (weight > (weights.get(usual) ?? 0)) usual = count;
  }
  return usual;
}
