import type { Analysis } from '#frontend/analysis/analyse.ts';
import { MIN_INTERACTION_LEADS } from '#frontend/analysis/constants.ts';
import type { ValueRule } from '#frontend/analysis/value-rules.ts';
import { countNoun } from '#frontend/lib/format.ts';

/** How far the tests of pairs reach: independence is known only of values that were in a test. */
export interface Coverage {
  /** Whether the value of a rule was in a test. With one attribute there is nothing to test, and no rule is untested. */
  isTested(rule: ValueRule): boolean;
  /** Whether the values of all rules were. */
  isComplete: boolean;
  /** '11 pairs tested; 500 segments have too few leads to test'. */
  words: string;
}

export function findCoverage({ fields, interactionTests, valueRules }: Analysis): Coverage {
  const sides = interactionTests.flatMap(({ attributes }) => attributes);
  const tested = new Set(sides.map(({ field, value }) => JSON.stringify([field, value])));
  const isTested = ({ segment }: ValueRule) =>
    fields.length === 1 || tested.has(JSON.stringify([segment.fieldName, segment.value]));
  const untested = valueRules.filter((rule) => !isTested(rule));
  const small = untested.filter(({ segment }) => segment.leads < MIN_INTERACTION_LEADS).length;
  const others = untested.length - small;
  const words = [
    `${countNoun(interactionTests.length, 'pair')} tested`,
    small > 0 && `${countNoun(small, 'segment')} ${small === 1 ? 'has' : 'have'} too few leads to test`,
    others > 0 && `${countNoun(others, 'segment')} ${others === 1 ? 'is' : 'are'} in no pair to test`,
  ];
  return { isTested, isComplete: untested.length === 0, words: words.filter(Boolean).join('; ') };
}
