import { useSyncExternalStore } from 'react';
import * as visitors from '#frontend/lib/format.ts';

type Formats = ReturnType<typeof visitors.createFormats>;

let ahead: Formats | undefined;

/**
 * Numbers in the visitor's own locale, for what is also rendered ahead: there, and until the page has taken it over,
 * they are in American English.
 */
export function useFormats(): Formats {
  return useSyncExternalStore<Formats>(
    () => () => {},
    () => visitors,
    () => (ahead ??= visitors.createFormats('en-US')),
  );
}
