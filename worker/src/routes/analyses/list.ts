import type { Context } from 'hono';
import { findSessionAndAnalyses } from '#worker/db/saved-analyses.ts';
import type { AppEnv } from '#worker/env.ts';
import { unauthorized } from '#worker/errors.ts';
import { resumeSession, readPresented } from '#worker/middleware/session.ts';
import { presentSummary } from './present.ts';

/** `GET /api/analyses`. It reads the session together with the list: one round trip instead of two. */
export async function listAnalyses(c: Context<AppEnv>): Promise<Response> {
  const presented = await readPresented(c);
  if (!presented) throw unauthorized();
  const found = await findSessionAndAnalyses(c.get('db'), presented.sid, Date.now());
  if (!(await resumeSession(c, presented, found.session))) throw unauthorized();
  return c.json(found.analyses.map(presentSummary));
}
