import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { MAX_SHARES } from '#contract/limits.ts';
import type { Database } from './client.ts';
import { savedAnalyses, sharedAnalyses } from './schema.ts';
import type { SharedFigures } from '#contract/sharing.ts';
import type { Json } from './json.ts';

/** Condition: the link works at that time. */
export const worksAt = (now: number) =>
  or(isNull(sharedAnalyses.expiresAt), gt(sharedAnalyses.expiresAt, now));

/** Column of the list of analyses: whether a link to the analysis works at that time. */
export const isSharedAt = (now: number) =>
  sql<number>`EXISTS (SELECT 1 FROM ${sharedAnalyses} WHERE ${and(eq(sharedAnalyses.analysisId, savedAnalyses.id), worksAt(now))})`.mapWith(
    Boolean,
  );

const details = {
  publishedAt: sharedAnalyses.publishedAt,
  expiresAt: sharedAnalyses.expiresAt,
  opens: sharedAnalyses.opens,
  showsName: sql<number>`${sharedAnalyses.figures} ->> 'name' IS NOT NULL`.mapWith(Boolean),
  showsNote: sql<number>`${sharedAnalyses.figures} ->> 'note' IS NOT NULL`.mapWith(Boolean),
};

/** An analysis of a user. */
export interface Target {
  userId: string;
  id: string;
}

/** Condition: it is this analysis, and it waits for no dataset. */
export const isVisible = ({ userId, id }: Target) =>
  and(eq(savedAnalyses.id, id), eq(savedAnalyses.userId, userId), eq(savedAnalyses.awaitsDataset, false));

const isLinkOf = ({ userId, id }: Target, now: number) =>
  and(eq(sharedAnalyses.userId, userId), eq(sharedAnalyses.analysisId, id), worksAt(now));

export interface NewLink {
  tokenHash: string;
  figures: Json<SharedFigures>;
  expiresAt: number | null;
  now: number;
}

/**
 * Makes the link of an analysis and ends an earlier one. Undefined if the user has no such analysis, or already has as many
 * other links as allowed.
 */
export async function createLink(
  db: Database,
  target: Target,
  { tokenHash, figures, expiresAt, now }: NewLink,
): Promise<ShareRow | undefined> {
  const { userId, id } = target;
  const others = sql`(SELECT count(*) FROM shared_analyses WHERE user_id = ${userId} AND analysis_id <> ${id} AND ${worksAt(now)})`;
  const fresh = { tokenHash, figures, publishedAt: now, expiresAt, opens: 0 };
  const [row] = await db
    .insert(sharedAnalyses)
    .select(
      sql`SELECT id, user_id, ${tokenHash}, ${figures}, ${now}, ${expiresAt}, 0 FROM saved_analyses
        WHERE id = ${id} AND user_id = ${userId} AND awaits_dataset = 0 AND ${others} < ${MAX_SHARES}`,
    )
    .onConflictDoUpdate({ target: sharedAnalyses.analysisId, set: fresh })
    .returning(details);
  return row;
}

/** Changes a link that works. Undefined if the user has none for this analysis. */
export async function changeLink(
  db: Database,
  target: Target,
  {
    now,
    ...fields
  }: { now: number; figures?: Json<SharedFigures>; publishedAt?: number; expiresAt?: number | null },
): Promise<ShareRow | undefined> {
  const [row] = await db.update(sharedAnalyses).set(fields).where(isLinkOf(target, now)).returning(details);
  return row;
}

/** The link of an analysis, null where none works; undefined if the user has no such analysis. */
export async function findLink(
  db: Database,
  target: Target,
  now: number,
): Promise<ShareRow | null | undefined> {
  const row = await db
    .select({ share: details })
    .from(savedAnalyses)
    .leftJoin(sharedAnalyses, isLinkOf(target, now))
    .where(isVisible(target))
    .get();
  return row && row.share;
}

/** The links of a user that work at that time. */
export const countLinks = (db: Database, userId: string, now: number): Promise<number> =>
  db.$count(sharedAnalyses, and(eq(sharedAnalyses.userId, userId), worksAt(now)));

/** Ends the link of an analysis, if there is one. */
export async function deleteLink(db: Database, { userId, id }: Target): Promise<void> {
  await db
    .delete(sharedAnalyses)
    .where(and(eq(sharedAnalyses.userId, userId), eq(sharedAnalyses.analysisId, id)));
}

export interface ShareRow {
  publishedAt: number;
  expiresAt: number | null;
  opens: number;
  showsName: boolean;
  showsNote: boolean;
}

/** The figures behind a token; undefined where no link that works has it. */
export function findShared(
  db: Database,
  tokenHash: string,
  now: number,
): Promise<{ figures: Json<SharedFigures>; publishedAt: number } | undefined> {
  return db
    .select({ figures: sharedAnalyses.figures, publishedAt: sharedAnalyses.publishedAt })
    .from(sharedAnalyses)
    .where(and(eq(sharedAnalyses.tokenHash, tokenHash), worksAt(now)))
    .get();
}

export async function countOpen(db: Database, tokenHash: string): Promise<void> {
  await db
    .update(sharedAnalyses)
    .set({ opens: sql`${sharedAnalyses.opens} + 1` })
    .where(eq(sharedAnalyses.tokenHash, tokenHash));
}
