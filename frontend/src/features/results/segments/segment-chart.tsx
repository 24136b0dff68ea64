import { useMemo, useState } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import { stampDate } from '#frontend/exports/file-name.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { ChartFrame } from '#frontend/ui/chart-frame.tsx';
import { groupForChart, MOST_CHART_SEGMENTS, USUAL_CHART_SEGMENTS } from './chart-segments.ts';
import { noteSegmentChart, SegmentChartCaption, summariseSegmentChart } from './segment-chart-caption.tsx';
import { layOutSegments } from './segment-chart-layout.ts';
import { SegmentDrawing } from './segment-drawing.tsx';
import { toChartRows } from './segment-words.ts';

/** Adjusted lift of the segments with 95% intervals, by attribute. */
export function SegmentChart({ analysis }: { analysis: Analysis }) {
  const [isWhole, setWhole] = useState(false);
  const limit = isWhole ? MOST_CHART_SEGMENTS : USUAL_CHART_SEGMENTS;
  const layout = useMemo(() => layOutSegments(groupForChart(analysis, limit)), [analysis, limit]);
  const rows = useMemo(() => toChartRows(layout), [layout]);
  const { thresholdPercent } = analysis.settings;
  const total = analysis.segments.length;
  return (
    <ChartFrame
      title="Adjusted Lift by Segment"
      summary={summariseSegmentChart(analysis, rows.length)}
      caption={<SegmentChartCaption thresholdPercent={thresholdPercent} shown={rows.length} total={total} />}
      note={noteSegmentChart(thresholdPercent)}
      height={layout.height}
      draw={(width) => <SegmentDrawing layout={layout} thresholdPercent={thresholdPercent} width={width} />}
      rows={rows}
      nameFile={() => `segment_chart_${stampDate(new Date())}`}
      actions={
        total > USUAL_CHART_SEGMENTS && (
          <Button size="small" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
            Chart all{' '}
            {total > MOST_CHART_SEGMENTS ? `(up to ${formatCount(MOST_CHART_SEGMENTS)})` : formatCount(total)}
          </Button>
        )
      }
    />
  );
}
