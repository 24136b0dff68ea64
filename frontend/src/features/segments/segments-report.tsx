import { PrintedLiftChart } from '#frontend/features/results/lift-chart.tsx';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import { ReportTable } from '#frontend/features/results/table-section.tsx';
import { SEGMENT_CHART } from './segment-chart.tsx';
import { segmentColumns } from './segment-columns.tsx';

/** The section of segments in the report. */
export function SegmentsSection() {
  const { analysis } = useResults();
  const { segments, significantSegments } = analysis;
  const columns = segmentColumns(analysis);
  const rest = segments.filter(({ isSignificant }) => !isSignificant);
  return (
    <section>
      <div className="ui-report-figure">
        <h2>Segment Details</h2>
        <PrintedLiftChart kind={SEGMENT_CHART} source={analysis} />
      </div>
      <ReportTable title="Statistically Significant Segments" columns={columns} items={significantSegments} />
      <ReportTable title="Not Significant (Ignore These)" columns={columns} items={rest} />
    </section>
  );
}
