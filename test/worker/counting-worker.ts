import worker from '#worker/index.ts';
import type { Env } from '#worker/env.ts';
import { watchDatabase } from './watched-database.ts';

/** Of the request that is being answered: requests come one by one. */
const asked = { statements: 0, roundTrips: 0 };
let counting: D1Database | null = null;

/**
 * The Worker as it is shipped, over a database that counts what it is asked: headers of each answer say how many
 * statements in how many round trips came before it began. For measurements, which send one request at a time.
 */
export default {
  async fetch(request, env, context) {
    counting ??= watchDatabase(env.DB, ({ statements, work }) => {
      asked.statements += statements.length;
      asked.roundTrips++;
      return work();
    });
    asked.statements = 0;
    asked.roundTrips = 0;
    const answer = await worker.fetch(request, { ...env, DB: counting }, context);
    const counted = new Response(answer.body, answer);
    counted.headers.set('X-Statements', String(asked.statements));
    counted.headers.set('X-Round-Trips', String(asked.roundTrips));
    return counted;
  },
} satisfies ExportedHandler<Env>;
