import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import type { CheckedPart, UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import type { CheckProgress } from '#frontend/thread/protocol.ts';
import type { AskCheck } from '#frontend/features/results/kit/shown-work.ts';
import { type Task, useCancellable } from '#frontend/ui/use-cancellable.ts';
import { useShownResults } from '#frontend/features/results/kit/shown-results.tsx';
import type { TabProviderProps } from '#frontend/features/results/kit/tab.ts';

export interface UnseenCheckRun {
  run: Task<UnseenCheck, CheckProgress>;
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
  const { task: run, start: startCheck, stop } = useCancellable<UnseenCheck, CheckProgress>();
  const [part, choosePart] = useState<CheckedPart>('random');
  const start = useCallback(() => {
    if (ask) void startCheck((hooks) => ask({ ...DEFAULT_SETTINGS, thresholdPercent }, hooks, part));
  }, [ask, startCheck, thresholdPercent, part]);

  // Another plan or threshold has other rules, another part other leads.
  useEffect(() => () => stop(), [stop, ask, thresholdPercent, part]);

  const isDue = isOpen && run.state === 'idle';
  useEffect(() => {
    if (isDue) start();
  }, [isDue, start]);

  return { run, part, choosePart, start, cancel: () => stop({ state: 'cancelled' }) };
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
