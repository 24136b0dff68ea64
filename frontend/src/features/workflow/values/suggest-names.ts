import type { Mapping } from '#frontend/analysis/mapping.ts';
import { spellingKey } from './spellings.ts';

const MAX_SUGGESTIONS = 8;
/** A single letter is somewhere in most names. */
const MIN_LENGTH_WITHIN = 2;

/** The names that a column has: its values, most leads first, with their spelling keys, and the names typed so far. */
export interface KnownNames {
  values: readonly string[];
  keys: readonly string[];
  mapping: Mapping;
  typedNames: readonly string[];
}

export interface NameSuggestions {
  names: readonly string[];
  /** The first name, when what is typed looks like its beginning: Enter and Tab take it. */
  completion: string | null;
}

type Rank = 'own' | 'typed' | 'value' | 'within';

/**
 * Names for the value `own` while `typed` stands in its field: another spelling of the value itself, then names typed
 * before, then other values, then names that contain what is typed somewhere. A value that has a new name is no
 * suggestion. One pass over the names.
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
 * Whole words are taken as they stand: 'Google' is a name of its own although 'Google Ads' begins with it, while
 * 'Goo' is the beginning of one. Another spelling of the value itself completes in any case.
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
