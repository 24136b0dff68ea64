import { MAX_LISTED, MAX_LISTED_NAME_LENGTH } from './limits.ts';

/** A name as lists show it: a longer one is cut to `MAX_LISTED_NAME_LENGTH` characters. */
export const cutListedName = (name: string): string =>
  name.length <= MAX_LISTED_NAME_LENGTH ? name : `${name.slice(0, MAX_LISTED_NAME_LENGTH - 1)}…`;

/** The first `MAX_LISTED` entries as lists show them, and how many there are. */
export const firstOf = <T, Listed>(entries: readonly T[], list: (entry: T) => Listed) => ({
  first: entries.slice(0, MAX_LISTED).map(list),
  count: entries.length,
});
