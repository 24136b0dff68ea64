import { MAX_FALSE_DISCOVERY_RATE } from '../constants.ts';
import { tableOfGroups } from '../measure/lift.ts';
import { chiSquare2x2, chiSquareTail } from '../stats/chi-square.ts';
import { benjaminiHochberg } from '../stats/false-discovery.ts';
import type { SegmentChange } from './compare.ts';

/** The figures of a stage that are compared. */
interface StageToCompare {
  name: string;
  chance: { kind: string; leads?: number | undefined; wins?: number | undefined };
  /** Null for won. */
  step: object | null;
}

/** A stage in two files. */
export interface StageChange<Stage> {
  name: string;
  /** Null where the file has no such stage. */
  before: Stage | null;
  after: Stage | null;
  /** Of the test of both shares that are won; null where they are not tested. */
  test: { pValue: number; q: number } | null;
  verdict: SegmentChange['verdict'];
}

/**
 * Compares the stages of two files by their names, in the order of the later file; stages that only the earlier one has follow. The test
 * of a stage is the chi-square of the 2x2 table of the leads that are old enough (won or not, before or after). Changed: q < 0.05,
 * Benjamini-Hochberg over the stages that are tested. Not tested is won itself, a stage whose chance is not known in both, and every stage
 * where the files share leads.
 * Example: 40 of 200, then 20 of 200: chi-square 7.84, p 0.005.
 *
 * @param isTested false where the files seem to share leads: the test holds for different leads only
 */
export function compareStages<Stage extends StageToCompare>(
  before: readonly Stage[],
  after: readonly Stage[],
  isTested: boolean,
): StageChange<Stage>[] {
  const earlier = new Map(before.map((stage) => [stage.name, stage]));
  const names = new Set([...after, ...before].map(({ name }) => name));
  const later = new Map(after.map((stage) => [stage.name, stage]));
  const pairs = [...names].map((name) => {
    const pair = { name, before: earlier.get(name) ?? null, after: later.get(name) ?? null };
    return { ...pair, pValue: isTested ? testShares(pair.before, pair.after) : null };
  });
  const tested = pairs.flatMap(({ pValue }) => (pValue === null ? [] : [pValue]));
  const qValues = benjaminiHochberg(Float64Array.from(tested), new Uint32Array(tested.length).fill(1));
  let at = 0;
  return pairs.map(({ pValue, ...pair }) => {
    if (pValue === null) return { ...pair, test: null, verdict: 'Not tested' };
    const test = { pValue, q: qValues[at++]! }; // one of each test
    return { ...pair, test, verdict: test.q < MAX_FALSE_DISCOVERY_RATE ? 'Changed' : 'Within chance' };
  });
}

function testShares(before: StageToCompare | null, after: StageToCompare | null): number | null {
  const [first, second] = [before, after].map(wonOf);
  return first && second ? chiSquareTail(chiSquare2x2(tableOfGroups(first, second))) : null;
}

function wonOf(stage: StageToCompare | null) {
  const { leads, wins: conversions, kind } = stage?.chance ?? {};
  if (kind !== 'known' || !stage?.step || leads === undefined || conversions === undefined) return null;
  return { leads, conversions };
}
