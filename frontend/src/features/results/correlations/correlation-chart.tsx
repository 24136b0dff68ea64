import { useMemo, useState } from 'react';
import type { InteractionTest } from '#frontend/analysis/interactions.ts';
import { stampDate } from '#frontend/exports/file-name.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { ChartFrame } from '#frontend/ui/chart-frame.tsx';
import { layOutPairs } from './pair-chart-layout.ts';
import { PairDrawing } from './pair-drawing.tsx';
import { toPairRows } from './pair-words.ts';

export const USUAL_PAIRS = 12;
const MOST_PAIRS = 300;

/** Predicted against actual lift of the tested pairs, significant ones first. */
export function CorrelationChart({ tests }: { tests: readonly InteractionTest[] }) {
  const [isWhole, setWhole] = useState(false);
  const layout = useMemo(
    () => layOutPairs(tests.slice(0, isWhole ? MOST_PAIRS : USUAL_PAIRS)),
    [tests, isWhole],
  );
  const rows = useMemo(() => toPairRows(layout), [layout]);
  const total = tests.length;
  return (
    <ChartFrame
      title="Predicted and Actual Lift"
      summary={summarisePairChart(tests, rows.length)}
      caption={<PairChartCaption shown={rows.length} total={total} />}
      note="Lift of the leads with both values. Hollow: predicted from each alone. Full: actual. Faded: not significant."
      height={layout.height}
      draw={(width) => <PairDrawing layout={layout} width={width} />}
      rows={rows}
      nameFile={() => `correlation_chart_${stampDate(new Date())}`}
      actions={
        total > USUAL_PAIRS && (
          <Button size="small" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
            Chart all {total > MOST_PAIRS ? `(up to ${formatCount(MOST_PAIRS)})` : formatCount(total)}
          </Button>
        )
      }
    />
  );
}

export function PairChartCaption({ shown, total }: { shown: number; total: number }) {
  return (
    <>
      {shown < total && (
        <p className="text-text">
          The first {formatCount(shown)} of {formatCount(total)} pairs: significant ones first, then by the
          size of the difference.
        </p>
      )}
      <p>
        The hollow dot is the lift that the two values predict, the full dot the one that their leads really
        have. Pairs that are not significant are faded; an arrow points beyond the axis.
      </p>
    </>
  );
}

export function summarisePairChart(tests: readonly InteractionTest[], shown: number): string {
  const significant = tests.filter(({ isSignificant }) => isSignificant).length;
  return `Predicted and actual lift of ${formatCount(shown)} of ${formatCount(tests.length)} pairs of values on a logarithmic axis; ${formatCount(significant)} differ significantly. The table below has the same figures.`;
}
