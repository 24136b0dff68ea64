import { env } from 'cloudflare:workers';
import { afterAll, beforeAll } from 'vitest';
import { loadSigningKey, SIGNING_KEY } from '#worker/auth/signing.ts';
import { openDatabase } from '#worker/db/client.ts';
import { ensureSchema } from '#worker/db/migrate.ts';
import './stand-ins.ts';

let signingKey: unknown;

// The first use of a local database may take longer than a request waits for it. All files use one database, and accounts share parts
// of its room: a file begins without what the files before it have stored.
beforeAll(async () => {
  await ensureSchema(env.DB);
  await env.DB.batch([
    env.DB.prepare('DELETE FROM users'),
    env.DB.prepare('DELETE FROM rate_limits'),
    env.DB.prepare('DELETE FROM objects_to_delete'),
  ]);
  await loadSigningKey(env.DB, { secret: undefined, db: openDatabase(env.DB, 60_000) });
  signingKey = await env.DB.prepare('SELECT value FROM settings WHERE name = ?')
    .bind(SIGNING_KEY)
    .first('value');
});

// A clean-up may have deleted the key, which the isolate still knows: the next file must find the same one.
afterAll(async () => {
  await env.DB.prepare('INSERT OR REPLACE INTO settings VALUES (?, ?)').bind(SIGNING_KEY, signingKey).run();
});
