import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { Multipliers } from '#frontend/analysis/lead-values.ts';
import type { ApplyChoices } from '#frontend/analysis/platforms/apply-choices.ts';
import type { PlanChoices } from '#frontend/analysis/platforms/candidates.ts';
import { guessCondition } from '#frontend/analysis/platforms/conditions.ts';
import type { PlatformPlans } from '#frontend/analysis/platforms/plan.ts';

/** Asks the thread for the plans. */
export type AskPlans = (thresholdPercent: number, choices: PlanChoices) => Promise<PlatformPlans>;

/** What 'Apply' needs of the page around the results. */
export interface ApplySource {
  choices: ApplyChoices;
  onChange(choices: ApplyChoices): void;
  ask: AskPlans;
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

interface Question {
  analysis: Analysis;
  multipliers: Multipliers;
  isOpen: boolean;
}

/** The plans of the ad platforms. They are asked for while their tab is open, and again after a choice that they depend on. */
export function usePlatformPlans(
  source: ApplySource | undefined,
  { analysis, multipliers, isOpen }: Question,
): PlatformPlansRun {
  const { fields, settings } = analysis;
  const { thresholdPercent } = settings;
  const { choices, ask } = source ?? {};
  const guesses = useMemo(() => fields.map(({ name, values }) => guessCondition(name, values)), [fields]);
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
