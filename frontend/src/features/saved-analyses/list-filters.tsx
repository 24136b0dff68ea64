import { useState, type ReactNode } from 'react';
import { Search } from 'lucide-react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { Choice } from '#frontend/ui/choice.tsx';
import { TextField } from '#frontend/ui/text-field.tsx';
import { ORDERS, readView, withView, type ListView, type Order } from './list-view.ts';

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
      <Choice
        label="Column"
        options={[
          { value: '', label: 'All columns' },
          ...known.map((name) => ({ value: name, label: name })),
        ]}
        value={view.column}
        onChange={(column) => onChange({ column })}
        className="sm:w-44"
      />
      <Choice
        label="Sort by"
        options={Object.entries(ORDERS).map(([value, label]) => ({ value, label }))}
        value={view.order}
        onChange={(order) => onChange({ order: order as Order })} // one of the options
        className="sm:w-44"
      />
      <TextField
        label="Saved from"
        type="date"
        value={view.from}
        max={view.to || undefined}
        onChange={(event) => onChange({ from: event.target.value })}
        className="sm:w-40"
      />
      <TextField
        label="Saved until"
        type="date"
        value={view.to}
        min={view.from || undefined}
        onChange={(event) => onChange({ to: event.target.value })}
        className="sm:w-40"
      />
      <output className="col-span-full flex items-center text-13 text-muted tabular-nums sm:min-h-control">
        {children}
      </output>
    </search>
  );
}
