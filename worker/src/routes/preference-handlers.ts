import { DEFAULT_PREFERENCES, type Preferences } from '#contract/preferences.ts';
import { findPreferences, savePreferences } from '#worker/db/preferences.ts';
import type { AppContext } from '#worker/env.ts';
import type { BodyContext } from '#worker/middleware/request-body.ts';

/** `GET /api/preferences` */
export async function handleReadPreferences(c: AppContext): Promise<Preferences> {
  return (await findPreferences(c.get('db'), c.get('requester').id)) ?? DEFAULT_PREFERENCES;
}

/** `POST /api/preferences` */
export async function handleSavePreferences(c: BodyContext<Preferences>): Promise<Preferences> {
  const values = c.req.valid('json');
  await savePreferences(c.get('db'), c.get('requester').id, { ...values, now: Date.now() });
  return values;
}
