import { aliasedTable, and, desc, eq, gte, inArray, isNotNull, lt, lte, sql, type SQL } from 'drizzle-orm';
import { AUDIT_MS, AUDIT_NETWORK_MS, AUDIT_PAGE, MAX_AUDIT_PEOPLE, SECOND } from '#contract/limits.ts';
import type { AuditArea } from '#contract/organisation.ts';
import type { Database } from './client.ts';
import { audit, auditPeople, users } from './schema.ts';

/** The entries that somebody looks for. An absent member leaves none out. */
export interface AuditQuery {
  person?: string;
  area?: AuditArea;
  from?: number;
  to?: number;
  /** Only entries before this one. */
  before?: number;
}

const named = (table: typeof users) => ({
  email: table.email,
  firstName: table.firstName,
  lastName: table.lastName,
});

const memberPeople = aliasedTable(auditPeople, 'member_people');
const memberUsers = aliasedTable(users, 'member_users');

const isMatch = (teamId: string, { person, area, from, to, before }: AuditQuery) =>
  and(
    eq(audit.teamId, teamId),
    before === undefined ? undefined : lt(audit.id, before),
    person === undefined ? undefined : eq(audit.person, person),
    area === undefined ? undefined : sql`substr(${audit.action}, 1, ${area.length + 1}) = ${`${area}.`}`,
    from === undefined ? undefined : gte(audit.at, from),
    to === undefined ? undefined : lt(audit.at, to),
  );

/**
 * The entries of a team that match, the newest first: one more than an answer has where there are more. `by` is the account of whoever
 * has done it, `member` that of whom it was done to; both are null once the account is gone.
 */
export const listEntries = (db: Database, teamId: string, filter: AuditQuery) =>
  db
    .select({ entry: audit, by: named(users), member: named(memberUsers) })
    .from(audit)
    .leftJoin(auditPeople, eq(auditPeople.person, audit.person))
    .leftJoin(users, eq(users.id, auditPeople.id))
    .leftJoin(memberPeople, eq(memberPeople.person, audit.object))
    .leftJoin(memberUsers, eq(memberUsers.id, memberPeople.id))
    .where(isMatch(teamId, filter))
    .orderBy(desc(audit.id))
    .limit(AUDIT_PAGE + 1)
    .all();

export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

interface PersonRow {
  person: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
}

/** Those who have done something in a team, at most `MAX_AUDIT_PEOPLE`, with the account as long as there is one. Reads one entry of each, by the index. */
export async function listPeople(db: Database, teamId: string) {
  const next = (after: SQL) =>
    sql`(SELECT min(person) FROM audit WHERE team_id = ${teamId} AND person > ${after})`;
  const rows = await db.all<PersonRow>(sql`WITH RECURSIVE found (person) AS (
      SELECT ${next(sql`''`)} UNION ALL SELECT ${next(sql`found.person`)} FROM found WHERE found.person IS NOT NULL
      LIMIT ${MAX_AUDIT_PEOPLE})
    SELECT found.person, email, first_name AS firstName, last_name AS lastName FROM found
    LEFT JOIN audit_people ON audit_people.person = found.person LEFT JOIN users ON users.id = audit_people.id
    WHERE found.person IS NOT NULL ORDER BY found.person`);
  return rows.map(({ person, email, ...name }) => ({
    person,
    user: email === null ? null : { email, ...name },
  }));
}

const PORTION = 500;

/** So long ago by the clock of the database, which refuses to delete anything younger. */
const isOlder = (ms: number): SQL => lte(audit.at, sql`(unixepoch() - ${ms / SECOND}) * ${SECOND}`);

/** Deletes entries that are too old, and the networks of those that are old. */
export async function forgetEntries(db: Database, { hasTime }: { hasTime: () => boolean }): Promise<void> {
  const some = (condition: SQL | undefined) =>
    inArray(audit.id, db.select({ id: audit.id }).from(audit).where(condition).limit(PORTION));
  const steps = [
    () => db.delete(audit).where(some(isOlder(AUDIT_MS))),
    () =>
      db
        .update(audit)
        .set({ network: null })
        .where(some(and(isNotNull(audit.network), isOlder(AUDIT_NETWORK_MS)))),
  ];
  for (const step of steps)
    while (hasTime()) {
      const { meta } = await step().run();
      if (meta.changes < PORTION) break;
    }
}
