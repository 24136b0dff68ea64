import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { CheckedPart, UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import type { Multipliers } from '#frontend/analysis/judge/lead-values.ts';
import type { PlanChoices } from '#frontend/analysis/platforms/candidates.ts';
import { guessCondition } from '#frontend/analysis/platforms/conditions.ts';
import type { PlatformPlans } from '#frontend/analysis/platforms/plan.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import { formatCount } from '#frontend/lib/format.ts';
import type { CheckProgress } from '#frontend/thread/protocol.ts';
import type { ApplySource, AskCheck } from '#frontend/thread/work.ts';
import { Button } from '#frontend/ui/button.tsx';
import { ProgressBar } from '#frontend/ui/progress.tsx';

type LongWork<Result, Progress> =
  | { state: 'idle' }
  | { state: 'running'; progress: Progress | null }
  | { state: 'cancelled' }
  | { state: 'failed' }
  | { state: 'done'; result: Result };

type Ask<Result, Progress> = (hooks: {
  signal: AbortSignal;
  onProgress(progress: Progress): void;
}) => Promise<Result>;

/** Lets the thread work, on one thing at a time: starting another one, or leaving, cancels the one before. */
export function useLongWork<Result, Progress>() {
  const [work, setWork] = useState<LongWork<Result, Progress>>({ state: 'idle' });
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  /** Resolves to null where the work was cancelled or failed. */
  const start = useCallback(async (ask: Ask<Result, Progress>) => {
    controller.current?.abort();
    const { signal } = (controller.current = new AbortController());
    const show = (next: LongWork<Result, Progress>) => {
      if (!signal.aborted) setWork(next);
    };
    show({ state: 'running', progress: null });
    try {
      const result = await ask({ signal, onProgress: (progress) => show({ state: 'running', progress }) });
      show({ state: 'done', result });
      return signal.aborted ? null : result;
    } catch {
      show({ state: 'failed' });
      return null;
    }
  }, []);

  const stop = useCallback((state: 'cancelled' | 'idle') => {
    controller.current?.abort();
    setWork({ state });
  }, []);
  return { work, start, stop };
}

interface WorkProgressProps {
  label: string;
  /** Both are absent until the thread tells how far it is. */
  done: number | undefined;
  of: number | undefined;
  /** What is counted: 'leads'. */
  unit: string;
  onCancel(): void;
}

/** How far the thread is with a file or a check. */
export function WorkProgress({ label, done, of, unit, onCancel }: WorkProgressProps) {
  return (
    <div className="flex flex-col gap-3">
      <ProgressBar
        label={label}
        value={done ?? null}
        max={of}
        detail={
          done === undefined || of === undefined
            ? undefined
            : `${formatCount(done)} of ${formatCount(of)} ${unit}`
        }
      />
      <Button size="small" onClick={onCancel} className="self-start">
        Cancel
      </Button>
    </div>
  );
}

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

export interface PlatformPlansRun {
  /** The kind of each field, chosen or guessed. */
  kinds: PlanChoices['kinds'];
  guesses: PlanChoices['kinds'];
  /** The last plans, also while the next ones are made; null before the first. */
  plans: PlatformPlans | null;
  hasFailed: boolean;
  retry(): void;
}

/** The plans of the ad platforms. They are asked for while their tab is open, and again after a choice that they depend on. */
export function usePlatformPlans(
  source: ApplySource | undefined,
  { analysis, multipliers, isOpen }: { analysis: Analysis; multipliers: Multipliers; isOpen: boolean },
): PlatformPlansRun {
  const { fields } = analysis;
  const { thresholdPercent } = analysis.settings;
  const { choices, ask } = source ?? {};
  // Reading the values takes some time, which the first tab does not wait for.
  const guesses = useMemo(
    () => (isOpen ? fields.map(({ name, values }) => guessCondition(name, values)) : []),
    [fields, isOpen],
  );
  const kinds = useMemo(
    () => guesses.map((guess, field) => choices?.kinds[field] ?? guess),
    [guesses, choices?.kinds],
  );
  const { includesTests = false, isSpecialOffer = null } = choices ?? {};
  const asked = useMemo(
    () => ({ kinds, includesTests, isSpecialOffer, multipliers }),
    [kinds, includesTests, isSpecialOffer, multipliers],
  );
  const [answer, setAnswer] = useState<Pick<PlatformPlansRun, 'plans' | 'hasFailed'>>({
    plans: null,
    hasFailed: false,
  });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isOpen || !ask) return;
    let isLatest = true;
    ask(thresholdPercent, asked).then(
      (plans) => isLatest && setAnswer({ plans, hasFailed: false }),
      () => isLatest && setAnswer({ plans: null, hasFailed: true }),
    );
    return () => {
      isLatest = false;
    };
  }, [ask, asked, thresholdPercent, isOpen, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { kinds, guesses, ...answer, retry };
}
