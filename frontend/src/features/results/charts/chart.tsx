import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { LeadValueProps } from '../calculator/lead-value.ts';
import { Waterfall } from '../calculator/waterfall.tsx';
import { CORRELATION_CHART } from '../correlations/correlation-chart.tsx';
import { SEGMENT_CHART } from '../segments/segment-chart.tsx';
import { LiftChart } from './lift-chart.tsx';

export type ChartProps =
  { chart: 'segments' | 'correlations'; analysis: Analysis } | ({ chart: 'lead-value' } & LeadValueProps);

const LIFT_CHARTS = { segments: SEGMENT_CHART, correlations: CORRELATION_CHART };

/** Any chart of the tabs. The code of all charts is one file. */
export function Chart(props: ChartProps) {
  if (props.chart === 'lead-value') return <Waterfall {...props} />;
  return <LiftChart kind={LIFT_CHARTS[props.chart]} source={props.analysis} />;
}
