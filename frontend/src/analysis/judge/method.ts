import { EXPECTATION_WORDS } from './expected-to-hold.ts';
import { LATEST_WORDS } from './latest-leads.ts';
import {
  CONFIDENCE_PRIOR_LEADS,
  INTERACTION_CONFIDENCE_FACTOR,
  LEARNING_SHARE,
  LIKELY_TO_HOLD,
  MAX_FALSE_DISCOVERY_RATE,
  MAX_SHOWN_CHANCE_PERCENT,
  MAY_FADE,
  MIN_INTERVAL_CONVERSIONS,
  MIN_RULE_CONVERSIONS,
  MIN_RULE_LEADS,
  MIN_TESTED_LEADS,
  OVERLAP_FACTOR,
  SIGNIFICANT_P_VALUE,
  TEST_CAP_PERCENT,
} from '../constants.ts';
import type { Basis } from '../counts/mapping.ts';

/** A figure of the method as columns, the report and the documentation explain it. */
export interface MethodStep {
  /** In sentences, without the formula. */
  words: string;
  formula: string;
  /** The formula with the figures of the documentation's example: 2,000 leads, 412 of them converted. */
  example?: string;
}

const { likely: LIKELY, 'may-fade': FADES, unlikely: UNLIKELY, 'too-few': FEW } = EXPECTATION_WORDS;
const percentOf = (share: number) => Math.round(100 * share);

const MOVED_IN_CHARTS =
  'Charts show it as the range after shrinking of the multiplier: moved towards 1x as the multiplier is.';

