import type * as z from 'zod/mini';

/** The place and the words of the first problem, as a call answers them; null where the schema takes the value. */
export function problemOf(schema: z.ZodMiniType, value: unknown): string | null {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  return issue ? `${issue.path.join('.')}: ${issue.message}` : null;
}
