import * as z from 'zod/mini';

// The files share a process: one that starts wrangler leaves English words for zod behind, which our pages and our Worker do not have.
z.config({ localeError: undefined });
