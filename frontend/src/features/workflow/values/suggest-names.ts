import type { Mapping } from '#frontend/analysis/mapping.ts';
import { spellingKey } from '#frontend/analysis/group-values.ts';

const MAX_SUGGESTIONS = 8;
/** Shorter text is not searched inside names: most names contain any single letter. */
const MIN_LENGTH_WITHIN = 2;

/** The names of a column: its values, most leads first, with their spelling keys, and the names typed so far. */
interface KnownNames {
  values: readonly string[];
  keys: readonly string[];
  mapping: Mapping;
  typedNames: readonly string[];
}

export interface NameSuggestions {
  names: readonly string[];
  /** The first name, if the typed text looks like its beginning: Enter and Tab take it. Null otherwise. */
  completion: string | null;
}

type Rank = 'own' | 'typed' | 'value' | 'within';

/**
 * Suggests names for the value `own` with the text `typed` in its field: other spellings of the value first, then names
 * typed before, then other values that begin with the text, then names that contain it. A value with a new name is no
 * suggestion.
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
 * Whole words do not complete: 'Google' may be a name of its own, so only 'Goo' completes to 'Google Ads'. Another spelling
 * of the value itself always completes.
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
