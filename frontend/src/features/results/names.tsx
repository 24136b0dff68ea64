import { BLANK_LABEL } from '#frontend/analysis/columns.ts';
import type { FieldValue } from '#frontend/analysis/interactions.ts';
import type { Segment } from '#frontend/analysis/segments.ts';
import { cx } from '#frontend/lib/class-names.ts';

/** 'Source: Referral'. */
export function nameFieldValue({ field, value }: FieldValue): string {
  return `${field}: ${value}`;
}

export function nameSegment({ fieldName, value }: Segment): string {
  return nameFieldValue({ field: fieldName, value });
}

/** 'Source: Referral + Device: Mobile'. */
export function namePair(sides: readonly FieldValue[]): string {
  return sides.map(nameFieldValue).join(' + ');
}

interface ValueNameProps {
  name: string;
  /** Up to two lines instead of one. */
  isWrapped?: boolean;
  className?: string;
}

/** A name out of the data. Where it is cut, its title shows all of it. */
export function ValueName({ name, isWrapped, className }: ValueNameProps) {
  const room = isWrapped ? 'line-clamp-2 wrap-break-word' : 'block truncate';
  return (
    <span title={name} className={cx(room, name === BLANK_LABEL && 'text-muted', className)}>
      {name}
    </span>
  );
}

/** 'Source: Referral' on one line; the field is cut before the value is. `isStacked`: two lines on narrow screens. */
export function FieldValueName({ field, value, isStacked }: FieldValue & { isStacked?: boolean }) {
  return (
    <span
      title={nameFieldValue({ field, value })}
      className={cx('flex min-w-0', isStacked && 'max-md:flex-col')}
    >
      <span className={cx('min-w-0 truncate text-muted', isStacked && 'max-md:text-12')}>{field}</span>
      <span className={cx('max-w-3/4 shrink-0 truncate text-text', isStacked && 'max-md:max-w-full')}>
        <span className={cx('text-muted', isStacked && 'max-md:hidden')}>: </span>
        {value}
      </span>
    </span>
  );
}
