import type { Connection } from '#contract/connections.ts';
import type { ConnectionRow } from '#worker/db/connections.ts';

const toIso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** A connection as its user sees it. `version` is that of today's key. */
export const presentConnection = (
  { account, connectedAt, lastUsedAt, endsAt, keyVersion }: ConnectionRow,
  { version, now }: { version: string; now: number },
): Connection => ({
  account,
  connectedAt: toIso(connectedAt),
  lastUsedAt: toIso(lastUsedAt),
  endsAt: toIso(endsAt),
  isOver: keyVersion !== version || (endsAt !== null && endsAt <= now),
});
