import {
  WorkflowEntrypoint,
  type WorkflowEvent,
  type WorkflowStep,
  type WorkflowStepConfig,
} from 'cloudflare:workers';
import { MINUTE, RUN_STARTS, SECOND } from '#contract/limits.ts';
import { openDatabase } from '#worker/db/client.ts';
import {
  finishRun,
  giveRunsBack,
  holdRun,
  keepRun,
  type RunSource,
  type ScheduledRun,
} from '#worker/db/scheduled-runs.ts';
import { findDelivery, storeVersion } from '#worker/db/versions.ts';
import { limitsOf, requireVersionQuota } from '#worker/store/require-quota.ts';
import type { Env, Site, SourceRunParams } from '../env.ts';
import { ApiError, toApiError } from '../errors.ts';
import { bytesOf } from './count-saved.ts';
import type { CountedVersion } from '#worker/db/schema.ts';
import { compareVersion } from './compare-version.ts';
import { countSheet, NotNow, type SheetCount } from './count-sheet.ts';
import { nextTime } from './next-due.ts';
import { notify } from './notify.ts';

/** Attempts of the step that asks Google: they end 15 minutes after the first one, within the lease that each of them renews. */
const READING = {
  retries: { limit: 5, delay: 30 * SECOND, backoff: 'exponential' },
  timeout: 10 * MINUTE,
  sensitive: 'output', // figures are shown on the page, and not in the dashboard of the operator
} satisfies WorkflowStepConfig;
const WRITING = {
  retries: { limit: 5, delay: 10 * SECOND, backoff: 'exponential' },
  timeout: 2 * MINUTE,
} satisfies WorkflowStepConfig;

/** All statements of a step together may wait so long for the database. */
const STEP_MS = 25 * SECOND;

const UNFINISHED = 'The sheet was begun and not finished.';

/** The run has nothing to do: its source is paused or ended, or another run has it. */
interface Over {
  kind: 'over';
}

/** Its version is stored already: an earlier start of the same run has done so. */
interface Stored {
  kind: 'stored';
  number: number;
  target: { userId: string; id: string };
}

/**
 * The part of `WorkflowStep` that a run uses.
 *
 * @internal
 */
export type StepRunner = Pick<WorkflowStep, 'do'>;

/** The Workflow of the runs. */
export class SourceRun extends WorkflowEntrypoint<Env, SourceRunParams> {
  override run(
    { payload, instanceId }: Readonly<WorkflowEvent<SourceRunParams>>,
    step: WorkflowStep,
  ): Promise<void> {
    return runSource(this.env, { ...payload, lease: instanceId }, step);
  }
}

/**
 * Reads the sheet of a source. Each step may be repeated, also after the end of the runtime: the lease keeps two runs apart, a version is
 * stored once for the time of its run, and no step has an output with a row in it.
 *
 * @internal
 */
export async function runSource(env: Env, run: ScheduledRun, step: StepRunner): Promise<void> {
  const write = <T extends Rpc.Serializable<T>>(name: string, work: (site: Site) => Promise<T>) =>
    step.do(name, WRITING, () => inStep(env, work));
  try {
    const counted = await step.do('count', READING, () => inStep(env, (site) => count(site, run)));
    const stored =
      counted.kind === 'counted' ? await write('store', (site) => store(site, run, counted)) : counted;
    if (stored.kind === 'stored') {
      await write('compare', (site) =>
        follow(site, run, () => compareVersion(site.db, stored.target, stored.number)),
      );
      await write('notify', (site) => follow(site, run, () => notify(site, stored.target, stored.number)));
    }
    const failure = stored.kind === 'failed' ? stored.reason : null;
    await write('end', (site) => end(site, run, failure));
  } catch {
    await write('give up', (site) => giveUp(site, run));
  }
}

/** Opens the database for a step. What it throws becomes state, so an error that may quote a value is not thrown on. */
async function inStep<T>(env: Env, work: (site: Site) => Promise<T>): Promise<T> {
  try {
    return await work({ env, db: openDatabase(env.DB, STEP_MS) });
  } catch (error) {
    throw error instanceof NotNow ? error : new Error(toApiError(error).message);
  }
}

async function count(site: Site, run: ScheduledRun): Promise<SheetCount | Stored | Over> {
  const now = Date.now();
  const source = await holdRun(site.db, run, { now, lastRunAt: now, lastError: UNFINISHED });
  if (!source) return { kind: 'over' };
  try {
    return (await findStored(site, run, source)) ?? (await countSheet(site, source));
  } catch (error) {
    // After the last attempt the runtime throws an error of its own in place of this one.
    if (error instanceof NotNow) await holdRun(site.db, run, { now: Date.now(), lastError: error.message });
    throw error;
  }
}

const storedAs = (number: number, { userId, analysisId }: RunSource): Stored => ({
  kind: 'stored',
  number,
  target: { userId, id: analysisId },
});

async function findStored(
  { db }: Site,
  { sourceId, dueAt }: ScheduledRun,
  source: RunSource,
): Promise<Stored | null> {
  const version = await findDelivery(db, sourceId, String(dueAt));
  return version ? storedAs(version.number, source) : null;
}

async function store(
  site: Site,
  run: ScheduledRun,
  { hash, ...counted }: CountedVersion & { hash: string },
): Promise<Stored | Over | { kind: 'failed'; reason: string }> {
  const source = await holdRun(site.db, run, { now: Date.now() });
  if (!source) return { kind: 'over' };
  const before = await findStored(site, run, source);
  if (before) return before;
  const { userId, analysisId } = source;
  try {
    await requireVersionQuota(site, { userId, id: analysisId }, bytesOf(counted));
  } catch (error) {
    if (error instanceof ApiError) return { kind: 'failed', reason: error.message };
    throw error;
  }
  const version = await storeVersion(site.db, run, {
    ...counted,
    userId,
    deliveryKey: String(run.dueAt),
    bodyHash: hash,
    now: Date.now(),
    ...limitsOf(site.env),
    goesOn: true,
  });
  return version ? storedAs(version.number, source) : { kind: 'over' };
}

/** Does the work that follows when a version is stored. It may be done again, and is left to the other run where there is one. */
async function follow({ db }: Site, run: ScheduledRun, work: () => Promise<unknown>): Promise<void> {
  if (await keepRun(db, run, Date.now())) await work();
}

/** Ends a run that has succeeded or failed for good: the next one is that of the schedule. */
async function end({ db }: Site, run: ScheduledRun, failure: string | null): Promise<void> {
  const now = Date.now();
  const source = await holdRun(db, run, { now });
  if (source) await finishRun(db, run, { failure, nextDueAt: nextTime({ ...source, ...run }, now) });
  else await giveRunsBack(db, [run], { lastError: null }); // paused or ended meanwhile
}

/** Ends a run whose attempts have all failed. The next hourly run begins it again, unless that was done often enough. */
async function giveUp(site: Site, run: ScheduledRun): Promise<void> {
  const source = await holdRun(site.db, run, { now: Date.now() });
  if (source && source.starts >= RUN_STARTS) await end(site, run, source.lastError ?? UNFINISHED);
  else await giveRunsBack(site.db, [run]);
}
