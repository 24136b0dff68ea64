import { MIN_TESTED_LEADS } from '../constants.ts';
import { measureValues, type MeasuredValues } from '../measure/value-figures.ts';
import { type ValuedLeads, addCounts, NO_LEADS } from '../counts/valued-leads.ts';
import { fitSpreadPrior, measureValueLogRatio } from '../judge/expected-to-hold.ts';
import { measureLogRatios, type LogRatio } from '../measure/spreads.ts';
import { measureSameAge, type AgedLeads } from '../judge/same-age.ts';
import { measureFigures, type CountedFigures } from '../measure/segments.ts';
import type { OtherSegments } from '../judge/widen-discoveries.ts';
import { chiSquareTail } from '../stats/chi-square.ts';
import type { Candidate } from './candidate.ts';
import { findOutcomeMark } from './outcome-marks.ts';

/** The outcomes of the leads that count. */
export interface Outcomes {
  /** 1 for each converted lead, else 0. */
  isConverted: Uint8Array;
  /** Null where leads have no amounts. */
  valued: ValuedLeads | null;
  /** Null where the file has no date of the lead. */
  aged: AgedLeads | null;
}

/** The p-values behind q of the values of a candidate with at least 10 leads. */
export interface TestedCandidate extends Pick<OtherSegments, 'conversions' | 'value'> {
  column: number;
  /** The log ratios of these values, by value of those whose amounts tell enough. */
  ratios: { conversions: readonly LogRatio[]; value: readonly LogRatio[] | null };
  /** Its values were probably written after the outcome; see `findOutcomeMark`. */
  knowsOutcome: boolean;
}

/**
 * Tests each value of a candidate with at least 10 leads against all other leads, as segments on the screen are tested for q: by
 * conversions Fisher's exact test, by value the larger p-value of `measureValues`; where ages are known that of `measureSameAge` counts if
 * it is larger. Two passes over the leads at most.
 */
export function testCandidate(
  { column, codes, names }: Candidate,
  { isConverted, valued, aged }: Outcomes,
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
  const everyValue = Uint32Array.from(names.keys());
  const fold = { names, codeOf: everyValue };
  const field = { name: '', codes: Uint32Array.from(codes), leads, conversions, fold };
  const byValue = valued && measureValues({ leads, conversions }, [field], { total, valued });
  const sameAge = aged && measureSameAge(aged, { codes, values: names.length, isConverted });
  return {
    column,
    knowsOutcome: findOutcomeMark(values) !== null,
    conversions: listTested(measureFigures(leads, conversions, total), everyValue, sameAge),
    value: byValue && listTested(byValue.figures, byValue.figureOf, sameAge),
    ratios: {
      conversions: measureLogRatios(values, total),
      value: byValue && listValueRatios(byValue),
    },
  };
}

function listValueRatios({ figures, figureOf, value, totals }: MeasuredValues): LogRatio[] {
  return [...figureOf].flatMap((at) => {
    // The `!` here: every value has figures.
    const part = { leads: figures.leads[at]!, conversions: figures.conversions[at]!, sum: value.sums[at]! };
    const ratio = part.leads < MIN_TESTED_LEADS ? null : measureValueLogRatio(part, totals);
    return ratio ? [ratio] : [];
  });
}

/** Equal values may share figures by value. */
function listTested(
  { leads, discoveryPValues }: CountedFigures,
  figureOf: Uint32Array,
  sameAge: Float64Array | null,
): Float64Array {
  const pValues: number[] = [];
  for (const [value, at] of figureOf.entries()) {
    // The `!` here: every value has figures.
    if (leads[at]! < MIN_TESTED_LEADS) continue;
    pValues.push(Math.max(discoveryPValues[at]!, sameAge ? chiSquareTail(sameAge[value]!) : 0));
  }
  return Float64Array.from(pValues);
}

/**
 * The p-values of the columns that could have stood on the screen: of all candidates, except those of the columns that do stand there
 * and those that know the outcome. How common each spread is follows from all that do not know the outcome.
 *
 * @param shown the columns of the attributes
 */
export function listOtherSegments(
  tested: readonly TestedCandidate[],
  shown: ReadonlySet<number>,
): OtherSegments {
  const honest = tested.filter(({ knowsOutcome }) => !knowsOutcome);
  const others = honest.filter(({ column }) => !shown.has(column));
  const byValue = others.flatMap(({ value }) => (value ? [value] : []));
  const valueRatios = honest.flatMap(({ ratios }) => (ratios.value ? [ratios.value] : []));
  return {
    conversions: joinLists(others.map(({ conversions }) => conversions)),
    value: byValue.length === 0 ? null : joinLists(byValue),
    priors: {
      conversions: fitSpreadPrior(honest.map(({ ratios }) => ratios.conversions)),
      value: valueRatios.length === 0 ? null : fitSpreadPrior(valueRatios),
    },
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
