import { formatCount } from './format.ts';

/** A name in parts. Where there is too little room only `start` is cut, so that `end` stays in view. */
interface NameParts {
  start: string;
  end: string;
  /** Comes after the end and is never shown. */
  rest: string;
  /** Shown after the end: '…' instead of a rest, with a number if nothing else tells two names apart. */
  mark: string;
}

/** Names of up to this many characters are whole wherever names are shown. */
const SHORT = 14;
/** Longer names, such as addresses, often end in what matters, so their end stays in view. */
const LONG = 24;
const END = 10;
/** At least this many characters of the start are always in view. */
const START = 4;
/** The end begins this many characters before the first different one. */
const LEAD = 3;

const known = new WeakMap<readonly string[], ReadonlyMap<string, NameParts>>();

/**
 * The parts of a name. Among names that it is shown with, its parts are different from theirs.
 * Example: 'https://example.org/a?v=1' among others that end in 'v=2' and 'v=3' ends in 'org/a?v=1'.
 *
 * @param among all names of the view; the same array finds the same parts without looking again
 */
export function partName(name: string, among: readonly string[] = []): NameParts {
  let alike = known.get(among);
  if (!alike) {
    alike = partAlike(among);
    known.set(among, alike);
  }
  return alike.get(name) ?? cutOut(name, name.length > LONG ? name.length - END : name.length);
}

/** The name on at most `length` characters. */
export function shortName(name: string, length: number, among?: readonly string[]): string {
  if (name.length <= length) return name;
  const { start, end, mark } = partName(name, among);
  const room = length - end.length - mark.length;
  if (start.length <= room) return start + end + mark;
  const characters = Array.from(start.slice(0, 2 * length)).slice(0, Math.max(0, room - 1));
  return `${characters.join('').trimEnd()}…${end}${mark}`;
}

/** The parts of all names that look like another one where only their start is in view. */
function partAlike(names: readonly string[]): ReadonlyMap<string, NameParts> {
  const groups = new Map<string, Set<string>>();
  for (const name of names) {
    if (name.length <= SHORT) continue;
    const start = name.slice(0, START);
    groups.set(start, (groups.get(start) ?? new Set()).add(name));
  }
  const parts = new Map<string, NameParts>();
  for (const group of groups.values()) {
    if (group.size > 1) partGroup([...group], parts);
  }
  return parts;
}

/** By their ends, and names of equal ends by the first characters in which they are different. */
function partGroup(group: readonly string[], parts: Map<string, NameParts>): void {
  const counts = new Map<string, number>();
  for (const name of group) counts.set(name.slice(-END), (counts.get(name.slice(-END)) ?? 0) + 1);
  const isUnique = (name: string) => counts.get(name.slice(-END)) === 1;
  for (const name of group) parts.set(name, cutOut(name, name.length - END));
  // Names of equal ends get other parts. A sorted name shares more with its neighbours than with any other.
  const others = group.filter((name) => !isUnique(name)).sort();
  const seen = new Map<string, number>();
  others.forEach((name, index) => {
    const shared = Math.max(sharedStart(name, others[index - 1]), sharedStart(name, others[index + 1]));
    const cut = cutOut(name, Math.min(shared - LEAD, name.length - END));
    const times = (seen.get(cut.end) ?? 0) + 1;
    seen.set(cut.end, times);
    parts.set(name, times > 1 ? { ...cut, mark: `… (${times})` } : cut);
  });
}

/** How many characters two names begin with alike. */
function sharedStart(name: string, other = ''): number {
  let length = 0;
  while (length < other.length && name[length] === other[length]) length += 1;
  return length;
}

/** The end begins at `at` and has at most ten characters. Characters of two code units stay whole. */
function cutOut(name: string, at: number): NameParts {
  const begin = wholeAt(name, Math.max(0, at));
  const stop = wholeAt(name, Math.min(name.length, begin + END));
  const rest = name.slice(stop);
  return { start: name.slice(0, begin), end: name.slice(begin, stop), rest, mark: rest && '…' };
}

/** The index at which the character at `index` begins: itself, or the one before. */
function wholeAt(name: string, index: number): number {
  const code = name.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index - 1 : index;
}

/** 'Won, Sold and 5 more', or all names if there are few. */
export function listNames(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return names.slice(0, most).join(', ') + (rest > 0 ? ` and ${formatCount(rest)} more` : '');
}

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
