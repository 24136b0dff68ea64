import { env } from 'cloudflare:workers';
import { afterEach, beforeAll } from 'vitest';
import { ensureSchema } from '#worker/db/migrate.ts';

// The first use of a local database may take longer than a request waits for it.
beforeAll(async () => {
  await ensureSchema(env.DB);
});

// Some tests claim large sizes for their texts. All files use one database, and password accounts share a part of its room.
afterEach(async () => {
  await env.DB.prepare('UPDATE uploads SET bytes = 0 WHERE bytes > 5000000').run();
});
