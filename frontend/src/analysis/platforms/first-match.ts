import type { Chosen, PlanInput } from './candidates.ts';
import { chooseRules } from './choose-rules.ts';
import { listTried, toCells } from './tried-rules.ts';

/** Only this many candidates are tried: a set has only a few rules. */
const MAX_TRIED = 40;
/** A step has to explain this share of the differences in value. */
const LEAST_SHARE = 0.002;

/**
 * Chooses an ordered list of rules for a platform that applies the first rule that matches: see `chooseRules`. Each candidate is
 * tried at every place of the list.
 */
export function planFirstMatch({ platform, leads, singles, pairs, differences }: PlanInput): Chosen {
  const maxRules = platform.maxRules ?? Infinity;
  const tried = listTried([...singles, ...pairs], MAX_TRIED);
  const chosen = chooseRules({
    cells: toCells(leads, tried),
    candidates: tried,
    limits: platform,
    maxRules,
    placesOf: (_, { length }) => Array.from({ length: length + 1 }, (__, at) => length - at),
    startsTwice: true,
    leastGain: LEAST_SHARE * differences,
  });
  const isFull = chosen.rules.length >= maxRules;
  return {
    rules: chosen.rules.map((index) => tried[index]!), // indexes of candidates
    reasonOf(single) {
      const index = tried.indexOf(single);
      return index === -1 ? (isFull ? 'too-many' : 'no-gain') : chosen.reasonOf(index);
    },
  };
}
