import {
  CONFIDENCE_PRIOR_LEADS,
  MIN_INTERACTION_LEADS,
  MIN_TESTED_LEADS,
  OVERLAP_FACTOR,
} from '#frontend/analysis/constants.ts';
import { formatConfidence } from '#frontend/lib/format.ts';

const CUT = formatConfidence(1 - OVERLAP_FACTOR);

/** What the words of the results mean, each in one plain sentence. */
export const GLOSSARY = {
  suggestedRule: `Multiply the value of a conversion by this when you bid on these leads: the adjusted lift, reduced by ${CUT} where segments overlap.`,
  confidence: `How far the lift is to be trusted, by the number of leads: leads / (leads + ${CONFIDENCE_PRIOR_LEADS}).`,
  status: `Overlapping: together with a value of another attribute, these leads do not convert as the two lifts predict. Not tested: no pair of significant segments with at least ${MIN_INTERACTION_LEADS} leads to tell.`,
  pValue: `How often chance alone would show a difference this large; below 0.05 counts as significant, and under ${MIN_TESTED_LEADS} leads it is set to 1.`,
  lift: 'Conversion rate of the segment divided by the baseline rate: 1 is average, 2 is twice as often.',
  adjustedLift: 'The lift moved towards 1, the more so the fewer leads stand behind it.',
  leadValue: 'What one such lead is worth: conversion value x baseline rate x adjusted lift.',
  pairConfidence:
    'By the number of leads that have both values: 3 x the square root of the leads, at most 100%.',
  predictedLift:
    'The adjusted lifts of the two values multiplied: what the pair would do if they did not overlap.',
  actualLift: 'Conversion rate of the leads with both values, divided by the baseline rate.',
  difference: 'Actual minus predicted lift, in points: +20 is 0.20 above the prediction.',
} as const;
