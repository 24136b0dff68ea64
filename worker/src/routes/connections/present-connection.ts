import type { ConnectionCheck } from '#contract/connection-checks.ts';
import type { Connection, Named } from '#contract/connections.ts';
import type { ConnectionRow, ListedConnectionRow } from '#worker/db/connections.ts';
import { nameOfMember } from '#worker/db/members.ts';
import type { NamedRow } from '#worker/db/named-resources.ts';
import type { AppContext } from '#worker/env.ts';

const toIso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** The facts beside a connection that its presentation needs. */
interface Around {
  /** Of today's key. */
  version: string;
  now: number;
  /** The names of the members of a team, of whom an admin has made each connection; null for a user's own connections. */
  names: ReadonlyMap<string, string> | null;
  isMaker: boolean;
}

/** The maker of a connection checks it. A user has made all of their own. */
export const isMaker = (c: AppContext, { madeBy }: Pick<ConnectionRow, 'madeBy'>): boolean =>
  !c.get('team') || madeBy === c.get('requester').id;

/** A connection as its user sees it, or a member of its team. */
export const presentConnection = (
  { account, connectedAt, lastUsedAt, endsAt, keyVersion, madeBy, lastCheck, uses }: ListedConnectionRow,
  { version, now, names, isMaker: isOwn }: Around,
): Connection => ({
  account,
  connectedAt: toIso(connectedAt),
  lastUsedAt: toIso(lastUsedAt),
  endsAt: toIso(endsAt),
  madeBy: names?.get(madeBy ?? '') ?? null,
  isOver: keyVersion !== version || (endsAt !== null && endsAt <= now),
  mayCheck: isOwn,
  check: isOwn && lastCheck ? presentCheck(lastCheck) : null,
  uses,
});

const presentCheck = ({ at, answer, turn, code }: ConnectionCheck): ConnectionCheck => ({
  at,
  answer,
  turn,
  code,
});

/** The spreadsheets or ad accounts that a connection of a team serves. */
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
