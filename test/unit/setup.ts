import { afterEach, expect } from 'vitest';
import * as z from 'zod/mini';
import { takeProblems } from '../schemas/check-request.ts';

// The files share a process: one that starts wrangler leaves English words for zod behind, which our pages and our Worker do not have.
z.config({ localeError: undefined });

// The requests to a stand-in keep to the published definitions, whatever the test is about.
afterEach(() => expect(takeProblems()).toEqual([]));
