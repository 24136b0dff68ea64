import { Hono } from 'hono/tiny';
import { DEFAULT_PREFERENCES, preferencesSchema, type Preferences } from '#contract/preferences.ts';
import { findPreferences, savePreferences } from '#worker/db/preferences.ts';
import type { AppEnv } from '#worker/env.ts';
import { requireUser } from '#worker/middleware/session.ts';
import { validate } from '#worker/middleware/request-body.ts';

export const preferences = new Hono<AppEnv>();

preferences.use(requireUser);

preferences.get('/', async (c) => {
  const stored: Preferences | undefined = await findPreferences(c.get('db'), c.get('actor').id);
  return c.json(stored ?? DEFAULT_PREFERENCES);
});

preferences.post('/', validate(preferencesSchema), async (c) => {
  const values = c.req.valid('json');
  await savePreferences(c.get('db'), c.get('actor').id, { ...values, now: Date.now() });
  return c.json(values);
});
