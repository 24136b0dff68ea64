import { sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as schema from './schema.ts';

/** A table whose rows count towards the stored bytes of their owner. */
export interface CountedTable {
  table: SQLiteTable;
  /** The user or the team that the bytes of a row count for. */
  owner: SQLiteColumn;
  /** Columns whose texts count with their length. */
  texts: readonly SQLiteColumn[];
  /** Columns that hold a number of bytes. */
  sizes: readonly SQLiteColumn[];
}

const texts = (owner: SQLiteColumn, ...columns: SQLiteColumn[]): CountedTable => ({
  table: owner.table as SQLiteTable, // the columns of the schema are of no view
  owner,
  texts: columns,
  sizes: [],
});

const sizes = (owner: SQLiteColumn, ...columns: SQLiteColumn[]): CountedTable => ({
  ...texts(owner),
  sizes: columns,
});

const {
  alerts,
  audit,
  goneLogs,
  invitations,
  pushes,
  pushMarks,
  savedAnalyses,
  sends,
  sharedAnalyses,
  sources,
  uploads,
  versions,
  watchedRules,
} = schema;

/**
 * The one definition of the bytes that an owner has stored. Triggers add them up in `users.stored_bytes`, and a test holds them to this
 * list. Every other table stands in `UNCOUNTED`.
 */
export const COUNTED_TABLES: readonly CountedTable[] = [
  texts(
    savedAnalyses.userId,
    savedAnalyses.fileName,
    savedAnalyses.topMetrics,
    savedAnalyses.choices,
    savedAnalyses.name,
    savedAnalyses.note,
  ),
  texts(sharedAnalyses.userId, sharedAnalyses.figures),
  sizes(uploads.userId, uploads.bytes),
  texts(
    pushes.userId,
    pushes.rules,
    pushes.difference,
    pushes.before,
    pushes.after,
    pushes.ids,
    pushes.pending,
    pushes.written,
    pushes.problem,
    pushes.next,
    pushes.kept,
  ),
  texts(sends.userId, sends.account, sends.manager, sends.action, sends.fingerprint, sends.requests),
  texts(sources.userId, sources.spec, sources.schedule, sources.tokenHash),
  texts(versions.userId, versions.newValues, versions.metrics, versions.figures, versions.latest),
  texts(watchedRules.userId, watchedRules.reference, watchedRules.rules),
  texts(alerts.userId, alerts.reference, alerts.figures),
  texts(pushMarks.userId, pushMarks.reference, pushMarks.entered, pushMarks.before),
  texts(invitations.teamId, invitations.tokenHash, invitations.email),
  texts(
    audit.teamId,
    audit.teamId,
    audit.person,
    audit.action,
    audit.object,
    audit.label,
    audit.detail,
    audit.network,
  ),
  sizes(goneLogs.userId, goneLogs.bytes),
];

/**
 * The tables whose rows do not count, and why they cannot grow without end.
 *
 * @internal
 */
export const UNCOUNTED: Readonly<Record<string, string>> = {
  users: 'one row for each account, which asks for room of the site when it is made',
  teams: 'at most MAX_TEAMS rows for each user',
  members: 'at most MAX_MEMBERS rows for each team',
  sessions: 'at most MAX_SESSIONS rows for each user, in the reserve',
  mail_links: 'they expire, and few are mailed in a day',
  user_preferences: 'one row for each user',
  connections: 'one row of each kind',
  named_resources: 'at most MAX_NAMED rows for each team and kind',
  ended_rights: 'they name what has ended, until it is given back',
  sheets_connections: 'empty',
  upload_parts: 'counted with their uploads',
  dataset_ends: 'one row for each dataset',
  objects_to_delete: 'they name what is gone, until the next clean-up',
  rate_limits: 'they expire, in the reserve',
  used_states: 'they expire, in the reserve',
  settings: 'of the site',
  audit_people: 'one row for each user',
  acting: 'empty between transactions',
};

const join = (terms: readonly SQL[]): SQL => sql.join([...terms], sql` + `);

/** The bytes of a row of the table in a query. */
export const bytesOfRow = ({ texts: columns, sizes: numbers }: CountedTable): SQL =>
  join([
    ...numbers.map((column) => sql`${column}`),
    ...columns.map((column) =>
      column.notNull ? sql`octet_length(${column})` : sql`coalesce(octet_length(${column}), 0)`,
    ),
  ]);

const encoder = new TextEncoder();

/** The bytes of texts that are about to be stored. */
export const bytesOfTexts = (...stored: readonly (string | null | undefined)[]): number =>
  stored.reduce((sum, text) => sum + encoder.encode(text ?? '').length, 0);
