import { exceedsThreshold } from '../judge/settings.ts';
import { gainOf, type LeadGroup } from './planned-leads.ts';
import type { Platform } from './platform.ts';

/** Leads that meet the same candidates. */
export interface CandidateCell extends LeadGroup {
  /** Indexes of the candidates that they meet. */
  meets: readonly number[];
}

/** A rule that a list may take. */
export interface ListedRule extends LeadGroup {
  /** The side of 1 on which its figure has to stay, since its label belongs to that side: 1, -1, or 0 for either. */
  side: number;
  /** In percent: a pair enters only where its figure differs by more than this from those that apply without it. Null for other rules. */
  thresholdPercent: number | null;
}

/** The leads, and the rules that may be chosen for them. */
export interface ListInput {
  cells: readonly CandidateCell[];
  candidates: readonly ListedRule[];
  limits: Pick<Platform, 'leastMultiplier' | 'mostMultiplier'>;
}

/** A rule of a list with the leads that it gets. */
interface RuleGroup extends LeadGroup {
  rule: ListedRule;
}

/** Rules in an order of which the first that a lead meets applies, with the leads that each of them gets. */
export interface RuleList {
  rules: readonly number[];
  groups: readonly RuleGroup[];
  /** Per cell the place of its rule; the length of the list for none. */
  placed: Int32Array;
  gain: number;
}

/** A candidate at a place of a list, and the gain of the list with it. */
export interface PlacedCandidate {
  candidate: number;
  place: number;
  gain: number;
  /** The figure that it gets there. */
  figure: number;
}

const NOBODY: LeadGroup = { leads: 0, valueSum: 0 };

/**
 * The figure of a rule, refitted to the leads that it gets: their mean value, within the limits of the platform. Without leads 1.
 * Example: 100 leads worth 2 and 100 worth 0.6 times the mean: 1.3; once another rule takes the second hundred, 2.
 */
export function refitFigure(
  { leads, valueSum }: LeadGroup,
  { leastMultiplier, mostMultiplier }: ListInput['limits'],
): number {
  if (leads === 0) return 1;
  return Math.min(mostMultiplier ?? Infinity, Math.max(leastMultiplier, valueSum / leads));
}

/** Rules with leads at the other side of 1 than their label. */
export function isTurned({ side }: ListedRule, { leads, valueSum }: LeadGroup): boolean {
  return side * (valueSum - leads) < 0;
}

/**
 * The leads that each rule of a list gets, and the gain of the list: the sum over its rules of (1 - m) x ((1 + m) n - 2 sum of v), by
 * which the sum of squares of value - multiplier is smaller than without rules. m is the refitted figure.
 */
export function makeList({ cells, candidates, limits }: ListInput, rules: readonly number[]): RuleList {
  const placeOf = new Int32Array(candidates.length).fill(rules.length);
  rules.forEach((candidate, place) => (placeOf[candidate] = place));
  const groups = rules.map((candidate) => ({ ...NOBODY, rule: candidates[candidate]! })); // indexes of candidates
  const placed = Int32Array.from(cells, ({ meets, leads, valueSum }) => {
    let first = rules.length;
    for (const candidate of meets) first = Math.min(first, placeOf[candidate]!); // a place per candidate
    const group = groups[first];
    if (group) {
      group.leads += leads;
      group.valueSum += valueSum;
    }
    return first;
  });
  const gain = groups.reduce((sum, group) => sum + gainOfGroup(group, limits), 0);
  return { rules, groups, placed, gain };
}

function gainOfGroup(group: LeadGroup, limits: ListInput['limits']): number {
  return gainOf(group, 1, refitFigure(group, limits));
}

function without(group: LeadGroup, { leads, valueSum }: LeadGroup): LeadGroup {
  return { leads: group.leads - leads, valueSum: group.valueSum - valueSum };
}

