import type { Analysis } from '#frontend/analysis/analyse.ts';
import { MIN_COMBINATION_LEADS } from '#frontend/analysis/constants.ts';
import { calculateLeadValue } from '#frontend/analysis/lead-values.ts';
import { countNoun, formatRate, formatWholeMoney } from '#frontend/lib/format.ts';

import { wordRateInterval } from '../figures.tsx';

interface EstimatesOfLeadProps {
  analysis: Analysis;
  values: readonly string[];
}

export const BEST_ESTIMATE_MEANING =
  'Best estimate: the actual rate of these leads, moved towards the balanced one; the fewer the leads, the further.';

/** What the leads of one combination are worth by each method. Shows nothing where combinations are not known. */
export function EstimatesOfLead({ analysis, values }: EstimatesOfLeadProps) {
  const { settings, basis, rateValue } = analysis;
  const estimate = analysis.estimates?.estimate(values);
  if (!estimate) return null;
  const { counts, actualRate, balancedRate, bestRate } = estimate;
  const rates: [name: string, rate: number | null][] = [
    ['Suggested', calculateLeadValue(analysis, values).predictedRate],
    ['Balanced', balancedRate],
    [`Actual (${countNoun(counts.leads, 'lead')})`, actualRate],
    ['Best estimate', bestRate],
  ];
  return (
    <div className="flex flex-col gap-2">
      <dl className="max-w-100 text-14 tabular-nums">
        {rates.map(([name, rate]) => (
          <div key={name} className="flex justify-between gap-4 border-b border-hairline py-1.5">
            <dt className="text-muted">{name}</dt>
            <dd className="flex gap-3 whitespace-nowrap">
              {rate === null ? (
                <span className="text-muted">fewer than {MIN_COMBINATION_LEADS} leads</span>
              ) : (
                <>
                  {basis === 'conversions' && <span className="text-muted">{formatRate(rate)}</span>}{' '}
                  <span className="min-w-16 text-right font-medium">
                    {formatWholeMoney(rateValue * rate, settings.currency)}
                  </span>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {actualRate !== null && (
        <p className="text-13 text-muted tabular-nums">
          95% interval of the actual rate: {wordRateInterval(counts)}.
        </p>
      )}
      <p className="max-w-prose text-13 text-muted">{BEST_ESTIMATE_MEANING}</p>
    </div>
  );
}
