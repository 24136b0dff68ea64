import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { PlanChoices } from '#frontend/analysis/platforms/candidates.ts';
import { guessCondition } from '#frontend/analysis/platforms/guess-condition.ts';
import type { PlatformPlans } from '#frontend/analysis/platforms/plan.ts';
import type { ApplySource } from '#frontend/features/results/kit/results-input.ts';
import { useShownResults } from '#frontend/features/results/kit/shown-results.tsx';
import type { TabProviderProps } from '#frontend/features/results/kit/tab.ts';

export interface PlatformPlansRun {
  /** The kind of each field, chosen or guessed. */
  kinds: PlanChoices['kinds'];
  guesses: PlanChoices['kinds'];
  /** The last plans, also while the next ones are made; null before the first. */
  shown: ShownPlans | null;
  /** True until the plans for the present choices have arrived. */
  isWaiting: boolean;
  /** The reason why the plans could not be made; null without a failure. */
  failure: PlansFailure | null;
  retry(): void;
}

interface PlansFailure {
  error: unknown;
}

/** Plans with the input from which they were made. */
export interface ShownPlans {
  plans: PlatformPlans;
  analysis: Analysis;
}

/** The plans of the ad platforms. The thread makes them while their tab is open, and again after a choice that changes them. */
function usePlatformPlans(
  source: ApplySource | undefined,
  { analysis, isOpen }: { analysis: Analysis; isOpen: boolean },
): PlatformPlansRun {
  const { fields } = analysis;
  const { thresholdPercent } = analysis.settings;
  const { choices, ask } = source ?? {};
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  // Reading the values takes some time, so it begins when this tab is opened.
  const guesses = useMemo(
    () => (wasOpen ? fields.map(({ name, values }) => guessCondition(name, values)) : []),
    [fields, wasOpen],
  );
  const kinds = useMemo(
    () => guesses.map((guess, field) => choices?.kinds[field] ?? guess),
    [guesses, choices?.kinds],
  );
  const { includesTests = false, isSpecialOffer = null } = choices ?? {};
  const [attempt, setAttempt] = useState(0);
  const question = useMemo(
    () => ({
      ask,
      thresholdPercent,
      choices: { kinds, includesTests, isSpecialOffer },
      attempt,
    }),
    [ask, thresholdPercent, kinds, includesTests, isSpecialOffer, attempt],
  );
  /** The last answer, with its question. */
  const [answer, setAnswer] = useState<
    ({ question: typeof question } & ({ plans: PlatformPlans } | ({ plans: null } & PlansFailure))) | null
  >(null);
  const isWaiting = answer?.question !== question;
  const [answeredFor, setAnsweredFor] = useState(analysis);
  if (!isWaiting && answeredFor !== analysis) setAnsweredFor(analysis);
  useEffect(() => {
    if (!isOpen || !isWaiting || !question.ask) return;
    let isLatest = true;
    question.ask(question.thresholdPercent, question.choices).then(
      (plans) => isLatest && setAnswer({ question, plans }),
      (error: unknown) => isLatest && setAnswer({ question, plans: null, error }),
    );
    return () => {
      isLatest = false;
    };
  }, [question, isOpen, isWaiting]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return {
    kinds,
    guesses,
    shown: answer?.plans ? { plans: answer.plans, analysis: answeredFor } : null,
    isWaiting,
    failure: !isWaiting && answer.plans === null ? answer : null,
    retry,
  };
}

const PlansContext = createContext<PlatformPlansRun | null>(null);

/** Keeps the plans in memory while other tabs are open. */
export function PlansProvider({ isOpen, children }: TabProviderProps) {
  const { analysis, apply } = useShownResults();
  const run = usePlatformPlans(apply, { analysis, isOpen });
  return <PlansContext value={run}>{children}</PlansContext>;
}

export function usePlansRun(): PlatformPlansRun {
  const run = useContext(PlansContext);
  if (!run) throw new Error('The tab Apply has no provider');
  return run;
}
