import type { Analysis } from '#frontend/analysis/analyse.ts';
import { bestCombinations, calculateLeadValue, countCombinations } from '#frontend/analysis/lead-values.ts';
import { formatCount, formatDollars, formatPercent, formatWholeDollars } from '#frontend/lib/format.ts';
import { ChartDrawing } from '#frontend/ui/chart-frame.tsx';
import { Formula } from '../calculator/formula.tsx';
import { pickedValues, type Picks } from '../calculator/picks.ts';
import { listValueSteps } from '../calculator/value-steps.ts';
import { WaterfallDrawing, WATERFALL_ROW_HEIGHT } from '../calculator/waterfall.tsx';
import { PairChartCaption, summarisePairChart, USUAL_PAIRS } from '../correlations/correlation-chart.tsx';
import { CorrelationBanner } from '../correlations/correlation-banner.tsx';
import { layOutPairs } from '../correlations/pair-chart-layout.ts';
import { PairDrawing } from '../correlations/pair-drawing.tsx';
import { groupForChart, USUAL_CHART_SEGMENTS } from '../segments/chart-segments.ts';
import { SegmentChartCaption, summariseSegmentChart } from '../segments/segment-chart-caption.tsx';
import { layOutSegments } from '../segments/segment-chart-layout.ts';
import { SegmentDrawing } from '../segments/segment-drawing.tsx';
import { PAIR_COLUMNS, reportSegmentColumns, RULE_COLUMNS } from './report-columns.tsx';
import { ReportTable } from './report-table.tsx';

/** Charts are drawn for this width in pixels and shrink to that of the paper, their texts to that of its tables. */
const WIDTH = 880;
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
  const { thresholdPercent, conversionValue } = analysis.settings;
  const layout = layOutSegments(groupForChart(analysis, USUAL_CHART_SEGMENTS));
  const total = analysis.segments.length;
  const shown = Math.min(total, USUAL_CHART_SEGMENTS);
  const columns = reportSegmentColumns(conversionValue);
  const significant = analysis.segments.filter(({ isSignificant }) => isSignificant);
  const rest = analysis.segments.filter(({ isSignificant }) => !isSignificant);
  return (
    <section>
      <div className="ui-report-figure">
        <h2>Segment Details</h2>
        <ChartDrawing
          summary={summariseSegmentChart(analysis, shown)}
          width={WIDTH}
          height={layout.height}
          draw={(width) => (
            <SegmentDrawing layout={layout} thresholdPercent={thresholdPercent} width={width} />
          )}
        />
        <div className="text-muted">
          <SegmentChartCaption thresholdPercent={thresholdPercent} shown={shown} total={total} />
        </div>
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
  const layout = layOutPairs(interactionTests.slice(0, USUAL_PAIRS));
  return (
    <section>
      <div className="ui-report-figure">
        <h2>Correlations</h2>
        <CorrelationBanner analysis={analysis} />
        {interactionTests.length > 0 && (
          <>
            <ChartDrawing
              summary={summarisePairChart(interactionTests, layout.rows.length)}
              width={WIDTH}
              height={layout.height}
              draw={(width) => <PairDrawing layout={layout} width={width} />}
            />
            <div className="text-muted">
              <PairChartCaption shown={layout.rows.length} total={interactionTests.length} />
            </div>
          </>
        )}
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
          width={WIDTH}
          height={steps.length * WATERFALL_ROW_HEIGHT}
          draw={(width) => <WaterfallDrawing steps={steps} width={width} />}
        />
      )}
    </>
  );
}
