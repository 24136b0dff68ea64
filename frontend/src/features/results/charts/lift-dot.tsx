import type { LogAxis } from '#frontend/lib/log-axis.ts';
import { placeLift, type Plot } from './lift-axis.tsx';
import type { LiftLook } from './lift-look.ts';

export interface LiftDotProps {
  lift: number;
  axis: LogAxis;
  plot: Plot;
  y: number;
  radius: number;
  look: LiftLook;
  isHollow?: boolean;
}

/** A lift on its axis; an arrow at the end, where it lies beyond. */
export function LiftDot({ lift, axis, plot, y, radius, look, isHollow }: LiftDotProps) {
  const { x, isBeyond } = placeLift(plot, axis, lift);
  const ink = isHollow ? `fill-canvas ${look.stroke}` : `${look.fill} ${look.stroke}`;
  if (!isBeyond) return <circle cx={x} cy={y} r={radius} strokeWidth={1.5} className={ink} />;
  const side = lift < 1 ? -1 : 1;
  const base = x - side * 9;
  return (
    <path
      d={`M${x} ${y} L${base} ${y - 6} L${base} ${y + 6} Z`}
      strokeWidth={1.5}
      strokeLinejoin="round"
      className={ink}
    />
  );
}
