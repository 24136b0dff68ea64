import { useDeferredValue, useMemo, useState, type FormEvent } from 'react';
import { Search } from 'lucide-react';
import type { ListedValue, Mapping } from '#frontend/analysis/mapping.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { TextField } from '#frontend/ui/text-field.tsx';

export function ValueSearchField({ search, total }: { search: ValueSearch; total: number }) {
  const { isOffered, query, setQuery, found, foundFor } = search;
  if (!isOffered) return null;
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
          ? `${formatCount(total)} values`
          : `${formatCount(found.length)} of ${formatCount(total)} values`}
      </output>
    </div>
  );
}

/** Reading this many values is faster than searching them. */
const MAX_WITHOUT_SEARCH = 12;
const NO_MAPPING: Mapping = new Map();

interface ValueSearch {
  isOffered: boolean;
  query: string;
  setQuery(query: string): void;
  /** The values found; all values without a query. */
  found: readonly ListedValue[];
  /** The query of `found`, in lower case: the previous query while a long list is being searched. */
  foundFor: string;
}

/** Finds values by a part of their text or of their new name. */
export function useValueSearch(values: readonly ListedValue[], mapping: Mapping = NO_MAPPING): ValueSearch {
  const [query, setQuery] = useState('');
  const foundFor = useDeferredValue(query.trim().toLowerCase());
  const folded = useMemo(() => values.map(({ value }) => value.toLowerCase()), [values]);
  const found = useMemo(() => {
    if (foundFor === '') return values;
    return values.filter(
      ({ value }, index) =>
        folded[index]?.includes(foundFor) || mapping.get(value)?.toLowerCase().includes(foundFor),
    );
  }, [values, folded, mapping, foundFor]);
  return { isOffered: values.length > MAX_WITHOUT_SEARCH, query, setQuery, found, foundFor };
}

interface NameFoundProps {
  /** Number of values found. */
  count: number;
  onName(name: string): void;
}

/** Gives one name to all values found: a long column is faster to group by words than value by value. */
export function NameFound({ count, onName }: NameFoundProps) {
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onName(name.trim());
    setName('');
  };
  return (
    <form className="flex items-end gap-2" onSubmit={submit}>
      <TextField
        label="One name for all values found"
        className="flex-1"
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" disabled={name.trim() === ''}>
        Name all {formatCount(count)}
      </Button>
    </form>
  );
}
