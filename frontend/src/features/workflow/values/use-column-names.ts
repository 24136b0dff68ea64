import { useMemo, useCallback, useEffect, useRef, startTransition, useState } from 'react';
import type { Range } from '#frontend/analysis/binning.ts';
import type { DateNaming } from '#frontend/analysis/dates.ts';
import type { Mapping } from '#frontend/analysis/mapping.ts';
import { nextTask } from '#frontend/thread/next-task.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import { groupNames, type NameGroups } from './group-names.ts';
import { suggestSpellings, findSpellings, spellingKey } from '#frontend/analysis/group-values.ts';
import { suggestNames, type NameSuggestions } from './suggest-names.ts';
import { listColumnValues } from './value-list.tsx';

interface Shown {
  ranges: readonly Range[] | null;
  dates: DateNaming | null;
}

/**
 * The values of an attribute, their groups and the suggestions for their names. The parts that depend on the values alone
 * are computed once, so that a new name is quick in a column with many values.
 */
export function useColumnNames(detail: ColumnDetail, { ranges, dates }: Shown, mapping: Mapping) {
  const values = useMemo(() => listColumnValues(detail, ranges, dates), [detail, ranges, dates]);
  const mostLeads = useMemo(() => values.reduce((most, { leads }) => Math.max(most, leads), 0), [values]);
  const leadsByValue = useMemo(() => new Map(values.map(({ value, leads }) => [value, leads])), [values]);
  const groups = useMemo(() => groupNames(leadsByValue, mapping), [leadsByValue, mapping]);

  const all = useMemo(() => values.map(({ value }) => value), [values]);
  const { names, keys, sets } = useComparedNames(all);
  const spellings = useMemo(() => suggestSpellings(sets, mapping), [sets, mapping]);
  const suggest = useSuggest({ names, keys, mapping, groups });

  return { values, mostLeads, groups, spellings, suggest };
}

interface Known {
  names: readonly string[];
  keys: readonly string[];
  mapping: Mapping;
  groups: NameGroups;
}

export type Suggest = (value: string, typed: string) => NameSuggestions;

/** One function for all rows that never changes, so that a name typed in one row does not render the others. */
function useSuggest(known: Known): Suggest {
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

/** This many take a few milliseconds. */
const NAMES_PER_SLICE = 5000;

interface ComparedNames {
  names: readonly string[];
  /** The spelling key of each name. */
  keys: readonly string[];
  /** Sets of names with the same key. */
  sets: readonly (readonly string[])[];
}

const NOTHING: ComparedNames = { names: [], keys: [], sets: [] };

/** Compares names with each other. A long list is compared in slices after it is on the screen. */
function useComparedNames(names: readonly string[]): ComparedNames {
  const isLong = names.length > NAMES_PER_SLICE;
  const atOnce = useMemo(() => (isLong ? NOTHING : compare(names, names.map(spellingKey))), [names, isLong]);
  const [later, setLater] = useState<{ of: readonly string[]; compared: ComparedNames } | null>(null);

  useEffect(() => {
    if (!isLong) return;
    const leaving = new AbortController();
    void compareInSlices(names, leaving.signal).then(
      (compared) => compared && startTransition(() => setLater({ of: names, compared })),
    );
    return () => leaving.abort();
  }, [names, isLong]);

  return isLong && later?.of === names ? later.compared : atOnce;
}

function compare(names: readonly string[], keys: readonly string[]): ComparedNames {
  return { names, keys, sets: findSpellings(names, keys) };
}

/** Null after `signal` was aborted. */
async function compareInSlices(names: readonly string[], signal: AbortSignal): Promise<ComparedNames | null> {
  const keys: string[] = [];
  while (keys.length < names.length) {
    await nextTask();
    if (signal.aborted) return null;
    keys.push(...names.slice(keys.length, keys.length + NAMES_PER_SLICE).map(spellingKey));
  }
  await nextTask();
  return compare(names, keys);
}
