import type { ReactNode } from 'react';
import {
  CONFIDENCE_PRIOR_LEADS,
  INTERACTION_CONFIDENCE_FACTOR,
  MIN_INTERACTION_LEADS,
  MIN_TESTED_LEADS,
  OVERLAP_FACTOR,
  SIGNIFICANT_P_VALUE,
} from '#frontend/analysis/constants.ts';
import { formatConfidence, formatPercent } from '#frontend/lib/format.ts';

/** How each figure comes about: in words, then as a formula. */
export function ReportMethod({ thresholdPercent }: { thresholdPercent: number }) {
  const threshold = formatPercent(thresholdPercent);
  return (
    <dl className="ui-report-method">
      <Step name="Lift" formula="lift = conversion rate of the segment / conversion rate of all leads">
        How many times as often the leads of a segment convert as all leads do.
      </Step>
      <Step
        name="Confidence and adjusted lift"
        formula={`confidence = leads / (leads + ${CONFIDENCE_PRIOR_LEADS}); adjusted lift = confidence × lift + (1 − confidence) × 1`}
      >
        Few leads prove little, so the lift is moved towards 1, the more so the fewer they are.
      </Step>
      <Step
        name="95% interval of the charts"
        formula="Wilson interval of the conversion rate / baseline rate × confidence + (1 − confidence)"
      >
        The range that the adjusted lift may well have, chance considered.
      </Step>
      <Step
        name="Significance"
        formula={`p < ${SIGNIFICANT_P_VALUE} (chi-square of segment against all other leads, 1 degree of freedom) and adjusted lift outside 1 ± ${threshold}`}
      >
        Chance alone hardly explains the difference, and it is large enough to matter. Segments under{' '}
        {MIN_TESTED_LEADS} leads are not tested.
      </Step>
      <Step
        name="Correlations"
        formula="predicted lift = product of the two adjusted lifts; difference = 100 × (actual lift − predicted lift)"
      >
        Pairs of significant segments of different attributes that share at least {MIN_INTERACTION_LEADS}{' '}
        leads: do they convert as the two lifts predict? Significant with p below {SIGNIFICANT_P_VALUE} and a
        difference above {threshold}. The confidence of a pair is {INTERACTION_CONFIDENCE_FACTOR} × the square
        root of its leads in percent, at most 100%.
      </Step>
      <Step
        name="Value rule"
        formula={`suggested value rule = adjusted lift, × ${OVERLAP_FACTOR} in a significant correlation`}
      >
        What to multiply the value of a conversion by when you bid. Overlapping segments are cut by{' '}
        {formatConfidence(1 - OVERLAP_FACTOR)}.
      </Step>
      <Step
        name="Lead value"
        formula="lead value = conversion value × baseline rate × lifts of its values after the cut"
      >
        What a lead with these values is worth before anything else is known about it.
      </Step>
    </dl>
  );
}

function Step({ name, formula, children }: { name: string; formula: string; children: ReactNode }) {
  return (
    <div className="border-b border-hairline py-1.5">
      <dt className="font-semibold">{name}</dt>
      <dd>{children}</dd>
      <dd className="text-muted">{formula}</dd>
    </div>
  );
}
