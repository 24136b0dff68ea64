import type { Connection, Named } from '#contract/connections.ts';
import type { ListedConnectionRow } from '#worker/db/connections.ts';
import { nameOfMember } from '#worker/db/members.ts';
import type { NamedRow } from '#worker/db/named-resources.ts';

const toIso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** What a connection is shown with. */
interface Around {
  /** Of today's key. */
  version: string;
  now: number;
  /** The names of the members of a team, of whom an admin has made each connection; null for a user's own connections. */
  names: ReadonlyMap<string, string> | null;
}

/** A connection as its user sees it, or a member of its team. */
export const presentConnection = (
  { account, connectedAt, lastUsedAt, endsAt, keyVersion, madeBy, uses }: ListedConnectionRow,
  { version, now, names }: Around,
): Connection => ({
  account,
  connectedAt: toIso(connectedAt),
  lastUsedAt: toIso(lastUsedAt),
  endsAt: toIso(endsAt),
  madeBy: names?.get(madeBy ?? '') ?? null,
  isOver: keyVersion !== version || (endsAt !== null && endsAt <= now),
  uses,
});

/** What a connection of a team serves. */
export const presentNamed = (rows: readonly NamedRow[]): Named => ({
  named: rows.map(({ id, name, namedAt, firstReadAt, by, sources, pushes, names }) => ({
    id,
    name: name || id,
    namedAt: new Date(namedAt).toISOString(),
    namedBy: by && nameOfMember(by),
    firstReadAt: toIso(firstReadAt),
    sources,
    pushes,
    names,
  })),
});
