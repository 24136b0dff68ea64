import type { KeyboardEvent, ReactNode } from 'react';
import type { PairLabel, SegmentLabel } from '#frontend/analysis/evidence.ts';
import { cx } from '#frontend/lib/class-names.ts';
import type { TabStop } from '#frontend/ui/column-table.tsx';
import { Tooltip } from '#frontend/ui/tooltip.tsx';

export type Label = SegmentLabel | PairLabel;

const CIRCLE = 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z';
const FULL = { path: CIRCLE, fill: 'fill-text', text: 'font-semibold text-text' };
const HALF = {
  path: `${CIRCLE}M0-2.75a2.75 2.75 0 0 1 0 5.5Z`,
  fill: 'fill-text',
  text: 'font-medium text-text',
};
const HOLLOW = {
  path: `${CIRCLE}M-2.75 0a2.75 2.75 0 1 0 5.5 0a2.75 2.75 0 1 0-5.5 0Z`,
  fill: 'fill-muted',
  text: 'text-muted',
};
const DASH = { path: 'M-4-0.75h8v1.5h-8Z', fill: 'fill-muted', text: 'text-muted' };

/** Neutral colours: green and red belong to the lift. */
const LOOKS: Readonly<Record<Label, typeof FULL>> = {
  Use: FULL,
  Real: FULL,
  Test: HALF,
  Possible: HALF,
  Unclear: HOLLOW,
  'No difference': DASH,
};

/** The sign of a label inside an `svg`, centred on the origin, 8 pixels wide: full, half full, hollow, or a dash. */
export function LabelShape({ label }: { label: Label }) {
  const { path, fill } = LOOKS[label];
  return <path d={path} fillRule="evenodd" className={fill} />;
}

interface LabelWordProps {
  label: Label;
  className?: string;
}

/** A label: its sign and its word. */
export function LabelWord({ label, className }: LabelWordProps) {
  return (
    <span className={cx('inline-flex items-center gap-1.5 whitespace-nowrap', LOOKS[label].text, className)}>
      <svg aria-hidden viewBox="-5 -5 10 10" width={10} height={10} className="shrink-0">
        <LabelShape label={label} />
      </svg>
      {label}
    </span>
  );
}

export interface RowLabelProps {
  label: Label;
  /** One sentence. */
  hint: ReactNode;
  stop: TabStop;
}

const ROW_LABEL = 'data-row-label';

/** The label of a row, which explains itself on hover, focus and tap. Tab reaches one row, arrow keys the others. */
export function RowLabel({ label, hint, stop: { isTabStop, onFocus } }: RowLabelProps) {
  return (
    <Tooltip content={hint}>
      <button
        {...{ [ROW_LABEL]: '' }}
        type="button"
        tabIndex={isTabStop ? 0 : -1}
        onFocus={onFocus}
        onKeyDown={(event) => focusNeighbour(event, `[${ROW_LABEL}]`)}
        className="min-h-6 cursor-help rounded-[3px] text-left text-13"
      >
        <LabelWord label={label} />
      </button>
    </Tooltip>
  );
}

/** The labels of a chart with their signs. */
export function LabelLegend({ labels }: { labels: readonly Label[] }) {
  return (
    <span className="mb-1 flex flex-wrap gap-x-4">
      {labels.map((label) => (
        <LabelWord key={label} label={label} />
      ))}
    </span>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrow keys move the focus to the same control of the next row or of the one before. */
export function focusNeighbour(event: KeyboardEvent<HTMLButtonElement>, selector: string): void {
  const step = STEPS[event.key];
  const table = event.currentTarget.closest('table');
  if (!step || !table) return;
  event.preventDefault();
  const controls = [...table.querySelectorAll<HTMLButtonElement>(selector)];
  controls[controls.indexOf(event.currentTarget) + step]?.focus();
}
