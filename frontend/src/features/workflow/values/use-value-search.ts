import { useDeferredValue, useMemo, useState } from 'react';
import type { ListedValue, Mapping } from '#frontend/analysis/mapping.ts';

/** Up to this many values are looked over faster than they are searched. */
const MAX_WITHOUT_SEARCH = 12;
const NO_MAPPING: Mapping = new Map();

export interface ValueSearch {
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
