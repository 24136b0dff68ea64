import { env } from 'cloudflare:workers';
import { beforeAll } from 'vitest';
import { ensureSchema } from '#worker/db/migrate.ts';

// The first use of a local database may take longer than a request waits for it. All files use one database, and accounts share parts
// of its room: a file begins without what the files before it have stored.
beforeAll(async () => {
  await ensureSchema(env.DB);
  await env.DB.batch([
    env.DB.prepare('DELETE FROM users'),
    env.DB.prepare('DELETE FROM rate_limits'),
    env.DB.prepare('DELETE FROM objects_to_delete'),
  ]);
});
