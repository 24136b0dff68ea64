import { MAX_FALSE_DISCOVERY_RATE, MIN_TESTED_LEADS } from '../constants.ts';
import type { LabelLimits, Measurement, SpreadWeights } from '../measure/measurement.ts';
import { weighFields } from './expectations.ts';
import { chiSquareTail } from '../stats/chi-square.ts';
import { benjaminiHochberg } from '../stats/false-discovery.ts';
import type { Found } from '../measure/segments.ts';

/**
 * The facts of the whole file that limit the labels of an analysis: the p-values of the segments of all other candidate columns, without
 * columns that know the outcome (see `testCandidate`), and reasons for which labels are at most Test.
 */
export interface OtherSegments {
  conversions: Float64Array;
  /** By value; null where leads have no amounts. */
  value: Float64Array | null;
  limits?: LabelLimits;
  /** The statistic of each segment of the attributes among leads of the same age, by position; see `measureSameAge`. */
  sameAge?: Float64Array;
  /** How common each spread is among the candidate columns, those of the attributes too; see `fitSpreadPrior`. */
  priors: { conversions: SpreadWeights; value: SpreadWeights | null };
}

const NONE = new Float64Array();

/**
 * The measurement with what the other candidate columns say of it, by conversions and by value: the q-values of `widenTests`, the
 * limits of labels, and the spreads of `weighFields` with how common each is in this file. Nothing else changes.
 */
export function widenDiscoveries(measurement: Measurement, others: OtherSegments): Measurement {
  const { value, byValue } = measurement;
  const { limits, sameAge } = others;
  const widened = widen(measurement, (value ? others.value : others.conversions) ?? NONE);
  return {
    ...(limits && { limits }),
    ...(sameAge ? testSameAge(widened, others, sameAge) : widened),
    spreads: weighFields(measurement, (value ? others.priors.value : others.priors.conversions) ?? undefined),
    byValue: byValue && widenDiscoveries(byValue, others),
  };
}

function widen(measurement: Measurement, others: Float64Array): Measurement {
  if (others.length === 0) return measurement;
  const { figures, figureOf, discoveries } = measurement;
  const tested = { pValues: figures.discoveryPValues, repeats: countSegments(figures, figureOf) };
  const { qValues, all } = widenTests(tested, others);
  return {
    ...measurement,
    figures: { ...figures, qValues },
    shownQValues: figures.qValues,
    discoveries: { ...discoveries, all },
  };
}

/** The tests among leads of the same age, by conversions for both bases. Only q, its findings and labels follow from them. */
function testSameAge(
  measurement: Measurement,
  { conversions, value }: OtherSegments,
  statistics: Float64Array,
): Measurement {
  const { figures, figureOf, discoveries } = measurement;
  // The `!` here: every segment has figures.
  const tested = {
    pValues: statistics.map((statistic, position) =>
      Math.max(figures.discoveryPValues[figureOf[position]!]!, chiSquareTail(statistic)),
    ),
    repeats: figureOf.map((at) => Number(figures.leads[at]! >= MIN_TESTED_LEADS)),
  };
  const others = (measurement.value ? value : conversions) ?? NONE;
  const { qValues, shown, all } = widenTests(tested, others);
  return {
    ...measurement,
    sameAge: { statistics, qValues },
    discoveries: { ...discoveries, found: shown.found, ...(others.length > 0 && { all }) },
  };
}

/** How many segments with at least 10 leads have each figure. */
function countSegments({ leads }: Measurement['figures'], figureOf: Uint32Array): Uint32Array {
  const repeats = new Uint32Array(leads.length);
  for (const at of figureOf) if (leads[at]! >= MIN_TESTED_LEADS) repeats[at]!++; // every segment has figures
  return repeats;
}

function countFound(qValues: Float64Array, repeats: Uint32Array): Found {
  const counts = { tested: 0, found: 0 };
  for (const [at, q] of qValues.entries()) {
    const count = repeats[at]!; // a number for each
    counts.tested += count;
    if (q < MAX_FALSE_DISCOVERY_RATE) counts.found += count;
  }
  return counts;
}

/** The p-values of segments behind q, and how many segments have each; 0 for one that is no test. */
interface TestedSegments {
  pValues: Float64Array;
  repeats: Uint32Array;
}

/**
 * The q-values of the segments on the screen, beside the columns that could have stood there: the larger of Benjamini and
 * Hochberg's over these segments, and over these together with the segments of every other candidate column. The visitor, or the
 * search, chose among all columns by the outcome; a file with many strong columns, on the other hand, must not make weak
 * segments easier to find. So q is never below that of the screen alone. Without other segments it is that.
 * Example: p 0.01 and 0.04 beside other columns with 0.5 and 0.6: 0.04 and 0.08 instead of 0.02 and 0.04; beside 0.0001 twice
 * q stays 0.02 and 0.04.
 *
 * `shown` counts the tests and the findings on the screen, `all` those of all these segments together.
 *
 * @param others p-values of the segments of all other candidate columns, without columns that know the outcome
 * @internal
 */
export function widenTests(
  { pValues, repeats }: TestedSegments,
  others: Float64Array,
): { qValues: Float64Array; shown: Found; all: Found } {
  const shown = benjaminiHochberg(pValues, repeats);
  const all = poolTests({ pValues, repeats }, others);
  const wide = benjaminiHochberg(all.pValues, all.repeats);
  return {
    qValues: shown.map((q, at) => Math.max(q, wide[at]!)), // the same segments come first
    shown: countFound(shown, repeats),
    all: countFound(wide, all.repeats),
  };
}

/** The segments on the screen, then those of the other columns. */
function poolTests({ pValues, repeats }: TestedSegments, others: Float64Array): TestedSegments {
  const size = pValues.length + others.length;
  const all = { pValues: new Float64Array(size), repeats: new Uint32Array(size).fill(1) };
  all.pValues.set(pValues);
  all.pValues.set(others, pValues.length);
  all.repeats.set(repeats);
  return all;
}
