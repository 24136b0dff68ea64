import { useCallback, useEffect, useRef, useState } from 'react';
import type { UnseenCheck } from '#frontend/analysis/check-unseen.ts';
import { DEFAULT_SETTINGS, type Settings } from '#frontend/analysis/settings.ts';
import type { Hooks } from '#frontend/thread/client.ts';
import type { CheckProgress } from '#frontend/thread/protocol.ts';

/** Asks the thread for the check. */
export type AskCheck = (settings: Settings, hooks: Hooks<'checkUnseen'>) => Promise<UnseenCheck>;

export type CheckRun =
  | { state: 'waiting' }
  | { state: 'running'; progress: CheckProgress | null }
  | { state: 'cancelled' }
  | { state: 'failed' }
  | { state: 'done'; check: UnseenCheck };

export interface UnseenCheckRun {
  run: CheckRun;
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
    ask({ ...DEFAULT_SETTINGS, thresholdPercent }, { signal, onProgress }).then(
      (check) => show({ state: 'done', check }),
      () => show({ state: 'failed' }),
    );
  }, [ask, thresholdPercent]);

  const stop = useCallback((next: CheckRun) => {
    controller.current?.abort();
    setRun(next);
  }, []);
  // Another plan or threshold has other rules.
  useEffect(() => () => stop(WAITING), [stop, ask, thresholdPercent]);

  const isDue = isOpen && run.state === 'waiting';
  useEffect(() => {
    if (isDue) start();
  }, [isDue, start]);

  return { run, start, cancel: () => stop({ state: 'cancelled' }) };
}
