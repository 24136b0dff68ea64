import { useCallback, useEffect, useRef, useState } from 'react';
import type { CheckedPart, UnseenCheck } from '#frontend/analysis/check-unseen.ts';
import { DEFAULT_SETTINGS, type Settings } from '#frontend/analysis/settings.ts';
import type { Hooks } from '#frontend/thread/client.ts';
import type { CheckProgress } from '#frontend/thread/protocol.ts';

/** Asks the thread for the check. */
export type AskCheck = (
  settings: Settings,
  hooks: Hooks<'checkUnseen'>,
  part: CheckedPart,
) => Promise<UnseenCheck>;

export type CheckRun =
  | { state: 'waiting' }
  | { state: 'running'; progress: CheckProgress | null }
  | { state: 'cancelled' }
  | { state: 'failed' }
  | { state: 'done'; check: UnseenCheck };

export interface UnseenCheckRun {
  run: CheckRun;
  part: CheckedPart;
  /** Another part is checked anew. */
  choosePart(part: CheckedPart): void;
  start(): void;
  cancel(): void;
}

const WAITING: CheckRun = { state: 'waiting' };

/**
 * The check of the rules. It starts when its tab is opened, and goes on while another tab is open. Its result is kept until
 * the plan, and with it `ask`, or the threshold changes. It counts conversions, so the conversion value does not matter.
 */
export function useUnseenCheck(
  ask: AskCheck | undefined,
  thresholdPercent: number,
  isOpen: boolean,
): UnseenCheckRun {
  const [run, setRun] = useState<CheckRun>(WAITING);
  const [part, choosePart] = useState<CheckedPart>('random');
  const controller = useRef<AbortController>(undefined);

  const start = useCallback(() => {
    if (!ask) return;
    controller.current = new AbortController();
    const { signal } = controller.current;
    const show = (next: CheckRun) => {
      if (!signal.aborted) setRun(next);
    };
    show({ state: 'running', progress: null });
    const onProgress = (progress: CheckProgress) => show({ state: 'running', progress });
    ask({ ...DEFAULT_SETTINGS, thresholdPercent }, { signal, onProgress }, part).then(
      (check) => show({ state: 'done', check }),
      () => show({ state: 'failed' }),
    );
  }, [ask, thresholdPercent, part]);

  const stop = useCallback((next: CheckRun) => {
    controller.current?.abort();
    setRun(next);
  }, []);
  // Another plan or threshold has other rules, another part other leads.
  useEffect(() => () => stop(WAITING), [stop, ask, thresholdPercent, part]);

  const isDue = isOpen && run.state === 'waiting';
  useEffect(() => {
    if (isDue) start();
  }, [isDue, start]);

  return { run, part, choosePart, start, cancel: () => stop({ state: 'cancelled' }) };
}
