import { useMemo } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import { SIGNIFICANT_P_VALUE } from '#frontend/analysis/constants.ts';
import { toFieldValue } from '#frontend/analysis/interactions.ts';
import { exportSegments } from '#frontend/exports/downloads.ts';
import { countNoun, formatPercent } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { useMedia } from '#frontend/ui/use-media.ts';
import { LiftChart } from '../charts/lift-chart.tsx';
import { NARROW } from '../columns.tsx';
import { downloadExport } from '../downloads.ts';
import { withRange, type Bounds } from '../ranges.ts';
import { ColumnMeanings, TableSection } from '../table-section.tsx';
import { SEGMENT_CHART } from './segment-chart.tsx';
import { segmentColumns } from './segment-columns.tsx';
import { sortByColumn, sortedColumn, sortSegments, type SegmentView } from './segment-view.ts';

export interface SegmentsTabProps {
  analysis: Analysis;
  bounds: Bounds;
  view: SegmentView;
  onViewChange(view: SegmentView): void;
}

export function SegmentsTab({ analysis, bounds, view, onViewChange }: SegmentsTabProps) {
  const { segments, settings } = analysis;
  const isNarrow = useMedia(NARROW);
  const columns = useMemo(
    () => withRange(segmentColumns(analysis, isNarrow), bounds, (segment) => [toFieldValue(segment)]),
    [analysis, isNarrow, bounds],
  );
  const sorted = useMemo(() => sortSegments(segments, view, columns), [segments, view, columns]);
  const significant = useMemo(() => sorted.filter(({ isSignificant }) => isSignificant), [sorted]);
  const rest = useMemo(() => sorted.filter(({ isSignificant }) => !isSignificant), [sorted]);
  const sortKey = sortedColumn(view, columns);
  const table = {
    columns,
    keyOf: ({ field, value }: (typeof segments)[number]) => `${field} ${value}`,
    rowHeight: 40,
    sort: {
      column: sortKey,
      direction: view.direction,
      onSort: (key: string) => onViewChange(sortByColumn({ ...view, column: sortKey }, key)),
    },
  };
  return (
    <div className="flex flex-col gap-8">
      <LiftChart kind={SEGMENT_CHART} source={analysis} />
      <TableSection
        {...table}
        title="Statistically Significant Segments"
        description={describeSignificant(significant.length, formatPercent(settings.thresholdPercent))}
        actions={
          <Button size="small" onClick={() => downloadExport(exportSegments(analysis, columns, new Date()))}>
            Download Analysis Results
          </Button>
        }
        items={significant}
      />
      <TableSection
        {...table}
        title="Not Significant (Ignore These)"
        description={describeRest(rest.length)}
        actions={
          rest.length > 0 && (
            <Button
              size="small"
              aria-expanded={view.isRestShown}
              onClick={() => onViewChange({ ...view, isRestShown: !view.isRestShown })}
            >
              {view.isRestShown ? 'Hide' : 'Show'}
            </Button>
          )
        }
        items={rest}
        isCollapsed={!view.isRestShown}
      />
      <ColumnMeanings columns={columns} />
    </div>
  );
}

function describeSignificant(count: number, threshold: string): string {
  return count === 0
    ? `None: no segment with p below ${SIGNIFICANT_P_VALUE} is more than ${threshold} above or below average.`
    : `Unlikely to be chance (p below ${SIGNIFICANT_P_VALUE}), and more than ${threshold} above or below average.`;
}

function describeRest(count: number): string {
  if (count === 0) return 'None: every segment is significant.';
  const differences = count === 1 ? 'Its difference' : 'Their differences';
  return `${countNoun(count, 'segment')}. ${differences} may be chance, or too small to matter.`;
}
