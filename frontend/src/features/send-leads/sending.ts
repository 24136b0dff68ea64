import type { Destination, ListedSend } from '#contract/sends.ts';
import type { LeadFiles } from '#frontend/threads/leads/lead-files.ts';
import type { MadeEvents } from '#frontend/threads/leads/make-events.ts';
import type { FileProgress } from '#frontend/threads/leads/make-leads-file.ts';
import { WORK } from '#frontend/lib/tab-team.ts';
import { startSender, type Sender } from '#frontend/threads/sends/send-client.ts';
import type { Prepared, SendProgress } from '#frontend/threads/sends/send-questions.ts';
import type { SendFailureDetails } from '#frontend/threads/sends/send-failure.ts';
import type { SendOutcome } from '#frontend/threads/sends/send-leads.ts';

/** Leads that are ready to be sent to a destination. */
export interface ReadyLeads extends Prepared {
  destination: Destination;
  made: MadeEvents;
  /** The moment at which they were chosen. */
  madeAt: number;
  /** The interrupted send of the same values, which the next one goes on with. */
  unfinished: ListedSend | null;
  /** The last send of the same values that reached its end. */
  finished: ListedSend | null;
}

/** The part of a send that the visitor sees. */
export interface SendingState {
  busy: null | 'checking' | 'testing' | 'sending';
  /** Progress of the check. */
  checked: FileProgress | null;
  /** Progress of the test or of the send. */
  progress: SendProgress | null;
  ready: ReadyLeads | null;
  tested: SendOutcome | null;
  sent: SendOutcome | null;
  /** A failure before anything was sent; an error is one of this page. */
  failure: SendFailureDetails | Error | null;
}

const NOTHING: SendingState = {
  busy: null,
  checked: null,
  progress: null,
  ready: null,
  tested: null,
  sent: null,
  failure: null,
};

export type AskedEvents = Omit<Parameters<LeadFiles['makeEvents']>[0], 'port' | 'now'>;

interface Checked {
  destination: Destination;
  question: AskedEvents;
  files: LeadFiles;
  /** The log. */
  sends: readonly ListedSend[];
}

/** A send from the check to its end. It goes on while another tab of the results is shown. */
export interface Sending {
  getState(): SendingState;
  subscribe(onChange: () => void): () => void;
  /** Hands the leads over to the thread that sends. */
  check(checked: Checked): Promise<void>;
  test(): Promise<void>;
  send(): Promise<void>;
  /** Ends what is under way. */
  stop(): void;
  /** Begins anew, unless a send is under way. */
  reset(): void;
}

const isSameDestination = (send: Destination, { account, manager, action }: Destination): boolean =>
  send.account === account && send.manager === manager && send.action === action;

export function createSending(): Sending {
  const listeners = new Set<() => void>();
  let state = NOTHING;
  let sender: Sender | null = null;
  let checking = new AbortController();
  /** The number of the step that is under way. A step that was ended shows nothing more. */
  let turn = 0;

  function change(changes: Partial<SendingState>): void {
    state = { ...state, ...changes };
    for (const listen of listeners) listen();
  }

  function end(): void {
    checking.abort();
    sender?.close();
    sender = null;
    if (state.ready !== null) change({ ready: null });
  }

  /** Makes the leads of a moment, and hands them over. */
  async function prepare({ destination, question, files }: Checked, now: number) {
    end();
    const { signal } = (checking = new AbortController());
    const own = (sender = startSender(WORK));
    const { port1, port2 } = new MessageChannel();
    const onProgress = (checked: FileProgress) => change({ checked });
    const [made, prepared] = await Promise.all([
      files.makeEvents({ ...question, now, port: port1 }, { signal, onProgress }),
      own.prepare(destination, port2),
    ]);
    return { made, prepared };
  }

  async function check(checked: Checked): Promise<void> {
    change({ ...NOTHING, busy: 'checking' });
    const earlierSends = checked.sends.filter((send) => isSameDestination(send, checked.destination));
    const open = earlierSends.find(({ done, total }) => done < total);
    // Leads grow too old while a send rests, so those of its own moment are made first.
    let madeAt = open?.madeAt ?? Date.now();
    let { made, prepared } = await prepare(checked, madeAt);
    const isOfOpen = () => prepared.ok && open?.fingerprint === prepared.value.fingerprint;
    if (open && !isOfOpen()) {
      madeAt = Date.now();
      ({ made, prepared } = await prepare(checked, madeAt));
    }
    if (!prepared.ok) return change({ busy: null, failure: prepared.error });
    const { fingerprint } = prepared.value;
    const same = earlierSends.filter((send) => send.fingerprint === fingerprint);
    change({
      busy: null,
      ready: {
        ...prepared.value,
        destination: checked.destination,
        made,
        madeAt,
        unfinished: same.find(({ done, total }) => done < total) ?? null,
        finished: same.find(({ done, total }) => done === total) ?? null,
      },
    });
  }

  async function test(): Promise<void> {
    if (!sender) return;
    change({ busy: 'testing', progress: null, tested: null, sent: null, failure: null });
    const answer = await sender.test((progress) => change({ progress }));
    if (answer.ok) change({ busy: null, tested: answer.value });
    else change({ busy: null, failure: answer.error });
  }

  async function send(): Promise<void> {
    if (!sender || !state.ready) return;
    change({ busy: 'sending', progress: null, sent: null, failure: null });
    const answer = await sender.send(state.ready.madeAt, (progress) => change({ progress }));
    if (answer.ok) change({ busy: null, sent: answer.value });
    else change({ busy: null, failure: answer.error });
  }

  /** Runs one step after the other, and shows what goes wrong. */
  const run = (step: () => Promise<void>) => async () => {
    if (state.busy !== null) return;
    const own = ++turn;
    try {
      await step();
    } catch (error) {
      if (own === turn) change({ busy: null, failure: error as Error }); // nothing else is thrown here
    }
    // Nobody looks any more: the leads are no longer needed.
    if (listeners.size === 0) end();
  };

  return {
    getState: () => state,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
    check: (checked) => run(() => check(checked))(),
    test: run(test),
    send: run(send),
    stop() {
      if (state.busy !== 'checking') return sender?.stop();
      turn++;
      change({ busy: null, checked: null });
      end();
    },
    reset() {
      if (state.busy === 'testing' || state.busy === 'sending' || state === NOTHING) return;
      turn++;
      change(NOTHING);
      end();
    },
  };
}
