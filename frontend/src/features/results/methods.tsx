import { BALANCED_MAX_ROUNDS } from '#frontend/analysis/constants.ts';
import { METHOD } from '#frontend/analysis/judge/method.ts';
import type { Multipliers } from '#frontend/analysis/judge/lead-values.ts';
import { useResults } from './shown-results.tsx';

/** Says how each kind of multiplier treats values that overlap. */
export const MULTIPLIER_WORDS: Readonly<Record<Multipliers, string>> = {
  suggested: 'Ignores that values overlap.',
  balanced: METHOD.conversions.balanced.words,
};

/** Warns that the balanced multipliers did not converge. */
export function NotConverged() {
  const { analysis } = useResults();
  if (analysis.estimates?.tally.balanced.converged !== false) return null;
  return (
    <span className="block text-caution">
      <span aria-hidden>! </span>
      Balanced did not converge within {BALANCED_MAX_ROUNDS} rounds. Take its figures with caution.
    </span>
  );
}
