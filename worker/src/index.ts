import { app } from './app.ts';
import { SIGNING_KEY } from './auth/signing.ts';
import { forgetEntries } from './db/audit.ts';
import { listLeftovers } from './db/clean-up.ts';
import { openDatabase } from './db/client.ts';
import { deleteSetting } from './db/settings.ts';
import { carryOutRetention } from './db/team-rules.ts';
import type { Env } from './env.ts';
import { toApiError } from './errors.ts';
import { offersSchedules } from './routes/analyses/source.ts';
import { giveDueRightsBack } from './routes/connections/give-back.ts';
import { startDueRuns } from './runs/start-runs.ts';
import { deleteListedObjects } from './store/r2-store.ts';

export { SourceRun } from './runs/source-run.ts';

/** How long the clean-up runs, and how long it may wait for the database in total. */
const CLEAN_UP_MS = 5 * 60_000;

/** How long the start of runs may wait for the database in total. */
const START_MS = 60_000;

/** Takes each step, also after one that failed: the log says why it did. */
async function takeEach(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      toApiError(error);
    }
  }
}

function cleanUp(env: Env): Promise<void> {
  const now = Date.now();
  const time = { now, hasTime: () => Date.now() < now + CLEAN_UP_MS };
  const db = openDatabase(env.DB, CLEAN_UP_MS);
  const { DATASETS: bucket, SESSION_SECRET: secret } = env;
  return takeEach([
    ...listLeftovers(db, time),
    // The key of a time without a secret must never be used again, should the secret be taken away.
    ...(secret ? [() => deleteSetting(db, SIGNING_KEY)] : []),
    () => giveDueRightsBack(db, env, time),
    () => carryOutRetention(db, time),
    ...(bucket ? [() => deleteListedObjects(db, bucket, time)] : []),
    () => forgetEntries(db, time),
  ]);
}

export default {
  fetch: app.fetch,
  async scheduled({ scheduledTime }, env) {
    // The schedules first: the clean-up may take minutes, and whatever it leaves waits for the next one.
    if (offersSchedules(env))
      await takeEach([() => startDueRuns({ env, db: openDatabase(env.DB, START_MS) }, scheduledTime)]);
    await cleanUp(env);
  },
} satisfies ExportedHandler<Env>;
