import { cx } from '#frontend/lib/class-names.ts';

/** A placeholder for content that is loading. Class names give it the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('ui-skeleton rounded-control bg-hairline', className)} />;
}

interface SkeletonLinesProps {
  /** Names the content that is loading, for screen readers. */
  label: string;
  lines: number;
  className?: string;
}

export function SkeletonLines({ label, lines, className }: SkeletonLinesProps) {
  return (
    <output className={cx('flex flex-col gap-3', className)}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={cx('h-4', line === lines - 1 ? 'w-3/5' : 'w-full')} />
      ))}
    </output>
  );
}
