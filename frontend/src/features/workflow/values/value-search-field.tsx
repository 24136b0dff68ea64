import { Search } from 'lucide-react';
import { formatCount } from '#frontend/lib/format.ts';
import { TextField } from '#frontend/ui/text-field.tsx';
import type { ValueSearch } from './use-value-search.ts';

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
