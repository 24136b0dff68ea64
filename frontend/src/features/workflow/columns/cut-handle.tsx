import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import { snap, type Cut } from '#frontend/analysis/cuts.ts';
import { formatNumber } from '#frontend/lib/format.ts';

interface CutHandleProps {
  cut: Cut;
  /** The number of the range that ends here. */
  position: number;
  rangeLabel: string;
  axis: { start: number; end: number };
  step: number;
  strip: RefObject<HTMLElement | null>;
  onMove(value: number): void;
}

const PAGE_STEPS = 10;

/** The end of one range, as a line over the histogram with a grip under it. */
export function CutHandle({ cut, position, rangeLabel, axis, step, strip, onMove }: CutHandleProps) {
  const { value, lowest, highest } = cut;
  const share = Math.min(1, Math.max(0, (value - axis.start) / (axis.end - axis.start)));
  const move = (to: number) => {
    const next = Math.min(Math.max(to, lowest), highest);
    if (next !== value) onMove(next);
  };
  const press = (event: KeyboardEvent) => {
    const to = targetOf(event.key, cut, step);
    if (to === null) return;
    event.preventDefault();
    move(to);
  };
  const drag = (event: PointerEvent) => {
    const room = strip.current?.getBoundingClientRect();
    if (!room || room.width === 0 || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const at = Math.min(1, Math.max(0, (event.clientX - room.left) / room.width));
    move(snap(axis.start + at * (axis.end - axis.start), step));
  };
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- several on one axis, which inputs would cover
      role="slider"
      tabIndex={0}
      aria-label={`End of range ${position}`}
      aria-valuemin={lowest}
      aria-valuemax={highest}
      aria-valuenow={value}
      aria-valuetext={`${rangeLabel ? `${rangeLabel}: ` : ''}up to ${formatNumber(value)}`}
      title={`Up to ${formatNumber(value)}`}
      onKeyDown={press}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      className="group absolute -top-1 -bottom-3 flex w-6 -translate-x-1/2 cursor-ew-resize touch-none flex-col items-center outline-none coarse:w-11"
      style={{ left: `${100 * share}%` }}
    >
      <div className="w-0.5 flex-1 bg-accent" />
      <div className="size-3 rounded-full border-2 border-accent bg-canvas outline-offset-2 transition-colors group-hover:bg-accent group-focus-visible:bg-accent group-focus-visible:outline-2 group-focus-visible:outline-accent" />
    </div>
  );
}

function targetOf(key: string, { value, lowest, highest }: Cut, step: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowUp') return snap(value + step, step);
  if (key === 'ArrowLeft' || key === 'ArrowDown') return snap(value - step, step);
  if (key === 'PageUp') return snap(value + PAGE_STEPS * step, step);
  if (key === 'PageDown') return snap(value - PAGE_STEPS * step, step);
  if (key === 'Home') return lowest;
  return key === 'End' ? highest : null;
}
