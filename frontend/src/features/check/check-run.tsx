import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { CheckedPart, UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import type { AskCheck } from '#frontend/features/results/results-source.ts';
import type { CheckProgress } from '#frontend/threads/leads/check-plan.ts';
import { type Task, useCancellable } from '#frontend/ui/use-cancellable.ts';
import { useWhenIdle } from '#frontend/ui/use-when-idle.ts';
import { useResults, useShownPart } from '#frontend/features/results/shown-results.tsx';

type CheckTask = Task<UnseenCheck, CheckProgress>;

export interface UnseenCheckRun {
  /** The check of the chosen part. */
  run: CheckTask;
  /** The check of random leads, also while the latest ones are shown. It stays the same object while the check goes on. */
  unseen: Task<UnseenCheck, null>;
  part: CheckedPart;
  /** Chooses another part of the leads, and checks it unless that was done. */
  choosePart(part: CheckedPart): void;
  start(): void;
  cancel(): void;
}

const IDLE = { state: 'idle' } as const;
const RUNNING = { state: 'running', progress: null } as const;

interface CheckTrigger {
  /** True while the view of the check is shown. */
  isOpen: boolean;
  /** False until the other answers that the results need are there. */
  isReady: boolean;
}

/**
 * The check of the rules. It starts in idle time after the results are drawn, or when its view is opened, and goes on after it is
 * left. Its results stay until the threshold or the plan changes; a new plan gives a new `ask`. The conversion value does not
 * matter, since conversions count.
 */
function useUnseenCheck(
  ask: AskCheck | undefined,
  thresholdPercent: number,
  { isOpen, isReady }: CheckTrigger,
): UnseenCheckRun {
  const { task, start: startCheck, stop } = useCancellable<UnseenCheck, CheckProgress>();
  const [part, choosePart] = useState<CheckedPart>('random');
  const question = useMemo(() => ({ ask, thresholdPercent }), [ask, thresholdPercent]);
  const [known, setKnown] = useState<{ question: typeof question; results: KnownResults } | null>(null);
  const results = known?.question === question ? known.results : NONE;
  const start = useCallback(() => {
    const { ask: askNow, thresholdPercent: threshold } = question;
    if (!askNow) return;
    const settings = { ...DEFAULT_SETTINGS, thresholdPercent: threshold };
    void startCheck((hooks) => askNow(settings, hooks, part)).then(
      (result) => result && setKnown((last) => withResult(last, question, { [part]: result })),
    );
  }, [question, startCheck, part]);

  // A new plan or threshold changes the rules, a new part changes the leads.
  useEffect(() => () => stop(), [stop, question, part]);

  const isIdle = useWhenIdle(isReady && ask !== undefined, question);
  const run = useMemo(() => taskOf(results[part], task), [results, part, task]);
  const isDue = run.state === 'idle' && (isOpen || (isIdle && part === 'random'));
  useEffect(() => {
    if (isDue) start();
  }, [isDue, start]);

  const ofRandom = part === 'random' ? task : IDLE;
  const shown = ofRandom.state === 'running' ? RUNNING : ofRandom;
  const unseen = useMemo(() => taskOf(results.random, shown), [results.random, shown]);
  const cancel = useCallback(() => stop({ state: 'cancelled' }), [stop]);
  return useMemo(
    () => ({ run, unseen, part, choosePart, start, cancel }),
    [run, unseen, part, start, cancel],
  );
}

type KnownResults = Readonly<Partial<Record<CheckedPart, UnseenCheck>>>;

const NONE: KnownResults = {};

function withResult<Question>(
  last: { question: Question; results: KnownResults } | null,
  question: Question,
  result: KnownResults,
) {
  return { question, results: { ...(last?.question === question ? last.results : NONE), ...result } };
}

function taskOf<Progress>(
  result: UnseenCheck | undefined,
  task: Task<UnseenCheck, Progress>,
): Task<UnseenCheck, Progress> {
  return result ? { state: 'done', result } : task;
}

const CheckContext = createContext<UnseenCheckRun | null>(null);

/** Keeps the check in memory while its view is not shown, and for the report. */
export function CheckProvider({ children }: { children: ReactNode }) {
  const isOpen = useShownPart().view === 'check';
  const { analysis, checkUnseen, combinations } = useResults();
  const isReady = combinations !== null;
  const run = useUnseenCheck(checkUnseen, analysis.settings.thresholdPercent, { isOpen, isReady });
  return <CheckContext value={run}>{children}</CheckContext>;
}

export function useCheckRun(): UnseenCheckRun {
  const run = useContext(CheckContext);
  if (!run) throw new Error('The check has no provider');
  return run;
}
