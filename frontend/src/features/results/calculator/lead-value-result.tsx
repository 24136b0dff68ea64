import type { ReactNode } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { CalculatedLeadValue } from '#frontend/analysis/lead-values.ts';
import { formatDollars, formatLift, formatRate, formatWholeDollars } from '#frontend/lib/format.ts';
import { Notice } from '#frontend/ui/notice.tsx';
import { Lift } from '../figures.tsx';
import { Formula } from './formula.tsx';

export interface LeadValueResultProps {
  analysis: Analysis;
  result: CalculatedLeadValue;
}

/** What such a lead is worth, the formula, and each factor of it. */
export function LeadValueResult({ analysis, result }: LeadValueResultProps) {
  const { value, breakdown, predictedRate } = result;
  return (
    <div className="flex flex-col gap-6 border-t border-hairline pt-6">
      <div className="flex flex-wrap items-end gap-x-8 gap-y-2">
        <p className="text-14 text-muted">
          Lead value
          <span className="block text-40 font-semibold tracking-[-0.02em] text-text tabular-nums">
            {formatWholeDollars(value)}
          </span>
        </p>
        <Formula baselineLeadValue={analysis.baselineLeadValue} result={result} />
      </div>
      <dl className="max-w-step text-14">
        <Factor name="Baseline lead value" figure={formatDollars(analysis.baselineLeadValue)}>
          <span className="text-muted">
            {formatDollars(analysis.settings.conversionValue)} × {formatRate(analysis.baselineRate)} baseline
            rate
          </span>
        </Factor>
        {breakdown.map(({ field, value: picked, lift, liftBeforeCut, isCut }) => (
          <Factor key={field} name={field} figure={<Lift lift={lift} />}>
            {picked}
            {isCut && <span className="text-muted"> (was {formatLift(liftBeforeCut)}, reduced by 15%)</span>}
          </Factor>
        ))}
      </dl>
      {predictedRate > 1 && (
        <Notice tone="caution" role="note">
          Together these lifts predict {formatRate(predictedRate)} conversion. More than 100% is impossible,
          so take this value with caution.
        </Notice>
      )}
    </div>
  );
}

function Factor({ name, figure, children }: { name: string; figure: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 border-b border-hairline py-2 sm:grid-cols-[minmax(0,13rem)_minmax(0,1fr)_auto]">
      <dt className="truncate text-muted max-sm:col-span-2" title={name}>
        {name}
      </dt>
      <dd className="min-w-0 wrap-break-word">{children}</dd>
      <dd className="text-right font-medium tabular-nums">{figure}</dd>
    </div>
  );
}
