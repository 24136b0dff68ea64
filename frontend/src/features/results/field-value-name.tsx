import type { FieldValue } from '#frontend/analysis/interactions.ts';
import { cx } from '#frontend/lib/class-names.ts';

export interface FieldValueNameProps extends FieldValue {
  /** On narrow screens the field stands over the value. */
  isStacked?: boolean;
}

/** 'Source: Referral' on one line; where room is short, the field gives way before the value does. */
export function FieldValueName({ field, value, isStacked }: FieldValueNameProps) {
  return (
    <span title={`${field}: ${value}`} className={cx('flex min-w-0', isStacked && 'max-md:flex-col')}>
      <span className={cx('min-w-0 truncate text-muted', isStacked && 'max-md:text-12')}>{field}</span>
      <span className={cx('max-w-3/4 shrink-0 truncate text-text', isStacked && 'max-md:max-w-full')}>
        <span className={cx('text-muted', isStacked && 'max-md:hidden')}>: </span>
        {value}
      </span>
    </span>
  );
}
