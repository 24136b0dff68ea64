import type { Counter, UsedUp } from '#worker/db/rate-limits.ts';

/** Bounds the memory. Beyond it, the counter that was used longest ago is dropped. */
const MAX_COUNTERS = 10_000;

const counters = new Map<string, { count: number; expiresAt: number }>();

/** Does the work of `countAttempt` in the memory of this isolate, while the database takes no writes. */
export function countInMemory(wanted: readonly Counter[], now: number): UsedUp[] {
  const known = wanted.map(({ key, limit, amount = 1 }) => {
    const kept = counters.get(key);
    return { key, limit, amount, kept: kept && kept.expiresAt > now ? kept : null };
  });
  const usedUp = known.flatMap(({ key, limit, amount, kept }) =>
    kept && kept.count > limit.count - amount ? [{ key, expiresAt: kept.expiresAt }] : [],
  );
  if (usedUp.length > 0) return usedUp;
  for (const { key, limit, amount, kept } of known) {
    counters.delete(key); // set again, it is the youngest
    counters.set(key, {
      count: (kept?.count ?? 0) + amount,
      expiresAt: kept?.expiresAt ?? now + limit.windowMs,
    });
  }
  for (const key of counters.keys()) {
    if (counters.size <= MAX_COUNTERS) break;
    counters.delete(key);
  }
  return [];
}

export function giveBackInMemory(wanted: readonly Counter[]): void {
  for (const { key } of wanted) {
    const kept = counters.get(key);
    if (kept && kept.count > 0) kept.count--;
  }
}
