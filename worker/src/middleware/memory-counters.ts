import type { Counter, UsedUp } from '#worker/db/rate-limits.ts';

/** Bounds the memory. Beyond it, the counter that was used longest ago is dropped. */
const MAX_COUNTERS = 10_000;

const counters = new Map<string, { count: number; expiresAt: number }>();

/** Does the work of `countAttempt` in the memory of this isolate, while the database takes no writes. */
export function countInMemory(wanted: readonly Counter[], now: number): UsedUp[] {
  const known = wanted.map(({ key, limit }) => {
    const kept = counters.get(key);
    return { key, limit, kept: kept && kept.expiresAt > now ? kept : null };
  });
  const usedUp = known.flatMap(({ key, limit, kept }) =>
    kept && kept.count >= limit.count ? [{ key, expiresAt: kept.expiresAt }] : [],
  );
  if (usedUp.length > 0) return usedUp;
  for (const { key, limit, kept } of known) {
    counters.delete(key); // so that `set` puts it at the end, as the last one used
    counters.set(key, {
      count: (kept?.count ?? 0) + 1,
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
