import { BLANK_LABEL } from '#frontend/analysis/columns.ts';
import { cx } from '#frontend/lib/class-names.ts';

/** A name out of the data on one line; what does not fit is in the title. */
export function ValueName({ name, className }: { name: string; className?: string }) {
  return (
    <span title={name} className={cx('block truncate', name === BLANK_LABEL && 'text-muted', className)}>
      {name}
    </span>
  );
}
