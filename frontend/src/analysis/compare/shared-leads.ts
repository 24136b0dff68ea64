import type { Measurement } from '../judge/analyse.ts';
import type { AnalysisContext } from '../counts/analysis-context.ts';

/** One of two analyses to compare. */
export interface ComparedFile {
  measurement: Measurement;
  context: AnalysisContext;
  /** The time by which all its leads had come in, in milliseconds; null if it is not known. */
  knownBy: number | null;
}

/** The reason why two files seem to share leads. */
export type SharedLeads = 'same-file' | 'same-counts' | 'dates-overlap';

/**
 * The reason why two files seem to share leads; null without one. A test of two files is valid for different leads only.
 * In this order:
 * - the same file: its name and its number of rows, left out ones included;
 * - the same counts: as many leads in all, and as many in more than half of the values of the attributes that both have.
 *   Conversions are not asked: the same leads have more of them a month later;
 * - overlapping dates: both were limited by days of the same column, and a day lies within both. A file that was limited on
 *   one side only ends with the day by which it was known.
 * Without dates, a file that holds all leads of an earlier one and more cannot be told from another month.
 */
export function findSharedLeads(before: ComparedFile, after: ComparedFile): SharedLeads | null {
  if (before.context.fileName === after.context.fileName && countRows(before) === countRows(after))
    return 'same-file';
  if (haveSameCounts(before.measurement, after.measurement)) return 'same-counts';
  return doDatesOverlap(before, after) ? 'dates-overlap' : null;
}

function countRows({ measurement: { totalLeads, leftOut } }: ComparedFile): number {
  return Object.values(leftOut ?? {}).reduce<number>((sum, count: number) => sum + count, totalLeads);
}

function haveSameCounts(before: Measurement, after: Measurement): boolean {
  if (before.totalLeads !== after.totalLeads) return false;
  const [leadsBefore, leadsAfter] = [countByValue(before), countByValue(after)];
  let [same, all] = [0, 0];
  for (const [field, counts] of leadsAfter) {
    const earlier = leadsBefore.get(field);
    if (!earlier) continue;
    all += new Set([...counts.keys(), ...earlier.keys()]).size;
    for (const [value, leads] of counts) if (earlier.get(value) === leads) same++;
  }
  return same > all / 2;
}

function countByValue({ fields, figures, figureOf }: Measurement): Map<string, Map<string, number>> {
  let position = 0;
  // The `!` here: every segment has figures.
  const nextLeads = () => figures.leads[figureOf[position++]!]!;
  return new Map(
    fields.map(({ name, values }) => [name, new Map(values.map((value) => [value, nextLeads()]))]),
  );
}

function doDatesOverlap(before: ComparedFile, after: ComparedFile): boolean {
  const [first, second] = [daysOf(before), daysOf(after)];
  if (!first || !second || first.column !== second.column) return false;
  return Math.max(first.from, second.from) <= Math.min(first.to, second.to);
}

/** The days of the leads that count; null without a first and a last day. */
function daysOf({ context, knownBy }: ComparedFile): { column: string; from: number; to: number } | null {
  const date = context.leads?.date;
  if (!date || (date.from === null && date.to === null)) return null;
  const last = knownBy ?? Infinity;
  return { column: date.column, from: date.from ?? -Infinity, to: date.to ?? last };
}
