import { Hono } from 'hono/tiny';
import { preferencesSchema } from '#contract/preferences.ts';
import { findPreferences, savePreferences } from '#worker/db/preferences.ts';
import type { AppEnv } from '#worker/env.ts';
import { requireUser } from '#worker/middleware/require-user.ts';
import { validate } from '#worker/middleware/validate.ts';
import { presentPreferences } from './present.ts';

export const preferences = new Hono<AppEnv>();

preferences.use(requireUser);

preferences.get('/', async (c) =>
  c.json(presentPreferences(await findPreferences(c.get('db'), c.get('owner').id))),
);

preferences.post('/', validate(preferencesSchema), async (c) => {
  const values = c.req.valid('json');
  await savePreferences(c.get('db'), c.get('owner').id, { ...values, now: Date.now() });
  return c.json(presentPreferences(values));
});
