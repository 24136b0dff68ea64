import fc from 'fast-check';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The seed of properties; null for a random one. */
    seed: number | null;
  }
}

const seed = inject('seed');
if (seed !== null) fc.configureGlobal({ seed });
