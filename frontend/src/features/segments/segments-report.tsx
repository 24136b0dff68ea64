import { OUTCOME_WORDS } from '#frontend/features/results/kit/outcome-words.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { PrintedLiftChart } from '#frontend/features/results/kit/lift-chart.tsx';
import { useShownResults } from '#frontend/features/results/kit/shown-results.tsx';
import { ReportTable } from '#frontend/features/results/kit/table-section.tsx';
import { SEGMENT_CHART } from './segment-chart.tsx';
import { segmentColumns } from './segment-columns.tsx';

/** With this many segments, all parts fit on the first page of A4 or Letter. */
const FIRST_PAGE_SEGMENTS = 8;

/** The chart on the first page of the report. */
export function TopSegments() {
  const { analysis } = useShownResults();
  const segments = analysis.segments.length;
  return (
    <>
      <h2>
        Adjusted {OUTCOME_WORDS[analysis.basis].lift}
        {segments > FIRST_PAGE_SEGMENTS &&
          `: top ${formatCount(FIRST_PAGE_SEGMENTS)} of ${formatCount(segments)} segments`}
      </h2>
      <PrintedLiftChart kind={SEGMENT_CHART} source={analysis} rows={FIRST_PAGE_SEGMENTS} />
    </>
  );
}

/** The section of segments in the report. */
export function SegmentsSection() {
  const { analysis } = useShownResults();
  const { segments, significantSegments } = analysis;
  const columns = segmentColumns(analysis);
  const rest = segments.filter(({ isSignificant }) => !isSignificant);
  return (
    <section>
      <div className="ui-report-figure">
        <h2>Segment Details</h2>
        {segments.length > FIRST_PAGE_SEGMENTS && <PrintedLiftChart kind={SEGMENT_CHART} source={analysis} />}
      </div>
      <ReportTable title="Statistically Significant Segments" columns={columns} items={significantSegments} />
      <ReportTable title="Not Significant (Ignore These)" columns={columns} items={rest} />
    </section>
  );
}
