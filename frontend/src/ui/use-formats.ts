import { useSyncExternalStore } from 'react';
import * as visitors from '#frontend/lib/format.ts';

type Formats = ReturnType<typeof visitors.createFormats>;

let prerendered: Formats | undefined;

/**
 * Numbers in the visitor's own locale. On prerendered pages they are in American English until React takes the page over.
 */
export function useFormats(): Formats {
  return useSyncExternalStore<Formats>(
    () => () => {},
    () => visitors,
    () => (prerendered ??= visitors.createFormats('en-US')),
  );
}
