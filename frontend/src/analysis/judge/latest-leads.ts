import { MAX_FALSE_DISCOVERY_RATE, SIGNIFICANT_P_VALUE, SPREADS } from '../constants.ts';
import { benjaminiHochberg } from '../stats/false-discovery.ts';
import { normalCdf } from '../stats/normal.ts';
import { hasTooFew, shrink, sideOf, type Side } from './expected-to-hold.ts';
import { measureLogRatio, type LogRatio } from '../measure/spreads.ts';
import type { SpreadWeights } from '../measure/measurement.ts';
import { measureLift } from '../measure/lift.ts';
import type { Counts } from '../counts/valued-leads.ts';

/** A rule that was learned from earlier leads, and later leads of the same value. */
export interface WatchedRule {
  side: Side;
  earlier: LogRatio;
  /** Null where there are too few later leads to judge. */
  later: LogRatio | null;
  laterLift: number;
  /** How likely each spread is, from the values of its column on the earlier leads only. */
  weights: SpreadWeights;
}

/** The rule of a value by conversions. */
export function watchRule(
  part: Readonly<Record<'earlier' | 'later', Counts>>,
  total: Readonly<Record<'earlier' | 'later', Counts>>,
  weights: SpreadWeights,
): WatchedRule {
  return {
    side: sideOf(part.earlier, total.earlier),
    earlier: measureLogRatio(part.earlier, total.earlier),
    later: hasTooFew(part.later.leads, total.later) ? null : measureLogRatio(part.later, total.later),
    laterLift: measureLift(part.later, total.later),
    weights,
  };
}

/** The verdict of the latest leads on a rule. */
export type LatestVerdict =
  | { kind: 'too-few' }
  /** Less is left of it than chance alone takes away. */
  | { kind: 'fell'; pFell: number; qFell: number }
  /** The later leads alone show its side. */
  | { kind: 'held'; pFell: number; qFell: number }
  /** Not enough leads to tell; the lift of the later ones may lie beyond half the threshold on the same side so far. */
  | { kind: 'unclear'; pFell: number; qFell: number; isSameSide: boolean };

/** The words for what the latest leads say. */
export const LATEST_WORDS: Readonly<Record<LatestVerdict['kind'], string>> = {
  fell: 'fell',
  held: 'held',
  unclear: 'not enough leads to tell',
  'too-few': 'too few',
};

/**
 * The chance of later leads as far from a rule or further, if nothing has changed since: Σ weight Φ(±(r2 - r1 τ²/(τ² + s1²)) /
 * √(τ² s1²/(τ² + s1²) + s2²)) over the spreads τ, plus for a raise and minus for a cut; 1 = earlier, 2 = later.
 * Example: 150 of 500 in 400 of 2,000 earlier, 40 of 200 in 150 of 800 later: 0.006775.
 */
export function chanceToFall(
  { earlier, later }: Readonly<Record<'earlier' | 'later', LogRatio>>,
  side: Side,
  weights: SpreadWeights,
): number {
  const sign = side === 'raise' ? 1 : -1;
  return SPREADS.reduce((sum, spread, at) => {
    const { mean, variance } = shrink(earlier, spread);
    const deviation = Math.sqrt(variance + later.variance);
    return sum + (weights[at] ?? 0) * normalCdf((sign * (later.log - mean)) / deviation);
  }, 0);
}

/**
 * The one-sided p-value of the later leads alone, on the side of the rule. Example: as above: 0.289015.
 * @internal
 */
export function testSide({ log, variance }: LogRatio, side: Side): number {
  return normalCdf((side === 'raise' ? -log : log) / Math.sqrt(variance));
}

/**
 * Judges each rule by the latest leads. Without enough later leads: too few. Otherwise it fell where q of `chanceToFall`, Benjamini and
 * Hochberg's over all rules with enough leads, is below 0.05; else it held where the later leads alone show its side at p < 0.05; else
 * there are not enough leads to tell.
 */
export function judgeLatest(rules: readonly WatchedRule[], thresholdPercent: number): LatestVerdict[] {
  const pValues = rules.map(({ earlier, later, side, weights }) =>
    later ? chanceToFall({ earlier, later }, side, weights) : 1,
  );
  const isJudged = Uint32Array.from(rules, ({ later }) => Number(later !== null));
  const qValues = benjaminiHochberg(Float64Array.from(pValues), isJudged);
  return rules.map(({ side, later, laterLift }, at) => {
    if (!later) return { kind: 'too-few' };
    const fall = { pFell: pValues[at]!, qFell: qValues[at]! }; // one per rule
    if (fall.qFell < MAX_FALSE_DISCOVERY_RATE) return { kind: 'fell', ...fall };
    if (testSide(later, side) < SIGNIFICANT_P_VALUE) return { kind: 'held', ...fall };
    const deviation = (side === 'raise' ? 1 : -1) * (laterLift - 1);
    return { kind: 'unclear', ...fall, isSameSide: deviation > thresholdPercent / 200 };
  });
}
