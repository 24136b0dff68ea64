import {
  CONFIDENCE_PRIOR_LEADS,
  INTERACTION_CONFIDENCE_FACTOR,
  MAX_FALSE_DISCOVERY_RATE,
  MAX_SETTLED_WIDTH,
  MIN_INTERACTION_LEADS,
  MIN_INTERVAL_CONVERSIONS,
  MIN_TESTED_LEADS,
  MIN_USE_CONVERSIONS,
  OVERLAP_FACTOR,
  SIGNIFICANT_P_VALUE,
  TEST_CAP_PERCENT,
} from '#frontend/analysis/constants.ts';
import type { Basis } from '#frontend/analysis/counts/worth.ts';
import { formatPercent } from '#frontend/lib/format.ts';
import { OVERLAP_CUT } from '#frontend/features/results/kit/figures.tsx';

interface ReportMethodProps {
  thresholdPercent: number;
  basis: Basis;
  /** How many leads are left out, and why; null where all count. */
  leftOut: string | null;
}

/** Explains each figure in words, then as a formula. */
export function ReportMethod({ thresholdPercent, basis, leftOut }: ReportMethodProps) {
  const threshold = formatPercent(thresholdPercent);
  const steps: Steps = {
    ...(leftOut !== null && { 'Leads that count': { words: leftOut, formula: LEFT_OUT } }),
    ...listSteps(threshold),
    ...OWN_STEPS[basis](threshold),
  };
  return (
    <dl className="ui-report-method">
      {Object.entries(steps).map(([key, { name = key, words, formula }]) => (
        <div key={key} className="border-b border-hairline py-1.5">
          <dt className="font-semibold">{name}</dt>
          <dd>{words}</dd>
          <dd className="text-muted">{formula}</dd>
        </div>
      ))}
    </dl>
  );
}

const LEFT_OUT =
  'leads left out are in no figure and in no total; age counts back from the newest date of the file';

/** By name, or by that of the step whose place it takes. */
type Steps = Record<string, { name?: string; words: string; formula: string }>;

/** The steps that only these figures have. */
const OWN_STEPS: Readonly<Record<Basis, (threshold: string) => Steps>> = {
  conversions: () => ({}),
  value: listStepsByValue,
};

function listStepsByValue(threshold: string): Steps {
  return {
    Lift: {
      name: 'Value lift',
      words: 'What the leads of a segment are worth, compared with all leads.',
      formula: 'value lift = value per lead of the segment / value per lead of all leads',
    },
    '95% interval of the charts': {
      words: `The plausible range of the counted value lift, given chance. None with fewer than ${MIN_INTERVAL_CONVERSIONS} conversions in the segment or outside.`,
      formula:
        "r / (f r + 1 − f), with f = share of the segment in all leads and r = its value per lead / that of the other leads × e^(± 1.96 s), s² = Q/S² − 1/n + Q'/S'² − 1/n'; S sum of the amounts, Q sum of their squares, n leads, in the segment and outside (delta method)",
    },
    Significance: {
      words: `Unlikely to be chance, and large enough to matter. Segments under ${MIN_TESTED_LEADS} leads are not tested.`,
      formula: `p < ${SIGNIFICANT_P_VALUE} (z = (mean − mean of the others) / √(v (1/n + 1/n')), v the variance of the value of all leads) and adjusted value lift outside 1 ± ${threshold}`,
    },
    Labels: {
      words: `Use: significant, q below ${MAX_FALSE_DISCOVERY_RATE}, and ${MIN_USE_CONVERSIONS} or more expected conversions (leads × baseline rate). Test: significant only. No difference: the 95% interval lies within 1 ± ${threshold} and is narrower than ${MAX_SETTLED_WIDTH}. Unclear: everything else.`,
      formula: `q = Benjamini-Hochberg over the larger of p and p with amounts capped at the ${TEST_CAP_PERCENT}th percentile of the amounts of converted leads`,
    },
    Correlations: {
      words: `Pairs of significant segments of different attributes that share at least ${MIN_INTERACTION_LEADS} leads: are they worth what the two value lifts predict? Significant with p below ${SIGNIFICANT_P_VALUE} and a difference above ${threshold}.`,
      formula:
        'predicted lift = product of the two adjusted value lifts; z² = n (value per lead − predicted)² / v; difference = 100 × (actual lift − predicted lift)',
    },
    'Lead value': {
      words: 'The average worth of a lead with these values.',
      formula: 'lead value = value per lead overall × value lifts of its values after the cut',
    },
    Balanced: {
      words:
        'Multipliers of all values, fitted together so that no effect counts twice. The mean over the leads is 1 for each attribute; one constant makes the total exact.',
      formula: `balanced multiplier = (sum of the amounts + ${CONFIDENCE_PRIOR_LEADS} × value per lead) / (predicted by the other attributes + ${CONFIDENCE_PRIOR_LEADS} × value per lead), in turn until nothing changes`,
    },
    'Best estimate': {
      words:
        'The actual value per lead of a combination, moved towards the balanced one; the fewer the leads, the further.',
      formula: 'best estimate = (sum of the amounts + strength × balanced value) / (leads + strength)',
    },
  };
}

