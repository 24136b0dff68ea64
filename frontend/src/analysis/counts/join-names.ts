import { compareNames } from '../columns/order.ts';
import type { Mapping } from './mapping.ts';

/** A name of results, and how many leads have it. */
interface CountedName {
  name: string;
  leads: number;
}

/** The name that stays when several become one: that of the most leads, of equals the first in the order of names. */
export function pickName(names: readonly CountedName[]): string {
  const [most] = names.toSorted((a, b) => b.leads - a.leads || compareNames(a.name, b.name));
  return most?.name ?? '';
}

/**
 * The mapping in which all values with one of these names get the name `into`. A value of that spelling which was given another name
 * keeps it.
 * Example: 'Adwords' is named 'google ads'; 'google ads' joins 'Google Ads': both are named 'Google Ads'.
 */
export function joinNames(names: readonly string[], into: string, mapping: Mapping): Mapping {
  const joined = new Map(mapping);
  const nameOf = (value: string) => mapping.get(value)?.trim() || value;
  for (const value of new Set([...mapping.keys(), ...names])) {
    if (!names.includes(nameOf(value))) continue;
    if (value === into) joined.delete(value);
    else joined.set(value, into);
  }
  return joined;
}
