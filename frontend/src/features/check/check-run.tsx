import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import type { CheckedPart, UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import type { CheckProgress } from '#frontend/thread/protocol.ts';
import type { AskCheck } from '#frontend/thread/work.ts';
import { type LongWork, useLongWork } from '#frontend/features/results/kit/long-work.tsx';
import { useShownResults } from '#frontend/features/results/kit/shown-results.tsx';
import type { TabProviderProps } from '#frontend/features/results/kit/tab.ts';

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
function useUnseenCheck(
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

const CheckContext = createContext<UnseenCheckRun | null>(null);

/** Holds the check while other tabs are open, and for the report. */
export function CheckProvider({ isOpen, children }: TabProviderProps) {
  const { analysis, checkUnseen } = useShownResults();
  const run = useUnseenCheck(checkUnseen, analysis.settings.thresholdPercent, isOpen);
  return <CheckContext value={run}>{children}</CheckContext>;
}

export function useCheckRun(): UnseenCheckRun {
  const run = useContext(CheckContext);
  if (!run) throw new Error('The tab of the check has no provider');
  return run;
}