const BY_CONVERSIONS = {
  lift: {
    words:
      'How often the leads of a segment convert, compared with all leads: 1x is average, 2x is twice as often.',
    formula: 'lift = conversion rate of the segment / conversion rate of all leads',
    example: 'Referral: 43.4% / 20.6% = 2.11, or +111%.',
  },
  confidence: {
    words: `Sample size only: leads ÷ (leads + ${CONFIDENCE_PRIOR_LEADS}). It says nothing about chance.`,
    formula: `confidence = leads / (leads + ${CONFIDENCE_PRIOR_LEADS})`,
    example: 'Referral: 221 / (221 + 50) = 82%.',
  },
  adjustedLift: {
    words: 'The lift, moved towards 1x: the fewer the leads, the closer to 1x.',
    formula: 'adjusted lift = confidence × lift + (1 − confidence) × 1',
    example: 'Referral: 0.815 × 2.11 + 0.185 × 1 = 1.90. US: 1.25. Mobile: 0.75.',
  },
  liftInterval: {
    words: `The plausible range of the lift, given chance. ${MOVED_IN_CHARTS}`,
    formula:
      '95% interval of the lift = r / (f r + 1 − f), with f = share of the segment in all leads and r = its rate / rate of the other leads × e^(± 1.96 s), s² = 1/a − 1/(a + b) + 1/c − 1/(c + d); a and b are the leads inside the segment that converted or did not, c and d those outside, with 0.5 added to each of the four (Katz)',
    example:
      'Referral: 43.4% against 17.8% of the others, r 2.04 to 2.93, f 0.11, so 1.83 to 2.41 around 2.11.',
  },
  rateInterval: {
    words:
      'The plausible range of the rate, given chance: in the hints of the charts, in the calculator and in downloads.',
    formula:
      '95% interval of a rate = (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n), with p = rate, n = leads and z = 1.96 (Wilson)',
    example: 'Referral: 96 of 221 leads, 43.4%, so 37.1% to 50.0%.',
  },
  pValue: {
    words: `How often chance alone would show a difference this large. Below ${SIGNIFICANT_P_VALUE} is significant. Set to 1 under ${MIN_TESTED_LEADS} leads.`,
    formula: 'chi-square = n (ad − bc)² / ((a + b)(c + d)(a + c)(b + d)), p = erfc(√(chi-square / 2))',
    example: 'Referral: a = 96, b = 125, c = 316, d = 1,463; chi-square = 79.2, p < 0.001.',
  },
  q: {
    words:
      'q also counts the other columns of the file: whoever chooses a few columns among many finds some difference by chance. Columns that know the outcome are left out.',
    formula: `q = the larger of two q-values (Benjamini-Hochberg): over Fisher's exact p-values of all segments of the attributes with ${MIN_TESTED_LEADS} leads or more, and over these with those of the segments of every other column that could be an attribute`,
    example:
      'p 0.01 and 0.04 of two segments: 0.02 and 0.04. Beside 0.5 and 0.6 of another column: 0.01 × 4 / 1 = 0.04 and 0.04 × 4 / 2 = 0.08.',
  },
  predictedLift: {
    words: 'The product of the multipliers of the two values: the lift of the pair if they do not overlap.',
    formula: 'predicted lift = product of the two adjusted lifts',
    example: '1.904 × 1.254 = 2.39.',
  },
  actualLift: {
    words: 'Conversion rate of the leads with both values, divided by the baseline rate.',
    formula: 'actual lift = the combination’s conversion rate / baseline conversion rate',
    example: '(52 / 80) / 20.6% = 65.0% / 20.6% = 3.16.',
  },
  difference: {
    words: 'Actual minus predicted lift, in points: +20 is a lift 0.20 above the prediction.',
    formula: 'difference = 100 × (actual lift − predicted lift)',
    example: '100 × (3.16 − 2.39) = +76.7 percentage points.',
  },
  pairPValue: {
    words: `How often chance alone would show a difference this large; a pair is significant below ${SIGNIFICANT_P_VALUE}, if the difference also exceeds the threshold.`,
    formula: 'chi-square = (qualified − expected)² / expected + (qualified − expected)² / (leads − expected)',
    example: 'Expected: 80 × 20.6% × 2.39 = 39.4, observed 52; chi-square = 7.99, p = 0.005.',
  },
  pairConfidence: {
    words: `By the number of leads that have both values: ${INTERACTION_CONFIDENCE_FACTOR} × the square root of the leads, at most 100%.`,
    formula: `confidence of a combination = min(100, round(${INTERACTION_CONFIDENCE_FACTOR} × √leads))`,
    example: 'min(100, round(3 × √80)) = 27%.',
  },
  valueRule: {
    words: `Multiply the value of a conversion by this when you bid on these leads. It is reduced by ${Math.round(100 * (1 - OVERLAP_FACTOR))}% where segments overlap.`,
    formula: `suggested value rule = adjusted lift, × ${OVERLAP_FACTOR} where the segment is in a significant correlation`,
    example: 'Referral overlaps with US: 1.904 × 0.85 = 1.62. US: 1.254 × 0.85 = 1.07.',
  },
  expectedToHold: {
    words: `The chance that as many new leads show the lift on the same side of 1x, by more than half the threshold. ${LIKELY}: at least ${percentOf(LIKELY_TO_HOLD)}%. ${FADES}: at least ${percentOf(MAY_FADE)}%. ${UNLIKELY}: no better than a rule without effect would do. Shown to the nearest 5%, at most ${MAX_SHOWN_CHANCE_PERCENT}%. ${FEW}: under ${MIN_RULE_LEADS} leads or ${MIN_RULE_CONVERSIONS} expected conversions.`,
    formula:
      'chance to hold = Σ w(τ) × Φ(± (r τ² / (τ² + s²) − border) / √(τ² s² / (τ² + s²) + s²)), with r = log of (k + ½)/(n + 1) over the same of the other leads, s² = 1/(k + ½) − 1/(n + 1) + the same of the other leads; border = the r at which the lift is 1 ± half the threshold; w(τ) ∝ how common the spread τ is among the columns of the file × (Π N(r; 0, s² + τ²) over the V values of the attribute)^((V − 1)/V), for τ of 0, 0.02, 0.04, … 1.28',
    example:
      '2,000 leads, 400 of them converted, an attribute with 150 of 500, 100 of 500, 100 of 700 and 50 of 300, threshold 10%, all spreads equally common: r of the last is −0.206, s 0.137, the border −0.060, so 74%, shown as 75%.',
  },
  latestLeads: {
    words: `What the latest ${percentOf(1 - LEARNING_SHARE)}% of the leads say of a rule of the older ones. ‘${LATEST_WORDS.fell}’: less is left of it than chance takes away. ‘${LATEST_WORDS.held}’: the latest leads alone show it. Most rules need more leads to tell.`,
    formula: `p of a fall = Σ w(τ) × Φ(± (r′ − r τ² / (τ² + s²)) / √(τ² s² / (τ² + s²) + s′²)), r and s of the older leads as in the chance to hold, r′ and s′ of the latest; fell: q of all rules with enough latest leads (Benjamini-Hochberg) below ${MAX_FALSE_DISCOVERY_RATE}; held: else, with Φ(∓ r′ / s′) below ${SIGNIFICANT_P_VALUE}`,
    example:
      '150 of 500 in 400 of 2,000 older leads, 40 of 200 in 150 of 800 latest: p of a fall is 0.007, and q 0.027 among four rules: fell.',
  },
  baselineLeadValue: {
    words: 'What an average lead is worth.',
    formula: 'baseline lead value = conversion value × baseline conversion rate',
    example: '$100 × 20.6% = $20.60.',
  },
  segmentLeadValue: {
    words: 'What each lead is worth: conversion value × baseline rate × adjusted lift.',
    formula: 'segment’s lead value = baseline lead value × adjusted lift',
    example: 'Referral: $20.60 × 1.904 = $39.23.',
  },
  leadValue: {
    words: 'The average worth of a lead with these values.',
    formula: `lead value = baseline lead value × product of the lifts, each × ${OVERLAP_FACTOR} where it is reduced`,
    example: 'Referral, US, Mobile: $20.60 × 1.62 × 1.07 × 0.75 = $26.51, shown as $27.',
  },
  balanced: {
    words: 'Corrects for overlap. Use this when attributes are related.',
    formula: `balanced multiplier = (observed + ${CONFIDENCE_PRIOR_LEADS} × baseline rate) / (predicted by the other attributes + ${CONFIDENCE_PRIOR_LEADS} × baseline rate), in turn until nothing changes`,
    example:
      'Referral of the first example: (96 + 10.3) / (47.5 + 10.3) = 1.84, divided by a mean of 0.98: 1.87.',
  },
  bestEstimate: {
    words:
      'The best estimate is the actual rate of these leads, moved towards the predicted one: the fewer the leads, the further.',
    formula: 'best estimate = (conversions + strength × predicted rate) / (leads + strength)',
    example: '8 of 10 converted, predicted 50%, strength 10: (8 + 5) / (10 + 10) = 65%.',
  },
} as const satisfies Record<string, MethodStep>;

