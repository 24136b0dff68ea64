import { findColumns, type FoundColumns } from '#frontend/analysis/finder/find-columns.ts';
import { findAlwaysConverting, findOutcomeMark } from '#frontend/analysis/finder/outcome-marks.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import { finish } from '#test/support/finish.ts';
import {
  between,
  drawFactors,
  drawNoise,
  drawOutcomes,
  drawTrue,
  toCandidate,
  wholeBetween,
  type DrawnColumn,
  type Random,
} from './drawn-leads.ts';

/** The parameters that a file is drawn with. */
interface World {
  leads: number;
  baseline: number;
}

export interface Repeats {
  files: number;
  seed: number;
}

/** Indexes of the suggested columns. */
export function suggestColumns(columns: readonly DrawnColumn[], isConverted: Uint8Array): number[] {
  return suggestedOf(finish(findColumns(columns.map(toCandidate), isConverted)));
}

function suggestedOf({ columns }: FoundColumns): number[] {
  return columns.flatMap(({ suggestion, candidate }) => (suggestion === null ? [] : [candidate]));
}

const drawMany = (count: number, draw: () => DrawnColumn) => Array.from({ length: count }, draw);

/** The share of files of 12 to 40 columns of pure noise, 500 to 10,000 leads, 2 to 40% converted, in which a column is suggested. */
export function simulateNoise({ files, seed }: Repeats): { suggested: number } {
  const random = createRandom(seed);
  let suggested = 0;
  for (let file = 0; file < files; file++) {
    const world = {
      leads: Math.round(500 * 20 ** random()), // as many files below 2,236 leads as above
      baseline: between(random, 0.02, 0.4),
    };
    const columns = drawMany(wholeBetween(random, 12, 40), () => drawNoise(random, world.leads));
    if (suggestColumns(columns, drawOutcomes(random, world)).length > 0) suggested++;
  }
  return { suggested: suggested / files };
}

/** Some columns that tell something among 40: the shares of files in which all of them are suggested, and in which another one is. */
export function simulateTrue(
  { files, seed }: Repeats,
  { lifts, trueColumns = 3, ...world }: World & { lifts: readonly [number, number]; trueColumns?: number },
): { all: number; noise: number } {
  const random = createRandom(seed);
  let [all, noise] = [0, 0];
  for (let file = 0; file < files; file++) {
    const own = drawMany(trueColumns, () => drawTrue(random, world.leads, between(random, ...lifts)));
    const columns = [...own, ...drawMany(40 - trueColumns, () => drawNoise(random, world.leads))];
    const suggested = suggestColumns(columns, drawOutcomes(random, world, own));
    if (own.every((_, column) => suggested.includes(column))) all++;
    if (suggested.some((column) => column >= trueColumns)) noise++;
  }
  return { all: all / files, noise: noise / files };
}

/** How many files have both of two twins suggested. The second has other values than the first in this share of the leads. */
export function simulateTwins(
  { files, seed }: Repeats,
  { errors, trueColumns, ...world }: World & { errors: number; trueColumns: number },
): { both: number } {
  const random = createRandom(seed);
  let both = 0;
  for (let file = 0; file < files; file++) {
    const own = drawMany(trueColumns, () => drawTrue(random, world.leads, between(random, 1.5, 2)));
    const isConverted = drawOutcomes(random, world, own);
    const twin = copyWithErrors(random, own[0]!, errors); // there is one
    const columns = [...own, twin, ...drawMany(20, () => drawNoise(random, world.leads))];
    const suggested = suggestColumns(columns, isConverted);
    if (suggested.includes(0) && suggested.includes(trueColumns)) both++;
  }
  return { both };
}

function copyWithErrors(random: Random, column: DrawnColumn, errors: number): DrawnColumn {
  const values = column.shares.length;
  const codes = column.codes.map((code) => (random() < errors ? Math.floor(values * random()) : code));
  return { ...column, codes };
}

/**
 * Of columns with honest effects, log rates with a standard deviation of up to 0.5, the number that is said to know the outcome, and
 * the number that has a value that always converts; and the shares of columns that do know it: filled for 60% of the converted leads
 * only, and right for 90% of all leads.
 */
export function simulateKnowing({ files, seed }: Repeats) {
  const random = createRandom(seed);
  let [honest, always, filled, right] = [0, 0, 0, 0];
  for (let file = 0; file < files; file++) {
    const world = { leads: Math.round(500 * 20 ** random()), baseline: between(random, 0.05, 0.3) };
    const noise = drawNoise(random, world.leads);
    const column = { ...noise, factors: drawFactors(random, noise.shares, between(random, 0, 0.5)) };
    const isConverted = drawOutcomes(random, world, [column]);
    const marks = [
      column.codes,
      isConverted.map((flag) => Number(flag === 1 && random() < 0.6)),
      isConverted.map((flag) => (random() < 0.9 ? flag : 1 - flag)),
    ].map((codes) => findOutcomeMark(countValues(codes, isConverted)) !== null);
    honest += Number(marks[0]);
    always += Number(findAlwaysConverting(countValues(column.codes, isConverted)) !== null);
    filled += Number(marks[1]);
    right += Number(marks[2]);
  }
  return { honest, always, filled: filled / files, right: right / files };
}

function countValues(codes: Uint8Array, isConverted: Uint8Array) {
  const counts = Array.from({ length: 12 }, () => ({ leads: 0, conversions: 0 }));
  for (const [lead, code] of codes.entries()) {
    counts[code]!.leads++; // at most 12 values
    counts[code]!.conversions += isConverted[lead]!;
  }
  return counts.filter(({ leads }) => leads > 0);
}
