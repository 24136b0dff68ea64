import type { Analysis } from '#frontend/analysis/analyse.ts';
import { bestCombinations, calculateLeadValue, countCombinations } from '#frontend/analysis/lead-values.ts';
import { formatCount, formatDollars, formatPercent, formatWholeDollars } from '#frontend/lib/format.ts';
import { ChartDrawing } from '#frontend/ui/chart-frame.tsx';
import { Formula } from '../calculator/formula.tsx';
import { pickedValues, type Picks } from '../calculator/picks.ts';
import { listValueSteps } from '../calculator/value-steps.ts';
import { WaterfallDrawing, WATERFALL_ROW_HEIGHT } from '../calculator/waterfall.tsx';
import { PRINTED_WIDTH, PrintedLiftChart } from '../charts/lift-chart.tsx';
import { CORRELATION_CHART } from '../correlations/correlation-chart.tsx';
import { CorrelationBanner } from '../correlations/correlation-banner.tsx';
import { SEGMENT_CHART } from '../segments/segment-chart.tsx';
import { PAIR_COLUMNS, reportSegmentColumns, RULE_COLUMNS } from './report-columns.tsx';
import { ReportTable } from './report-table.tsx';

/** Two pages of them: the best ones are what is acted upon. */
const MOST_COMBINATIONS = 60;

export function RulesSection({ analysis }: { analysis: Analysis }) {
  const { valueRules, settings } = analysis;
  const threshold = formatPercent(settings.thresholdPercent);
  return (
    <section>
      <h2>Practical Value Rules</h2>
      {valueRules.length > 0 ? (
        <ReportTable caption="Practical Value Rules" columns={RULE_COLUMNS} items={valueRules} />
      ) : (
        <p>No segments exceed the ±{threshold} threshold.</p>
      )}
    </section>
  );
}

export function SegmentsSection({ analysis }: { analysis: Analysis }) {
  const columns = reportSegmentColumns(analysis.settings.conversionValue);
  const significant = analysis.segments.filter(({ isSignificant }) => isSignificant);
  const rest = analysis.segments.filter(({ isSignificant }) => !isSignificant);
  return (
    <section>
      <div className="ui-report-figure">
        <h2>Segment Details</h2>
        <PrintedLiftChart kind={SEGMENT_CHART} analysis={analysis} />
      </div>
      <h3>Statistically Significant Segments</h3>
      {significant.length > 0 ? (
        <ReportTable caption="Statistically Significant Segments" columns={columns} items={significant} />
      ) : (
        <p>None.</p>
      )}
      <h3>Not Significant (Ignore These)</h3>
      {rest.length > 0 ? (
        <ReportTable caption="Not Significant (Ignore These)" columns={columns} items={rest} />
      ) : (
        <p>None.</p>
      )}
    </section>
  );
}

export function CorrelationsSection({ analysis }: { analysis: Analysis }) {
  const { interactionTests } = analysis;
  return (
    <section>
      <div className="ui-report-figure">
        <h2>Correlations</h2>
        <CorrelationBanner analysis={analysis} />
        {interactionTests.length > 0 && <PrintedLiftChart kind={CORRELATION_CHART} analysis={analysis} />}
      </div>
      {interactionTests.length > 0 && (
        <>
          <h3>Correlation Tests</h3>
          <ReportTable caption="Correlation Tests" columns={PAIR_COLUMNS} items={interactionTests} />
        </>
      )}
    </section>
  );
}

export function LeadValuesSection({ analysis, picks }: { analysis: Analysis; picks: Picks }) {
  const values = pickedValues(analysis, picks);
  const combinations = bestCombinations(analysis, MOST_COMBINATIONS);
  return (
    <section>
      <h2>Lead Values</h2>
      {values && (
        <div className="ui-report-figure">
          <PickedLead analysis={analysis} values={values} />
        </div>
      )}
      <h3>All Lead Value Combinations</h3>
      <ReportTable
        caption="All Lead Value Combinations"
        columns={[
          ...analysis.fields.map(({ name }, field) => ({
            title: name,
            isText: true,
            cell: (combination: (typeof combinations)[number]) => combination.values[field],
          })),
          { title: 'Lead Value ($)', cell: ({ leadValue }) => formatWholeDollars(leadValue) },
        ]}
        items={combinations}
        total={countCombinations(analysis)}
      />
    </section>
  );
}

function PickedLead({ analysis, values }: { analysis: Analysis; values: readonly string[] }) {
  const result = calculateLeadValue(analysis, values);
  const steps = listValueSteps(analysis.baselineLeadValue, result);
  return (
    <>
      <h3>{analysis.fields.map(({ name }, field) => `${name}: ${values[field]}`).join(' + ')}</h3>
      <Formula baselineLeadValue={analysis.baselineLeadValue} result={result} />
      {analysis.baselineLeadValue > 0 && (
        <ChartDrawing
          summary={`From ${formatDollars(analysis.baselineLeadValue)} to ${formatDollars(result.value)} in ${formatCount(result.breakdown.length)} factors`}
          width={PRINTED_WIDTH}
          height={steps.length * WATERFALL_ROW_HEIGHT}
          draw={(width) => <WaterfallDrawing steps={steps} width={width} />}
        />
      )}
    </>
  );
}
