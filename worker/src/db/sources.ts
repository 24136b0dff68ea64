import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { RUN_LEASE_MS } from '#contract/limits.ts';
import type { Database } from './client.ts';
import { inColumnOrder } from './column-order.ts';
import { savedAnalyses, sources } from './schema.ts';
import { isVisible, type Target } from './shared-analyses.ts';

const details = {
  id: sources.id,
  kind: sources.kind,
  state: sources.state,
  createdAt: sources.createdAt,
  lastRunAt: sources.lastRunAt,
  lastError: sources.lastError,
  spec: sources.spec,
  schedule: sources.schedule,
  nextDueAt: sources.nextDueAt,
  leaseUntil: sources.leaseUntil,
};

export type SourceRow = Pick<typeof sources.$inferSelect, keyof typeof details>;

/** Condition: the source of this analysis. */
export const isSourceOf = ({ userId, id }: Target) =>
  and(eq(sources.userId, userId), eq(sources.analysisId, id));

/** The source of an analysis, null without one; undefined if the user has no such analysis. */
export async function findSource(db: Database, target: Target): Promise<SourceRow | null | undefined> {
  const row = await db
    .select({ source: details })
    .from(savedAnalyses)
    .leftJoin(sources, isSourceOf(target))
    .where(isVisible(target))
    .get();
  return row && row.source;
}

/** The columns of a new source that only an inbox or only a sheet has. */
export type SourceFields =
  | { kind: 'inbox'; tokenHash: string }
  | { kind: 'sheet'; spec: string; schedule: string; nextDueAt: number };

/** Makes a source. Undefined if the user has no such analysis, or if it has a source. */
export async function createSource(
  db: Database,
  target: Target,
  { now, ...source }: SourceFields & { id: string; now: number },
): Promise<SourceRow | undefined> {
  const { userId, id: analysisId } = target;
  const start = { state: 'active', failures: 0, leaseUntil: 0, createdAt: now, starts: 0 } as const;
  const [row] = await db
    .insert(sources)
    .select(
      sql`SELECT ${inColumnOrder(sources, { ...source, ...start, userId, analysisId })}
        FROM saved_analyses WHERE id = ${analysisId} AND user_id = ${userId} AND awaits_dataset = 0`,
    )
    .onConflictDoNothing()
    .returning(details);
  return row;
}

interface SourceChange {
  fields: Partial<
    Pick<
      typeof sources.$inferSelect,
      'state' | 'tokenHash' | 'schedule' | 'nextDueAt' | 'failures' | 'starts'
    >
  >;
  /** The change is for a source of this kind alone. */
  kind?: SourceRow['kind'];
}

/** Changes the source of an analysis. Undefined if the user has none for it of this kind. */
export async function changeSource(
  db: Database,
  target: Target,
  { fields, kind }: SourceChange,
): Promise<SourceRow | undefined> {
  const [row] = await db
    .update(sources)
    .set(fields)
    .where(and(isSourceOf(target), kind && eq(sources.kind, kind)))
    .returning(details);
  return row;
}

/** Ends the source of an analysis, if there is one. Its versions stay. */
export async function deleteSource(db: Database, target: Target): Promise<void> {
  await db.delete(sources).where(isSourceOf(target));
}

const inbox = {
  id: sources.id,
  userId: sources.userId,
  analysisId: sources.analysisId,
  state: sources.state,
  tokenHash: sources.tokenHash,
};

/** An inbox, known by its token. */
export type Inbox = Pick<typeof sources.$inferSelect, keyof typeof inbox>;

/** The inbox with this id and token; undefined without one. */
export const findInbox = (db: Database, id: string, tokenHash: string): Promise<Inbox | undefined> =>
  db
    .select(inbox)
    .from(sources)
    .where(and(eq(sources.id, id), eq(sources.tokenHash, tokenHash), eq(sources.kind, 'inbox')))
    .get();

/** The right to run a source. `lease` is random. */
export interface RunLease {
  sourceId: string;
  lease: string;
}

/** Condition: no other run has taken the lease. */
export const isHeldBy = ({ sourceId, lease }: RunLease) =>
  and(eq(sources.id, sourceId), eq(sources.lease, lease));

/** Condition: this run still has the lease, and the source takes runs. */
export const hasLease = (run: RunLease, now: number) =>
  and(isHeldBy(run), gt(sources.leaseUntil, now), eq(sources.state, 'active'));

/**
 * Takes the lease of a source, unless another run has it, or it is paused, ended, or has another token by now. Notes that the run has
 * begun: `unfinished` stays as the last error if nothing more is heard of it. False where the lease was not taken.
 */
export async function takeRun(
  db: Database,
  { id, tokenHash }: Inbox,
  { lease, now, unfinished }: { lease: string; now: number; unfinished: string },
): Promise<boolean> {
  const rows = await db
    .update(sources)
    .set({ lease, leaseUntil: now + RUN_LEASE_MS, lastRunAt: now, lastError: unfinished })
    .where(
      and(
        eq(sources.id, id),
        eq(sources.tokenHash, tokenHash ?? ''),
        eq(sources.state, 'active'),
        lte(sources.leaseUntil, now),
      ),
    )
    .returning({ id: sources.id });
  return rows.length > 0;
}

/** Gives the lease back, with the reason why the run failed; null if it did not. */
export async function endRun(db: Database, run: RunLease, lastError: string | null): Promise<void> {
  await db.update(sources).set({ lease: null, leaseUntil: 0, lastError }).where(isHeldBy(run));
}
