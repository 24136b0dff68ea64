import { useMemo, type ReactNode } from 'react';
import { rangeLabel, type Range } from '#frontend/analysis/binning.ts';
import type { DateNaming } from '#frontend/analysis/dates.ts';
import { listValues, type ListedValue } from '#frontend/analysis/mapping.ts';
import { compareNames } from '#frontend/analysis/order.ts';
import { cx } from '#frontend/lib/class-names.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import { VirtualList } from '#frontend/ui/virtual-list.tsx';
import { NAME_LENGTH, shortText } from './short-text.ts';

/** A longer list scrolls by itself, so that the buttons under it stay near. */
const MAX_OPEN = 40;
/** A longer list renders only the rows in view. */
const MAX_RENDERED = 60;
// The padding leaves room for the focus ring, which a scrolling area would cut.
const SCROLL_AREA = '-mx-3 px-3 h-[min(36rem,65vh)]';

/** Of longer lists each row shows both ends of its value, and no other row is looked at. */
const MOST_COMPARED = 5000;
const NONE: readonly string[] = [];

/** The texts that the rows of a list show, so that no two values look the same where they are cut. */
export function useTextsOfRows(values: readonly ListedValue[]): readonly string[] {
  return useMemo(
    () => (values.length > MOST_COMPARED ? NONE : values.map(({ value }) => shortText(value, NAME_LENGTH))),
    [values],
  );
}

interface ValueListProps {
  label: string;
  values: readonly ListedValue[];
  /** The key of the scrolling list, so that another search begins at its top. */
  searchedFor: string;
  rowHeight: number;
  renderRow(value: ListedValue): ReactNode;
}

export function ValueList(props: ValueListProps) {
  const { values, searchedFor } = props;
  if (values.length === 0)
    return <p className="py-6 text-14 text-muted">No value contains “{searchedFor}”.</p>;
  if (values.length <= MAX_OPEN)
    return <WholeList {...props} className="border-t border-hairline [&>li:last-child>*]:border-b-0" />;
  return (
    <div className="border-y border-hairline">
      {values.length <= MAX_RENDERED ? (
        <div key={searchedFor} className={cx('overflow-y-auto', SCROLL_AREA)}>
          <WholeList {...props} />
        </div>
      ) : (
        <PartlyRenderedList key={searchedFor} {...props} />
      )}
    </div>
  );
}

function WholeList({ label, values, renderRow, className }: ValueListProps & { className?: string }) {
  return (
    <ul aria-label={label} className={className}>
      {values.map((listed) => (
        <li key={listed.value}>{renderRow(listed)}</li>
      ))}
    </ul>
  );
}

function PartlyRenderedList({ label, values, rowHeight, renderRow }: ValueListProps) {
  return (
    <VirtualList
      label={label}
      count={values.length}
      rowHeight={rowHeight}
      keyOf={(index) => values[index]?.value ?? ''}
      renderRow={(index) => {
        const listed = values[index];
        return listed && renderRow(listed);
      }}
      className={SCROLL_AREA}
    />
  );
}

/** The values of a column in step 3: most leads first, or ranges and dates in their order. */
export function listColumnValues(
  detail: ColumnDetail,
  ranges: readonly Range[] | null,
  dates: DateNaming | null = null,
): readonly ListedValue[] {
  const { numberFormat } = detail;
  const listed = listValues(detail.values, detail.leads, { ranges, dates, numberFormat });
  if (dates) return listed.sort((a, b) => compareNames(a.value, b.value));
  if (ranges === null) return listed;
  const labels = ranges.map(rangeLabel);
  const place = ({ value }: ListedValue) => {
    const index = labels.indexOf(value);
    return index === -1 ? labels.length : index;
  };
  return listed.sort((a, b) => place(a) - place(b));
}
