import type { Handlers } from '../mount.ts';
import * as z from 'zod/mini';
import { AUDIT_PAGE } from '#contract/limits.ts';
import { AUDIT_AREAS, type AuditEntry, type AuditPerson } from '#contract/organisation.ts';
import { listEntries, listPeople, type AuditQuery, type EntryRow } from '#worker/db/audit.ts';
import { nameOfMember, type MemberRow } from '#worker/db/members.ts';
import type { AppContext } from '#worker/env.ts';
import { parseBody } from '#worker/middleware/request-body.ts';

const numberText = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/, 'before must be a number')),
  z.transform(Number),
);
const timeText = z.pipe(z.iso.datetime('A time must be in ISO 8601'), z.transform(Date.parse));

const filterSchema = z.object({
  person: z.optional(z.string().check(z.maxLength(64))),
  area: z.optional(z.enum(AUDIT_AREAS)),
  from: z.optional(timeText),
  to: z.optional(timeText),
  before: z.optional(numberText),
});

/** The parameters of the address that are not empty, as a form sends them. */
const readFilter = (c: AppContext): AuditQuery =>
  parseBody(
    filterSchema,
    Object.fromEntries(Object.entries(c.req.query()).filter(([, text]) => text !== '')),
  );

type Named = Pick<MemberRow, 'firstName' | 'lastName' | 'email'> | null;

const presentPerson = (id: string, user: Named): AuditPerson => ({ id, name: user && nameOfMember(user) });

function presentEntry({ entry, by, member }: EntryRow): AuditEntry {
  const { id, at, person, action, object, label, detail, network } = entry;
  return {
    id,
    at: new Date(at).toISOString(),
    person: person === null ? null : presentPerson(person, by),
    action,
    object,
    label: member ? nameOfMember(member) : label,
    detail,
    network,
  };
}

export const auditHandlers = {
  // The first page also names everybody who stands in the log.
  'GET /api/teams/:team/audit': async (c) => {
    const [db, teamId, filter] = [c.get('db'), c.get('workspace').id, readFilter(c)];
    const rows = await listEntries(db, teamId, filter);
    const people = filter.before === undefined ? await listPeople(db, teamId) : [];
    const page = rows.slice(0, AUDIT_PAGE);
    return {
      entries: page.map(presentEntry),
      next: rows.length > AUDIT_PAGE ? (page.at(-1)?.entry.id ?? null) : null,
      people: people.map(({ person, user }) => presentPerson(person, user)),
    };
  },
} satisfies Partial<Handlers>;
