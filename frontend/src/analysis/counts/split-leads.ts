import { LEARNING_SHARE } from '../constants.ts';
import type { RelatedLeads } from './related-leads.ts';
import { withWorth, type Tally, type ValuedTally } from './tally.ts';
import type { Counts, ValuedLeads } from './valued-leads.ts';

/** Two parts of the leads. Both have all fields and combinations of the whole. */
export interface SplitLeads {
  /** The leads that rules are learned from: 70%. */
  learning: ValuedTally;
  /** The others. */
  unseen: ValuedTally;
}

/** The flag of a lead with an amount before it is drawn. */
const NOT_DRAWN = 2;

/**
 * Draws 70% of the leads, rounded to a whole number, each set of this size with the same chance. It goes through the leads of every
 * combination, first the converted ones, and takes each with the chance leads still wanted / leads left (selection sampling: Fan, Muller
 * and Rezucha, Journal of the American Statistical Association 57 (1962); Knuth, The Art of Computer Programming 2, 3.4.2, algorithm S).
 * Leads of one combination and outcome are alike to every figure, so this gives the same counts as a draw of rows. Families come first, each
 * as a whole with that chance, so that 70% may be missed by a family where hardly any lead is single. By value the single leads that are worth
 * something come next, one by one.
 */
export function splitLeads(tally: ValuedTally, random: () => number): SplitLeads {
  let left = tally.totalLeads;
  let wanted = Math.round(LEARNING_SHARE * left);
  const draw = (count: number) => {
    let taken = 0;
    for (let lead = 0; lead < count; lead++, left--) if (random() * left < wanted - taken) taken++;
    wanted -= taken;
    return taken;
  };
  const drawFamily = (size: number) => {
    const isTaken = random() * left < wanted;
    left -= size;
    if (isTaken) wanted -= size;
    return isTaken;
  };
  const [learning, unseen] = [emptyTally(tally), emptyTally(tally)];
  const { valued, related } = tally;
  const taken = valued ? new Uint8Array(valued.items.length).fill(NOT_DRAWN) : null;
  if (related)
    drawFamilies(related, drawFamily, (isTaken, { valuedAt, item, conversions }) => {
      if (taken && valuedAt >= 0) taken[valuedAt] = Number(isTaken);
      else addLeads(isTaken ? learning : unseen, item, { leads: 1, conversions });
    });
  const flags = taken?.map((flag) => (flag === NOT_DRAWN ? draw(1) : flag));
  const amounts = valued && flags ? splitAmounts(valued, flags) : null;
  if (amounts) {
    addValued(learning, amounts.flagged);
    addValued(unseen, amounts.others);
  }
  for (let at = 0; at < tally.leads.length; at++) {
    // The `!` here: both counts per combination.
    const rest = {
      leads: tally.leads[at]! - learning.leads[at]! - unseen.leads[at]!,
      conversions: tally.conversions[at]! - learning.conversions[at]! - unseen.conversions[at]!,
    };
    const conversions = draw(rest.conversions);
    const leads = conversions + draw(rest.leads - rest.conversions);
    addLeads(learning, at, { leads, conversions });
    addLeads(unseen, at, { leads: rest.leads - leads, conversions: rest.conversions - conversions });
  }
  if (!amounts) return { learning, unseen };
  return { learning: withWorth(learning, amounts.flagged), unseen: withWorth(unseen, amounts.others) };
}

/** Draws each family, and puts each of its leads where the family is. */
function drawFamilies(
  { starts, items, converted, valuedAt }: RelatedLeads,
  draw: (size: number) => boolean,
  put: (isTaken: boolean, lead: { item: number; conversions: number; valuedAt: number }) => void,
): void {
  for (let family = 1; family < starts.length; family++) {
    // The `!` here: a start and an end per family, an entry per lead.
    const [start, end] = [starts[family - 1]!, starts[family]!];
    const isTaken = draw(end - start);
    for (let at = start; at < end; at++)
      put(isTaken, { item: items[at]!, conversions: converted[at]!, valuedAt: valuedAt[at]! });
  }
}

/** The leads of a list that have a flag, and the others. */
function splitAmounts({ items, amounts, converted }: ValuedLeads, flags: Uint8Array) {
  const pick = (flag: number): ValuedLeads => ({
    items: items.filter((_, at) => flags[at] === flag),
    amounts: amounts.filter((_, at) => flags[at] === flag),
    converted: converted.filter((_, at) => flags[at] === flag),
  });
  return { flagged: pick(1), others: pick(0) };
}

function addValued(tally: Tally, { items, converted }: ValuedLeads): void {
  // The `!` here: one entry per lead.
  items.forEach((item, at) => addLeads(tally, item, { leads: 1, conversions: converted[at]! }));
}

/** The latest leads of a tally. */
interface Latest {
  /** Per combination how many of its leads are among them, and how many of its conversions. */
  leads: Uint32Array;
  conversions: Uint32Array;
  /** 1 for each lead with an amount that is among them, else 0. */
  isValuedLatest: Uint8Array;
}

/** The parts of a tally by date. */
export function splitLatest(tally: ValuedTally, latest: Latest): SplitLeads {
  const [learning, unseen] = [emptyTally(tally), emptyTally(tally)];
  for (let at = 0; at < tally.leads.length; at++) {
    // The `!` here: an entry per combination.
    const counts = { leads: latest.leads[at]!, conversions: latest.conversions[at]! };
    addLeads(unseen, at, counts);
    addLeads(learning, at, {
      leads: tally.leads[at]! - counts.leads,
      conversions: tally.conversions[at]! - counts.conversions,
    });
  }
  if (!tally.valued) return { learning, unseen };
  const { flagged, others } = splitAmounts(tally.valued, latest.isValuedLatest);
  return { learning: withWorth(learning, others), unseen: withWorth(unseen, flagged) };
}

function emptyTally({ fields, codes, leads }: Tally): Tally {
  const none = () => new Uint32Array(leads.length);
  return {
    fields,
    codes,
    leads: none(),
    conversions: none(),
    totalLeads: 0,
    totalConversions: 0,
  };
}

function addLeads(tally: Tally, combination: number, { leads, conversions }: Counts): void {
  // The `!` here: both counts per combination.
  tally.leads[combination]! += leads;
  tally.conversions[combination]! += conversions;
  tally.totalLeads += leads;
  tally.totalConversions += conversions;
}
