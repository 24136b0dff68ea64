import { useMemo } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import { calculateLeadValue } from '#frontend/analysis/lead-values.ts';
import { countNoun, formatLift } from '#frontend/lib/format.ts';
import { Choice } from '#frontend/ui/choice.tsx';
import type { ChoiceOption } from '#frontend/ui/option-text.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { LateChart } from '../charts/late-chart.tsx';
import { findCoverage } from '../coverage.ts';
import { OVERLAP_CUT } from '../figures.tsx';
import type { Bounds } from '../ranges.ts';
import { CombinationsTable } from './combinations-table.tsx';
import { LeadValueResult } from './lead-value-result.tsx';
import { pickedValues, type Picks } from './picks.ts';

export interface CalculatorTabProps {
  analysis: Analysis;
  bounds: Bounds;
  picks: Picks;
  onPicksChange(picks: Picks): void;
}

export function CalculatorTab({ analysis, bounds, picks, onPicksChange }: CalculatorTabProps) {
  const result = useMemo(() => {
    const values = pickedValues(analysis, picks);
    return values && calculateLeadValue(analysis, values);
  }, [analysis, picks]);
  return (
    <div className="flex flex-col gap-10">
      <section aria-labelledby="lead-calculator" className="flex flex-col gap-4">
        <h2 id="lead-calculator" className="text-16 font-semibold">
          Calculate Individual Lead Values
        </h2>
        <IndependenceBanner analysis={analysis} />
        <ValuePickers analysis={analysis} picks={picks} onPicksChange={onPicksChange} />
        <div className="grid gap-x-12 gap-y-6 border-t border-hairline pt-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          {/* Screen readers announce a result only in an element that was there before. */}
          <div aria-live="polite" className="min-w-0">
            {result ? (
              <LeadValueResult analysis={analysis} result={result} />
            ) : (
              <p className="text-14 text-muted">
                Pick a value {analysis.fields.length === 1 ? '' : 'for every attribute '}to see what that lead
                is worth.
              </p>
            )}
          </div>
          {result && analysis.baselineLeadValue > 0 && (
            <LateChart chart="lead-value" analysis={analysis} result={result} rows={0} />
          )}
        </div>
      </section>
      <CombinationsTable analysis={analysis} bounds={bounds} />
    </div>
  );
}

/** Says whether correlated lifts were cut. Shows nothing where no pair could be tested. */
function IndependenceBanner({ analysis }: { analysis: Analysis }) {
  if (analysis.hasInteractions) {
    return (
      <Notice tone="caution">
        Some correlations were detected: correlated segments were reduced by {OVERLAP_CUT}.
      </Notice>
    );
  }
  if (analysis.interactionTests.length === 0) return null;
  const { isComplete, words } = findCoverage(analysis);
  return (
    <Notice tone={isComplete ? 'success' : 'info'}>
      All factors are independent: their lifts are multiplied as they are. {words}.
    </Notice>
  );
}

/** One dropdown per attribute. */
function ValuePickers({ analysis, picks, onPicksChange }: Omit<CalculatorTabProps, 'bounds'>) {
  const options = useMemo(() => listOptions(analysis), [analysis]);
  return (
    <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {analysis.fields.map(({ name }, field) => (
        <Choice
          key={name}
          label={name}
          options={options[field] ?? []}
          value={picks[field] ?? null}
          onChange={(value) => onPicksChange({ ...picks, [field]: value })}
          placeholder="Select a value"
        />
      ))}
    </div>
  );
}

/** The values of each attribute in the order of their names, with their leads and their lift after the cut. */
function listOptions({ fields, segments }: Analysis): ChoiceOption[][] {
  const details = fields.map(() => new Map<string, string>());
  for (const { field, value, leads, liftAfterCut } of segments) {
    details[field]?.set(value, `${formatLift(liftAfterCut)} · ${countNoun(leads, 'lead')}`);
  }
  return fields.map(({ values }, field) =>
    values.map((value) => ({ value, label: value, detail: details[field]?.get(value) })),
  );
}
