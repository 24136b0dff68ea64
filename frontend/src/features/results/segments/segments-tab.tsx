import { useMemo } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import { SIGNIFICANT_P_VALUE } from '#frontend/analysis/constants.ts';
import { exportSegments } from '#frontend/exports/downloads.ts';
import { formatCount, formatPercent } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { LateChart } from '../charts/late-chart.tsx';
import { downloadExport } from '../downloads.ts';
import { ColumnMeanings, TableSection } from '../table-section.tsx';
import { segmentColumns } from './segment-columns.tsx';
import { sortByColumn, sortedColumn, sortSegments, type SegmentView } from './segment-view.ts';

export interface SegmentsTabProps {
  analysis: Analysis;
  view: SegmentView;
  onViewChange(view: SegmentView): void;
}

export function SegmentsTab({ analysis, view, onViewChange }: SegmentsTabProps) {
  const { segments, settings } = analysis;
  const columns = useMemo(() => segmentColumns(settings), [settings]);
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
    <div className="flex flex-col gap-12">
      <LateChart chart="segments" analysis={analysis} rows={segments.length} />
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
    ? `None: no segment with p below ${SIGNIFICANT_P_VALUE} differs from the average by more than ${threshold}.`
    : `Chance alone hardly explains these (p below ${SIGNIFICANT_P_VALUE}), and they differ from the average by more than ${threshold}.`;
}

function describeRest(count: number): string {
  if (count === 0) return 'None: every segment is significant.';
  const segments = count === 1 ? '1 segment' : `${formatCount(count)} segments`;
  return `${segments} whose difference may be chance, or is too small to matter.`;
}
