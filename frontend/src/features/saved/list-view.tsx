import { Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import type { AnalysisSummary } from '#contract/answers.ts';
import { Button, buttonClasses } from '#frontend/ui/button.tsx';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { TextField } from '#frontend/ui/field.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { Skeleton } from '#frontend/ui/skeleton.tsx';
import { ListState } from './kit/failed-list.tsx';

/** The orders of the list, by their names in the address; the first one is used without a name. */
const ORDERS = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name, A to Z',
  'name-down': 'Name, Z to A',
  columns: 'Columns, A to Z',
} as const;

type Order = keyof typeof ORDERS;

/** Which analyses the list shows, and in which order. Empty texts filter nothing. */
interface ListView {
  /** Part of the name or of the name of the file. */
  query: string;
  /** The name of a column that the analysis is about. */
  column: string;
  /** The first and the last day on which it was saved, as '2026-11-30', in the time of this browser. */
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
    order: Object.hasOwn(ORDERS, order) ? (order as Order) : 'newest', // one of these keys
  };
}

/** The parameters of the address with a changed view. */
function withView(parameters: URLSearchParams, change: Partial<ListView>): URLSearchParams {
  const { order, ...filters } = { ...readView(parameters), ...change };
  const next = new URLSearchParams(parameters);
  const write = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value));
  for (const [filter, value] of Object.entries(filters)) write(FILTERS[filter as ListFilter], value); // its keys
  write(ORDER, order === 'newest' ? '' : order);
  return next;
}

/** All columns that the analyses are about, by name. */
export function columnsOf(analyses: readonly AnalysisSummary[]): string[] {
  return [...new Set(analyses.flatMap(listColumns))].sort(collator.compare);
}

/** The analyses that a view shows, or that are shown always, in its order. Equal ones stay newest first, as they come. */
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

/** 'leads 9' before 'leads 10'. */
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

/** The day in the time of this browser, as a field for dates has it. */
function dayOf(createdAt: string): string {
  const date = new Date(createdAt);
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** The view of the list, kept in the address: Back from an analysis shows the list as it was. */
export function useListView() {
  const [parameters, setParameters] = useSearchParams();
  const inAddress = readView(parameters);
  // The address changes in a transition, which is too late for a field that somebody types in.
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

/** The two ends of the days on which an analysis was saved. Each limits the other one. */
const DAYS = [
  { end: 'from', label: 'Saved from', limit: ({ to }: ListView) => ({ max: to }) },
  { end: 'to', label: 'Saved until', limit: ({ from }: ListView) => ({ min: from }) },
] as const;

interface ListFiltersProps {
  view: ListView;
  onChange(changed: Partial<ListView>): void;
  /** The columns on offer. */
  columns: readonly string[];
  /** How many analyses are shown. */
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
        options={Object.entries(ORDERS).map(([value, label]) => ({ value, label }))}
        value={view.order}
        onChange={(order) => onChange({ order: order as Order })} // one of the options
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
