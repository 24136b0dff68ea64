import * as z from 'zod/mini';

// The site's content security policy forbids code made from text, and zod's probe for it would be
// reported as a violation. Workers forbid it as well.
z.config({ jitless: true });
