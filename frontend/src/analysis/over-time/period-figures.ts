import { measureValueInterval, possibleLifts } from '../measure/value-figures.ts';
import type { ValuedPart } from '../counts/valued-leads.ts';
import type { Analysis } from '../judge/analyse.ts';
import {
  adjustLift,
  measureConfidence,
  measureLift,
  measureLiftInterval,
  measureRate,
  shrinkLift,
} from '../measure/lift.ts';
import type { Interval } from '../stats/intervals.ts';
import type { PeriodCounts } from './changed.ts';

/** The figures of a value in one period, as an analysis of the leads of that period alone has them. */
export interface PeriodFigures {
  leads: number;
  conversions: number;
  conversionRate: number;
  lift: number;
  adjustedLift: number;
  /** The 95% interval of the lift; by value, with too few conversions, all lifts that are possible. */
  interval: Interval;
  hasInterval: boolean;
  /** Money per lead: the baseline lead value of the period × the adjusted lift. */
  leadValue: number;
  /** Its range after shrinking: the baseline lead value × the interval, moved towards 1 as the adjusted lift is. */
  valueRange: Interval;
}

/**
 * The figures of a value in a period, equal to the last bit to those of an analysis of that period alone: the same functions on the
 * same counts.
 * Example: 40 of 100 in 200 of 1,000, conversion value 100: rate 0.4, lift 2 (1.5944 to 2.4801), adjusted 5/3, $33.33.
 */
export function measurePeriod(
  { part, total }: PeriodCounts,
  { basis, settings }: Pick<Analysis, 'basis' | 'settings'>,
): PeriodFigures {
  const isByValue = basis === 'value';
  const outcomeOf = ({ leads, conversions, sum }: ValuedPart) => ({
    leads,
    conversions: isByValue ? sum : conversions,
  });
  const sides = [outcomeOf(part), outcomeOf(total)] as const;
  const measured = isByValue ? measureValueInterval(part, total) : measureLiftInterval(part, total);
  const interval = measured ?? possibleLifts(part, total);
  const adjustedLift = adjustLift(...sides);
  const baselineLeadValue = isByValue
    ? total.sum / Math.max(1, total.leads)
    : settings.conversionValue * measureRate(total);
  const confidence = measureConfidence(part.leads);
  return {
    leads: part.leads,
    conversions: part.conversions,
    conversionRate: measureRate(part),
    lift: measureLift(...sides),
    adjustedLift,
    interval,
    hasInterval: measured !== null,
    leadValue: baselineLeadValue * adjustedLift,
    valueRange: {
      low: baselineLeadValue * shrinkLift(interval.low, confidence),
      high: baselineLeadValue * shrinkLift(interval.high, confidence),
    },
  };
}
