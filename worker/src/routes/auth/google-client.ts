import { googleClientOf, type GoogleClient } from '#worker/auth/google.ts';
import type { Deployment } from '#worker/env.ts';

export const CALLBACK_PATH = '/auth/google/callback';

/** The operator's client at Google; null where it is not set up. */
export const readClient = ({ env, req }: Deployment): GoogleClient | null =>
  googleClientOf(env, new URL(CALLBACK_PATH, req.url).href);
