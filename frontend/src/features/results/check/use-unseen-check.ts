import { useCallback, useEffect, useState } from 'react';
import type { CheckedPart, UnseenCheck } from '#frontend/analysis/check-unseen.ts';
import { DEFAULT_SETTINGS, type Settings } from '#frontend/analysis/settings.ts';
import type { Hooks } from '#frontend/thread/client.ts';
import type { CheckProgress } from '#frontend/thread/protocol.ts';
import { useLongWork, type LongWork } from '../use-long-work.ts';

/** Asks the thread for the check. */
export type AskCheck = (
  settings: Settings,
  hooks: Hooks<'checkUnseen'>,
  part: CheckedPart,
) => Promise<UnseenCheck>;

export interface UnseenCheckRun {
  run: LongWork<UnseenCheck, CheckProgress>;
  part: CheckedPart;
  /** Another part is checked anew. */
  choosePart(part: CheckedPart): void;
  start(): void;
  cancel(): void;
}

/**
 * The check of the rules. It starts when its tab is opened, and goes on while another tab is open. Its result is kept until
 * the plan, and with it `ask`, or the threshold changes. It counts conversions, so the conversion value does not matter.
 */
export function useUnseenCheck(
  ask: AskCheck | undefined,
  thresholdPercent: number,
  isOpen: boolean,
): UnseenCheckRun {
  const { work: run, start: startWork, stop } = useLongWork<UnseenCheck, CheckProgress>();
  const [part, choosePart] = useState<CheckedPart>('random');
  const start = useCallback(() => {
    if (ask) void startWork((hooks) => ask({ ...DEFAULT_SETTINGS, thresholdPercent }, hooks, part));
  }, [ask, startWork, thresholdPercent, part]);

  // Another plan or threshold has other rules, another part other leads.
  useEffect(() => () => stop('idle'), [stop, ask, thresholdPercent, part]);

  const isDue = isOpen && run.state === 'idle';
  useEffect(() => {
    if (isDue) start();
  }, [isDue, start]);

  return { run, part, choosePart, start, cancel: () => stop('cancelled') };
}
