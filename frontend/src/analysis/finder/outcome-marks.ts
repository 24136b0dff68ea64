import {
  DECIDING_AUC,
  KNOWN_CONVERSIONS_SHARE,
  KNOWN_INFORMATION,
  KNOWN_OTHERS_SHARE,
  KNOWN_RATE_FACTOR,
  MIN_ALWAYS_LEADS,
  MIN_RANKED_LEADS,
} from '../constants.ts';
import { measureRate } from '../measure/lift.ts';
import { addCounts, NO_LEADS, type Counts } from '../counts/valued-leads.ts';
import { wilsonInterval } from '../stats/intervals.ts';

/** Why a column seems to know the outcome: its values were probably written after it. */
export type OutcomeMark =
  /** Its values in the order of their rates separate converted leads from others. */
  | { why: 'separates'; auc: number }
  /** Values that all but always convert hold this share of the conversions. */
  | { why: 'converts'; share: number }
  /** Values that all but never convert hold this share of the other leads. */
  | { why: 'never-converts'; share: number }
  /** Knowing it takes away this share of the uncertainty about the outcome. */
  | { why: 'informs'; share: number };

/**
 * Whether a column knows the outcome, the first of four reasons that holds; b is the baseline rate, bounds are Wilson's at 95%:
 *
 * 1. an area under the ROC curve of at least 0.95; see `measureSeparation`
 * 2. at least 15% of the conversions in values with at least 30 leads and a lower bound above 1 - (1 - b)/10
 * 3. at least 50% of the other leads in values with an upper bound below b/10
 * 4. 1 - H(status | column) / H(status) of at least 0.25; see `measureInformation`
 *
 * Null for any other column, and where no lead or each lead converted.
 * Example: of 10,000 leads 2,000 convert, and 1,200 of these alone have 'Invoice sent': the lower bound 0.9968 of that value is
 * above 0.92, and it holds 60% of the conversions.
 */
export function findOutcomeMark(values: readonly Counts[]): OutcomeMark | null {
  const total = values.reduce(addCounts, NO_LEADS);
  const others = total.leads - total.conversions;
  if (total.conversions === 0 || others === 0) return null;
  const auc = measureSeparation(values);
  if (auc >= DECIDING_AUC) return { why: 'separates', auc };
  const rate = measureRate(total);
  const bounded = values.map((counts) => ({
    ...counts,
    ...wilsonInterval(counts.conversions, counts.leads),
  }));
  const sure = bounded.filter(
    ({ leads, low }) => leads >= MIN_RANKED_LEADS && low > 1 - (1 - rate) / KNOWN_RATE_FACTOR,
  );
  const converts = sure.reduce(addCounts, NO_LEADS).conversions / total.conversions;
  if (converts >= KNOWN_CONVERSIONS_SHARE) return { why: 'converts', share: converts };
  const never = bounded.filter(({ high }) => high < rate / KNOWN_RATE_FACTOR);
  const { leads, conversions } = never.reduce(addCounts, NO_LEADS);
  const neverConverts = (leads - conversions) / others;
  if (neverConverts >= KNOWN_OTHERS_SHARE) return { why: 'never-converts', share: neverConverts };
  const informs = measureInformation(values);
  return informs >= KNOWN_INFORMATION ? { why: 'informs', share: informs } : null;
}

/**
 * The value that makes a column one that may be known only later, whatever its share: the one of the most leads, at least 100, of which
 * each converted, with Wilson's lower bound at 95% above 1 - (1 - b)/10 for the baseline rate b. Null without one, and where each lead
 * converted. A weak mark beside `findOutcomeMark`.
 * Example: of 64,000 people 9,394 visited a shop, and all 578 with the conversion '1' did: the lower bound 0.9934 is above
 * 1 - 0.8532/10 = 0.9147, though they are only 6% of the visits.
 */
export function findAlwaysConverting(values: readonly Counts[]): number | null {
  const total = values.reduce(addCounts, NO_LEADS);
  const border = 1 - (1 - measureRate(total)) / KNOWN_RATE_FACTOR;
  let found: number | null = null;
  for (const [value, { leads, conversions }] of values.entries()) {
    if (leads < MIN_ALWAYS_LEADS || conversions < leads || leads === total.leads) continue;
    if (wilsonInterval(conversions, leads).low <= border) continue;
    if (found === null || leads > values[found]!.leads) found = value; // one of these
  }
  return found;
}

/**
 * The area under the ROC curve of values in the order of their rates, values with under 30 leads as one: the chance that a
 * converted lead has a value of a higher rate than another lead, equal rates counting half. 0.5 where no or each lead converted.
 * Example: 50 of 100 and 10 of 100: (50 x (90 + 25) + 10 x 45) / (60 x 140) = 0.738.
 * @internal
 */
export function measureSeparation(values: readonly Counts[]): number {
  const rare = values.filter(({ leads }) => leads < MIN_RANKED_LEADS).reduce(addCounts, NO_LEADS);
  const groups = [...values.filter(({ leads }) => leads >= MIN_RANKED_LEADS), rare];
  let [below, conversions, pairs] = [0, 0, 0];
  for (const group of groups.toSorted((a, b) => measureRate(a) - measureRate(b))) {
    const others = group.leads - group.conversions;
    // Groups of equal rates give the same area in any order: half of their pairs is counted on either side.
    pairs += group.conversions * (below + others / 2);
    below += others;
    conversions += group.conversions;
  }
  return conversions === 0 || below === 0 ? 0.5 : pairs / (conversions * below);
}

/**
 * The share of the uncertainty about the outcome that a column takes away, 1 - H(status | column) / H(status) with natural
 * logarithms: (r - 1) / 2N is added to the conditional entropy, which r values of N leads underestimate by so much on average
 * (Miller, "Note on the bias of information estimates", 1955). 0 where no or each lead converted.
 * Example: 30 of 100 and 10 of 100: H 0.500402, conditional 0.467973 + 0.0025: 0.0598.
 * @internal
 */
export function measureInformation(values: readonly Counts[]): number {
  const filled = values.filter(({ leads }) => leads > 0);
  const total = filled.reduce(addCounts, NO_LEADS);
  const whole = measureEntropy(measureRate(total));
  if (whole === 0) return 0;
  const within = filled.reduce((sum, value) => sum + value.leads * measureEntropy(measureRate(value)), 0);
  return 1 - (within / total.leads + (filled.length - 1) / (2 * total.leads)) / whole;
}

function measureEntropy(rate: number): number {
  return rate <= 0 || rate >= 1 ? 0 : -rate * Math.log(rate) - (1 - rate) * Math.log(1 - rate);
}
