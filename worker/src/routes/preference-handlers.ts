import { DEFAULT_PREFERENCES } from '#contract/preferences.ts';
import { findPreferences, savePreferences } from '#worker/db/users.ts';
import type { Handlers } from './mount.ts';

export const preferenceHandlers = {
  'GET /api/preferences': async (c) =>
    (await findPreferences(c.get('db'), c.get('requester').id)) ?? DEFAULT_PREFERENCES,
  'POST /api/preferences': async (c) => {
    const values = c.req.valid('json');
    await savePreferences(c.get('db'), c.get('requester').id, { ...values, now: Date.now() });
    return values;
  },
} satisfies Partial<Handlers>;
