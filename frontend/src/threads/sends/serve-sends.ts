import type { Result } from '#frontend/csv/result.ts';
import { connectDataManager } from './ask-data-manager.ts';
import { checkDataManager } from './check-data-manager.ts';
import { followRequests } from './follow-requests.ts';
import { prepareLeads, type Batch } from './prepare-leads.ts';
import type { Port } from '../leads/protocol.ts';
import { SendFailure } from './send-failure.ts';
import { sendLeads } from './send-leads.ts';
import { openLog } from './send-log.ts';
import type {
  FromSender,
  Prepared,
  RefusedLead,
  SendFailureDetails,
  SendOutcome,
  SendProgress,
  ToSender,
} from './send-protocol.ts';

/**
 * Sends the leads that another thread hands over, on the page's commands. Leads, the key of their ids and the access token exist
 * here only: the page gets counts, and the rows of refused leads.
 */
export function serveSends(port: Port): void {
  const post = (message: FromSender) => port.postMessage(message, []);
  let batch: Batch | null = null;
  /** Leads that Google has refused, in the test or in the send. */
  let known = new Map<number, RefusedLead>();
  const pace = { nextAt: 0 };
  let stopping = new AbortController();
  let progress: SendProgress = { done: 0, total: 0, refused: 0, waitsSeconds: null };

  function show(changes: Partial<SendProgress>): void {
    progress = { ...progress, ...changes };
    post({ kind: 'progress', progress });
  }

  function connect(attempts?: number) {
    const { signal } = (stopping = new AbortController());
    const onWait = (waitsSeconds: number | null) => show({ waitsSeconds });
    const google = connectDataManager({ pace, signal, onWait, attempts });
    return { signal, google };
  }

  function requireBatch(): Batch {
    if (batch === null) throw new Error('No leads are prepared');
    return batch;
  }

  async function prepare({ destination, leads }: Extract<ToSender, { kind: 'prepare' }>): Promise<Prepared> {
    known = new Map();
    batch = await prepareLeads(destination, leads);
    return { total: batch.events.length, fingerprint: batch.fingerprint };
  }

  async function test(): Promise<SendOutcome> {
    const { signal, google } = connect();
    show({ done: 0, refused: 0, total: requireBatch().events.length, waitsSeconds: null });
    const outcome = await sendLeads(requireBatch(), google, {
      isTest: true,
      from: 0,
      known,
      signal,
      onSlice: async ({ done, refused }) => show({ done, refused }),
    });
    return { ...outcome, isLogged: true };
  }

  async function send(madeAt: number): Promise<SendOutcome> {
    const { signal, google } = connect();
    const log = await openLog(requireBatch(), madeAt);
    show({ done: log.done, refused: log.refused, total: requireBatch().events.length, waitsSeconds: null });
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

  function answer(command: Exclude<ToSender, { kind: 'stop' }>): Promise<unknown> {
    switch (command.kind) {
      case 'prepare':
        return prepare(command);
      case 'test':
        return test();
      case 'send':
        return send(command.madeAt);
      case 'follow':
        return followRequests(connect().google, command.requests);
      case 'check':
        return checkDataManager(connect(1).google);
    }
  }

  async function reply(command: Exclude<ToSender, { kind: 'stop' }>): Promise<void> {
    try {
      // Each command has the answer of its name.
      post({ kind: 'answer', answer: await resultOf(answer(command)) } as FromSender);
    } catch (error) {
      post({ kind: 'failed', message: String(error) });
    }
  }

  port.addEventListener('message', (event) => {
    // Only send-client.ts posts here, and it posts nothing else.
    const command = event.data as ToSender;
    if (command.kind === 'stop') stopping.abort();
    else void reply(command);
  });
}

async function resultOf(work: Promise<unknown>): Promise<Result<unknown, SendFailureDetails>> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    if (error instanceof SendFailure) return { ok: false, error: error.details };
    throw error;
  }
}
