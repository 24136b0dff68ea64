import type { Destination } from '#contract/sends.ts';
import { resultOf, type Call } from '../rpc.ts';
import { connectDataManager } from './ask-data-manager.ts';
import { checkDataManager } from './check-data-manager.ts';
import { followRequests } from './follow-requests.ts';
import { prepareLeads, type Batch } from './prepare-leads.ts';
import { SendFailure, type RefusedLead } from './send-failure.ts';
import { sendLeads, type SendOutcome } from './send-leads.ts';
import { openLog } from './send-log.ts';

export interface SendProgress {
  /** Leads that were dealt with, from the first one of the file on. */
  done: number;
  total: number;
  refused: number;
  /** Google is asked again after this many seconds; null while nothing is wrong. */
  waitsSeconds: number | null;
}

/** Leads that are ready to be sent. */
export interface Prepared {
  total: number;
  /** The same for the same values, and for no others: see `fingerprint` of the log. */
  fingerprint: string;
}

type Sending = Call<SendProgress>;

/**
 * The questions of one thread, which sends the leads that another thread hands over. The page asks one at a time, but for `stop`. Leads,
 * the key of their ids and the access token exist here only: the page gets counts, and the rows of refused leads.
 */
export function createSendQuestions() {
  let batch: Batch | null = null;
  /** Leads that Google has refused, in the test or in the send. */
  let known = new Map<number, RefusedLead>();
  const pace = { nextAt: 0 };
  let stopping = new AbortController();

  function connect(onWait: (seconds: number | null) => void = () => {}, attempts?: number) {
    const { signal } = (stopping = new AbortController());
    return { signal, google: connectDataManager({ pace, signal, onWait, attempts }) };
  }

  function requireBatch(): Batch {
    if (batch === null) throw new Error('No leads are prepared');
    return batch;
  }

  async function prepare(destination: Destination, leads: MessagePort): Promise<Prepared> {
    known = new Map();
    batch = await prepareLeads(destination, leads);
    return { total: batch.events.length, fingerprint: batch.fingerprint };
  }

  async function test({ tell }: Sending): Promise<SendOutcome> {
    const show = showing(tell);
    const { signal, google } = connect((waitsSeconds) => show({ waitsSeconds }));
    show({ total: requireBatch().events.length });
    const outcome = await sendLeads(requireBatch(), google, {
      isTest: true,
      from: 0,
      known,
      signal,
      onSlice: async ({ done, refused }) => show({ done, refused }),
    });
    return { ...outcome, isLogged: true };
  }

  async function send(madeAt: number, { tell }: Sending): Promise<SendOutcome> {
    const show = showing(tell);
    const { signal, google } = connect((waitsSeconds) => show({ waitsSeconds }));
    const log = await openLog(requireBatch(), madeAt);
    show({ done: log.done, refused: log.refused, total: requireBatch().events.length });
    const outcome = await sendLeads(requireBatch(), google, {
      isTest: false,
      from: log.done,
      known,
      signal,
      async onSlice(reached) {
        await log.note(reached);
        show({ done: reached.done, refused: log.refused + reached.refused });
      },
    });
    return { ...outcome, refusedCount: log.refused + outcome.refusedCount, isLogged: log.isComplete() };
  }

  return {
    /** Takes leads over, which come through the port. */
    prepare: ({ destination, leads }: { destination: Destination; leads: MessagePort }) =>
      resultOf(prepare(destination, leads), SendFailure),
    /** Lets Google check the leads: nothing is recorded. */
    test: (_: undefined, sending: Sending) => resultOf(test(sending), SendFailure),
    /** Sends the leads. `madeAt`: the moment at which they were chosen. */
    send: (madeAt: number, sending: Sending) => resultOf(send(madeAt, sending), SendFailure),
    /** Asks what has become of requests. */
    follow: (requests: readonly string[]) =>
      resultOf(followRequests(connect().google, requests), SendFailure),
    /** Finds out whether this browser could send, without any lead. */
    check: () => resultOf(checkDataManager(connect(undefined, 1).google), SendFailure),
    /** Ends a test or a send after the request that is on its way. Its answer says what has arrived. */
    stop: () => stopping.abort(),
  };
}

/** Reports the progress of a test or of a send, of which each step changes a part. */
function showing(tell: Sending['tell']): (changes: Partial<SendProgress>) => void {
  let progress: SendProgress = { done: 0, total: 0, refused: 0, waitsSeconds: null };
  return (changes) => tell((progress = { ...progress, ...changes }));
}
