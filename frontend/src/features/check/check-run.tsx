import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import type { CheckedPart, UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import type { CheckProgress } from '#frontend/thread/protocol.ts';
import type { AskCheck } from '#frontend/features/results/kit/results-input.ts';
import { type Task, useCancellable } from '#frontend/ui/use-cancellable.ts';
import { useShownResults } from '#frontend/features/results/kit/shown-results.tsx';
import type { TabProviderProps } from '#frontend/features/results/kit/tab.ts';

export interface UnseenCheckRun {
  run: Task<UnseenCheck, CheckProgress>;
  part: CheckedPart;
  /** Chooses another part of the leads and runs the check again. */
  choosePart(part: CheckedPart): void;
  start(): void;
  cancel(): void;
}

/**
 * The check of the rules. It starts when its tab is opened, and goes on while another tab is open. Its result stays until the
 * threshold or the plan changes; a new plan gives a new `ask`. The conversion value does not matter, since conversions count.
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

  // A new plan or threshold changes the rules, a new part changes the leads.
  useEffect(() => () => stop(), [stop, ask, thresholdPercent, part]);

  const isDue = isOpen && run.state === 'idle';
  useEffect(() => {
    if (isDue) start();
  }, [isDue, start]);

  return { run, part, choosePart, start, cancel: () => stop({ state: 'cancelled' }) };
}

const CheckContext = createContext<UnseenCheckRun | null>(null);

/** Keeps the check in memory while other tabs are open, and for the report. */
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
