import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { CalculatedLeadValue } from '#frontend/analysis/lead-values.ts';
import { formatRate, formatWholeDollars } from '#frontend/lib/format.ts';
import { Notice } from '#frontend/ui/notice.tsx';
import { Term } from '#frontend/ui/tooltip.tsx';
import { CALCULATED_VALUE_MEANING } from '../glossary.ts';
import { FactorTable } from './factor-table.tsx';
import { Formula } from './formula.tsx';

export interface LeadValueResultProps {
  analysis: Analysis;
  result: CalculatedLeadValue;
}

/** What such a lead is worth, the formula, and each factor of it. */
export function LeadValueResult({ analysis, result }: LeadValueResultProps) {
  const { value, predictedRate } = result;
  return (
    <div className="flex flex-col gap-6 border-t border-hairline pt-6">
      <div className="flex flex-wrap items-end gap-x-8 gap-y-2">
        <p className="text-14 text-muted">
          <Term explanation={CALCULATED_VALUE_MEANING}>Lead value</Term>
          <span className="block text-40 font-semibold tracking-[-0.02em] text-text tabular-nums">
            {formatWholeDollars(value)}
          </span>
        </p>
        <Formula baselineLeadValue={analysis.baselineLeadValue} result={result} />
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
