import worker from '#worker/index.ts';
import type { Env } from '#worker/env.ts';
import { watchDatabase } from './watched-database.ts';

// The configuration names it.
export { SourceRun } from '#worker/index.ts';

/** Of the request that is being answered: requests come one by one. */
const asked = { statements: 0, roundTrips: 0 };
let counting: D1Database | null = null;

/**
 * The Worker as it is shipped, over a database that counts what it is asked: headers of each answer say how many
 * statements in how many round trips came before it began, and `/stored` how much is stored of all uploads. `/bench/` is the
 * page of the benchmark. For measurements, which send one request at a time.
 */
export default {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    if (pathname === '/stored') return Response.json(await countStored(env.DB));
    // The page of the benchmark is no page of the site.
    if (pathname === '/bench/') return env.ASSETS.fetch(new URL('/bench/index.html', request.url));
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
