import { useCallback, useEffect, useRef } from 'react';
import type { Mapping } from '#frontend/analysis/mapping.ts';
import type { NameGroups } from './group-names.ts';
import { suggestNames, type NameSuggestions } from './suggest-names.ts';

interface Known {
  names: readonly string[];
  keys: readonly string[];
  mapping: Mapping;
  groups: NameGroups;
}

export type Suggest = (value: string, typed: string) => NameSuggestions;

/** One function for all rows that never changes, so that a name typed in one row draws no other row again. */
export function useSuggest(known: Known): Suggest {
  const latest = useRef(known);
  useEffect(() => {
    latest.current = known;
  });
  return useCallback((value, typed) => {
    const { names, keys, mapping, groups } = latest.current;
    const typedNames = groups.named.map(({ name }) => name);
    return suggestNames({ values: names, keys, mapping, typedNames }, value, typed);
  }, []);
}
