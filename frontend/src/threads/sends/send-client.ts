import type { Destination } from '#contract/sends.ts';
import { openThread } from '../start-thread.ts';
import type { createSendQuestions, SendProgress } from './send-questions.ts';

type ShowProgress = (progress: SendProgress) => void;

/** The page's end of the thread that sends. It keeps the leads that it was handed until `close`. */
export type Sender = ReturnType<typeof startSender>;

/**
 * Starts the thread that may connect to Google. What is asked rejects if the thread fails or is closed. `work` begins the path of its calls
 * to our Worker: connection and log may be those of a team.
 */
export function startSender(work?: string) {
  const { ask, close } = openThread<ReturnType<typeof createSendQuestions>>('send', work);
  return {
    prepare: (destination: Destination, leads: MessagePort) => ask('prepare', { destination, leads }),
    test: (onProgress: ShowProgress) => ask('test', undefined, { onProgress }),
    send: (madeAt: number, onProgress: ShowProgress) => ask('send', madeAt, { onProgress }),
    follow: (requests: readonly string[]) => ask('follow', requests),
    check: () => ask('check', undefined),
    // A thread that is over sends nothing.
    stop: () => void ask('stop', undefined).catch(() => {}),
    close,
  };
}
