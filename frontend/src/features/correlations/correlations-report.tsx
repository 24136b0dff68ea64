import { describeTestedPairs } from '#frontend/features/results/evidence.tsx';
import { PrintedLiftChart } from '#frontend/features/results/lift-chart.tsx';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import { ReportTable } from '#frontend/features/results/table-section.tsx';
import { CORRELATION_CHART, correlationColumns } from './correlation-columns.tsx';
import { CorrelationBanner } from './correlations-tab.tsx';

/** The section of correlation tests in the report. */
export function CorrelationsSection() {
  const { analysis } = useResults();
  const { interactionTests } = analysis;
  const hasTests = interactionTests.length > 0;
  return (
    <section>
      <div className="ui-report-figure">
        <h2>Correlations</h2>
        <CorrelationBanner analysis={analysis} />
        {hasTests && <PrintedLiftChart kind={CORRELATION_CHART} source={analysis} />}
      </div>
      {hasTests && (
        <>
          <p>{describeTestedPairs(analysis)}.</p>
          <ReportTable
            title="Correlation Tests"
            columns={correlationColumns(analysis)}
            items={interactionTests}
          />
        </>
      )}
    </section>
  );
}
