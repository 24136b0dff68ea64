import type { Mapping } from '#frontend/analysis/mapping.ts';

/** A name that was typed, with the values that have it now. */
export interface NameGroup {
  name: string;
  values: number;
  leads: number;
}

export interface NameGroups {
  /** Segments that the column will have. */
  count: number;
  /** The names typed, most leads first. */
  named: readonly NameGroup[];
}

/**
 * The segments that a mapping makes of a column's values. A value that has no new name and is the new name of others
 * belongs to them. Looks at the mapping's entries alone, so that it stays quick in a column of 100,000 values;
 * entries of values that the column does not have any more are passed over.
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
