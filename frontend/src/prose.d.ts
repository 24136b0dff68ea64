declare module 'virtual:database-tables' {
  export const tables: readonly { name: string; columns: readonly string[] }[];
}

declare module 'virtual:sample-results' {
  import type { SampleResults } from '../build/analyse-sample.ts';

  export const sample: SampleResults;
}

declare module '*.mdx' {
  import type { ReactNode } from 'react';
  import type { ProseText } from '#frontend/ui/prose.tsx';

  const Text: ProseText['default'];
  export default Text;
  export const sections: ProseText['sections'];
  /** Only some texts have these two. */
  export const dateline: ReactNode;
  export const closing: ReactNode;
}
