import type { Analysis, Settings } from '#frontend/analysis/analyse.ts';
import { stampDate } from '#frontend/exports/table.ts';
import { formatMoney, formatLift } from '#frontend/lib/format.ts';
import { ChartFrame } from '#frontend/ui/chart-frame.tsx';
import { ChartText } from '#frontend/ui/chart-marks.tsx';
import { fitName } from '../lift-chart.tsx';
import { lookOfLift } from '../figures.tsx';
import { listValueSteps, type LeadValueProps, type ValueStep } from './lead-value.tsx';

export const WATERFALL_ROW_HEIGHT = 36;
const CAPTION = 'Each factor multiplies the running total.';

/** Shows how the factors lead from the baseline value to the value of the lead. */
export function Waterfall({ analysis, result }: LeadValueProps) {
  const steps = listValueSteps(analysis.baselineLeadValue, result);
  return (
    <ChartFrame
      title="From Baseline to Lead Value"
      summary={steps.map((step) => describeStep(step, analysis.settings.currency)).join('; ')}
      note={CAPTION}
      caption={CAPTION}
      height={steps.length * WATERFALL_ROW_HEIGHT}
      draw={(width) => <WaterfallDrawing {...{ analysis, steps, width }} />}
      nameFile={() => `lead_value_chart_${stampDate(new Date())}`}
    />
  );
}

function describeStep({ name, factor, to }: ValueStep, currency: Settings['currency']): string {
  return `${name} ${factor ? `${formatLift(factor.lift)} to ` : ''}${formatMoney(to, currency)}`;
}

const WIDE = 560;
const FIGURES = { wide: 152, narrow: 84 };
const LIFT_END = 88;
const BAR_HEIGHT = 16;
const LEAST_BAR_WIDTH = 2;

interface WaterfallDrawingProps {
  analysis: Analysis;
  steps: readonly ValueStep[];
  width: number;
}

/** Each step has a name, a bar and figures. A line joins the end of each bar with the next bar. */
export function WaterfallDrawing({ analysis: { fields, settings }, steps, width }: WaterfallDrawingProps) {
  const isWide = width >= WIDE;
  const nameWidth = Math.round(width * 0.32);
  const most = Math.max(...steps.map(({ to }) => to));
  const room = width - nameWidth - 16 - (isWide ? FIGURES.wide : FIGURES.narrow);
  const xOf = (dollars: number) => nameWidth + 8 + (most > 0 ? (dollars / most) * room : 0);
  return steps.map(({ name, factor, from, to }, position) => {
    const middle = (position + 0.5) * WATERFALL_ROW_HEIGHT;
    const [start, end] = [xOf(Math.min(from, to)), xOf(Math.max(from, to))];
    const look = factor && lookOfLift(factor.lift);
    // A lift near 1 has no colour, but its bar is lighter than those of the two values.
    const bar = look?.sign === '' ? 'fill-control' : (look?.fill ?? 'fill-muted');
    return (
      <g key={name}>
        <ChartText
          x={0}
          y={middle}
          title={name}
          text={factor ? fitName(factor, { room: nameWidth, isStrong: false, fields }) : name}
          isStrong={!factor}
        />
        <rect
          x={start}
          y={middle - BAR_HEIGHT / 2}
          width={Math.max(LEAST_BAR_WIDTH, end - start)}
          height={BAR_HEIGHT}
          rx={2}
          className={bar}
        />
        {position < steps.length - 1 && (
          <line
            x1={xOf(to)}
            x2={xOf(to)}
            y1={middle + BAR_HEIGHT / 2}
            y2={middle - BAR_HEIGHT / 2 + WATERFALL_ROW_HEIGHT}
            strokeWidth={1}
            className="stroke-control"
          />
        )}
        {look && isWide && (
          <ChartText
            x={width - LIFT_END}
            y={middle}
            textAnchor="end"
            text={`${look.sign} ${formatLift(factor.lift)}`.trim()}
            className={look.fill}
          />
        )}
        <ChartText
          x={width}
          y={middle}
          textAnchor="end"
          text={formatMoney(to, settings.currency)}
          isStrong={!factor}
        />
      </g>
    );
  });
}
