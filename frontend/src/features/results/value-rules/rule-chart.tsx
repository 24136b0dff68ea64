import { useRef, type KeyboardEvent } from 'react';
import type { ValueRule } from '#frontend/analysis/value-rules.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatLift } from '#frontend/lib/format.ts';
import { FigureHint } from '#frontend/ui/figure-hint.tsx';
import { useHint } from '#frontend/ui/use-hint.ts';
import { listSegmentFigures } from '../figures.tsx';
import { RuleMarks } from './rule-marks.tsx';
import { placePercent, type RuleScale } from './rule-scale.ts';

export interface RuleChartProps {
  rule: ValueRule;
  scale: RuleScale;
  /** Tab goes to one chart of the table, arrows go on to the others. */
  isTabStop: boolean;
  onFocus(): void;
}

/** Class names for what stands over the charts too: beside the figures, on narrow screens under them. */
export const CHART_PLACE = 'md:absolute md:inset-y-0 md:right-8 md:left-64';

/** The adjusted lift of a rule with its 95% interval; its figures on hover, on touch and on focus. */
export function RuleChart({ rule, scale, isTabStop, onFocus }: RuleChartProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const { isOpen, events } = useHint();
  const interval = scale.intervalOf(rule);
  const figures = [...listSegmentFigures(rule.segment, interval), ...describeCut(rule)];
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    events.onKeyDown(event);
    focusNeighbour(event);
  };
  return (
    <span className={cx('relative mt-1 block h-7 md:mt-0 md:h-auto', CHART_PLACE)}>
      <button
        {...events}
        ref={anchor}
        type="button"
        data-rule-chart
        tabIndex={isTabStop ? 0 : -1}
        aria-label={`${figures.join('. ')}.`}
        onKeyDown={move}
        onFocus={() => {
          events.onFocus();
          onFocus();
        }}
        className="absolute inset-0 size-full cursor-default rounded-[3px] focus-visible:-outline-offset-2"
      >
        <Ground scale={scale} />
        <RuleMarks rule={rule} scale={scale} />
      </button>
      {isOpen && (
        <FigureHint
          anchor={anchor}
          name={`${rule.segment.fieldName}: ${rule.segment.value}`}
          figures={figures}
        />
      )}
    </span>
  );
}

function describeCut({ isCut, suggested }: ValueRule): string[] {
  return isCut ? [`Suggested value rule after the cut ${formatLift(suggested)}`] : [];
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function focusNeighbour(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = STEPS[event.key];
  const table = event.currentTarget.closest('table');
  if (!step || !table) return;
  event.preventDefault();
  const charts = [...table.querySelectorAll<HTMLButtonElement>('[data-rule-chart]')];
  charts[charts.indexOf(event.currentTarget) + step]?.focus();
}

/** The band of the threshold and the line of 1. */
function Ground({ scale: { axis, thresholdPercent } }: { scale: RuleScale }) {
  const left = placePercent(axis, 1 - thresholdPercent / 100);
  const right = placePercent(axis, 1 + thresholdPercent / 100);
  return (
    <>
      <span className="absolute inset-y-0 bg-sunken" style={{ left, width: `calc(${right} - ${left})` }} />
      <span className="absolute inset-y-0 left-1/2 w-px -translate-x-1/2 bg-control" />
    </>
  );
}
