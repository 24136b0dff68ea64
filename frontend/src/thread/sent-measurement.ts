import type { Measurement } from '#frontend/analysis/measurement.ts';

/** A measurement as it crosses to the page: lists of names that are there already are named only. */
export interface SentMeasurement extends Omit<Measurement, 'fields'> {
  fields: readonly { name: string; values: SentNames }[];
}

export interface SentNames {
  /** Tells lists of names apart, of one thread. */
  id: number;
  /** Null where the page has them. */
  names: readonly string[] | null;
}

/** Lists of names by their numbers. */
export type NameLists = ReadonlyMap<number, readonly string[]>;

/** The measurement with all its names, and those for the next one. `known`: those that need not come. */
export function completeNames(
  { fields, ...rest }: SentMeasurement,
  known: NameLists,
): { measurement: Measurement; names: NameLists } {
  const completed = fields.map(({ name, values: { id, names } }) => ({
    id,
    name,
    values: names ?? known.get(id)!, // what does not come is known
  }));
  return {
    measurement: { ...rest, fields: completed.map(({ name, values }) => ({ name, values })) },
    names: new Map(completed.map(({ id, values }) => [id, values])),
  };
}
