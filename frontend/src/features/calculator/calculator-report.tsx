import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import {
  bestCombinations,
  calculateLeadValue,
  countPossibleCombinations,
} from '#frontend/analysis/judge/lead-values.ts';
import { formatCount, formatMoney } from '#frontend/lib/format.ts';
import { ChartDrawing } from '#frontend/ui/chart-frame.tsx';
import { combinationColumns } from '#frontend/features/results/combination-columns.tsx';
import { PRINTED_WIDTH } from '#frontend/features/results/lift-chart.tsx';
import { namePair } from '#frontend/features/results/names.tsx';
import { useResults, useTabChoice } from '#frontend/features/results/shown-results.tsx';
import { ReportTable } from '#frontend/features/results/table-section.tsx';
import {
  EstimatesOfLead,
  LeadValueFormula,
  listValueSteps,
  PICKS,
  pickedValues,
  WATERFALL_ROW_HEIGHT,
  WaterfallDrawing,
} from './lead-value.tsx';

/** The report has at most this many combinations, which fit on one page with the picked lead. */
const MOST_COMBINATIONS = 15;

/** The section of lead values in the report: by the suggested rules, with the other methods beside them. */
export function LeadValuesSection() {
  const { analysis } = useResults();
  const [picks] = useTabChoice(PICKS);
  const values = pickedValues(analysis, picks);
  return (
    <section>
      <h2>Lead Values</h2>
      {values && <PickedLead {...{ analysis, values }} />}
      <ReportTable
        title="All Lead Value Combinations"
        columns={combinationColumns(analysis)}
        items={bestCombinations(analysis, MOST_COMBINATIONS)}
        total={countPossibleCombinations(analysis)}
      />
    </section>
  );
}

function PickedLead({ analysis, values }: { analysis: Analysis; values: readonly string[] }) {
  const { baselineLeadValue, settings } = analysis;
  const { currency } = settings;
  const result = calculateLeadValue(analysis, values);
  const steps = listValueSteps(baselineLeadValue, result);
  return (
    <div className="ui-report-figure">
      <h3>{namePair(result.breakdown)}</h3>
      <LeadValueFormula analysis={analysis} result={result} />
      {baselineLeadValue > 0 && (
        <ChartDrawing
          summary={`From ${formatMoney(baselineLeadValue, currency)} to ${formatMoney(result.value, currency)} in ${formatCount(result.breakdown.length)} factors`}
          width={PRINTED_WIDTH}
          height={steps.length * WATERFALL_ROW_HEIGHT}
          draw={(width) => <WaterfallDrawing {...{ analysis, steps, width }} />}
        />
      )}
      <EstimatesOfLead analysis={analysis} values={values} />
    </div>
  );
}
