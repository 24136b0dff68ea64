import { exactT95 } from '../stats/f-distribution.ts';
import { Z_95, type Interval } from '../stats/intervals.ts';
import type { Chance } from './chance-to-win.ts';
import { OUTCOME, type StagedLeads } from './staged-leads.ts';

/** With fewer won leads of the cohort that have an amount, those of all won leads are taken. */
const MIN_COHORT_AMOUNTS = 30;
/** With fewer amounts there is no interval. */
const MIN_AMOUNTS = 10;

/** The amounts of won leads. */
interface MeanAmount {
  /** How many have an amount; 0 for a typed mean. */
  deals: number;
  mean: number;
  /** Of the amounts, with divisor deals - 1; 0 for fewer than two and for a typed mean. */
  variance: number;
  /** The cohort has too few, so these are of all won leads. */
  isOfAllWins: boolean;
  isTyped: boolean;
}

/** The choices of the visitor about money. */
export interface DealChoices {
  /** The share of the chosen conversions that go on to be won; null: from the stages of the file. It sets the conversion value only. */
  typedShare: number | null;
  /** The average amount of a won deal; null: from the file. */
  typedAmount: number | null;
  /** The share of an amount that stays, above 0; 1 without a margin. */
  margin: number;
}

/** The worth of reaching a stage. */
export interface StageValue {
  amount: number;
  /** The share of wins is that of all leads, open ones as not won: the value is at least this. */
  isAtLeast: boolean;
  /** 95%; null with fewer than 10 amounts, without a win in the cohort, and for a value that is 'at least'. */
  interval: Interval | null;
  won: MeanAmount;
}

/**
 * The mean amount of the won leads of a cohort that have one; of all won leads where these are fewer than 30. Null without an amount.
 *
 * @param isIn 1 for each lead of the cohort, else 0
 */
export function meanAmount(
  { outcomes, amounts }: Pick<StagedLeads, 'outcomes' | 'amounts'>,
  isIn: Uint8Array | null,
): MeanAmount | null {
  if (!amounts) return null;
  const ofCohort = isIn && momentsOf(amounts, (lead) => outcomes[lead] === OUTCOME.won && isIn[lead] === 1);
  const isOfAllWins = !ofCohort || ofCohort.deals < MIN_COHORT_AMOUNTS;
  const moments = isOfAllWins ? momentsOf(amounts, (lead) => outcomes[lead] === OUTCOME.won) : ofCohort;
  return moments.deals === 0 ? null : { ...moments, isOfAllWins, isTyped: false };
}

/** Two passes: a sum of squares would lose digits. */
function momentsOf(amounts: Float64Array, counts: (lead: number) => boolean) {
  let [deals, sum, squares] = [0, 0, 0];
  for (let lead = 0; lead < amounts.length; lead++) {
    if (!(amounts[lead]! > 0) || !counts(lead)) continue; // an amount per lead, as below
    deals++;
    sum += amounts[lead]!;
  }
  const mean = deals === 0 ? 0 : sum / deals;
  for (let lead = 0; lead < amounts.length; lead++)
    if (amounts[lead]! > 0 && counts(lead)) squares += (amounts[lead]! - mean) ** 2;
  return { deals, mean, variance: deals < 2 ? 0 : squares / (deals - 1) };
}

/**
 * The value of reaching a stage, v = p W margin (method G.3), with p = the chance to be won (n leads of the cohort) and W = the mean amount
 * of k won leads with the variance s². Interval:
 *
 *     v exp(± t(k - 1; .975) √((1 - p)/(n p) + s²/(k W²)))
 *
 * of a typed W: v exp(± 1.96 √((1 - p)/(n p))). Without dates p is the lower end, wins of all leads. Null where the chance or W is not
 * known.
 * Example: 40 of 200 won, 40 deals of 1,000 on average with a standard deviation of 500: v = 200, t(39) = 2.022691,
 * √(0.8/40 + 250,000/40,000,000) = 0.162019: 144.11 to 277.56.
 */
export function valueOfReaching(
  leads: Pick<StagedLeads, 'outcomes' | 'amounts'>,
  chance: Chance,
  choices: DealChoices,
): StageValue | null {
  if (chance.kind === 'at-least' || chance.kind === 'unknown') return null;
  const won = chooseMean(leads, chance.kind === 'known' ? chance.cohort.isIn : null, choices);
  if (!won) return null;
  const { share, leads: size } = chance.kind === 'known' ? chance : chance.ofAll;
  const value = valueOf(won, { share, size }, choices.margin);
  return chance.kind === 'known' ? value : { ...value, isAtLeast: true, interval: null };
}

/**
 * The conversion value of a typed share: share x W x margin, with W of all won leads. A typed share has no error of its own, so only the
 * amounts make the interval; null where W is typed too. Null where W is not known.
 * Example: 0.25 and 40 deals of 1,000 on average with a standard deviation of 500: 250, t(39) x 0.079057: 213.06 to 293.35.
 */
export function valueOfTypedShare(
  leads: Pick<StagedLeads, 'outcomes' | 'amounts'>,
  share: number,
  choices: DealChoices,
): StageValue | null {
  const won = chooseMean(leads, null, choices);
  if (!won) return null;
  const value = valueOf(won, { share, size: Infinity }, choices.margin);
  return won.isTyped ? { ...value, interval: null } : value;
}

function chooseMean(
  leads: Pick<StagedLeads, 'outcomes' | 'amounts'>,
  isIn: Uint8Array | null,
  { typedAmount }: DealChoices,
): MeanAmount | null {
  if (typedAmount === null) return meanAmount(leads, isIn);
  return { deals: 0, mean: typedAmount, variance: 0, isOfAllWins: false, isTyped: true };
}

function valueOf(
  won: MeanAmount,
  { share, size }: { share: number; size: number },
  margin: number,
): StageValue {
  const amount = share * won.mean * margin;
  const hasInterval = amount > 0 && (won.isTyped || won.deals >= MIN_AMOUNTS);
  return {
    amount,
    isAtLeast: false,
    interval: hasInterval ? intervalOf(amount, { share, size, won }) : null,
    won,
  };
}

function intervalOf(
  amount: number,
  { share, size, won }: { share: number; size: number; won: MeanAmount },
): Interval {
  const ofShare = (1 - share) / (size * share);
  const reach = won.isTyped
    ? Z_95 * Math.sqrt(ofShare)
    : exactT95(won.deals - 1) * Math.sqrt(ofShare + won.variance / (won.deals * won.mean ** 2));
  return { low: amount * Math.exp(-reach), high: amount * Math.exp(reach) };
}
