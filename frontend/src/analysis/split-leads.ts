import { LEARNING_SHARE } from './constants.ts';
import type { Counts } from './lift.ts';
import type { Tally } from './tally.ts';

/** Two parts of the leads. Both have all fields and combinations of the whole. */
export interface SplitLeads {
  /** The leads that rules are learned from: 70%. */
  learning: Tally;
  /** The others. */
  unseen: Tally;
}

/**
 * Draws 70% of the leads, rounded to a whole number, each set of so many with the same chance. It goes through the leads
 * of every combination, first the converted ones, and takes each with the chance leads still wanted / leads left
 * (selection sampling: Fan, Muller and Rezucha, Journal of the American Statistical Association 57 (1962); Knuth, The
 * Art of Computer Programming 2, 3.4.2, algorithm S). Leads of one combination and outcome are alike to every figure, so
 * this gives the same counts as a draw of rows.
 */
export function splitLeads(tally: Tally, random: () => number): SplitLeads {
  let left = tally.totalLeads;
  let wanted = Math.round(LEARNING_SHARE * left);
  const draw = (count: number) => {
    let taken = 0;
    for (let lead = 0; lead < count; lead++, left--) if (random() * left < wanted - taken) taken++;
    wanted -= taken;
    return taken;
  };
  const [learning, unseen] = [emptyTally(tally), emptyTally(tally)];
  for (let at = 0; at < tally.leads.length; at++) {
    // The `!` here: both counts per combination.
    const conversions = draw(tally.conversions[at]!);
    const leads = conversions + draw(tally.leads[at]! - tally.conversions[at]!);
    addLeads(learning, at, { leads, conversions });
    addLeads(unseen, at, {
      leads: tally.leads[at]! - leads,
      conversions: tally.conversions[at]! - conversions,
    });
  }
  return { learning, unseen };
}

/**
 * The parts of a tally by date. Both lists have an entry per combination: how many of its leads, and of its conversions, are
 * among the latest.
 */
export function splitLatest(tally: Tally, leads: Uint32Array, conversions: Uint32Array): SplitLeads {
  const [learning, unseen] = [emptyTally(tally), emptyTally(tally)];
  for (let at = 0; at < tally.leads.length; at++) {
    // The `!` here: an entry per combination.
    const latest = { leads: leads[at]!, conversions: conversions[at]! };
    addLeads(unseen, at, latest);
    addLeads(learning, at, {
      leads: tally.leads[at]! - latest.leads,
      conversions: tally.conversions[at]! - latest.conversions,
    });
  }
  return { learning, unseen };
}

function emptyTally({ fields, codes, leads }: Tally): Tally {
  const none = () => new Uint32Array(leads.length);
  return { fields, codes, leads: none(), conversions: none(), totalLeads: 0, totalConversions: 0 };
}

function addLeads(tally: Tally, combination: number, { leads, conversions }: Counts): void {
  tally.leads[combination] = leads;
  tally.conversions[combination] = conversions;
  tally.totalLeads += leads;
  tally.totalConversions += conversions;
}
