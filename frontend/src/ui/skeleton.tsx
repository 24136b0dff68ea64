import { cx } from '#frontend/lib/class-names.ts';

/** The shape of what will come: give it the size of the thing by class names. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('ui-skeleton rounded-control bg-hairline', className)} />;
}

export interface SkeletonLinesProps {
  /** What is being loaded, for those who cannot see the shape. */
  label: string;
  lines?: number;
  className?: string;
}

export function SkeletonLines({ label, lines = 3, className }: SkeletonLinesProps) {
  return (
    <output className={cx('flex flex-col gap-3', className)}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={cx('h-4', line === lines - 1 ? 'w-3/5' : 'w-full')} />
      ))}
    </output>
  );
}
