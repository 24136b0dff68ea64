import { sql } from 'drizzle-orm';
import type { Health } from '#contract/answers.ts';
import type { AppContext } from '#worker/env.ts';
import { findDatabaseFailure } from '#worker/errors.ts';
// A named import, so that the bundle holds the version and not the whole file.
import { version } from '../../../package.json';

export async function handleHealth(c: AppContext): Promise<Response> {
  try {
    await c.get('db').run(sql`SELECT 1`);
    return c.json({ status: 'ok', version, database: 'ok' } satisfies Health);
  } catch (error) {
    if (!findDatabaseFailure(error)) throw error;
    return c.json({ status: 'unavailable', version, database: 'unavailable' } satisfies Health, 503, {
      'Retry-After': '10',
    });
  }
}
