/**
 * Text of a cell on one line of at most `length` characters. The middle is cut, since long texts often have the same start. A
 * cell may have line breaks, or megabytes of text.
 */
export function shortText(text: string, length: number): string {
  const start = Array.from(oneLine(text.slice(0, 2 * length)));
  if (text.length <= 2 * length && start.length <= length) return start.join('');
  const end = Array.from(oneLine(text.slice(-2 * length))).slice(-Math.floor(length / 3));
  return `${start.slice(0, length - 1 - end.length).join('')}…${end.join('')}`;
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ⏎ ');
}

/** On the screen and in labels, a longer value is cut. */
export const NAME_LENGTH = 200;
