export type Delimiter = ',' | ';' | '\t' | '|';

/** All delimiters. Of two with the same score the first wins. */
export const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];

/** The factor on the score if the first record has another number of delimiters: a header is usually as wide as its data. */
const FIRST_RECORD_DIFFERS = 0.7;
/** The factor on the score if a space follows most delimiters: as in 'Smith, Jane', they are often part of a text. */
const FOLLOWED_BY_BLANKS = 0.9;

/**
 * The line `sep=;`, which some programs write first to name the delimiter. It may be quoted, and padded to the width
 * of the table.
 */
export interface SeparatorLine {
  /** Null where the line names another character than our delimiters. */
  delimiter: Delimiter | null;
  /** Bytes up to the next line, each of which is one character. */
  length: number;
}

/** The separator line of a file in UTF-8; null where it begins with another line. */
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
 * The delimiter that occurs most evenly in the records; a comma where none occurs.
 *
 * @param records the delimiters in each record, each with the character after it
 */
export function guessDelimiter(records: readonly string[]): Delimiter {
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const score = scoreDelimiter(records, delimiter);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** From 0 (never occurs) to almost 1 (every record has the same number of them, and many). */
function scoreDelimiter(records: readonly string[], delimiter: Delimiter): number {
  const counts: number[] = [];
  let [total, beforeBlanks] = [0, 0];
  for (const pairs of records) {
    let count = 0;
    for (let at = 0; at < pairs.length; at += 2) {
      if (pairs[at] !== delimiter) continue;
      count++;
      if (pairs[at + 1] === ' ') beforeBlanks++;
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
 * The number of delimiters per record that most delimiters belong to; 0 where there are none. Counting delimiters,
 * not records, keeps a few title lines from outvoting a short table.
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
