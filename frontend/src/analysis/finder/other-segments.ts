import { MIN_TESTED_LEADS } from '../constants.ts';
import { measureValues } from '../counts/value-figures.ts';
import type { ValuedLeads } from '../counts/valued-leads.ts';
import { addCounts, NO_LEADS } from '../judge/lift.ts';
import { measureFigures, type CountedFigures } from '../judge/segments.ts';
import type { OtherSegments } from '../judge/widen-discoveries.ts';
import type { Candidate } from './candidate.ts';
import { findOutcomeMark } from './outcome-marks.ts';

/** What became of the leads that count. */
export interface Outcomes {
  /** 1 for each converted lead, else 0. */
  isConverted: Uint8Array;
  /** Null where leads have no amounts. */
  valued: ValuedLeads | null;
}

/** The p-values behind q of the values of a candidate with at least 10 leads. */
export interface TestedCandidate extends OtherSegments {
  column: number;
  /** Its values were probably written after the outcome; see `findOutcomeMark`. */
  knowsOutcome: boolean;
}

/**
 * Tests each value of a candidate with at least 10 leads against all other leads, as segments on the screen are tested for q: by
 * conversions Fisher's exact test, by value the larger p-value of `measureValues`. One pass over the leads.
 */
export function testCandidate(
  { column, codes, names }: Candidate,
  { isConverted, valued }: Outcomes,
): TestedCandidate {
  const leads = new Uint32Array(names.length);
  const conversions = new Uint32Array(names.length);
  // The `!` here: a code and a flag per lead.
  for (let lead = 0; lead < codes.length; lead++) {
    leads[codes[lead]!]!++;
    conversions[codes[lead]!]! += isConverted[lead]!;
  }
  const values = Array.from(leads, (count, value) => ({
    leads: count,
    conversions: conversions[value] ?? 0,
  }));
  const total = values.reduce(addCounts, NO_LEADS);
  const fold = { names, codeOf: Uint32Array.from(names.keys()) };
  const field = { name: '', codes: Uint32Array.from(codes), leads, conversions, fold };
  const byValue = valued && measureValues({ leads, conversions }, [field], { total, valued });
  return {
    column,
    knowsOutcome: findOutcomeMark(values) !== null,
    conversions: listTested(measureFigures(leads, conversions, total)),
    value: byValue && listTested(byValue.figures, byValue.figureOf),
  };
}

/** Equal values may share figures by value. */
function listTested(
  { leads, discoveryPValues }: CountedFigures,
  figureOf: Uint32Array = Uint32Array.from(leads.keys()),
): Float64Array {
  const tested = figureOf.filter((at) => (leads[at] ?? 0) >= MIN_TESTED_LEADS);
  return Float64Array.from(tested, (at) => discoveryPValues[at]!); // every value has figures
}

/**
 * The p-values of the columns that could have stood on the screen: of all candidates, except those of the columns that do stand there
 * and those that know the outcome.
 *
 * @param shown the columns of the attributes
 */
export function listOtherSegments(
  tested: readonly TestedCandidate[],
  shown: ReadonlySet<number>,
): OtherSegments {
  const others = tested.filter(({ column, knowsOutcome }) => !knowsOutcome && !shown.has(column));
  const byValue = others.flatMap(({ value }) => (value ? [value] : []));
  return {
    conversions: joinLists(others.map(({ conversions }) => conversions)),
    value: byValue.length === 0 ? null : joinLists(byValue),
  };
}

function joinLists(lists: readonly Float64Array[]): Float64Array {
  const joined = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let first = 0;
  for (const list of lists) {
    joined.set(list, first);
    first += list.length;
  }
  return joined;
}
