import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { Search } from 'lucide-react';
import { rangeLabel, type Range } from '#frontend/analysis/counts/binning.ts';
import type { DateNaming } from '#frontend/analysis/columns/dates.ts';
import { listValues, type ListedValue, type Mapping } from '#frontend/analysis/counts/mapping.ts';
import { compareNames } from '#frontend/analysis/columns/order.ts';
import { cx } from '#frontend/lib/class-names.ts';
import type { ColumnDetail } from '#frontend/counting/file-facts.ts';
import { TextField } from '#frontend/ui/field.tsx';
import { VirtualList } from '#frontend/ui/virtual-list.tsx';
import { formatCount, NAME_LENGTH, shortText } from '#frontend/lib/format.ts';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';

export interface ColumnValuesProps {
  workflow: Workflow;
  detail: ColumnDetail;
}

/** Moves the focus to the summary, which shows the effect, from a button that is about to disappear. */
export function focusSummary(button: Element): void {
  button.closest('[data-values]')?.querySelector('aside')?.focus();
}

/** The values at the left, their summary at the right, always in view. */
export function ValuesLayout({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <div data-values className="flex flex-col gap-6 sm:flex-row-reverse sm:items-start sm:gap-8">
      <aside
        aria-label="Summary"
        tabIndex={-1}
        className="outline-none sm:sticky sm:top-6 sm:w-48 sm:shrink-0"
      >
        {summary}
      </aside>
      <div className="flex min-w-0 flex-1 flex-col gap-3">{children}</div>
    </div>
  );
}

/** A longer list scrolls separately from the page, so that the buttons under it stay near. */
const MAX_OPEN = 40;
/** A longer list renders only the rows in view. */
const MAX_RENDERED = 60;
// The padding leaves room for the focus ring, which a scrolling area would cut.
const SCROLL_AREA = '-mx-3 px-3 h-[min(36rem,max(65vh,16rem))]';

/** The values of a longer list are not compared; each row shows both ends of its value. */
const MOST_COMPARED = 5000;
const NONE: readonly string[] = [];

/** The texts of the rows of a list. No two of them look the same if they are cut. */
function useTextsOfRows(values: readonly ListedValue[]): readonly string[] {
  return useMemo(
    () => (values.length > MOST_COMPARED ? NONE : values.map(({ value }) => shortText(value, NAME_LENGTH))),
    [values],
  );
}

/** A value with the other parts of its row. */
export interface ValueRowProps extends ListedValue {
  /** The texts of all rows. */
  among: readonly string[];
  /** The leads / the leads of the most frequent value. */
  share: number;
}

interface RowsProps {
  label: string;
  values: readonly ListedValue[];
  rowHeight: number;
  renderRow(value: ListedValue): ReactNode;
}

interface ValueListProps extends Pick<RowsProps, 'label' | 'rowHeight'> {
  search: ValueSearch;
  renderRow(row: ValueRowProps): ReactNode;
}

/** The values found, each in a row. */
export function ValueList({ search: { all, found, foundFor }, renderRow, ...list }: ValueListProps) {
  const among = useTextsOfRows(all);
  const mostLeads = useMemo(() => all.reduce((most, { leads }) => Math.max(most, leads), 0), [all]);
  const rows: RowsProps = {
    ...list,
    values: found,
    renderRow: ({ value, leads }) => renderRow({ value, leads, among, share: leads / mostLeads }),
  };
  if (found.length === 0) return <p className="py-6 text-14 text-muted">No value contains “{foundFor}”.</p>;
  if (found.length <= MAX_OPEN)
    return <WholeList {...rows} className="border-t border-hairline [&>li:last-child>*]:border-b-0" />;
  // With this key, another search starts at the top of the list.
  return (
    <div className="border-y border-hairline">
      {found.length <= MAX_RENDERED ? (
        <div key={foundFor} className={cx('overflow-y-auto', SCROLL_AREA)}>
          <WholeList {...rows} />
        </div>
      ) : (
        <PartlyRenderedList key={foundFor} {...rows} />
      )}
    </div>
  );
}

function WholeList({ label, values, renderRow, className }: RowsProps & { className?: string }) {
  return (
    <ul aria-label={label} className={className}>
      {values.map((listed) => (
        <li key={listed.value}>{renderRow(listed)}</li>
      ))}
    </ul>
  );
}

function PartlyRenderedList({ label, values, rowHeight, renderRow }: RowsProps) {
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
  const { numberFormat, year } = detail;
  const read = dates && { ...dates, year };
  const listed = listValues(detail.values, detail.leads, { ranges, dates: read, numberFormat });
  if (dates) return listed.sort((a, b) => compareNames(a.value, b.value));
  if (ranges === null) return listed;
  const labels = ranges.map(rangeLabel);
  const orderOf = ({ value }: ListedValue) => {
    const index = labels.indexOf(value);
    return index === -1 ? labels.length : index;
  };
  return listed.sort((a, b) => orderOf(a) - orderOf(b));
}

/** The leads of a value as a line under its row, relative to the most frequent value. */
export function CountBar({ share, isStrong }: { share: number; isStrong?: boolean }) {
  return (
    <span aria-hidden className="absolute inset-x-0 -bottom-px h-0.5">
      <span
        className={`block h-full min-w-px rounded-full ${isStrong ? 'bg-accent' : 'bg-strong'}`}
        style={{ width: `${100 * share}%` }}
      />
    </span>
  );
}

/** The number of leads. Only screen readers get the unit, since the header of the list shows it. */
export function LeadCount({ leads }: { leads: number }) {
  return (
    <span className="text-13 text-muted tabular-nums">
      {formatCount(leads)}
      <span className="sr-only"> {leads === 1 ? 'lead' : 'leads'}</span>
    </span>
  );
}

export function ValueSearchField({ search }: { search: ValueSearch }) {
  const { all, query, setQuery, found, foundFor } = search;
  if (all.length <= MAX_WITHOUT_SEARCH) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <TextField
        label="Search values"
        isLabelHidden
        type="search"
        placeholder="Search values"
        icon={<Search />}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        className="min-w-48 flex-1"
        inputClassName="[&::-webkit-search-cancel-button]:opacity-60 [&::-webkit-search-cancel-button]:grayscale"
      />
      <output className="block text-13 text-muted tabular-nums">
        {foundFor === ''
          ? `${formatCount(all.length)} values`
          : `${formatCount(found.length)} of ${formatCount(all.length)} values`}
      </output>
    </div>
  );
}

/** A list of at most this many values has no search field. */
const MAX_WITHOUT_SEARCH = 12;

interface ValueSearch {
  all: readonly ListedValue[];
  query: string;
  setQuery(query: string): void;
  /** The values found; all values without a query. */
  found: readonly ListedValue[];
  /** The query of `found` in lower case. It is the previous query while a long list is searched. */
  foundFor: string;
}

/** Finds values by a part of their text or of their new name. */
export function useValueSearch(values: readonly ListedValue[], mapping?: Mapping): ValueSearch {
  const [query, setQuery] = useState('');
  const foundFor = useDeferredValue(query.trim().toLowerCase());
  const folded = useMemo(() => values.map(({ value }) => value.toLowerCase()), [values]);
  const found = useMemo(() => {
    if (foundFor === '') return values;
    return values.filter(
      ({ value }, index) =>
        folded[index]?.includes(foundFor) || mapping?.get(value)?.toLowerCase().includes(foundFor),
    );
  }, [values, folded, mapping, foundFor]);
  return { all: values, query, setQuery, found, foundFor };
}
