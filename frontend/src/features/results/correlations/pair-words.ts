import type { InteractionTest } from '#frontend/analysis/interactions.ts';
import { nameFieldValue } from '#frontend/exports/table.ts';
import { formatCount, formatLift, formatPoints, formatPValue, formatRate } from '#frontend/lib/format.ts';
import type { ChartRow } from '#frontend/ui/chart-rows.tsx';
import { PAIR_HEIGHT, type PairChartLayout } from './pair-chart-layout.ts';

function listFigures(test: InteractionTest): string[] {
  return [
    `Predicted lift ${formatLift(test.predictedLift)}, actual lift ${formatLift(test.actualLift)}, difference ${formatPoints(test.difference)} points`,
    `${formatCount(test.conversions)} of ${formatCount(test.leads)} leads converted: ${formatRate(test.conversionRate)}`,
    `p ${formatPValue(test.pValue)}, ${test.isSignificant ? 'significant' : 'not significant'}`,
  ];
}

/** What each row of the chart says on hover, touch and focus. */
export function toPairRows({ rows }: PairChartLayout): ChartRow[] {
  return rows.map(({ test, top }) => {
    const name = test.attributes.map(nameFieldValue).join(' + ');
    return { key: name, top, height: PAIR_HEIGHT, name, figures: listFigures(test) };
  });
}
