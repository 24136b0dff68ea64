import { fieldsOf } from '#frontend/csv/json-fields.ts';
import { SendFailure } from './send-failure.ts';
import { workRoot } from './work-root.ts';

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
  if (response.status === 401) throw new SendFailure('signed-out');
  if (response.status === 409) throw new SendFailure('disconnected');
  if (response.status === 429) throw new SendFailure('too-often');
  if (!response.ok) throw new SendFailure('site-unavailable');
  return fieldsOf(await response.json().catch(() => null));
}
