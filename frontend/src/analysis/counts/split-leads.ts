import { LEARNING_SHARE } from '../constants.ts';
import { withWorth, type Tally, type ValuedTally } from './tally.ts';
import type { Counts, ValuedLeads } from './valued-leads.ts';

/** Two parts of the leads. Both have all fields and combinations of the whole. */
export interface SplitLeads {
  /** The leads that rules are learned from: 70%. */
  learning: ValuedTally;
  /** The others. */
  unseen: ValuedTally;
}

/**
 * Draws 70% of the leads, rounded to a whole number, each set of this size with the same chance. It goes through the leads of every
 * combination, first the converted ones, and takes each with the chance leads still wanted / leads left (selection sampling: Fan, Muller
 * and Rezucha, Journal of the American Statistical Association 57 (1962); Knuth, The Art of Computer Programming 2, 3.4.2, algorithm S).
 * Leads of one combination and outcome are alike to every figure, so this gives the same counts as a draw of rows. By value the leads that
 * are worth something come first, one by one.
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
  const [learning, unseen] = [emptyTally(tally), emptyTally(tally)];
  const taken = tally.valued?.converted.map(() => draw(1));
  const amounts = tally.valued && taken ? splitAmounts(tally.valued, taken) : null;
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
