import type { SVGProps } from 'react';
import { cx } from '#frontend/lib/class-names.ts';
import { cutText } from '#frontend/lib/text-width.ts';

interface ChartTextProps extends Omit<SVGProps<SVGTextElement>, 'children'> {
  text: string;
  /** A longer text is cut to this width in pixels; its title then has all of it. */
  room?: number;
  /** The whole text, where a part of it is the text. */
  title?: string;
  size?: 12 | 13;
  isStrong?: boolean;
}

const SIZES = { 12: 'text-12', 13: 'text-13' };
/** Distance from the middle of a line of text, which is `y`, down to its base line, in font sizes. */
const MIDDLE_TO_BASE = 0.36;

/** One line of text in a drawing. */
export function ChartText(props: ChartTextProps) {
  const { text, room, title = text, size = 13, isStrong, y = 0, className, ...rest } = props;
  const weight = isStrong ? 500 : 400;
  const shown = room === undefined ? text : cutText(text, room, { size, weight });
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
