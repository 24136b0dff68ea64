import { findNumberFormat } from './number-format.ts';

/** How a column writes several choices in a cell, and its choices, the most frequent first. */
interface ChoicesInCells {
  separator: string;
  choices: readonly { choice: string; leads: number }[];
  /** How many leads have several. */
  leads: number;
}

/** Marks that separate choices. The comma is last: it may belong to a choice where another mark separates them. */
const SEPARATORS = [';', '|', '\n', ','] as const;
const MAX_DISTINCT_CHOICES = 40;
const MAX_CHOICE_LENGTH = 80;
/** At least this share of the filled cells have several choices. */
const MIN_SEVERAL_PERCENT = 5;
/** At least this share of all mentions is of choices that stand in several different cells. */
const MIN_RECURRING_PERCENT = 90;

/** The choices of a cell, trimmed and without empty ones. Example: 'Email; Social' at ';' is 'Email' and 'Social'. */
export function splitChoices(cell: string, separator: string): string[] {
  if (!cell.includes(separator)) return cell === '' ? [] : [cell];
  return cell
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/**
 * The choices of a column whose cells hold several each; null for other columns: texts with a comma, names, addresses, numbers.
 * Choices recur: at least 90% of all mentions are of choices that stand in two or more different cells, no cell has one twice, the
 * cells have different numbers of them, and there are at most 40.
 * Example: 'Email; Social', 'Email', 'Social; Events', 'Events': Email 2, Social 2, Events 2.
 *
 * @param categories distinct cells, '' = blank
 * @param leads leads per category
 */
export function findChoices(categories: readonly string[], leads: Uint32Array): ChoicesInCells | null {
  for (const separator of SEPARATORS) {
    const found = choicesAt(categories, leads, separator);
    if (found) return found;
  }
  return null;
}

function choicesAt(
  categories: readonly string[],
  leads: Uint32Array,
  separator: string,
): ChoicesInCells | null {
  if (!categories.some((cell) => cell.includes(separator))) return null;
  const count = new Map<string, { cells: number; leads: number }>();
  const sizes = new Set<number>();
  let [filled, several] = [0, 0];
  for (const [code, cell] of categories.entries()) {
    const parts = splitChoices(cell, separator);
    if (parts.length === 0) continue;
    const ofCell = leads[code]!; // one per category
    filled += ofCell;
    if (parts.length > 1) several += ofCell;
    sizes.add(parts.length);
    if (new Set(parts).size < parts.length) return null;
    for (const part of parts) {
      const counted = count.get(part) ?? { cells: 0, leads: 0 };
      count.set(part, { cells: counted.cells + 1, leads: counted.leads + ofCell });
    }
    if (count.size > MAX_DISTINCT_CHOICES) return null;
  }
  if (sizes.size < 2 || 100 * several < MIN_SEVERAL_PERCENT * filled) return null;
  const choices = [...count].map(([choice, { leads: ofChoice }]) => ({ choice, leads: ofChoice }));
  return doRecur(count) && areTexts(choices.map(({ choice }) => choice))
    ? { separator, choices: choices.toSorted((a, b) => b.leads - a.leads), leads: several }
    : null;
}

function doRecur(count: ReadonlyMap<string, { cells: number; leads: number }>): boolean {
  let [all, recurring, choices] = [0, 0, 0];
  for (const { cells, leads } of count.values()) {
    all += leads;
    if (cells < 2) continue;
    recurring += leads;
    choices++;
  }
  return choices >= 2 && 100 * recurring >= MIN_RECURRING_PERCENT * all;
}

/** Numbers that are cut at a comma or at a point between thousands are no choices, and neither are sentences. */
function areTexts(choices: readonly string[]): boolean {
  if (choices.some(({ length }) => length > MAX_CHOICE_LENGTH)) return false;
  return findNumberFormat(choices, new Uint32Array(choices.length).fill(1)) === null;
}
