import worker from '#worker/index.ts';
import type { Env } from '#worker/env.ts';
import { watchDatabase } from './watched-database.ts';

/** Of the request that is being answered: requests come one by one. */
const asked = { statements: 0, roundTrips: 0 };
let counting: D1Database | null = null;

/**
 * The Worker as it is shipped, over a database that counts what it is asked: headers of each answer say how many
 * statements in how many round trips came before it began, and `/stored` how much is stored of all uploads. For
 * measurements, which send one request at a time.
 */
export default {
  async fetch(request, env, context) {
    if (new URL(request.url).pathname === '/stored') return Response.json(await countStored(env.DB));
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

/** Characters of all that was uploaded, as they lie in the database. */
async function countStored(database: D1Database): Promise<number> {
  const row = await database.prepare('SELECT sum(length(content)) AS characters FROM upload_parts').first();
  return Number(row?.['characters'] ?? 0);
}
