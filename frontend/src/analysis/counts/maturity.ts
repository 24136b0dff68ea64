import {
  LEAST_FOLLOWED_LEADS,
  LEAST_FOLLOWED_PERCENT,
  MATURE_WINS_PERCENT,
  MIN_FOLLOWED_TIMES,
  MIN_MATURITY_WINS,
} from '../constants.ts';

/** Leads of an age in whole days, and how many days those that were won took. */
export interface WinTimes {
  /** The age of each lead; -1 for a lead that does not count here. */
  ages: Int32Array;
  /** The days from the lead to the sale; -1 for a lead that was not won. */
  daysToWin: Int32Array;
}

/** Products of fractions may miss a share that they reach by less than this. */
const ROUNDING = 1e-9;

/** How leads were followed up to an age, and the wins that had come by then. */
export interface FollowedWins {
  /** The wins of the leads that count here. */
  wins: number;
  /** The age te up to which wins are followed; -1 without leads. */
  followedDays: number;
  /** F(te), the share of the leads that is won within that time. */
  wonShare: number;
  /** The first day A with F(A) at least 95% of F(te), if it is known: at least 20 wins, and te at least 1.5 A. Else null. */
  matureDays: number | null;
}

/**
 * Follows wins up to the age te that 2% of the leads, at least 20, reach. F(t), the share that is won within t days, is 1 - Π (1 - w/R)
 * over the days up to t, with w = leads won on that day and R = leads at least as old that were not won before (Kaplan and Meier, Journal
 * of the American Statistical Association 53 (1958)); lost and open leads stay in R.
 * Without leads nothing is followed: no wins, age -1, share 0.
 * Example: 200 leads of 100 days, of which 20 were won after 10 days and 20 after 30: te 100, F(10) 0.1, F(30) = F(te) = 0.2, so A is 30.
 */
export function followWins({ ages, daysToWin }: WinTimes): FollowedWins {
  const oldest = ages.reduce((most, age) => Math.max(most, age), -1);
  const list = () => new Uint32Array(oldest + 1);
  const [leads, wins, ends] = [list(), list(), list()];
  let [all, won] = [0, 0];
  for (let lead = 0; lead < ages.length; lead++) {
    const age = ages[lead]!; // below the length, as below
    if (age < 0) continue;
    const days = Math.min(daysToWin[lead]!, age);
    all++;
    leads[age]!++; // a count per age, as below
    if (days >= 0) {
      won++;
      wins[days]!++;
    }
    ends[days >= 0 ? days : age]!++;
  }
  const followedDays = lastReached(
    leads,
    Math.max(LEAST_FOLLOWED_LEADS, (LEAST_FOLLOWED_PERCENT * all) / 100),
  );
  const shares = shareWonBy(followedDays, { wins, ends, all });
  const wonShare = shares.at(-1) ?? 0;
  const days = shares.findIndex((share) => 100 * share >= MATURE_WINS_PERCENT * wonShare - ROUNDING);
  const isKnown = won >= MIN_MATURITY_WINS && wonShare > 0 && followedDays >= MIN_FOLLOWED_TIMES * days;
  return { wins: won, followedDays, wonShare, matureDays: isKnown ? days : null };
}

/**
 * The age from which nearly all leads that will ever be won have been won: A of `followWins`. Null where it is not known. The 95th
 * percentile of the won leads' days would be far too low, since young leads have had no time for a late sale.
 */
export function findMaturity(times: WinTimes): number | null {
  return followWins(times).matureDays;
}

/** The largest age that the wanted number of leads reaches; -1 where none does. */
function lastReached(leads: Uint32Array, wanted: number): number {
  let reached = 0;
  return leads.findLastIndex((count) => (reached += count) >= wanted);
}

/** F of each day up to the last one. */
function shareWonBy(
  last: number,
  { wins, ends, all }: { wins: Uint32Array; ends: Uint32Array; all: number },
): number[] {
  let [left, atRisk] = [1, all];
  return Array.from({ length: last + 1 }, (_, day) => {
    if (atRisk > 0) left *= 1 - wins[day]! / atRisk; // up to the oldest lead, as below
    atRisk -= ends[day]!;
    return 1 - left;
  });
}
