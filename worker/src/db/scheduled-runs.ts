import { and, eq, gte, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import { RUN_FAILURES, RUN_STARTS, SCHEDULED_RUN_LEASE_MS } from '#contract/limits.ts';
import type { Database } from './client.ts';
import { sources } from './schema.ts';
import type { Target } from './shared-analyses.ts';
import { isHeldBy, isSourceOf, type RunLease } from './sources.ts';

/** A run that reads a sheet. Its lease is the id of its instance: source and due time, from the second start on with their number. */
export interface ScheduledRun extends RunLease {
  /** The time that the run is for. */
  dueAt: number;
}

const started = { sourceId: sources.id, dueAt: sql<number>`next_due_at`, lease: sql<string>`lease` };

const isFree = (now: number) =>
  and(eq(sources.kind, 'sheet'), eq(sources.state, 'active'), lte(sources.leaseUntil, now));

const isDue = (now: number) => and(isFree(now), lte(sources.nextDueAt, now));

/**
 * Takes the leases of sources that are due, the longest due ones first, for runs that are begun now. One whose run was killed is among
 * them as soon as its lease has ended.
 */
export async function takeDueRuns(
  db: Database,
  { now, most }: { now: number; most: number },
): Promise<ScheduledRun[]> {
  const due = db
    .select({ id: sources.id })
    .from(sources)
    .where(isDue(now))
    .orderBy(sources.nextDueAt, sources.id)
    .limit(most);
  return await db
    .update(sources)
    .set({
      starts: sql`starts + 1`,
      lease: sql`id || '-' || next_due_at || iif(starts = 0, '', '-' || starts)`,
      leaseUntil: now + SCHEDULED_RUN_LEASE_MS,
    })
    .where(inArray(sources.id, due))
    .returning(started);
}

/** Makes the source of an analysis due now, and takes its lease. Undefined if it takes no run, or if another one is under way. */
export async function takeRunNow(
  db: Database,
  target: Target,
  now: number,
): Promise<ScheduledRun | undefined> {
  const [run] = await db
    .update(sources)
    .set({
      nextDueAt: now,
      starts: 1,
      lease: sql`id || '-' || ${String(now)}`,
      leaseUntil: now + SCHEDULED_RUN_LEASE_MS,
    })
    .where(and(isSourceOf(target), isFree(now)))
    .returning(started);
  return run;
}

/** Gives leases back whose runs could not be begun, or shall be begun again: the next hourly run does so. */
export async function giveRunsBack(
  db: Database,
  runs: readonly RunLease[],
  fields: { lastError?: null } = {},
): Promise<void> {
  const leases = runs.map(({ lease }) => lease);
  await db
    .update(sources)
    .set({ ...fields, lease: null, leaseUntil: 0 })
    .where(inArray(sources.lease, leases));
}

const source = {
  userId: sources.userId,
  analysisId: sources.analysisId,
  spec: sources.spec,
  schedule: sources.schedule,
  starts: sources.starts,
  lastError: sources.lastError,
};

/** The source of a run. */
export type RunSource = Pick<typeof sources.$inferSelect, keyof typeof source>;

/** Keeps the lease of a run for the time of an attempt. Undefined if another run has it by now, or the source takes no run any more. */
export async function holdRun(
  db: Database,
  run: RunLease,
  { now, ...fields }: { now: number; lastRunAt?: number; lastError?: string },
): Promise<RunSource | undefined> {
  const [row] = await db
    .update(sources)
    .set({ ...fields, leaseUntil: now + SCHEDULED_RUN_LEASE_MS })
    .where(and(isHeldBy(run), eq(sources.state, 'active')))
    .returning(source);
  return row;
}

/** The same for a run whose version is stored, which may end its work also where its source is paused. False if another run has the lease. */
export async function keepRun(db: Database, run: RunLease, now: number): Promise<boolean> {
  const rows = await db
    .update(sources)
    .set({ leaseUntil: now + SCHEDULED_RUN_LEASE_MS })
    .where(isHeldBy(run))
    .returning({ id: sources.id });
  return rows.length > 0;
}

/** How a run has ended: `failure` is null if it has not failed. `nextDueAt` is the next time of its schedule. */
export interface RunEnd {
  failure: string | null;
  nextDueAt: number;
}

/**
 * Ends a run, and gives its lease back. A change of the schedule or a resume may have named another next time meanwhile, which stays. A
 * source that has failed `RUN_FAILURES` times is paused.
 */
export async function finishRun(
  db: Database,
  run: ScheduledRun,
  { failure, nextDueAt }: RunEnd,
): Promise<void> {
  const outcome =
    failure === null
      ? { failures: 0 }
      : {
          failures: sql`failures + 1`,
          state: sql`iif(failures + 1 >= ${RUN_FAILURES}, 'paused', state)`,
        };
  await db
    .update(sources)
    .set({
      ...outcome,
      lastError: failure,
      nextDueAt: sql`iif(next_due_at = ${run.dueAt}, ${nextDueAt}, next_due_at)`,
      starts: 0,
      lease: null,
      leaseUntil: 0,
    })
    .where(isHeldBy(run));
}

/** Runs that were begun as often as they may be, and that nothing more was heard of. */
export const listLostRuns = (
  db: Database,
  { now, most }: { now: number; most: number },
): Promise<(ScheduledRun & Pick<RunSource, 'schedule'>)[]> =>
  db
    .select({ ...started, schedule: sources.schedule })
    .from(sources)
    .where(and(isDue(now), isNotNull(sources.lease), gte(sources.starts, RUN_STARTS)))
    .limit(most);
