import { app } from './app.ts';
import { SIGNING_KEY } from './auth/signing.ts';
import { forgetEntries } from './db/audit.ts';
import { cleanUp } from './db/clean-up.ts';
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

/** The clean-up goes on where no run could be begun. */
const describeFailure = (error: unknown): void => void toApiError(error);

export default {
  fetch: app.fetch,
  async scheduled({ scheduledTime }, env) {
    // The schedules first: the clean-up may take minutes, and whatever it leaves waits for the next one.
    if (offersSchedules(env))
      await startDueRuns({ env, db: openDatabase(env.DB, START_MS) }, scheduledTime).catch(describeFailure);
    const now = Date.now();
    const time = { now, hasTime: () => Date.now() < now + CLEAN_UP_MS };
    const db = openDatabase(env.DB, CLEAN_UP_MS);
    await cleanUp(db, time);
    // The key of a time without a secret must never be used again, should the secret be taken away.
    if (env.SESSION_SECRET) await deleteSetting(db, SIGNING_KEY);
    await giveDueRightsBack(db, env, time);
    await carryOutRetention(db, time);
    if (env.DATASETS) await deleteListedObjects(db, env.DATASETS, time);
    await forgetEntries(db, time);
  },
} satisfies ExportedHandler<Env>;
