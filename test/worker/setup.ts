import { env } from 'cloudflare:workers';
import { beforeAll } from 'vitest';
import { ensureSchema } from '#worker/db/migrate.ts';

// The first use of a local database may take longer than a request waits for it.
beforeAll(async () => {
  await ensureSchema(env.DB);
});
