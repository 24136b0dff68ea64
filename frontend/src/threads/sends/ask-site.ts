import { fieldsOf } from '#contract/records.ts';
import { SendFailure, type SendProblem } from './send-failure.ts';
import { workRoot } from '../work-root.ts';

/**
 * Asks our own Worker, about the work of the tab, which may be that of a team, unless `root` is another one. No lead is ever in such a call.
 *
 * @returns the fields of the answer
 * @throws SendFailure
 */
export async function askSite(
  path: string,
  { method, json, root = workRoot() }: { method: 'POST' | 'PATCH'; json?: object; root?: string },
): Promise<Record<string, unknown>> {
  let response: Response;
  try {
    response = await fetch(root + path, {
      method,
      credentials: 'same-origin',
      ...(json && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(json) }),
    });
  } catch {
    throw new SendFailure('site-unavailable');
  }
  const answer = fieldsOf(await response.json().catch(() => null));
  if (response.ok) return answer;
  throw new SendFailure(findProblem(response.status, answer['code']));
}

function findProblem(status: number, code: unknown): SendProblem {
  // Both refuse whatever grows: the user's own room, that of a team, its maker or the accounts that share one, and that of the site.
  if (code === 'STORAGE_LIMIT' || code === 'SERVICE_FULL') return 'no-room';
  if (status === 401) return 'signed-out';
  if (status === 409) return 'disconnected';
  return status === 429 ? 'too-often' : 'site-unavailable';
}
