import { useMemo } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import { SIGNIFICANT_P_VALUE } from '#frontend/analysis/constants.ts';
import { exportSegments } from '#frontend/exports/segments.ts';
import { formatPercent } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { ColumnMeanings } from '../column-meanings.tsx';
import { LateChart } from '../charts/late-chart.tsx';
import { downloadExport } from '../download-export.ts';
import { segmentMeanings } from '../glossary.ts';
import { RestSegments } from './rest-segments.tsx';
import { SegmentSection } from './segment-section.tsx';
import { sortSegments, type SegmentView } from './segment-view.ts';

export interface SegmentsTabProps {
  analysis: Analysis;
  view: SegmentView;
  onViewChange(view: SegmentView): void;
}

export function SegmentsTab({ analysis, view, onViewChange }: SegmentsTabProps) {
  const { conversionValue, thresholdPercent } = analysis.settings;
  const sorted = useMemo(
    () => sortSegments(analysis.segments, view, conversionValue),
    [analysis.segments, view, conversionValue],
  );
  const significant = useMemo(() => sorted.filter(({ isSignificant }) => isSignificant), [sorted]);
  const rest = useMemo(() => sorted.filter(({ isSignificant }) => !isSignificant), [sorted]);
  const table = { conversionValue, view, onViewChange };
  return (
    <div className="flex flex-col gap-12">
      <LateChart chart="segments" analysis={analysis} rows={analysis.segments.length} />
      <SegmentSection
        {...table}
        title="Statistically Significant Segments"
        segments={significant}
        description={describe(significant.length, formatPercent(thresholdPercent))}
        actions={
          <Button size="small" onClick={() => downloadExport(exportSegments(analysis, new Date()))}>
            Download Analysis Results
          </Button>
        }
      />
      <RestSegments {...table} segments={rest} />
      <ColumnMeanings meanings={segmentMeanings(conversionValue > 0)} />
    </div>
  );
}

function describe(count: number, threshold: string): string {
  return count === 0
    ? `None: no segment with p below ${SIGNIFICANT_P_VALUE} differs from the average by more than ${threshold}.`
    : `Chance alone hardly explains these (p below ${SIGNIFICANT_P_VALUE}), and they differ from the average by more than ${threshold}.`;
}
