import type { ReactNode, SVGProps } from 'react';
import { cx } from '#frontend/lib/class-names.ts';
import { type LogAxis, positionOnAxis } from '#frontend/lib/log-axis.ts';
import { cutText } from '#frontend/lib/cut-name.ts';

/** Class names for the colours of a mark. */
export interface MarkLook {
  fill: string;
  stroke: string;
}

export interface RatioDot {
  ratio: number;
  radius: number;
  isHollow: boolean;
}

/** A position in pixels, or in percent such as '50%'. */
type Coordinate = number | string;

interface RatioMarksProps {
  look: MarkLook;
  line: readonly [from: number, to: number];
  dots: readonly RatioDot[];
  axis: LogAxis;
  xOf(ratio: number): Coordinate;
  y: Coordinate;
}

/** A line between two ratios, and a dot for each ratio; a ratio beyond the axis gets an arrow instead. */
export function RatioMarks({ look, line, dots, axis, xOf, y }: RatioMarksProps) {
  const [x1, x2] = line.map(xOf);
  return (
    <>
      <line x1={x1} x2={x2} y1={y} y2={y} strokeWidth={2} strokeLinecap="round" className={look.stroke} />
      {dots.map(({ ratio, radius, isHollow }) => {
        const ink = {
          strokeWidth: 1.5,
          className: `${isHollow ? 'fill-canvas' : look.fill} ${look.stroke}`,
        };
        const arrow = ratio < 1 ? 'M0 0 L9 -6 L9 6 Z' : 'M0 0 L-9 -6 L-9 6 Z';
        return (
          <At key={isHollow ? 'hollow' : 'full'} x={xOf(ratio)} y={y}>
            {positionOnAxis(axis, ratio).isBeyond ? (
              <path {...ink} d={arrow} strokeLinejoin="round" />
            ) : (
              <circle {...ink} r={radius} />
            )}
          </At>
        );
      })}
    </>
  );
}

/** Moves a drawing that is centred on the origin. */
export function At({ x, y, children }: { x: Coordinate; y: Coordinate; children: ReactNode }) {
  if (typeof x === 'number') return <g transform={`translate(${x} ${y})`}>{children}</g>;
  return (
    <svg x={x} y={y} className="overflow-visible">
      {children}
    </svg>
  );
}

const LEAST_RADIUS = 3;

/** The radius of a dot. Its area grows with a share from 0 to 1; a share of 1 adds `growth`. */
export function radiusOf(share: number, growth: number): number {
  return LEAST_RADIUS + growth * Math.sqrt(share);
}

interface ChartTextProps extends Omit<SVGProps<SVGTextElement>, 'children'> {
  text: string;
  /** A longer text is cut to this width in pixels; its title then has the whole text. */
  maxWidth?: number;
  /** The whole text, if `text` is only a part of it. */
  title?: string;
  size?: 12 | 13;
  isStrong?: boolean;
}

const SIZES = { 12: 'text-12', 13: 'text-13' };
/** A line of text has its base line this far below its middle, in font sizes. */
const MIDDLE_TO_BASE = 0.36;

/** One line of text in a drawing. */
export function ChartText(props: ChartTextProps) {
  const { text, maxWidth, title = text, size = 13, isStrong, y = 0, className, ...rest } = props;
  const weight = isStrong ? 500 : 400;
  const shown = maxWidth === undefined ? text : cutText(text, maxWidth, { size, weight });
  return (
    <text
      {...rest}
      y={Number(y) + size * MIDDLE_TO_BASE}
      className={cx(SIZES[size], isStrong && 'font-medium', className ?? 'fill-text')}
    >
      {shown !== title && <title>{title}</title>}
      {shown}
    </text>
  );
}
