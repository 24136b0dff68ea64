import {
  alerts,
  connections,
  goneLogs,
  mailLinks,
  invitations,
  members,
  pushes,
  pushMarks,
  savedAnalyses,
  sends,
  sessions,
  sharedAnalyses,
  sheetsConnections,
  sources,
  uploads,
  userPreferences,
  versions,
  watchedRules,
} from './schema.ts';

/**
 * The tables that belong to a user: every table with a column `user_id`. A test fails if a table of the database is missing.
 *
 * - Deletion of an account: each of these columns refers to the user and cascades.
 * - Hand-over of an account to the person whom Google has named: the former owner may be another person. Rows that let the
 *   former owner in, or give the new owner a right of the former one, are deleted in the same transaction.
 * - An export of all data of a user reads these tables.
 */
export const USER_OWNED_TABLES = [
  { table: sessions, staysAtHandOver: false },
  { table: mailLinks, staysAtHandOver: false },
  { table: savedAnalyses, staysAtHandOver: true },
  { table: sharedAnalyses, staysAtHandOver: false },
  { table: uploads, staysAtHandOver: true },
  { table: userPreferences, staysAtHandOver: true },
  { table: connections, staysAtHandOver: false },
  { table: pushes, staysAtHandOver: true },
  { table: sends, staysAtHandOver: true },
  { table: sheetsConnections, staysAtHandOver: false },
  { table: invitations, staysAtHandOver: false },
  { table: members, staysAtHandOver: true },
  { table: sources, staysAtHandOver: false },
  { table: versions, staysAtHandOver: true },
  { table: watchedRules, staysAtHandOver: true },
  { table: alerts, staysAtHandOver: true },
  { table: pushMarks, staysAtHandOver: true },
  { table: goneLogs, staysAtHandOver: true },
] as const;
