import { groupItems } from '../coding.ts';
import { exceedsThreshold } from '../settings.ts';
import type { Candidate, Chosen, PlanInput } from './candidates.ts';
import { gainOf, type LeadGroup, type ValuedLeads } from './valued-leads.ts';

/** Of many candidates those are tried that gain most alone: a set holds only a few rules. */
const MAX_TRIED = 64;
/** A smaller gain per lead is due to rounding. */
const LEAST_GAIN = 1e-12;

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
  const { limits, leads, thresholdPercent } = input;
  const most = limits.maxRules ?? Infinity;
  const least = LEAST_GAIN * leads.totalLeads;
  const tried = [...input.singles, ...input.pairs]
    .toSorted((a, b) => gainOf(b, 1, b.multiplier) - gainOf(a, 1, a.multiplier))
    .slice(0, MAX_TRIED);
  const cells = toCells(leads, tried);
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
    for (const [at, cell] of cells.entries()) {
      if (!cell.meets.includes(candidate)) continue;
      // The `!` here: a place per cell, places of the list.
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
function toCells({ fields, codes, leads, values }: ValuedLeads, tried: readonly Candidate[]): Cell[] {
  const places = fields.map(({ values: names }, field) => {
    const placeOf = new Uint32Array(names.length);
    let count = 1;
    for (const { conditions } of tried)
      for (const condition of conditions)
        if (condition.field === field && placeOf[condition.code] === 0) placeOf[condition.code] = count++;
    return { placeOf, count };
  });
  const codings = places.map(({ placeOf, count }, field) => ({
    codes: codes[field]!.map((code) => placeOf[code]!), // a code per combination, a place per code
    count,
  }));
  const { codes: cellOf, count, firstItems } = groupItems(codings);
  const cells = Array.from({ length: count }, (_, cell) => ({
    leads: 0,
    valueSum: 0,
    meets: [...tried.keys()].filter(
      (index) =>
        tried[index]!.conditions.every(({ field, code }) => codes[field]![firstItems[cell]!] === code), // as above
    ),
  }));
  for (let at = 0; at < leads.length; at++) {
    const cell = cells[cellOf[at]!]!; // a cell per combination
    cell.leads += leads[at]!;
    cell.valueSum += leads[at]! * values[at]!;
  }
  return cells.filter(({ meets }) => meets.length > 0);
}
