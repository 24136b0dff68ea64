import { Search } from 'lucide-react';
import { formatCount } from '#frontend/lib/format.ts';
import { TextField } from '#frontend/ui/text-field.tsx';
import { useDeferredValue, useMemo, useState, type FormEvent } from 'react';
import type { ListedValue, Mapping } from '#frontend/analysis/mapping.ts';
import { Button } from '#frontend/ui/button.tsx';

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

/** Up to this many values are looked over faster than they are searched. */
const MAX_WITHOUT_SEARCH = 12;
const NO_MAPPING: Mapping = new Map();

interface ValueSearch {
  isOffered: boolean;
  query: string;
  setQuery(query: string): void;
  /** The values found; all of them while nothing is searched. */
  found: readonly ListedValue[];
  /** What `found` was found for: the query, or the one before while a long list is gone through. */
  foundFor: string;
}

/** Finds values by a part of their text, or of the name that they were given. */
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
  /** How many values the search found. */
  count: number;
  onName(name: string): void;
}

/** One name for everything that a search found: long columns are grouped by their words, not value by value. */
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
        label="One name for all that were found"
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
