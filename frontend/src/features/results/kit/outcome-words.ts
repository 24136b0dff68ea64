import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { Basis } from '#frontend/analysis/counts/worth.ts';
import { formatMoney, formatRate } from '#frontend/lib/format.ts';

/** How the results write what they are of: how often leads convert, or what they are worth. */
export interface OutcomeWords {
  /** Within a sentence. */
  lift: string;
  /** Above the dots of a chart. */
  chartedLift: string;
  /** '2 pairs convert', '1 pair converts'. */
  verb(count: number): string;
  /** Before the figures of leads. */
  claim: string;
  /** After 'may'. */
  guess(direction: 'more' | 'less'): string;
  /** '2 pairs convert worse' than predicted. */
  compare(direction: 'worse' | 'better'): string;
  /** '2 pairs convert differently' than predicted. */
  otherwise: string;
  /** Before 'the two lifts predict'. */
  contradict: string;
  /** What leads had. */
  actual: string;
  /** The rate of conversions beside the actual figure. */
  conversionRate: string;
  /** The meaning of a column. */
  actualLeadValue: string;
  baselineLeadValue: string;
  /** Where the baseline lead value comes from. */
  wordBaseline(analysis: Analysis): string;
  /** A rate beside the money that it makes; null where it is that money. */
  rateBeside(rate: number): number | null;
}

export const OUTCOME_WORDS: Readonly<Record<Basis, OutcomeWords>> = {
  conversions: {
    lift: 'lift',
    chartedLift: 'Adjusted lift',
    verb: (count) => (count === 1 ? 'converts' : 'convert'),
    claim: 'convert at',
    guess: (direction) => `convert ${direction} often`,
    compare: (direction) => direction,
    otherwise: 'differently',
    contradict: "don't convert as",
    actual: 'rate',
    conversionRate: 'actual rate',
    actualLeadValue: 'What these leads were worth: conversion value × their own rate.',
    baselineLeadValue: 'Baseline lead value',
    wordBaseline: ({ settings: { conversionValue, currency }, baselineRate }) =>
      `${formatMoney(conversionValue, currency)} × ${formatRate(baselineRate)} baseline rate.`,
    rateBeside: (rate) => rate,
  },
  value: {
    lift: 'value lift',
    chartedLift: 'Value lift',
    verb: (count) => (count === 1 ? 'is worth' : 'are worth'),
    claim: 'are worth',
    guess: (direction) => `be worth ${direction}`,
    compare: (direction) => (direction === 'worse' ? 'less' : 'more'),
    otherwise: 'something else',
    contradict: 'are not worth what',
    actual: 'value',
    conversionRate: 'conversion rate',
    actualLeadValue: 'What these leads were worth per lead.',
    baselineLeadValue: 'Value per lead overall',
    wordBaseline: () => 'the value per lead overall.',
    rateBeside: () => null,
  },
};
