import './jitless.ts';
import * as z from 'zod/mini';

/** Answer of `GET /api/health`: 200 with both 'ok', 503 with both 'unavailable'. */
export const healthSchema = z.object({
  status: z.enum(['ok', 'unavailable']),
  version: z.string(),
  database: z.enum(['ok', 'unavailable']),
});

export type Health = z.infer<typeof healthSchema>;
