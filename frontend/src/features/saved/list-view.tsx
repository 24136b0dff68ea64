import { Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import type { AnalysisSummary } from '#contract/answers.ts';
import { Button, buttonClasses } from '#frontend/ui/button.tsx';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { TextField } from '#frontend/ui/field.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { Skeleton } from '#frontend/ui/skeleton.tsx';
import { ListState } from './failed-list.tsx';
import { isKeyOf, keysOf } from '#contract/records.ts';

/** The orders of the list, by their names in the address; the first one is used without a name. */
const ORDERS = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name, A to Z',
  'name-down': 'Name, Z to A',
  columns: 'Columns, A to Z',
} as const;

type Order = keyof typeof ORDERS;

/** The filters and the order of the list. Empty texts filter nothing. */
interface ListView {
  /** A part of the name, or of the name of the file. */
  query: string;
  /** The name of a chosen column of the analysis. */
  column: string;
  /** The first and the last day of saving, as '2026-11-30', in the time zone of this browser. */
  from: string;
  to: string;
  order: Order;
}

type ListFilter = Exclude<keyof ListView, 'order'>;

const FILTERS: Record<ListFilter, string> = { query: 'q', column: 'column', from: 'from', to: 'to' };
const ORDER = 'sort';

/** Reads the view from the parameters of the address. */
function readView(parameters: URLSearchParams): ListView {
  const order = parameters.get(ORDER) ?? '';
  const read = (filter: ListFilter) => parameters.get(FILTERS[filter]) ?? '';
  return {
    query: read('query'),
    column: read('column'),
    from: read('from'),
    to: read('to'),
    order: isKeyOf(ORDERS, order) ? order : 'newest',
  };
}

/** The parameters of the address with a changed view. */
function withView(parameters: URLSearchParams, change: Partial<ListView>): URLSearchParams {
  const { order, ...filters } = { ...readView(parameters), ...change };
  const next = new URLSearchParams(parameters);
  const write = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value));
  for (const filter of keysOf(FILTERS)) write(FILTERS[filter], filters[filter]);
  write(ORDER, order === 'newest' ? '' : order);
  return next;
}

/** The names of all chosen columns of the analyses, sorted. */
export function columnsOf(analyses: readonly AnalysisSummary[]): string[] {
  return [...new Set(analyses.flatMap(listColumns))].sort(collator.compare);
}

/** The analyses that match the view, and those that are always shown, in the order of the view. Ties are newest first. */
export function arrange(
  analyses: readonly AnalysisSummary[],
  view: ListView,
  isAlwaysShown: (analysis: AnalysisSummary) => boolean,
): AnalysisSummary[] {
  const shown = analyses.filter((analysis) => isAlwaysShown(analysis) || isShown(analysis, view));
  const byName = (a: AnalysisSummary, b: AnalysisSummary) => collator.compare(a.name, b.name);
  switch (view.order) {
    case 'newest':
      return shown;
    case 'oldest':
      return shown.toReversed();
    case 'name':
      return shown.toSorted(byName);
    case 'name-down':
      return shown.toSorted((a, b) => byName(b, a));
    case 'columns':
      return shown.toSorted((a, b) => collator.compare(listColumns(a).join('\n'), listColumns(b).join('\n')));
  }
}

/** Sorts 'leads 9' before 'leads 10'. */
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function isShown(analysis: AnalysisSummary, { query, column, from, to }: ListView): boolean {
  const wanted = query.trim().toLowerCase();
  const day = dayOf(analysis.createdAt);
  return (
    [analysis.name, analysis.fileName].some((name) => name.toLowerCase().includes(wanted)) &&
    (column === '' || listColumns(analysis).includes(column)) &&
    (from === '' || day >= from) &&
    (to === '' || day <= to)
  );
}

function listColumns({ choices }: AnalysisSummary): string[] {
  return choices ? [choices.statusColumn, ...choices.attributes.map(({ field }) => field)] : [];
}

