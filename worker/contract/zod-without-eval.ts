import * as z from 'zod/mini';

// zod tries to make code from text. Workers forbid that, and so does the content security policy, which would report it.
z.config({ jitless: true });
