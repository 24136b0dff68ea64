import type { Expected } from '#worker/db/saved-analyses.ts';
import type { AppContext } from '#worker/env.ts';
import { invalidInput } from '#worker/errors.ts';

const TAG = /^"(\d{1,15})"$/;

/**
 * The versions that a change was made for, by the header `If-Match`: '"3"', a list of these, or '*'. Null where any version
 * will do: for '*', and without the header, as older pages send it. The version stands in the answers themselves: none of them has
 * the header `ETag`, so that no network between keeps an answer or tells it apart.
 */
export function readIfMatch(c: AppContext): Expected {
  const header = c.req.header('If-Match');
  if (header === undefined || header.trim() === '*') return null;
  return header.split(',').map((part) => {
    const [, version] = TAG.exec(part.trim()) ?? [];
    if (version === undefined) throw invalidInput('If-Match must be a version in quotes, as "3"');
    return Number(version);
  });
}
