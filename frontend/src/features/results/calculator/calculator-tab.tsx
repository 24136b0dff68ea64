import { useMemo } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import { calculateLeadValue } from '#frontend/analysis/lead-values.ts';
import { LateChart } from '../charts/late-chart.tsx';
import { CombinationsTable } from './combinations-table.tsx';
import { IndependenceBanner } from './independence-banner.tsx';
import { LeadValueResult } from './lead-value-result.tsx';
import { pickedValues, type Picks } from './picks.ts';
import { ValuePickers } from './value-pickers.tsx';

export interface CalculatorTabProps {
  analysis: Analysis;
  picks: Picks;
  onPicksChange(picks: Picks): void;
}

export function CalculatorTab({ analysis, picks, onPicksChange }: CalculatorTabProps) {
  const result = useMemo(() => {
    const values = pickedValues(analysis, picks);
    return values && calculateLeadValue(analysis, values);
  }, [analysis, picks]);
  return (
    <div className="flex flex-col gap-12">
      <section aria-labelledby="lead-calculator" className="flex flex-col gap-6">
        <h2 id="lead-calculator" className="text-16 font-semibold">
          Calculate Individual Lead Values
        </h2>
        <IndependenceBanner analysis={analysis} />
        <ValuePickers analysis={analysis} picks={picks} onPicksChange={onPicksChange} />
        {/* There from the start, so that a result that comes is heard. */}
        <div aria-live="polite">
          {result ? (
            <LeadValueResult analysis={analysis} result={result} />
          ) : (
            <p className="border-t border-hairline py-8 text-14 text-muted">
              Pick a value {analysis.fields.length === 1 ? '' : 'for every attribute '}to see what such a lead
              is worth.
            </p>
          )}
        </div>
        {result && analysis.baselineLeadValue > 0 && (
          <LateChart chart="lead-value" analysis={analysis} result={result} rows={0} />
        )}
      </section>
      <CombinationsTable analysis={analysis} />
    </div>
  );
}
