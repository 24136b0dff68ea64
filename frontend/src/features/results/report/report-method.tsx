import {
  CONFIDENCE_PRIOR_LEADS,
  INTERACTION_CONFIDENCE_FACTOR,
  MAX_FALSE_DISCOVERY_RATE,
  MAX_SETTLED_WIDTH,
  MIN_INTERACTION_LEADS,
  MIN_TESTED_LEADS,
  OVERLAP_FACTOR,
  SIGNIFICANT_P_VALUE,
} from '#frontend/analysis/constants.ts';
import { formatPercent } from '#frontend/lib/format.ts';
import { OVERLAP_CUT } from '../figures.tsx';

/** Explains each figure in words, then as a formula. */
export function ReportMethod({ thresholdPercent }: { thresholdPercent: number }) {
  return (
    <dl className="ui-report-method">
      {listSteps(formatPercent(thresholdPercent)).map(({ name, words, formula }) => (
        <div key={name} className="border-b border-hairline py-1.5">
          <dt className="font-semibold">{name}</dt>
          <dd>{words}</dd>
          <dd className="text-muted">{formula}</dd>
        </div>
      ))}
    </dl>
  );
}

function listSteps(threshold: string): { name: string; words: string; formula: string }[] {
  return [
    {
      name: 'Lift',
      words: 'How often the leads of a segment convert, compared with all leads.',
      formula: 'lift = conversion rate of the segment / conversion rate of all leads',
    },
    {
      name: 'Confidence and adjusted lift',
      words: 'Few leads prove little. The fewer the leads, the closer the lift is moved to 1.',
      formula: `confidence = leads / (leads + ${CONFIDENCE_PRIOR_LEADS}); adjusted lift = confidence × lift + (1 − confidence) × 1`,
    },
    {
      name: '95% interval of the charts',
      words: 'The plausible range of the counted lift, given chance.',
      formula:
        'r / (f r + 1 − f), with f = share of the segment in all leads and r = its rate / rate of the other leads × e^(± 1.96 s), s² = 1/a − 1/(a + b) + 1/c − 1/(c + d); a, b converted or not in the segment, c, d outside, 0.5 added to each (Katz)',
    },
    {
      name: '95% interval of a conversion rate',
      words:
        'The plausible range of the rate, given chance: in the hints of the charts, in the calculator and in downloads.',
      formula:
        '(p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n), with p = rate, n = leads and z = 1.96 (Wilson)',
    },
    {
      name: 'Significance',
      words: `Unlikely to be chance, and large enough to matter. Segments under ${MIN_TESTED_LEADS} leads are not tested.`,
      formula: `p < ${SIGNIFICANT_P_VALUE} (chi-square of segment against all other leads, 1 degree of freedom) and adjusted lift outside 1 ± ${threshold}`,
    },
    {
      name: 'Labels',
      words: `Use: significant, and q below ${MAX_FALSE_DISCOVERY_RATE}. Test: significant only. No difference: the 95% interval lies within 1 ± ${threshold} and is narrower than ${MAX_SETTLED_WIDTH}. Unclear: everything else, with the number of leads that would tell if the rates stayed. Pairs are Real, Possible, No difference or Unclear in the same way.`,
      formula: `q = Benjamini-Hochberg over Fisher's exact p-values of all segments with ${MIN_TESTED_LEADS} leads or more; of pairs, over the p-values of the tested pairs`,
    },
    {
      name: 'Correlations',
      words: `Pairs of significant segments of different attributes that share at least ${MIN_INTERACTION_LEADS} leads: do they convert as the two lifts predict? Significant with p below ${SIGNIFICANT_P_VALUE} and a difference above ${threshold}. The confidence of a pair is ${INTERACTION_CONFIDENCE_FACTOR} × the square root of its leads in percent, at most 100%.`,
      formula:
        'predicted lift = product of the two adjusted lifts; difference = 100 × (actual lift − predicted lift)',
    },
    {
      name: 'Value rule',
      words: `Multiply the value of a conversion by this when you bid. Overlapping segments are cut by ${OVERLAP_CUT}.`,
      formula: `suggested value rule = adjusted lift, × ${OVERLAP_FACTOR} in a significant correlation`,
    },
    {
      name: 'Lead value',
      words: 'The average worth of a lead with these values.',
      formula: 'lead value = conversion value × baseline rate × lifts of its values after the cut',
    },
    {
      name: 'Balanced',
      words:
        'Multipliers of all values, fitted together so that no effect counts twice. The mean over the leads is 1 for each attribute; one constant makes the total exact.',
      formula: `balanced multiplier = (observed + ${CONFIDENCE_PRIOR_LEADS} × baseline rate) / (predicted by the other attributes + ${CONFIDENCE_PRIOR_LEADS} × baseline rate), in turn until nothing changes`,
    },
    {
      name: 'Best estimate',
      words:
        'The actual rate of a combination, moved towards the balanced one; the fewer the leads, the further.',
      formula: 'best estimate = (conversions + strength × balanced rate) / (leads + strength)',
    },
  ];
}
