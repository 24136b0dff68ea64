import type { ReactNode } from 'react';
import { cx } from '#frontend/lib/class-names.ts';

type BadgeTone = 'neutral' | 'accent' | 'up' | 'down' | 'caution';

const LOOKS: Record<BadgeTone, string> = {
  neutral: 'bg-hover text-muted',
  accent: 'bg-accent-wash text-accent',
  up: 'bg-up-wash text-up',
  down: 'bg-down-wash text-down',
  caution: 'bg-caution-wash text-caution',
};

interface BadgeProps {
  tone?: BadgeTone;
  /** A sign before the word, such as '▲', '!' or a small drawing, since colour alone carries no meaning. */
  sign?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Badge({ tone = 'neutral', sign, children, className }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-12 font-medium whitespace-nowrap',
        LOOKS[tone],
        className,
      )}
    >
      {sign && (
        <span aria-hidden className="[&>svg]:size-3">
          {sign}
        </span>
      )}
      {children}
    </span>
  );
}
