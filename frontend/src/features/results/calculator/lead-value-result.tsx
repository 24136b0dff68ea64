import { formatDollars, formatLift, formatRate, formatWholeDollars } from '#frontend/lib/format.ts';
import { Notice } from '#frontend/ui/notice.tsx';
import { Term } from '#frontend/ui/tooltip.tsx';
import { FactorTable } from './factor-table.tsx';
import type { LeadValueProps } from './value-steps.ts';

/** A calculated lead value, its formula, and its factors. */
export function LeadValueResult({ analysis, result }: LeadValueProps) {
  const { value, predictedRate } = result;
  return (
    <div className="flex flex-col gap-6 border-t border-hairline pt-6">
      <div className="flex flex-wrap items-end gap-x-8 gap-y-2">
        <p className="text-14 text-muted">
          <Term explanation="What one lead with these values is worth: the baseline lead value, multiplied by the lift of each value.">
            Lead value
          </Term>
          <span className="block text-40 font-semibold tracking-[-0.02em] text-text tabular-nums">
            {formatWholeDollars(value)}
          </span>
        </p>
        <Formula analysis={analysis} result={result} />
      </div>
      <FactorTable analysis={analysis} result={result} />
      {predictedRate > 1 && (
        <Notice tone="caution" role="note">
          Together these lifts predict {formatRate(predictedRate)} conversion. More than 100% is impossible,
          so take this value with caution.
        </Notice>
      )}
    </div>
  );
}

/** '$38.54 × 1.92x × 1.08x = $80', with the lifts after the cut. */
export function Formula({ analysis, result }: LeadValueProps) {
  const lifts = result.breakdown.map(({ lift }) => formatLift(lift));
  return (
    <p className="text-16 text-muted tabular-nums">
      {[formatDollars(analysis.baselineLeadValue), ...lifts].join(' × ')} ={' '}
      <span className="font-semibold text-text">{formatWholeDollars(result.value)}</span>
    </p>
  );
}
