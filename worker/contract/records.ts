// The types of `Object.keys` and its kin know every name as text. These know the names of a record that has no others.

type RecordOf<Key extends string> = Readonly<Record<Key, unknown>>;

/** The keys of a record, in its order. */
export const keysOf = <Key extends string>(record: RecordOf<Key>) => Object.keys(record) as Key[];

/** Whether a text is a key of a record. */
export const isKeyOf = <Key extends string>(record: RecordOf<Key>, text: string): text is Key =>
  Object.hasOwn(record, text);

/** A record with a value for each of these keys. */
export const recordOf = <Key extends string, Value>(keys: readonly Key[], valueOf: (key: Key) => Value) =>
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;

/** The fields of an object of an answer, which may have any name; none of anything else. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** The objects of a list of an answer, by their fields; none where it is no list. */
export const objectsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map(fieldsOf) : [];
