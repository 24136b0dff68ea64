import { useDeferredValue, useMemo } from 'react';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { Segment } from '#frontend/analysis/measure/segments.ts';
import type { ApplyChoices } from '#frontend/analysis/platforms/apply-choices.ts';
import type { ConditionKind } from '#contract/platforms.ts';
import { guessCondition } from '#frontend/analysis/platforms/guess-condition.ts';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import { listPlaces } from '#frontend/analysis/platforms/ways-to-apply.ts';
import { useResults } from '#frontend/features/results/shown-results.tsx';

/** The short names of the platforms that take the value of a segment as the condition of a rule; null until they are known. */
export type PlacesOfRule = (segment: Segment) => readonly string[] | null;

/**
 * Finds the platforms of a rule by the kind of its attribute, which the visitor has chosen or which is guessed. Reading the values
 * takes some time, so it comes after the first paint.
 */
export function usePlacesOfRules(): PlacesOfRule {
  const { analysis, apply } = useResults();
  const { fields } = analysis;
  const late = useDeferredValue<Analysis['fields'] | null>(fields, null);
  const guesses = useMemo(() => late && guessKinds(late), [late]);
  const known = late === fields ? guesses : null;
  const choices = apply?.choices;
  return useMemo(() => findPlaces(known, choices), [known, choices]);
}

const guessKinds = (fields: Analysis['fields']): ConditionKind[] =>
  fields.map(({ name, values }) => guessCondition(name, values));

function findPlaces(guesses: readonly ConditionKind[] | null, choices?: ApplyChoices): PlacesOfRule {
  if (!guesses) return () => null;
  return ({ field, value }) => {
    const kind = choices?.kinds[field] ?? guesses[field] ?? 'none';
    return listPlaces({ kind, value }, choices?.isSpecialOffer).map((id) => PLATFORMS[id].shortName);
  };
}

/** Says where a rule can go: 'Rule on Google, Microsoft', or 'No platform rule'. */
export function describePlaces(places: readonly string[]): string {
  return places.length === 0 ? 'No platform rule' : `Rule on ${places.join(', ')}`;
}
