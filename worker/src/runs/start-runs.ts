import { MAX_BATCHED_RUNS, RUN_STARTS, SECOND } from '#contract/limits.ts';
import { pause } from '#worker/connections/pause.ts';
import {
  finishRun,
  giveRunsBack,
  listLostRuns,
  takeDueRuns,
  type ScheduledRun,
} from '#worker/db/scheduled-runs.ts';
import type { Site } from '../env.ts';
import { nextTime } from './next-due.ts';

/** The last error of a run that ended without a word: the runtime has stopped it. */
const LOST = `The sheet was begun ${RUN_STARTS} times and not finished.`;

/** Begins the runs of all sources that are due, and ends those that were begun in vain. */
export async function startDueRuns(site: Site, now: number): Promise<void> {
  await endLostRuns(site, now);
  for (;;) {
    const runs = await takeDueRuns(site.db, { now, most: MAX_BATCHED_RUNS });
    if (runs.length > 0) await startRuns(site, runs);
    if (runs.length < MAX_BATCHED_RUNS) return;
  }
}

async function endLostRuns({ db }: Site, now: number): Promise<void> {
  for (const run of await listLostRuns(db, { now, most: MAX_BATCHED_RUNS }))
    await finishRun(db, run, { failure: LOST, nextDueAt: nextTime(run, now) });
}

/** Calls that are made for one batch. The runtime takes 100 new instances a second: https://developers.cloudflare.com/workflows/reference/limits/, of 2026-06. */
const CALLS = 5;
/** The state of an instance holds the figures of its version, which nobody needs afterwards. */
const RETENTION = { successRetention: '1 hour', errorRetention: '1 hour' } as const;

/** Begins runs whose leases were taken, at most `MAX_BATCHED_RUNS`. Those that the runtime does not take give their leases back. */
export async function startRuns({ env, db }: Site, runs: readonly ScheduledRun[]): Promise<void> {
  let left = runs;
  for (let call = 1; left.length > 0 && call <= CALLS; call++) {
    if (call > 1) await pause(SECOND);
    left = await createInstances(env.SOURCE_RUNS, left);
  }
  if (left.length === 0) return;
  console.error(`${left.length} runs could not be begun`);
  await giveRunsBack(db, left);
}

/** Creates instances, and returns the runs that have none. One whose instance exists was begun by an earlier call. */
async function createInstances(
  workflow: Site['env']['SOURCE_RUNS'],
  runs: readonly ScheduledRun[],
): Promise<readonly ScheduledRun[]> {
  const instances = runs.map(({ sourceId, dueAt, lease }) => ({
    id: lease,
    params: { sourceId, dueAt },
    retention: RETENTION,
  }));
  try {
    const { errors } = await workflow.createBatch({ instances });
    const failed = errors.filter(({ message }) => !message.includes('already_exists'));
    return failed.flatMap(({ index }) => runs[index] ?? []);
  } catch {
    return runs; // too many at once, or the service is down
  }
}
