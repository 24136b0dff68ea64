import {
  savedAnalyses,
  sessions,
  sharedAnalyses,
  sheetsConnections,
  uploads,
  userPreferences,
} from './schema.ts';

/**
 * What belongs to a user: every table with a column `user_id`. A test fails when a table of the database is missing here.
 *
 * - Deletion of an account: each of these columns refers to the user and cascades.
 * - Hand-over of an account to the person whom Google has named: the former holder may be somebody else. What would leave that
 *   person a way in, or give the new holder a right of that person's, ends in the same transaction.
 * - An export of all data of a user reads these tables.
 */
export const BELONGINGS = [
  { table: sessions, staysAtHandOver: false },
  { table: savedAnalyses, staysAtHandOver: true },
  { table: sharedAnalyses, staysAtHandOver: false },
  { table: uploads, staysAtHandOver: true },
  { table: userPreferences, staysAtHandOver: true },
  { table: sheetsConnections, staysAtHandOver: false },
] as const;
