import type { Mapping } from '#frontend/analysis/mapping.ts';

/** A name that the visitor typed, with the number of its values and leads. */
export interface NameGroup {
  name: string;
  values: number;
  leads: number;
}

export interface NameGroups {
  /** Segments that the column will have. */
  count: number;
  /** The typed names, most leads first. */
  named: readonly NameGroup[];
}

/**
 * The segments that a mapping makes from the values of a column. A value without a new name joins the group with its text
 * as name. The function reads the entries of the mapping only, so that it is quick in a column of 100,000 values. It ignores
 * entries for values that are no longer in the column.
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
