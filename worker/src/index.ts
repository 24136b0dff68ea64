import { app } from './app.ts';
import { cleanUp } from './db/clean-up.ts';
import { openDatabase } from './db/client.ts';
import type { Env } from './env.ts';

const CLEAN_UP_BUDGET_MS = 60_000;

export default {
  fetch: app.fetch,
  async scheduled(_controller, env) {
    await cleanUp(openDatabase(env.DB, CLEAN_UP_BUDGET_MS), Date.now());
  },
} satisfies ExportedHandler<Env>;
