import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { Multipliers } from '#frontend/analysis/judge/lead-values.ts';
import type { PlanChoices } from '#frontend/analysis/platforms/candidates.ts';
import { guessCondition } from '#frontend/analysis/platforms/conditions.ts';
import type { PlatformPlans } from '#frontend/analysis/platforms/plan.ts';
import type { ApplySource } from '#frontend/thread/work.ts';
import { useShownResults } from '#frontend/features/results/kit/shown-results.tsx';
import type { TabProviderProps } from '#frontend/features/results/kit/tab.ts';

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
function usePlatformPlans(
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

const PlansContext = createContext<PlatformPlansRun | null>(null);

/** Holds the plans while other tabs are open. */
export function PlansProvider({ isOpen, children }: TabProviderProps) {
  const { analysis, apply, multipliers } = useShownResults();
  const run = usePlatformPlans(apply, { analysis, multipliers, isOpen });
  return <PlansContext value={run}>{children}</PlansContext>;
}

export function usePlansRun(): PlatformPlansRun {
  const run = useContext(PlansContext);
  if (!run) throw new Error('The tab Apply has no provider');
  return run;
}
