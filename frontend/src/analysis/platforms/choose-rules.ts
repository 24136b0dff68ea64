import {
  findLeastWorth,
  isTurned,
  listCellsOf,
  makeList,
  refitFigure,
  tryPlaces,
  type ListInput,
  type RuleList,
  type PlacedCandidate,
} from './rule-list.ts';

/** The leads, the candidates and the ways in which a list may grow. */
export interface SearchInput extends ListInput {
  maxRules: number;
  /** The places at which a candidate may enter a list, descending. */
  placesOf(candidate: number, rules: readonly number[]): readonly number[];
  /** The search also starts from the most different candidates. */
  startsTwice: boolean;
  /** A step has to gain this much, and a rule has to be worth half of it. */
  leastGain: number;
}

/** The chosen rules in their order, and why a candidate is not among them. */
export interface ChosenList extends RuleList {
  reasonOf(candidate: number): 'no-gain' | 'turned' | 'too-many';
}

/** Longer lists take out no rule for another one. */
const MAX_SWAPPED = 12;
/** The most orders of equal gain that are followed. */
const MAX_ORDERS = 24;
/** Gains that differ by less than this part of the least gain are equal. */
const EQUAL_UP_TO = 1e-9;

/**
 * Chooses the rules that together explain most of the differences in value, each with the figure of the leads that it gets: the rule
 * plan definition. The list grows by the candidate and place of the largest gain, drops rules that have become worth less than half
 * of the least gain, and once it is stuck takes out one rule for another as long as that gains. Of equal gains the figure farther
 * from 1 wins, then the order of the candidates; where several places are equal, all of these orders are followed.
 * Example: A is worth 1.5 and B 0.5, C lies across both. A and B gain the same; B enters first, and C below it takes what is left of
 * A's best leads: 98.7% of the differences. A first would have led to 67%.
 */
export function chooseRules(input: SearchInput): ChosenList {
  const cellsOf = listCellsOf(input);
  const starts = input.startsTwice ? [[], listMostDifferent(input)] : [[]];
  const best = starts
    .map((rules) => improve(input, cellsOf, makeList(input, rules)))
    .reduce((winner, other) => (isMore(input, other, winner) ? other : winner));
  return { ...best, reasonOf: (candidate) => findReason(input, { cellsOf, list: best, candidate }) };
}

function isMore({ leastGain }: SearchInput, a: { gain: number }, b: { gain: number }): boolean {
  return a.gain > b.gain + EQUAL_UP_TO * leastGain;
}

/** The candidates of the largest |log mean value|, in this order, without those that would have no leads or turn. */
function listMostDifferent(input: SearchInput): number[] {
  const { candidates, maxRules, limits } = input;
  const distance = (at: number) => Math.abs(Math.log(refitFigure(candidates[at]!, limits))); // an index
  const order = [...candidates.keys()].sort((a, b) => distance(b) - distance(a));
  let rules: number[] = [];
  for (const candidate of order) {
    if (rules.length === maxRules) break;
    const group = makeList(input, [...rules, candidate]).groups.at(-1);
    const isUseful = group && group.leads > 0 && !isTurned(group.rule, group);
    if (isUseful) rules = [...rules, candidate];
  }
  return rules;
}

type CellsOf = readonly (readonly number[])[];

/** Grows a list, and takes out one rule for another, until nothing gains. */
function improve(input: SearchInput, cellsOf: CellsOf, start: RuleList): RuleList {
  let list = grow(input, cellsOf, dropUseless(input, start));
  while (list.rules.length <= MAX_SWAPPED) {
    const swapped = swapOne(input, cellsOf, list);
    if (!swapped) break;
    const next = grow(input, cellsOf, dropUseless(input, swapped));
    if (!isMore(input, next, list)) break;
    list = next;
  }
  return list;
}

function grow(input: SearchInput, cellsOf: CellsOf, start: RuleList): RuleList {
  let orders = [start];
  for (;;) {
    const [list] = orders;
    if (!list || list.rules.length >= input.maxRules) return list ?? start;
    const grown = growOnce(input, cellsOf, orders);
    if (!grown.some((next) => isMore(input, next, list))) return list;
    orders = grown;
  }
}

