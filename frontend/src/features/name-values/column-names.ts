import { useMemo, useCallback, useEffect, useRef, startTransition, useState } from 'react';
import type { Range } from '#frontend/analysis/counts/binning.ts';
import type { DateNaming } from '#frontend/analysis/columns/dates.ts';
import type { Mapping } from '#frontend/analysis/counts/mapping.ts';
import { suggestSpellings, findSpellings, spellingKey } from '#frontend/analysis/counts/group-values.ts';
import { yieldToMessages } from '#frontend/threads/yield-to-messages.ts';
import type { ColumnDetail } from '#frontend/counting/file-facts.ts';
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
  const leadsByValue = useMemo(() => new Map(values.map(({ value, leads }) => [value, leads])), [values]);
  const groups = useMemo(() => groupNames(leadsByValue, mapping), [leadsByValue, mapping]);

  const all = useMemo(() => values.map(({ value }) => value), [values]);
  const { names, keys, sets } = useComparedNames(all);
  const spellings = useMemo(() => suggestSpellings(sets, mapping), [sets, mapping]);
  const typedNames = useMemo(() => groups.named.map(({ name }) => name), [groups]);
  const suggest = useSuggest({ values: names, keys, mapping, typedNames });

  return { values, groups, spellings, suggest };
}

export type Suggest = (value: string, typed: string) => NameSuggestions;

/** One function for all rows. It never changes, so that a name typed in one row does not render the others. */
function useSuggest(known: KnownNames): Suggest {
  const latest = useRef(known);
  useEffect(() => {
    latest.current = known;
  });
  return useCallback((value, typed) => suggestNames(latest.current, value, typed), []);
}

/** A slice of this many names takes a few milliseconds. */
const NAMES_PER_SLICE = 5000;

interface ComparedNames {
  names: readonly string[];
  /** The spelling key of each name. */
  keys: readonly string[];
  /** Sets of names with the same key. */
  sets: readonly (readonly string[])[];
}

const NOTHING: ComparedNames = { names: [], keys: [], sets: [] };

/** Compares names with each other. The names of a long list are compared in slices after the list is shown. */
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

/** Compares names in slices. Null after `signal` was aborted. */
async function compareInSlices(names: readonly string[], signal: AbortSignal): Promise<ComparedNames | null> {
  const keys: string[] = [];
  while (keys.length < names.length) {
    await yieldToMessages();
    if (signal.aborted) return null;
    keys.push(...names.slice(keys.length, keys.length + NAMES_PER_SLICE).map(spellingKey));
  }
  await yieldToMessages();
  return compare(names, keys);
}

/** A name that the visitor typed, with the number of its values and leads. */
interface NameGroup {
  name: string;
  values: number;
  leads: number;
}

export interface NameGroups {
  /** The number of segments that the column will have. */
  count: number;
  /** The typed names, most leads first. */
  named: readonly NameGroup[];
}

/**
 * The segments that a mapping makes from the values of a column. A value without a new name joins the group of that name.
 * Only the entries of the mapping are read, which is quick in a column of 100,000 values. Entries for values that are no
 * longer in the column are ignored.
 *
 * @internal
 */
export function groupNames(leadsByValue: ReadonlyMap<string, number>, mapping: Mapping): NameGroups {
  const named = new Map<string, NameGroup>();
  let renamed = 0;
  const add = (name: string, leads: number) => {
    const group = named.get(name) ?? { name, values: 0, leads: 0 };
    named.set(name, { name, values: group.values + 1, leads: group.leads + leads });
  };
  for (const [value, name] of mapping) {
    const leads = leadsByValue.get(value);
    if (leads === undefined) continue;
    renamed += 1;
    add(name, leads);
  }
  let joined = 0;
  for (const name of named.keys()) {
    const leads = leadsByValue.get(name);
    if (leads === undefined || mapping.has(name)) continue;
    joined += 1;
    add(name, leads);
  }
  return {
    count: leadsByValue.size - renamed + named.size - joined,
    named: [...named.values()].sort((a, b) => b.leads - a.leads),
  };
}

const MAX_SUGGESTIONS = 8;
/** A shorter text is not searched inside names, since most names contain any single letter. */
const MIN_LENGTH_WITHIN = 2;

/** The names of a column: its values, most leads first, with their spelling keys, and the names typed so far. */
interface KnownNames {
  values: readonly string[];
  keys: readonly string[];
  mapping: Mapping;
  typedNames: readonly string[];
}

interface NameSuggestions {
  names: readonly string[];
  /** The first name, if the typed text looks like its beginning: Enter and Tab take it. Null otherwise. */
  completion: string | null;
}

type Rank = 'own' | 'typed' | 'value' | 'within';

/**
 * Suggests names for the value `own` with the text `typed` in its field: other spellings of the value first, then names
 * typed before, then other values that begin with the text, then names that contain it. A value with a new name is no
 * suggestion.
 *
 * @internal
 */
export function suggestNames(known: KnownNames, own: string, typed: string): NameSuggestions {
  const wanted = spellingKey(typed);
  const ownKey = spellingKey(own);
  const ranked: Record<Rank, string[]> = { own: [], typed: [], value: [], within: [] };
  const typedNames = new Set(known.typedNames);
  const mayBeWithin = wanted.length >= MIN_LENGTH_WITHIN;

  const consider = (name: string, key: string, rank: Rank) => {
    if (name === own) return;
    if (key.startsWith(wanted)) ranked[key === ownKey ? 'own' : rank].push(name);
    else if (mayBeWithin && ranked.within.length < MAX_SUGGESTIONS && key.includes(wanted))
      ranked.within.push(name);
  };
  for (const name of known.typedNames) consider(name, spellingKey(name), 'typed');
  known.values.forEach((name, index) => {
    const key = known.keys[index] ?? '';
    const isFull = ranked.value.length >= MAX_SUGGESTIONS && key !== ownKey;
    if (!isFull && !known.mapping.has(name) && !typedNames.has(name)) consider(name, key, 'value');
  });

  const names = [...ranked.own, ...ranked.typed, ...ranked.value, ...ranked.within].slice(0, MAX_SUGGESTIONS);
  return { names, completion: completionOf(names, ownKey, typed) };
}

/**
 * The name that completes the typed text. A whole word does not complete: 'Google' may be a name of its own, so only 'Goo'
 * completes to 'Google Ads'. Another spelling of the value itself always completes.
 */
function completionOf([first]: readonly string[], ownKey: string, typed: string): string | null {
  const text = typed.trim();
  const wanted = spellingKey(text);
  if (first === undefined || text === '' || first === text) return null;
  const key = spellingKey(first);
  if (!key.startsWith(wanted)) return null;
  if (key === wanted || key === ownKey) return first;
  const isBeginning = first.toLowerCase().startsWith(text.toLowerCase());
  const next = first.slice(text.length, text.length + 1);
  return isBeginning && !/[\p{L}\p{N}]/u.test(next) ? null : first;
}
