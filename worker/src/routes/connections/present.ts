import type { Connection as ConnectionAnswer } from '#contract/connections.ts';
import type { Connection } from '#worker/db/connections.ts';

const toIso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** A connection as its user sees it. `version` is that of today's key. */
export const presentConnection = (
  { account, connectedAt, lastUsedAt, endsAt, keyVersion }: Connection,
  { version, now }: { version: string; now: number },
): ConnectionAnswer => ({
  account,
  connectedAt: toIso(connectedAt),
  lastUsedAt: toIso(lastUsedAt),
  endsAt: toIso(endsAt),
  isOver: keyVersion !== version || (endsAt !== null && endsAt <= now),
});
