import { exceedsThreshold } from '../judge/settings.ts';
import type { RuleCandidate, Chosen, PlanInput } from './candidates.ts';
import { LEAST_GAIN, ruleMatcher, gainOf, type LeadGroup, type PlannedLeads } from './planned-leads.ts';

/** Only this many candidates are tried, those that gain most alone: a set has only a few rules. */
const MAX_TRIED = 40;

/** Leads that meet the same candidates. */
interface Cell extends LeadGroup {
  /** Indexes of the candidates that they meet. */
  meets: readonly number[];
}

/**
 * Chooses an ordered list of rules for a platform that applies the first rule that matches. It starts empty; each step tries
 * every candidate at every place of the list and keeps what captures the most value, until the list is full or nothing
 * gains. Then it drops rules without which the list is no worse. A pair enters if its figure differs by more than the
 * threshold from the mean of those that its leads would have without it.
 */
export function planFirstMatch(input: PlanInput): Chosen {
  const { platform, leads, thresholdPercent } = input;
  const most = platform.maxRules ?? Infinity;
  const least = LEAST_GAIN * leads.totalLeads;
  const tried = [...input.singles, ...input.pairs]
    .toSorted((a, b) => gainOf(b, 1, b.multiplier) - gainOf(a, 1, a.multiplier))
    .slice(0, MAX_TRIED);
  const cells = toCells(leads, tried);
  const cellsOf = tried.map((): number[] => []);
  // The `!` here: indexes of candidates.
  for (const [at, { meets }] of cells.entries()) for (const index of meets) cellsOf[index]!.push(at);
  let list: number[] = [];
  for (let step = bestStep(); step && list.length < most; step = bestStep())
    list = list.toSpliced(step.place, 0, step.candidate);
  list = dropUseless(list);
  const rest = list.length < most ? null : bestStep();
  const rules = list.map((index) => tried[index]!); // indexes of candidates
  return { rules, reasonOf: () => (rest ? 'too-many' : 'no-gain') };

  function bestStep(): { candidate: number; place: number; gain: number } | null {
    const placed = cells.map(({ meets }) => list.findIndex((index) => meets.includes(index)));
    let best: { candidate: number; place: number; gain: number } | null = null;
    for (const candidate of tried.keys()) {
      if (list.includes(candidate)) continue;
      const step = bestPlace(candidate, placed);
      if (step.gain > Math.max(best?.gain ?? 0, least)) best = { candidate, ...step };
    }
    return best;
  }

  /** The place in the list at which a candidate gains most; of equal ones the last. */
  function bestPlace(candidate: number, placed: readonly number[]): { place: number; gain: number } {
    const rule = tried[candidate]!; // an index of a candidate
    // Per place of the rule that applies now, at the end for none: what its leads gain, how many, and their figures.
    const gains = new Float64Array(list.length + 1);
    const counts = new Float64Array(list.length + 1);
    const figures = new Float64Array(list.length + 1);
    for (const at of cellsOf[candidate]!) {
      // The `!` here: a place per cell, places of the list.
      const cell = cells[at]!;
      const now = placed[at]! === -1 ? list.length : placed[at]!;
      const figure = now === list.length ? 1 : tried[list[now]!]!.multiplier;
      gains[now]! += gainOf(cell, figure, rule.multiplier);
      counts[now]! += cell.leads;
      figures[now]! += cell.leads * figure;
    }
    let best = { place: list.length, gain: 0 };
    let [gain, count, figure] = [0, 0, 0];
    for (let place = list.length; place >= 0; place--) {
      // The `!` here: one per place.
      gain += gains[place]!;
      count += counts[place]!;
      figure += figures[place]!;
      const differs =
        rule.conditions.length === 1 ||
        (count > 0 && exceedsThreshold((rule.multiplier * count) / figure - 1, thresholdPercent));
      if (differs && gain > best.gain) best = { place, gain };
    }
    return best;
  }

  /** The sum of squares that a list leaves, less a constant. */
  function missedBy(indexes: readonly number[]): number {
    return cells.reduce((sum, cell) => {
      const applied = indexes.find((index) => cell.meets.includes(index));
      return sum - (applied === undefined ? 0 : gainOf(cell, 1, tried[applied]!.multiplier)); // as above
    }, 0);
  }

  function dropUseless(indexes: number[]): number[] {
    const missed = missedBy(indexes);
    const useless = indexes.findIndex((_, at) => missedBy(indexes.toSpliced(at, 1)) <= missed + least);
    return useless === -1 ? indexes : dropUseless(indexes.toSpliced(useless, 1));
  }
}

/** The leads, grouped by the candidates that they meet. */
function toCells(valued: PlannedLeads, tried: readonly RuleCandidate[]): Cell[] {
  const { leads, values } = valued;
  const match = ruleMatcher(valued, tried);
  const cells = new Map<string, Cell>();
  for (let at = 0; at < leads.length; at++) {
    const meets = match(at);
    if (meets.length === 0) continue;
    const key = meets.join(' ');
    let cell = cells.get(key);
    if (!cell) cells.set(key, (cell = { leads: 0, valueSum: 0, meets: [...meets] }));
    // The `!` here: one per combination.
    cell.leads += leads[at]!;
    cell.valueSum += leads[at]! * values[at]!;
  }
  return [...cells.values()];
}
