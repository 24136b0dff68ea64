import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { savedAnalyses, sharedAnalyses } from './schema.ts';

/** Condition: the link works at that time. */
const worksAt = (now: number) => or(isNull(sharedAnalyses.expiresAt), gt(sharedAnalyses.expiresAt, now));

/** Column of the list of analyses: whether a link to the analysis works at that time. */
export const isSharedAt = (now: number) =>
  sql<number>`EXISTS (SELECT 1 FROM ${sharedAnalyses} WHERE ${and(eq(sharedAnalyses.analysisId, savedAnalyses.id), worksAt(now))})`.mapWith(
    Boolean,
  );
