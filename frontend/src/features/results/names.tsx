import { createContext, useContext } from 'react';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { BLANK_LABEL } from '#frontend/analysis/columns/columns.ts';
import type { FieldValue } from '#frontend/analysis/measure/interactions.ts';
import type { Segment } from '#frontend/analysis/measure/segments.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { CutText } from '#frontend/ui/cut-text.tsx';

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

/** The attributes of the analysis in view. Their names and values are cut so that no two of them look the same. */
export const FieldsInView = createContext<Analysis['fields']>([]);

/** All values of an attribute, or the names of the attributes. */
function useNames(field?: string): readonly string[] {
  const fields = useContext(FieldsInView);
  if (field === undefined) return fields.map(({ name }) => name);
  return fields.find(({ name }) => name === field)?.values ?? [];
}

interface ValueNameProps {
  name: string;
  /** The attribute of the value. Without it, `name` is the name of an attribute. */
  field?: string;
  /** True if a name of usual length may take several lines. */
  isWrapped?: boolean;
  className?: string;
}

/** A longer name has one line, even if others may take several. */
const LONGEST_WRAPPED = 40;

/** The name of an attribute or of a value. If it is cut, its title has the whole name. */
export function ValueName({ name, field, isWrapped, className }: ValueNameProps) {
  const names = useNames(field);
  const look = cx(name === BLANK_LABEL && 'text-muted', className);
  if (!isWrapped || name.length > LONGEST_WRAPPED) {
    return <CutText text={name} among={names} className={look} />;
  }
  return (
    <span title={name} className={cx('line-clamp-3 wrap-break-word', look)}>
      {name}
    </span>
  );
}

/** A field of at most this length is not cut, since 'S…: ' would say nothing. */
const LONGEST_WHOLE_FIELD = 10;

/** 'Source: Referral' on one line; a long field is cut before the value. `isStacked`: two lines on narrow screens. */
export function FieldValueName({ field, value, isStacked }: FieldValue & { isStacked?: boolean }) {
  const [fields, values] = [useNames(), useNames(field)];
  const isShort = field.length <= LONGEST_WHOLE_FIELD;
  return (
    <span
      title={nameFieldValue({ field, value })}
      className={cx('flex min-w-0', isStacked && 'max-md:flex-col')}
    >
      <CutText
        text={field}
        among={fields}
        className={cx('text-muted', isShort ? 'shrink-0' : 'overflow-hidden', isStacked && 'max-md:text-12')}
      />
      <span className={cx('shrink-0 whitespace-pre text-muted', isStacked && 'max-md:hidden')}>: </span>
      <CutText
        text={value}
        among={values}
        className={cx(
          'text-text',
          !isShort && 'max-w-[calc(100%-3ch)] shrink-0',
          isStacked && 'max-md:max-w-full',
        )}
      />
    </span>
  );
}
