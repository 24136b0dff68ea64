import type { AnalysisSummary } from '#contract/answers.ts';

/** The orders of the list, by their names in the address; the first one is used without a name. */
export const ORDERS = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name, A to Z',
  'name-down': 'Name, Z to A',
  columns: 'Columns, A to Z',
} as const;

export type Order = keyof typeof ORDERS;

/** Which analyses the list shows, and in which order. Empty texts filter nothing. */
export interface ListView {
  /** Part of the name or of the name of the file. */
  query: string;
  /** The name of a column that the analysis is about. */
  column: string;
  /** The first and the last day on which it was saved, as '2026-11-30', in the time of this browser. */
  from: string;
  to: string;
  order: Order;
}

export type ListFilter = Exclude<keyof ListView, 'order'>;

const FILTERS: Record<ListFilter, string> = { query: 'q', column: 'column', from: 'from', to: 'to' };
const ORDER = 'sort';

/** Reads the view from the parameters of the address. */
export function readView(parameters: URLSearchParams): ListView {
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
export function withView(parameters: URLSearchParams, change: Partial<ListView>): URLSearchParams {
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

/** The analyses that a view shows, in its order. Equal ones stay newest first, as they come. */
export function arrange(analyses: readonly AnalysisSummary[], view: ListView): AnalysisSummary[] {
  const shown = analyses.filter((analysis) => isShown(analysis, view));
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
