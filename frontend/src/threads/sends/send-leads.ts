import { fieldsOf } from '#contract/records.ts';
import { MAX_REQUEST_LEADS } from '#contract/limits.ts';
import type { Destination } from '#contract/sends.ts';
import type { DataManager } from './ask-data-manager.ts';
import type { Batch, SentEvent } from './prepare-leads.ts';
import { EventsRefused, SendFailure, type RefusedLead, type SendFailureDetails } from './send-failure.ts';

/** A request that Google has taken. */
export interface TakenRequest {
  id: string;
  events: number;
}

/** The outcome of a test or of a send. */
export interface SendOutcome {
  total: number;
  done: number;
  /** Leads that are neither dealt with nor known to be refused. */
  left: number;
  /** The leads before this one were dealt with by an earlier part of the same send. */
  from: number;
  /** All leads that were refused, also those of an earlier part. */
  refusedCount: number;
  /** Those of this part. */
  refused: readonly RefusedLead[];
  /** Details that Google ignores, by its reason: the leads are taken. */
  warnings: readonly { reason: string; count: number }[];
  stoppedBy: 'cancel' | SendFailureDetails | null;
  /** False where the log of this site lacks the end of the send. */
  isLogged: boolean;
}

interface Sending {
  isTest: boolean;
  /** The first lead that is sent. */
  from: number;
  /** Leads that Google is known to refuse, by their places: they are not sent. */
  known: Map<number, RefusedLead>;
  signal: AbortSignal;
  /** Awaited after each slice. */
  onSlice(reached: { done: number; refused: number; request: TakenRequest | null }): Promise<void>;
}

/**
 * Sends the leads of a batch in slices of `MAX_REQUEST_LEADS`, one after the other. The first request that is no test holds one lead,
 * since a test does not show all that Google refuses: without it nothing else is sent. Google takes a request as a whole or not at all, so
 * leads that it refuses are left out and the others are sent again: nothing of a refused request was recorded
 * (https://developers.google.com/data-manager/api/devguides/concepts/understand-errors, of 2026-07-30). Nothing is thrown for what
 * stops a send: the outcome says how far it came.
 */
export async function sendLeads(
  { destination, events }: Batch,
  google: DataManager,
  { isTest, from, known, signal, onSlice }: Sending,
): Promise<Omit<SendOutcome, 'isLogged'>> {
  const warnings = new Map<string, number>();
  const refusedIn = (to: number) => [...known].filter(([place]) => place >= from && place < to);
  let done = from;
  let stoppedBy: SendOutcome['stoppedBy'] = null;
  try {
    while (done < events.length) {
      signal.throwIfAborted();
      // Leads that an earlier part has sent began with such a request.
      const isFirst = !isTest && done === 0;
      const to = isFirst ? endOfFirst(events, known) : Math.min(done + MAX_REQUEST_LEADS, events.length);
      const taken = await sendSlice({ google, known, signal }, events.slice(done, to), {
        first: done,
        isAlone: isFirst,
        toBody: (sent) => bodyOf(destination, sent, isTest),
      });
      for (const reason of taken?.warnings ?? []) warnings.set(reason, (warnings.get(reason) ?? 0) + 1);
      done = to;
      await onSlice({ done, refused: refusedIn(done).length, request: taken && taken.request });
    }
  } catch (error) {
    if (error instanceof SendFailure) stoppedBy = error.details;
    else if (signal.aborted) stoppedBy = 'cancel';
    else throw error;
  }
  const refused = refusedIn(events.length).map(([, lead]) => lead);
  return {
    total: events.length,
    from,
    done,
    left: events.length - done - (refused.length - refusedIn(done).length),
    refused: refused.toSorted((a, b) => a.row - b.row),
    refusedCount: refusedIn(done).length,
    warnings: [...warnings].map(([reason, count]) => ({ reason, count })),
    stoppedBy,
  };
}

/** The place after the first lead that Google is not known to refuse. */
function endOfFirst(events: readonly SentEvent[], known: Sending['known']): number {
  const first = events.findIndex((_, place) => !known.has(place));
  return first === -1 ? events.length : first + 1;
}

/** Null where all leads of the slice are refused. */
async function sendSlice(
  { google, known, signal }: { google: DataManager; known: Map<number, RefusedLead>; signal: AbortSignal },
  slice: readonly SentEvent[],
  {
    first,
    isAlone,
    toBody,
  }: { first: number; isAlone: boolean; toBody(events: readonly SentEvent[]): object },
): Promise<{ request: TakenRequest; warnings: string[] } | null> {
  const placed = slice.map((event, index) => ({ event, place: first + index }));
  for (;;) {
    const sent = placed.filter(({ place }) => !known.has(place));
    if (sent.length === 0) return null;
    const events = sent.map(({ event }) => event);
    try {
      const answer = await google.ingest(toBody(events));
      return { request: readRequest(answer, sent.length), warnings: readWarnings(answer) };
    } catch (error) {
      if (!(error instanceof EventsRefused)) throw error;
      const refused = readRefused(error, events);
      for (const { index, ...lead } of refused) known.set(sent[index]!.place, lead); // one of those that were sent
      const bare = refused.find(({ reason }) => reason === '');
      if (bare) throw new SendFailure(bare.field === '' ? 'lead' : 'order-id', error.said, { row: bare.row });
      if (isAlone) throw new SendFailure('first-lead', error.said, { row: refused[0]?.row });
      signal.throwIfAborted();
    }
  }
}

/** The leads that Google refuses, each with its index in the request. Without a reason it is the order id, where the lead has one. */
function readRefused({ refused }: EventsRefused, sent: readonly SentEvent[]) {
  return [...refused].map(([index, { reason, field }]) => {
    const lead = sent[index];
    if (!lead) throw new SendFailure('not-understood');
    const named = reason === '' ? (lead.hasOrderId ? 'transaction_id' : '') : field;
    return { index, row: lead.row, reason, field: named };
  });
}

/** `IngestEventsRequest`. Without `loginAccount` Google takes the account itself. */
function bodyOf({ account, manager, action }: Destination, sent: readonly SentEvent[], isTest: boolean) {
  return {
    destinations: [
      {
        operatingAccount: { accountType: 'GOOGLE_ADS', accountId: account },
        ...(manager !== null && { loginAccount: { accountType: 'GOOGLE_ADS', accountId: manager } }),
        productDestinationId: action,
      },
    ],
    encoding: 'HEX',
    validateOnly: isTest,
    events: sent.map(({ event }) => event),
  };
}

function readRequest({ requestId }: Record<string, unknown>, events: number): TakenRequest {
  return { id: typeof requestId === 'string' ? requestId : '', events };
}

/** `fieldWarnings` name details of events that Google ignores; the events are taken. */
function readWarnings({ fieldWarnings }: Record<string, unknown>): string[] {
  if (!Array.isArray(fieldWarnings)) return [];
  return fieldWarnings.map((warning) => String(fieldsOf(warning)['reason'] ?? 'WARNING_REASON_GENERIC'));
}
