import { useMemo, type ReactNode } from 'react';
import type { CalculatedLeadValue } from '#frontend/analysis/lead-values.ts';
import { stampDate } from '#frontend/exports/file-name.ts';
import { formatDollars, formatLift } from '#frontend/lib/format.ts';
import { ChartFrame } from '#frontend/ui/chart-frame.tsx';
import { ChartText } from '#frontend/ui/chart-text.tsx';
import { lookOfLift } from '../charts/lift-look.ts';
import { listValueSteps, type ValueStep } from './value-steps.ts';

export const WATERFALL_ROW_HEIGHT = 36;
const BAR_HEIGHT = 16;

const CAPTION = 'Each factor multiplies what the ones above have reached; the lines join equal values.';

export interface WaterfallProps {
  baselineLeadValue: number;
  result: CalculatedLeadValue;
}

/** How the factors lead from the baseline value to the value of the lead. */
export function Waterfall({ baselineLeadValue, result }: WaterfallProps) {
  const steps = useMemo(() => listValueSteps(baselineLeadValue, result), [baselineLeadValue, result]);
  return (
    <ChartFrame
      title="From Baseline to Lead Value"
      summary={steps.map(describeStep).join('; ')}
      note={CAPTION}
      caption={CAPTION}
      height={steps.length * WATERFALL_ROW_HEIGHT}
      draw={(width) => <WaterfallDrawing steps={steps} width={width} />}
      nameFile={() => `lead_value_chart_${stampDate(new Date())}`}
    />
  );
}

function describeStep({ name, lift, to }: ValueStep): string {
  return lift === null
    ? `${name} ${formatDollars(to)}`
    : `${name} ${formatLift(lift)} to ${formatDollars(to)}`;
}

const FIGURES = 152;
const NARROW_FIGURES = 84;

/** The bars, one below the other, joined where they meet. */
export function WaterfallDrawing({ steps, width }: { steps: readonly ValueStep[]; width: number }) {
  const isWide = width >= 560;
  const name = Math.round(width * 0.32);
  const most = Math.max(...steps.map(({ to }) => to));
  const room = width - name - 16 - (isWide ? FIGURES : NARROW_FIGURES);
  const xOf = (dollars: number) => name + 8 + (most > 0 ? (dollars / most) * room : 0);
  return steps.map((step, position) => (
    <Step key={step.name} step={step} top={position * WATERFALL_ROW_HEIGHT} width={width} isWide={isWide}>
      <ChartText
        x={0}
        y={position * WATERFALL_ROW_HEIGHT + WATERFALL_ROW_HEIGHT / 2}
        room={name}
        text={step.name}
        isStrong={step.lift === null}
      />
      <Bar
        step={step}
        top={position * WATERFALL_ROW_HEIGHT}
        xOf={xOf}
        isLast={position === steps.length - 1}
      />
    </Step>
  ));
}

interface StepProps {
  step: ValueStep;
  top: number;
  width: number;
  isWide: boolean;
  children: ReactNode;
}

function Step({ step, top, width, isWide, children }: StepProps) {
  const y = top + WATERFALL_ROW_HEIGHT / 2;
  return (
    <g>
      {children}
      {step.lift !== null && isWide && (
        <ChartText
          x={width - 88}
          y={y}
          textAnchor="end"
          text={`${lookOfLift(step.lift).sign} ${formatLift(step.lift)}`.trim()}
          className={lookOfLift(step.lift).fill}
        />
      )}
      <ChartText
        x={width}
        y={y}
        textAnchor="end"
        text={formatDollars(step.to)}
        isStrong={step.lift === null}
      />
    </g>
  );
}

interface BarProps {
  step: ValueStep;
  top: number;
  xOf(dollars: number): number;
  isLast: boolean;
}

const LEAST_WIDTH = 2;

function Bar({ step, top, xOf, isLast }: BarProps) {
  const [start, end] = [xOf(Math.min(step.from, step.to)), xOf(Math.max(step.from, step.to))];
  const y = top + (WATERFALL_ROW_HEIGHT - BAR_HEIGHT) / 2;
  return (
    <>
      <rect
        x={start}
        y={y}
        width={Math.max(LEAST_WIDTH, end - start)}
        height={BAR_HEIGHT}
        rx={2}
        className={fillOf(step)}
      />
      {!isLast && (
        <line
          x1={xOf(step.to)}
          x2={xOf(step.to)}
          y1={y + BAR_HEIGHT}
          y2={y + WATERFALL_ROW_HEIGHT}
          strokeWidth={1}
          className="stroke-control"
        />
      )}
    </>
  );
}

/** A lift near 1 has no colour anywhere; which way its bar goes is still seen. */
function fillOf({ lift }: ValueStep): string {
  if (lift === null) return 'fill-muted';
  const { sign, fill } = lookOfLift(lift);
  return sign === '' ? 'fill-control' : fill;
}
