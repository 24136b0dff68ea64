import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { CheckedPart, UnseenCheck } from '#frontend/analysis/check-unseen.ts';
import type { Multipliers } from '#frontend/analysis/lead-values.ts';
import type { PlanChoices } from '#frontend/analysis/platforms/candidates.ts';
import { guessCondition } from '#frontend/analysis/platforms/conditions.ts';
import type { PlatformPlans } from '#frontend/analysis/platforms/plan.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/settings.ts';
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
  shown: ShownPlans | null;
  /** The plans that the choices ask for are not there yet. */
  isWaiting: boolean;
  hasFailed: boolean;
  retry(): void;
}

/** Plans with what they were made of. */
interface ShownPlans {
  plans: PlatformPlans;
  analysis: Analysis;
  multipliers: Multipliers;
}

/** The plans of the ad platforms. They are asked for while their tab is open, and again after a choice that they depend on. */
export function usePlatformPlans(
  source: ApplySource | undefined,
  { analysis, multipliers, isOpen }: { analysis: Analysis; multipliers: Multipliers; isOpen: boolean },
): PlatformPlansRun {
  const { fields } = analysis;
  const { thresholdPercent } = analysis.settings;
  const { choices, ask } = source ?? {};
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  // Reading the values takes some time, which the first tab does not wait for.
  const guesses = useMemo(
    () => (wasOpen ? fields.map(({ name, values }) => guessCondition(name, values)) : []),
    [fields, wasOpen],
  );
  const kinds = useMemo(
    () => guesses.map((guess, field) => choices?.kinds[field] ?? guess),
    [guesses, choices?.kinds],
  );
  const { includesTests = false, isSpecialOffer = null } = choices ?? {};
  // Only balanced figures of pairs are made of multipliers of single values.
  const usesUnclear = multipliers === 'balanced' && (choices?.usesUnclear ?? false);
  const [attempt, setAttempt] = useState(0);
  const question = useMemo(
    () => ({
      ask,
      thresholdPercent,
      choices: { kinds, includesTests, usesUnclear, isSpecialOffer, multipliers },
      attempt,
    }),
    [ask, thresholdPercent, kinds, includesTests, usesUnclear, isSpecialOffer, multipliers, attempt],
  );
  /** The last answer, and what was asked for it. The plans are null where they could not be made. */
  const [answer, setAnswer] = useState<{ question: typeof question; plans: PlatformPlans | null } | null>(
    null,
  );
  const isWaiting = answer?.question !== question;
  const [answeredFor, setAnsweredFor] = useState(analysis);
  if (!isWaiting && answeredFor !== analysis) setAnsweredFor(analysis);
  useEffect(() => {
    if (!isOpen || !isWaiting || !question.ask) return;
    let isLatest = true;
    question.ask(question.thresholdPercent, question.choices).then(
      (plans) => isLatest && setAnswer({ question, plans }),
      () => isLatest && setAnswer({ question, plans: null }),
    );
    return () => {
      isLatest = false;
    };
  }, [question, isOpen, isWaiting]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return {
    kinds,
    guesses,
    shown: answer?.plans
      ? { plans: answer.plans, analysis: answeredFor, multipliers: answer.question.choices.multipliers }
      : null,
    isWaiting,
    hasFailed: !isWaiting && !answer.plans,
    retry,
  };
}
