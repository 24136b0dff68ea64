import {
  CONFIDENCE_PRIOR_LEADS,
  INTERACTION_CONFIDENCE_FACTOR,
  MIN_INTERACTION_LEADS,
  MIN_TESTED_LEADS,
  OVERLAP_FACTOR,
  SIGNIFICANT_P_VALUE,
} from '#frontend/analysis/constants.ts';
import { formatConfidence } from '#frontend/lib/format.ts';

export type Meanings = readonly (readonly [title: string, meaning: string])[];

const CUT = formatConfidence(1 - OVERLAP_FACTOR);
const CONFIDENCE = [
  'Confidence',
  `How far the figures are to be trusted, by the number of leads: leads / (leads + ${CONFIDENCE_PRIOR_LEADS}).`,
] as const;
const LEAD_VALUE = [
  'Lead Value ($)',
  'What one such lead is worth: conversion value × baseline rate × adjusted lift.',
] as const;

export const BASELINE_RATE_MEANING =
  'Conversions divided by leads, over the whole file: the average that every lift is measured against.';
export const CALCULATED_VALUE_MEANING =
  'What one lead with these values is worth: the baseline lead value, multiplied by the lift of each value.';

/** What the columns of each table mean, each in one plain sentence or two. */
export const VALUE_RULE_MEANINGS: Meanings = [
  [
    'Suggested Value Rule',
    `Multiply the value of a conversion by this when you bid on these leads: the adjusted lift, reduced by ${CUT} where segments overlap.`,
  ],
  CONFIDENCE,
  [
    'Status',
    `Overlapping: together with a value of another attribute, these leads do not convert as the two lifts predict. Not tested: in no pair of significant segments with at least ${MIN_INTERACTION_LEADS} leads.`,
  ],
];

const SEGMENT_MEANINGS: Meanings = [
  CONFIDENCE,
  [
    'P-Value',
    `How often chance alone would show a difference this large; below ${SIGNIFICANT_P_VALUE} counts as significant. Under ${MIN_TESTED_LEADS} leads it is set to 1.`,
  ],
  [
    'Lift vs Baseline',
    'Conversion rate of the segment divided by the baseline rate: 1 is average, 2 is twice as often.',
  ],
  ['Adjusted Lift', 'The lift moved towards 1, the more so the fewer leads stand behind it.'],
];

export function segmentMeanings(hasLeadValue: boolean): Meanings {
  return hasLeadValue ? [...SEGMENT_MEANINGS, LEAD_VALUE] : SEGMENT_MEANINGS;
}

export const CORRELATION_MEANINGS: Meanings = [
  [
    'Confidence',
    `By the number of leads that have both values: ${INTERACTION_CONFIDENCE_FACTOR} × the square root of the leads, at most 100%.`,
  ],
  [
    'Predicted Lift',
    'The adjusted lifts of the two values multiplied: what the pair would do without overlap.',
  ],
  ['Actual Lift', 'Conversion rate of the leads with both values, divided by the baseline rate.'],
  ['Difference', 'Actual minus predicted lift, in points: +20 is a lift 0.20 above the prediction.'],
  [
    'P-Value',
    `How often chance alone would show a difference this large; a pair is significant below ${SIGNIFICANT_P_VALUE}, if the difference also exceeds the threshold.`,
  ],
];

/** What a column's title means; undefined where it says all. */
export function explainTitle(meanings: Meanings, title: string): string | undefined {
  return meanings.find(([name]) => name === title)?.[1];
}
