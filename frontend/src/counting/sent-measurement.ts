import type { Measurement } from '#frontend/analysis/measure/measurement.ts';

/**
 * A measurement as it is sent to the page: lists of names that the page already has are replaced by their ids. The
 * measurement by value has the same names, so they are left out there.
 */
export interface SentMeasurement extends Omit<Measurement, 'fields' | 'byValue'> {
  fields: readonly { name: string; values: SentNames }[];
  byValue: Omit<Measurement, 'fields'> | null;
}

interface SentNames {
  /** Unique within one thread. */
  id: number;
  /** Null if the page already has them. */
  names: readonly string[] | null;
}

/** Lists of names by their ids. */
export type NameLists = ReadonlyMap<number, readonly string[]>;

/**
 * The measurement with all its names, and the lists for the next one.
 *
 * @param known the lists that the page already has
 */
export function completeNames(
  { fields, byValue, ...rest }: SentMeasurement,
  known: NameLists,
): { measurement: Measurement; names: NameLists } {
  const completed = fields.map(({ name, values: { id, names } }) => ({
    id,
    name,
    values: names ?? known.get(id)!, // a list that was not sent is known
  }));
  const named = completed.map(({ name, values }) => ({ name, values }));
  return {
    measurement: { ...rest, fields: named, byValue: byValue && { ...byValue, fields: named } },
    names: new Map(completed.map(({ id, values }) => [id, values])),
  };
}
