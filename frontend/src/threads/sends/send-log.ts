import { MAX_LOGGED_REQUESTS } from '#contract/limits.ts';
import { askSite } from './ask-site.ts';
import type { Batch } from './prepare-leads.ts';
import { SendFailure } from './send-failure.ts';
import type { TakenRequest } from './send-leads.ts';

/** The log of one send at our Worker: counts and Google's ids of requests, never a lead. */
export interface SendLog {
  /** How far an earlier part of the same send came. */
  done: number;
  refused: number;
  /** Notes how far the send has come. Without an answer the next call notes this too. */
  note(reached: { done: number; refused: number; request: TakenRequest | null }): Promise<void>;
  /** True once everything is noted. */
  isComplete(): boolean;
}

/**
 * Begins the log of a send, or goes on with that of the same one.
 *
 * @throws SendFailure
 */
export async function openLog({ destination, events, fingerprint }: Batch, madeAt: number): Promise<SendLog> {
  const json = { ...destination, total: events.length, fingerprint, madeAt };
  const { id, done, refused } = await askSite('/sends', { method: 'POST', json });
  if (typeof id !== 'string' || typeof done !== 'number' || typeof refused !== 'number')
    throw new SendFailure('site-unavailable');
  /** The requests that no call has noted. */
  let open: TakenRequest[] = [];
  let isNoted = true;
  return {
    done,
    refused,
    isComplete: () => isNoted,
    async note(reached) {
      if (reached.request !== null && reached.request.id !== '') open.push(reached.request);
      const change = { done: reached.done, refused: refused + reached.refused };
      try {
        do {
          const requests = open
            .slice(0, MAX_LOGGED_REQUESTS)
            .map((request) => ({ ...request, outcome: null }));
          await askSite(`/sends/${id}`, { method: 'PATCH', json: { ...change, requests } });
          open = open.slice(requests.length);
        } while (open.length > 0);
        isNoted = true;
      } catch (error) {
        // The leads are at Google already. Only a session that is over stops the send.
        isNoted = false;
        if (!(error instanceof SendFailure) || error.details.problem === 'signed-out') throw error;
      }
    },
  };
}
