import { useCallback } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { MAX_LOGGED_REQUESTS } from '#contract/limits.ts';
import { sendSchema, sendsSchema, type ListedSend, type RequestOutcome, type Send } from '#contract/sends.ts';
import { WORK } from '#frontend/lib/tab-team.ts';
import { read } from './client.ts';
import { ask, tell, readPages } from './ask.ts';

const SENDS_KEY = [`${WORK}/sends`] as const;

/** The log of the user's sends to Google Ads, the latest first; null until it is known. Fetched whenever it is shown. */
export function useSends(isSignedIn: boolean) {
  const { data, error, mutate } = useSWR<ListedSend[], unknown>(isSignedIn ? SENDS_KEY : null, readSends, {
    revalidateOnMount: true,
  });
  return { sends: data ?? null, error, askAgain: () => mutate(undefined) };
}

/** All pages of the log. */
async function readSends(): Promise<ListedSend[]> {
  const pages = await readPages(async (before: string | null) => {
    const page = before === null ? '' : `?before=${encodeURIComponent(before)}`;
    return sendsSchema.parse(await read([`${SENDS_KEY[0]}${page}`]));
  });
  return pages.flatMap(({ sends }) => sends);
}

/** A send with all of its requests. */
export const fetchSend = (id: string): Promise<Send> =>
  ask('GET /api/sends/:id', { at: WORK, id }, sendSchema);

/** Fetches the log again, and keeps the old one meanwhile. */
export function useAskSends(): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return useCallback(() => mutate(SENDS_KEY), [mutate]);
}

/** Notes what has become of requests of a send. */
export async function noteOutcomes(
  { id, done, refused, requests }: Send,
  outcomes: ReadonlyMap<string, RequestOutcome>,
): Promise<void> {
  const known = requests.flatMap((request) => {
    const outcome = outcomes.get(request.id);
    return outcome ? [{ ...request, outcome }] : [];
  });
  for (let from = 0; from < known.length; from += MAX_LOGGED_REQUESTS) {
    const json = { done, refused, requests: known.slice(from, from + MAX_LOGGED_REQUESTS) };
    await tell('PATCH /api/sends/:id', { at: WORK, id, json });
  }
}
