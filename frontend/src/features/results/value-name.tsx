import { BLANK_LABEL } from '#frontend/analysis/columns.ts';
import { cx } from '#frontend/lib/class-names.ts';

export interface ValueNameProps {
  name: string;
  /** Up to two lines instead of one. */
  isWrapped?: boolean;
  className?: string;
}

/** A name out of the data; what does not fit is in the title. */
export function ValueName({ name, isWrapped, className }: ValueNameProps) {
  const room = isWrapped ? 'line-clamp-2 wrap-break-word' : 'block truncate';
  return (
    <span title={name} className={cx(room, name === BLANK_LABEL && 'text-muted', className)}>
      {name}
    </span>
  );
}
