import type { NameParts } from './cut-name.ts';

const FONT_STACK = "'Inter Variable', 'Inter Fallback', system-ui, sans-serif";
/** Average width of a character in ems, where nothing can be measured. */
const USUAL_CHARACTER = 0.55;

let context: CanvasRenderingContext2D | null | undefined;

/** The width of a text in pixels. Drawings need it because, unlike boxes, they do not cut long texts. */
export function measureText(text: string, size: number, weight: number): number {
  // Without OffscreenCanvas, no canvas can measure texts either.
  context ??=
    typeof OffscreenCanvas === 'undefined' ? null : document.createElement('canvas').getContext('2d');
  if (!context) return text.length * size * USUAL_CHARACTER;
  context.font = `${weight} ${size}px ${FONT_STACK}`;
  return context.measureText(text).width;
}

/** The text, or as much of its beginning as fits the width with an ellipsis. */
export function cutText(
  text: string,
  width: number,
  { size, weight }: { size: number; weight: number },
): string {
  if (measureText(text, size, weight) <= width) return text;
  const characters = Array.from(text.slice(0, 200));
  let fits = 0;
  let tooLong = characters.length;
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    const isFit = measureText(`${characters.slice(0, middle).join('')}…`, size, weight) <= width;
    if (isFit) fits = middle;
    else tooLong = middle;
  }
  return `${characters.slice(0, fits).join('').trimEnd()}…`;
}

/** The name, or as much of its start as fits the width with its end. */
export function cutName(
  { start, end, rest, mark }: NameParts,
  width: number,
  font: { size: number; weight: number },
): string {
  const name = start + end + rest;
  const shown = end + mark;
  const room = width - measureText(shown, font.size, font.weight);
  if (room <= 0 || measureText(name, font.size, font.weight) <= width) {
    return cutText(name, width, font);
  }
  return cutText(start, room, font) + shown;
}

/** The text in lines of at most this width, broken between words; a longer word has a line of its own. */
export function wrapText(text: string, width: number, { size, weight }: { size: number; weight: number }) {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = [lines.at(-1), word].join(' ').trim();
    if (lines.length > 0 && measureText(longer, size, weight) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