function listSteps(threshold: string): Steps {
  return {
    Lift: {
      words: 'How often the leads of a segment convert, compared with all leads.',
      formula: 'lift = conversion rate of the segment / conversion rate of all leads',
    },
    'Confidence and adjusted lift': {
      words: 'Few leads prove little. The fewer the leads, the closer the lift is moved to 1.',
      formula: `confidence = leads / (leads + ${CONFIDENCE_PRIOR_LEADS}); adjusted lift = confidence × lift + (1 − confidence) × 1`,
    },
    '95% interval of the charts': {
      words: 'The plausible range of the counted lift, given chance.',
      formula:
        'r / (f r + 1 − f), with f = share of the segment in all leads and r = its rate / rate of the other leads × e^(± 1.96 s), s² = 1/a − 1/(a + b) + 1/c − 1/(c + d); a, b converted or not in the segment, c, d outside, 0.5 added to each (Katz)',
    },
    '95% interval of a conversion rate': {
      words:
        'The plausible range of the rate, given chance: in the hints of the charts, in the calculator and in downloads.',
      formula:
        '(p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n), with p = rate, n = leads and z = 1.96 (Wilson)',
    },
    Significance: {
      words: `Unlikely to be chance, and large enough to matter. Segments under ${MIN_TESTED_LEADS} leads are not tested.`,
      formula: `p < ${SIGNIFICANT_P_VALUE} (chi-square of segment against all other leads, 1 degree of freedom) and adjusted lift outside 1 ± ${threshold}`,
    },
    Labels: {
      words: `Use: significant, and q below ${MAX_FALSE_DISCOVERY_RATE}. Test: significant only. No difference: the 95% interval lies within 1 ± ${threshold} and is narrower than ${MAX_SETTLED_WIDTH}. Unclear: everything else, with the number of leads that would tell if the rates stayed. Pairs are Real, Possible, No difference or Unclear in the same way.`,
      formula: `q = Benjamini-Hochberg over Fisher's exact p-values of all segments with ${MIN_TESTED_LEADS} leads or more; of pairs, over the p-values of the tested pairs`,
    },
    Correlations: {
      words: `Pairs of significant segments of different attributes that share at least ${MIN_INTERACTION_LEADS} leads: do they convert as the two lifts predict? Significant with p below ${SIGNIFICANT_P_VALUE} and a difference above ${threshold}. The confidence of a pair is ${INTERACTION_CONFIDENCE_FACTOR} × the square root of its leads in percent, at most 100%.`,
      formula:
        'predicted lift = product of the two adjusted lifts; difference = 100 × (actual lift − predicted lift)',
    },
    'Value rule': {
      words: `Multiply the value of a conversion by this when you bid. Overlapping segments are cut by ${OVERLAP_CUT}.`,
      formula: `suggested value rule = adjusted lift, × ${OVERLAP_FACTOR} in a significant correlation`,
    },
    'Lead value': {
      words: 'The average worth of a lead with these values.',
      formula: 'lead value = conversion value × baseline rate × lifts of its values after the cut',
    },
    Balanced: {
      words:
        'Multipliers of all values, fitted together so that no effect counts twice. The mean over the leads is 1 for each attribute; one constant makes the total exact.',
      formula: `balanced multiplier = (observed + ${CONFIDENCE_PRIOR_LEADS} × baseline rate) / (predicted by the other attributes + ${CONFIDENCE_PRIOR_LEADS} × baseline rate), in turn until nothing changes`,
    },
    'Best estimate': {
      words:
        'The actual rate of a combination, moved towards the balanced one; the fewer the leads, the further.',
      formula: 'best estimate = (conversions + strength × balanced rate) / (leads + strength)',
    },
  };
}
