/** Text of a cell on one line of at most `length` characters. A cell may hold line breaks, or megabytes of text. */
export function shortText(text: string, length: number): string {
  const start = text.slice(0, 2 * length).replace(/\s*[\r\n]+\s*/g, ' ⏎ ');
  return start.length > length ? `${start.slice(0, length - 1)}…` : start;
}

/** Longer values are cut on the screen and in labels. */
export const NAME_LENGTH = 200;