/** The day in the time zone of this browser, in the form of a date field. */
function dayOf(createdAt: string): string {
  const date = new Date(createdAt);
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** The view of the list. The address holds it, so that Back from an analysis shows the list as it was. */
export function useListView() {
  const [parameters, setParameters] = useSearchParams();
  const inAddress = readView(parameters);
  // The address changes in a transition, which is too slow for a text field.
  const [query, setQuery] = useState(inAddress.query);
  const { key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const [seenKey, setSeenKey] = useState(key);
  if (key !== seenKey) {
    setSeenKey(key);
    if (isReturn) setQuery(inAddress.query);
  }
  const change = (changed: Partial<ListView>) => {
    if (changed.query !== undefined) setQuery(changed.query);
    const isTyped = Object.keys(changed).join() === 'query';
    setParameters((before) => withView(before, { query, ...changed }), { replace: isTyped });
  };
  return { view: { ...inAddress, query }, change };
}

/** The two fields for the days of saving. Each limits the other. */
const DAYS = [
  { end: 'from', label: 'Saved from', limit: ({ to }: ListView) => ({ max: to }) },
  { end: 'to', label: 'Saved until', limit: ({ from }: ListView) => ({ min: from }) },
] as const;

interface ListFiltersProps {
  view: ListView;
  onChange(changed: Partial<ListView>): void;
  /** The columns to choose from. */
  columns: readonly string[];
  /** The number of shown analyses. */
  children: ReactNode;
}

export function ListFilters({ view, onChange, columns, children }: ListFiltersProps) {
  const known = view.column === '' || columns.includes(view.column) ? columns : [...columns, view.column];
  return (
    <search className="grid grid-cols-2 items-end gap-x-4 gap-y-3 sm:flex sm:flex-wrap">
      <TextField
        label="Search analyses"
        type="search"
        placeholder="Search analyses..."
        icon={<Search />}
        value={view.query}
        onChange={(event) => onChange({ query: event.target.value })}
        className="col-span-full sm:w-64"
      />
      <Dropdown
        label="Column"
        options={[
          { value: '', label: 'All columns' },
          ...known.map((name) => ({ value: name, label: name })),
        ]}
        value={view.column}
        onChange={(column) => onChange({ column })}
        className="sm:w-44"
      />
      <Dropdown
        label="Sort by"
        options={keysOf(ORDERS).map((value) => ({ value, label: ORDERS[value] }))}
        value={view.order}
        onChange={(order) => onChange({ order })}
        className="sm:w-44"
      />
      {DAYS.map(({ end, label, limit }) => (
        <TextField
          key={end}
          label={label}
          type="date"
          value={view[end]}
          {...limit(view)}
          onChange={(event) => onChange({ [end]: event.target.value })}
          className="sm:w-40"
        />
      ))}
      <output className="col-span-full flex items-center text-13 text-muted tabular-nums sm:min-h-control">
        {children}
      </output>
    </search>
  );
}

export function LoadingList() {
  return (
    <output className="flex flex-col">
      <span className="sr-only">Loading...</span>
      {[0, 1, 2].map((row) => (
        <span key={row} className="flex items-center gap-12 border-b border-hairline py-6">
          <span className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-3 w-1/3" />
          </span>
          <Skeleton className="hidden h-4 w-20 sm:block" />
          <Skeleton className="hidden h-4 w-12 sm:block" />
          <Skeleton className="h-10 w-1/4" />
        </span>
      ))}
    </output>
  );
}

export function EmptyList() {
  return (
    <ListState
      title="Nothing saved yet"
      text="Analyze a file and choose Save Analysis in its results. The analysis then appears here."
    >
      <Link to="/" className={buttonClasses('primary')}>
        Create Your First Analysis
      </Link>
    </ListState>
  );
}

export function NoMatch({ view, onClear }: { view: ListView; onClear(): void }) {
  const { query, column, from, to } = view;
  const conditions = [
    query.trim() !== '' && `the name contains “${query.trim()}”`,
    column !== '' && `the columns include “${column}”`,
    from !== '' && `it was saved from ${from}`,
    to !== '' && `it was saved until ${to}`,
  ].filter((condition) => condition !== false);
  return (
    <ListState title="No matching analysis" text={`There is none where ${conditions.join(' and ')}.`}>
      <Button onClick={onClear}>{column || from || to ? 'Clear Filters' : 'Clear Search'}</Button>
    </ListState>
  );
}
