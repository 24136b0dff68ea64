import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { Basis } from '#frontend/analysis/counts/mapping.ts';
import { formatMoney, formatRate, formatConfidence } from '#frontend/lib/format.ts';

/** The words of the results for their outcome, which is conversions or value. */
interface OutcomeWords {
  /** The name of a lift within a sentence. */
  lift: string;
  /** The name of a lift above the dots of a chart. */
  chartedLift: string;
  /** The verb of '2 pairs convert' and '1 pair converts'. */
  verb(count: number): string;
  /** The last word of '2 pairs convert worse'. */
  compare(direction: 'worse' | 'better'): string;
  /** The words before 'the two lifts predict'. */
  contradict: string;
  /** The name of the actual figure of leads. */
  actual: string;
  /** The name of the conversion rate beside the actual figure. */
  conversionRate: string;
  /** The meaning of the column of actual lead values. */
  actualLeadValue: string;
  baselineLeadValue: string;
  /** The origin of the baseline lead value. */
  describeBaseline(analysis: Analysis): string;
  /** The rate to show beside its money; null by value, where the rate is the money. */
  rateBeside(rate: number): number | null;
}

export const OUTCOME_WORDS: Readonly<Record<Basis, OutcomeWords>> = {
  conversions: {
    lift: 'lift',
    chartedLift: 'Adjusted lift',
    verb: (count) => (count === 1 ? 'converts' : 'convert'),
    compare: (direction) => direction,
    contradict: "don't convert as",
    actual: 'rate',
    conversionRate: 'actual rate',
    actualLeadValue: 'What these leads were worth: conversion value × their own rate.',
    baselineLeadValue: 'Baseline lead value',
    describeBaseline: ({ settings: { conversionValue, currency }, baselineRate }) =>
      `${formatMoney(conversionValue, currency)} × ${formatRate(baselineRate)} baseline rate.`,
    rateBeside: (rate) => rate,
  },
  value: {
    lift: 'value lift',
    chartedLift: 'Value lift',
    verb: (count) => (count === 1 ? 'is worth' : 'are worth'),
    compare: (direction) => (direction === 'worse' ? 'less' : 'more'),
    contradict: 'are not worth what',
    actual: 'value',
    conversionRate: 'conversion rate',
    actualLeadValue: 'What these leads were worth per lead.',
    baselineLeadValue: 'Value per lead overall',
    describeBaseline: () => 'the value per lead overall.',
    rateBeside: () => null,
  },
};

/** Smaller shares are rounded to 0%. */
const LEAST_SHOWN = 0.005;

/** By how much predictions were off, as a share of all that happened: '9%'. */
export function describeMiss(share: number): string {
  return share < LEAST_SHOWN ? 'less than 1%' : formatConfidence(share);
}
