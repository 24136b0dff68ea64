import type { Destination } from '#contract/sends.ts';
import type { FromSender, SenderAnswers, SendProgress, ToSender } from './send-protocol.ts';
import { describeError, startThread } from '../start-thread.ts';

type Command = Exclude<ToSender, { kind: 'stop' }>;

/** The page's end of the thread that sends. It keeps the leads that it was handed until `close`. */
export interface Sender {
  /** Hands over leads, which come through the port. */
  prepare(destination: Destination, leads: MessagePort): Promise<SenderAnswers['prepare']>;
  /** Lets Google check the leads: nothing is recorded. */
  test(onProgress: (progress: SendProgress) => void): Promise<SenderAnswers['test']>;
  /** Sends the leads. `madeAt`: the moment at which they were chosen. */
  send(madeAt: number, onProgress: (progress: SendProgress) => void): Promise<SenderAnswers['send']>;
  /** Asks what has become of requests. */
  follow(requests: readonly string[]): Promise<SenderAnswers['follow']>;
  /** Finds out whether this browser could send, without any lead. */
  check(): Promise<SenderAnswers['check']>;
  /** Ends a test or a send after the request that is on its way. Its answer says what has arrived. */
  stop(): void;
  close(): void;
}

/**
 * Starts the thread that may connect to Google. One command at a time; they reject if the thread fails or is closed. `work` begins the
 * path of its calls to our Worker: connection and log may be those of a team.
 */
export function startSender(work?: string): Sender {
  const thread = startThread('send', work);
  let pending: { resolve(answer: unknown): void; reject(reason: unknown): void } | null = null;
  let hear: (progress: SendProgress) => void = () => {};

  thread.addEventListener('message', ({ data }: MessageEvent<FromSender>) => {
    if (data.kind === 'progress') hear(data.progress);
    else if (data.kind === 'failed') pending?.reject(new Error(data.message));
    else pending?.resolve(data.answer);
  });
  thread.addEventListener('error', (event) => pending?.reject(describeError(event)));

  function ask<C extends Command>(
    command: C,
    onProgress: (progress: SendProgress) => void = () => {},
  ): Promise<SenderAnswers[C['kind']]> {
    hear = onProgress;
    return new Promise((resolve, reject) => {
      // serve-sends.ts answers each command with its own type.
      pending = { resolve: resolve as (answer: unknown) => void, reject };
      thread.postMessage(command, command.kind === 'prepare' ? [command.leads] : []);
    });
  }

  return {
    prepare: (destination, leads) => ask({ kind: 'prepare', destination, leads }),
    test: (onProgress) => ask({ kind: 'test' }, onProgress),
    send: (madeAt, onProgress) => ask({ kind: 'send', madeAt }, onProgress),
    follow: (requests) => ask({ kind: 'follow', requests }),
    check: () => ask({ kind: 'check' }),
    stop: () => thread.postMessage({ kind: 'stop' } satisfies ToSender, []),
    close() {
      thread.terminate();
      pending?.reject(new Error('The sending thread was closed'));
    },
  };
}