/** The lists with the best candidate, one for each order that gains the same; empty if no candidate gains enough. */
function growOnce(input: SearchInput, cellsOf: CellsOf, orders: readonly RuleList[]): RuleList[] {
  const steps = orders.flatMap((list) => findSteps(input, cellsOf, list).map((step) => ({ list, step })));
  const best = steps
    .map(({ step }) => step)
    .reduce<PlacedCandidate | null>((a, b) => betterOf(input, a, b), null);
  const [list] = orders;
  if (!best || !list || best.gain - list.gain < input.leastGain) return [];
  const equal = steps.filter(({ step }) => step.candidate === best.candidate && !isMore(input, best, step));
  const made = equal
    .slice(0, MAX_ORDERS)
    .map(({ list: from, step }) =>
      dropUseless(input, makeList(input, from.rules.toSpliced(step.place, 0, step.candidate))),
    );
  // Dropping may make orders unequal, or the same.
  const most = made.reduce((a, b) => (isMore(input, b, a) ? b : a));
  const byOrder = new Map(
    made.filter((one) => !isMore(input, most, one)).map((one) => [one.rules.join(' '), one]),
  );
  return [...byOrder.values()];
}

function betterOf(input: SearchInput, a: PlacedCandidate | null, b: PlacedCandidate): PlacedCandidate {
  if (!a || isMore(input, b, a)) return b;
  if (isMore(input, a, b)) return a;
  const distanceOf = ({ figure }: PlacedCandidate) => Math.abs(Math.log(figure));
  const [distanceA, distanceB] = [distanceOf(a), distanceOf(b)];
  if (distanceB > distanceA + EQUAL_UP_TO) return b;
  return b.candidate < a.candidate && distanceA <= distanceB + EQUAL_UP_TO ? b : a;
}

/** Of each candidate that is not in a list the places of its largest gain. */
function findSteps(input: SearchInput, cellsOf: CellsOf, list: RuleList): PlacedCandidate[] {
  const isListed = new Uint8Array(input.candidates.length);
  for (const candidate of list.rules) isListed[candidate] = 1;
  return cellsOf.flatMap((cells, candidate) => {
    if (isListed[candidate]) return [];
    const places = input.placesOf(candidate, list.rules);
    const steps = tryPlaces(input, list, { candidate, cells, places, mayTurn: false });
    const most = steps.reduce((gain, step) => Math.max(gain, step.gain), -Infinity);
    return steps.filter(({ gain }) => !isMore(input, { gain: most }, { gain }));
  });
}

/** Drops rules that are worth less than half of the least gain, the least one first. */
function dropUseless(input: SearchInput, list: RuleList): RuleList {
  const least = findLeastWorth(input, list);
  if (!least || least.worth >= input.leastGain / 2) return list;
  return dropUseless(input, makeList(input, list.rules.toSpliced(least.place, 1)));
}

/** The list with one rule taken out and the best other one put in; null where that gains nothing. */
function swapOne(input: SearchInput, cellsOf: CellsOf, list: RuleList): RuleList | null {
  let best: { rules: readonly number[]; step: PlacedCandidate } | null = null;
  for (const place of list.rules.keys()) {
    const shorter = makeList(input, list.rules.toSpliced(place, 1));
    if (shorter.groups.some((group) => isTurned(group.rule, group))) continue;
    for (const step of findSteps(input, cellsOf, shorter))
      if (isMore(input, step, best?.step ?? list)) best = { rules: shorter.rules, step };
  }
  return best && makeList(input, best.rules.toSpliced(best.step.place, 0, best.step.candidate));
}

function findReason(
  input: SearchInput,
  { cellsOf, list, candidate }: { cellsOf: CellsOf; list: RuleList; candidate: number },
): 'no-gain' | 'turned' | 'too-many' {
  // The `!` here: a list of cells per candidate.
  const asked = {
    candidate,
    cells: cellsOf[candidate]!,
    places: input.placesOf(candidate, list.rules),
  };
  const gains = (mayTurn: boolean) =>
    tryPlaces(input, list, { ...asked, mayTurn }).some(({ gain }) => gain - list.gain >= input.leastGain);
  if (!gains(true)) return 'no-gain';
  return gains(false) ? 'too-many' : 'turned';
}
