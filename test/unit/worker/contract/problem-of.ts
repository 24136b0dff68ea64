import type * as z from 'zod/mini';

/** The place and the words of the first problem, as a call answers them; null where the schema takes the value. */
export function problemOf(schema: z.ZodMiniType, value: unknown): string | null {
  // In one process with these tests runs code that loads English words of zod for it.
  const [issue] = schema.safeParse(value, { error: () => 'Invalid input' }).error?.issues ?? [];
  return issue ? `${issue.path.join('.')}: ${issue.message}` : null;
}