function withLeads(group: LeadGroup, { leads, valueSum }: LeadGroup): LeadGroup {
  return { leads: group.leads + leads, valueSum: group.valueSum + valueSum };
}

/** The cells of each candidate. */
export function listCellsOf({ cells, candidates }: ListInput): number[][] {
  const cellsOf = candidates.map((): number[] => []);
  // The `!` here: indexes of candidates.
  for (const [at, { meets }] of cells.entries()) for (const index of meets) cellsOf[index]!.push(at);
  return cellsOf;
}

/**
 * A candidate at each of some places of a list, with all figures refitted. It takes leads from the rules below; a place at which a
 * rule would turn to the other side of 1 is left out, unless turned ones may stay.
 *
 * @param places descending
 */
export function tryPlaces(
  { cells, candidates, limits }: ListInput,
  { groups, placed, gain: before }: RuleList,
  asked: { candidate: number; cells: readonly number[]; places: readonly number[]; mayTurn: boolean },
): PlacedCandidate[] {
  const lost = new Map<number, LeadGroup>();
  // The `!` here: a place per cell, an index of a candidate.
  for (const at of asked.cells) lost.set(placed[at]!, withLeads(lost.get(placed[at]!) ?? NOBODY, cells[at]!));
  const rule = candidates[asked.candidate]!;
  const { thresholdPercent } = rule;
  const below = [...lost].sort(([a], [b]) => a - b);
  // `figures`: the sum over the taken leads of what applies to them now.
  let [taken, gain, figures, turns, lowest] = [NOBODY, before, 0, false, below.pop()];
  return asked.places.flatMap((place) => {
    for (; lowest && lowest[0] >= place; lowest = below.pop()) {
      const [from, part] = lowest;
      const group = groups[from]; // leads behind the last rule have none
      taken = withLeads(taken, part);
      figures += part.leads * (group ? refitFigure(group, limits) : 1);
      if (!group) continue;
      const left = without(group, part);
      gain += gainOfGroup(left, limits) - gainOfGroup(group, limits);
      turns ||= isTurned(group.rule, left);
    }
    if (!asked.mayTurn && (turns || isTurned(rule, taken))) return [];
    const figure = refitFigure(taken, limits);
    if (
      thresholdPercent !== null &&
      !exceedsThreshold((figure * taken.leads) / figures - 1, thresholdPercent)
    )
      return [];
    return [{ candidate: asked.candidate, place, gain: gain + gainOf(taken, 1, figure), figure }];
  });
}

/** The rule of a list that adds least, and how much the list loses without it; null for an empty list. */
export function findLeastWorth(
  { cells, candidates, limits }: ListInput,
  { rules, groups, placed }: RuleList,
): { place: number; worth: number } | null {
  const placeOf = new Int32Array(candidates.length).fill(rules.length);
  rules.forEach((candidate, place) => (placeOf[candidate] = place));
  const moved = groups.map((group) => ({ group, moves: new Map<number, LeadGroup>() }));
  for (const [at, cell] of cells.entries()) {
    const from = placed[at]!; // a place per cell
    const moves = moved[from]?.moves;
    if (!moves) continue;
    let to = rules.length;
    for (const candidate of cell.meets)
      if (placeOf[candidate]! > from) to = Math.min(to, placeOf[candidate]!); // a place per candidate
    moves.set(to, withLeads(moves.get(to) ?? NOBODY, cell));
  }
  let least: { place: number; worth: number } | null = null;
  for (const [place, { group: own, moves }] of moved.entries()) {
    let worth = gainOfGroup(own, limits);
    let turns = false;
    for (const [to, part] of moves) {
      const group = groups[to];
      if (!group) continue;
      const larger = withLeads(group, part);
      worth += gainOfGroup(group, limits) - gainOfGroup(larger, limits);
      turns ||= isTurned(group.rule, larger);
    }
    if (!turns && (!least || worth < least.worth)) least = { place, worth };
  }
  return least;
}