type MethodSteps = Readonly<Record<keyof typeof BY_CONVERSIONS, MethodStep>>;

/** The steps of results by value; those that are not here are the same. */
const BY_VALUE: Partial<MethodSteps> = {
  lift: {
    words: 'What the leads of a segment are worth, compared with all leads: 1x is average.',
    formula: 'value lift = value per lead of the segment / value per lead of all leads',
  },
  adjustedLift: {
    words: 'The value lift, moved towards 1x: the fewer the leads, the closer to 1x.',
    formula: 'adjusted value lift = confidence × value lift + (1 − confidence) × 1',
    example: 'A value lift of 1.33 from 100 leads: 0.667 × 1.33 + 0.333 × 1 = 1.22.',
  },
  liftInterval: {
    words: `The plausible range of the value lift, given chance. ${MOVED_IN_CHARTS} None with fewer than ${MIN_INTERVAL_CONVERSIONS} conversions in the segment or outside.`,
    formula:
      '95% interval of the value lift = r / (f r + 1 − f), with f = share of the segment in all leads and r = its value per lead / that of the other leads × e^(± 1.96 s), s² = Q/S² − 1/n + Q′/S′² − 1/n′; S sum of the amounts, Q sum of their squares, n leads, in the segment and outside (delta method); with k < 100 conversions on a side its part of s² is 1/k − 1/n + (kQ/S² − 1)/(k − 1), and t of Student with k − 1 degrees of freedom, of the smaller k, stands for 1.96',
  },
  pValue: {
    words: BY_CONVERSIONS.pValue.words,
    formula:
      'z = (mean of the segment − mean of the others) / √(v × (1 / leads + 1 / other leads)), v = the variance of the value of all leads',
  },
  q: {
    words: BY_CONVERSIONS.q.words,
    formula: `q = the larger of two q-values (Benjamini-Hochberg): over the p-values of all segments of the attributes with ${MIN_TESTED_LEADS} leads or more, and over these with those of the segments of every other column that could be an attribute; here p is the larger of p and p with amounts capped at the ${TEST_CAP_PERCENT}th percentile of the amounts of converted leads`,
  },
  expectedToHold: {
    words: BY_CONVERSIONS.expectedToHold.words,
    formula:
      'chance to hold as by conversions, with r = log of the value per lead over that of the other leads, s² = max(0, c/k − 1/n) + max(0, c/k′ − 1/n′), c = conversions × sum of squared amounts / (sum of the amounts)²; k conversions and n leads of the segment, k′ and n′ of the others',
    example:
      '8 of 100 leads with $1,200 in 60 of 1,000 with $6,000, c = 1.5: r is log 2.25 = 0.81, s² is 0.178 + 0.028.',
  },
  predictedLift: {
    words: BY_CONVERSIONS.predictedLift.words,
    formula: 'predicted lift = product of the two adjusted value lifts',
  },
  actualLift: {
    words: 'Value per lead of the leads with both values, divided by that of all leads.',
    formula: 'actual lift = value per lead of the combination / value per lead of all leads',
  },
  pairPValue: {
    words: BY_CONVERSIONS.pairPValue.words,
    formula:
      'z of a pair = (mean of the pair − expected mean) × √(leads / v), expected mean = value per lead overall × product of the two adjusted value lifts',
    example: '60 leads worth 6.5 each where 2.5 × 1.5 × 1.2 = 4.5 is expected, v = 18.75: z = 3.58.',
  },
  baselineLeadValue: {
    words: BY_CONVERSIONS.baselineLeadValue.words,
    formula: 'baseline lead value = value per lead of all leads',
  },
  segmentLeadValue: {
    words: 'What each lead is worth: value per lead overall × adjusted lift.',
    formula: BY_CONVERSIONS.segmentLeadValue.formula,
  },
  balanced: {
    words: BY_CONVERSIONS.balanced.words,
    formula: `balanced multiplier = (sum of the amounts + ${CONFIDENCE_PRIOR_LEADS} × value per lead) / (predicted by the other attributes + ${CONFIDENCE_PRIOR_LEADS} × value per lead), in turn until nothing changes`,
  },
  bestEstimate: {
    words:
      'The best estimate is the actual value of these leads, moved towards the balanced one: the fewer the leads, the further.',
    formula: 'best estimate = (sum of the amounts + strength × balanced value) / (leads + strength)',
  },
};

/**
 * Every figure of the method that more than one place explains. Its labels, such as Use and Test, are explained in
 * `label-segment.ts`, beside the rules that give them; changes over time and alerts in `over-time/method.ts`, since the first results
 * do not need them.
 */
export const METHOD: Readonly<Record<Basis, MethodSteps>> = {
  conversions: BY_CONVERSIONS,
  value: { ...BY_CONVERSIONS, ...BY_VALUE },
};
