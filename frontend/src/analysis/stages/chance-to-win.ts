import { MIN_WON_DATED_PERCENT } from '../constants.ts';
import { followWins } from '../counts/maturity.ts';
import { findYoungLeads, rateByAge } from '../measure/lead-age.ts';
import { wilsonInterval, type Interval } from '../stats/intervals.ts';
import { daysOfStage, NO_DAY, OUTCOME, wonStage, type StagedLeads } from './staged-leads.ts';

/** Leads, and how many of them were won. */
export interface WonCounts {
  leads: number;
  wins: number;
}

/** A share with its counts and its 95% interval (Wilson). */
export interface MeasuredShare extends WonCounts {
  /** wins / leads, 0 without leads. */
  share: number;
  interval: Interval;
}

/** The leads of a stage that are old enough to tell whether they are won. */
export interface Cohort {
  /** 1 for each of its leads, else 0. */
  isIn: Uint8Array;
  /** The first and the last day on which its leads reached the stage, or came; null without dates. */
  period: { first: number; last: number } | null;
}

/**
 * The chance to be won from a stage.
 * - `known`: the share of the cohort that was won. The cohort has the leads that are at least `days` old.
 * - `at-least`: too little is known; `share` of the leads is won within `days`, and later wins are not in the file yet.
 * - `between`: the file has no dates. The share of all, and of those that are decided.
 * - `unknown`: nobody has reached the stage, or the file does not say how far its lost leads came.
 */
export type Chance =
  | ({
      kind: 'known';
      /** A: the age in days from which leads count. */
      days: number;
      /** The date that ages are counted from: that of the stage, or of the lead where the stage has none. */
      since: 'stage' | 'lead';
      cohort: Cohort;
    } & MeasuredShare)
  | { kind: 'at-least'; days: number; share: number; since: 'stage' | 'lead' }
  | { kind: 'between'; ofAll: MeasuredShare; ofDecided: MeasuredShare }
  | { kind: 'unknown' };

/** A share with its interval. */
export function measureShare({ leads, wins }: WonCounts): MeasuredShare {
  return { leads, wins, share: leads === 0 ? 0 : wins / leads, interval: wilsonInterval(wins, leads) };
}

/**
 * The chance to be won of a lead that has reached a stage (method G.2). With d = days from the stage to the sale and a = days from the
 * stage to the newest date, `followWins` says from which age A nearly all wins have come. Known: p = wins / leads with a ≥ A, open ones as
 * not won. Where the stage has no dates, ages are those of the lead, and A is that of all leads of the file, since young leads that have
 * not reached the stage yet would be missing. Where wins have no dates, A is the age from which leads convert like older ones
 * (`findYoungLeads`), 0 where there is no sign of young leads. Won itself has the chance 1.
 *
 * Dates are those of a stage where at least 80% of the leads that have reached it have one, and those of wins where 80% of the wins do.
 * Example: 200 leads of 100 days, of which 20 were won after 10 days and 20 after 30: A 30, p = 40/200.
 */
function chanceToWin(leads: StagedLeads, stage: number): Chance {
  const at = reachedFlags(leads, stage);
  const all = countWins(leads, at);
  if (!leads.tellsLost || all.leads === 0) return { kind: 'unknown' };
  const ages = agesOf(leads, stage, at);
  if (stage === wonStage(leads)) return ofWon(at, all, ages);
  if (!ages) return withoutDates(leads, at, all);
  const { days, share, isKnown } = findAge(leads, stage, ages);
  if (!isKnown) return { kind: 'at-least', days, share, since: ages.since };
  const cohort = cohortFrom(at, ages, days);
  const counts = countWins(leads, cohort.isIn);
  return { kind: 'known', days, since: ages.since, cohort, ...measureShare(counts) };
}

/** The chance of each stage, won included. */
export function chancesToWin(leads: StagedLeads): Chance[] {
  return Array.from({ length: leads.stages }, (_, stage) => chanceToWin(leads, stage));
}

/** Won leads are won: the interval is no estimate. */
function ofWon(isIn: Uint8Array, all: WonCounts, ages: Ages | null): Chance {
  const cohort = ages ? { isIn, period: cohortFrom(isIn, ages, 0).period } : { isIn, period: null };
  const since = ages?.since ?? 'stage';
  return { kind: 'known', days: 0, since, cohort, ...all, share: 1, interval: { low: 1, high: 1 } };
}

function withoutDates({ outcomes }: StagedLeads, at: Uint8Array, all: WonCounts): Chance {
  let decided = 0;
  for (let lead = 0; lead < at.length; lead++)
    if (at[lead] === 1 && outcomes[lead] !== OUTCOME.open) decided++;
  return {
    kind: 'between',
    ofAll: measureShare(all),
    ofDecided: measureShare({ leads: decided, wins: all.wins }),
  };
}

/** 1 for each lead that has reached a stage, else 0. */
export function reachedFlags({ reached }: Pick<StagedLeads, 'reached'>, stage: number): Uint8Array {
  const flags = new Uint8Array(reached.length);
  // A plain loop: from() takes several times as long.
  for (let lead = 0; lead < flags.length; lead++) flags[lead] = Number(reached[lead]! >= stage); // a stage per lead
  return flags;
}

/** Counts the leads with a flag, and the won ones among them. */
function countWins({ outcomes }: Pick<StagedLeads, 'outcomes'>, isIn: Uint8Array): WonCounts {
  const counts = { leads: 0, wins: 0 };
  for (let lead = 0; lead < isIn.length; lead++) {
    if (isIn[lead] === 0) continue;
    counts.leads++;
    if (outcomes[lead] === OUTCOME.won) counts.wins++;
  }
  return counts;
}

/** The ages of the leads that have reached a stage. */
interface Ages {
  since: 'stage' | 'lead';
  /** The days that ages are counted from, or `NO_DAY`. */
  from: Int32Array;
  newest: number;
}

/** Null where neither the stage nor the lead has dates. */
function agesOf(leads: StagedLeads, stage: number, at: Uint8Array): Ages | null {
  const { newest, came } = leads;
  const own = daysOfStage(leads, stage);
  if (own && isMostlyDated(own, at)) return { since: 'stage', from: own, newest };
  return came && isMostlyDated(came, at) ? { since: 'lead', from: came, newest } : null;
}

/** Whether at least 80% of the leads with a flag have a day. */
function isMostlyDated(days: Int32Array, isIn: Uint8Array): boolean {
  let [all, dated] = [0, 0];
  for (let lead = 0; lead < isIn.length; lead++) {
    if (isIn[lead] === 0) continue;
    all++;
    if (days[lead] !== NO_DAY) dated++;
  }
  return all > 0 && 100 * dated >= MIN_WON_DATED_PERCENT * all;
}

function cohortFrom(at: Uint8Array, { from, newest }: Ages, days: number): Cohort {
  const isIn = new Uint8Array(at.length);
  let period: Cohort['period'] = null;
  for (let lead = 0; lead < at.length; lead++) {
    const day = from[lead]!; // a day per lead
    if (at[lead] === 0 || day === NO_DAY || newest - day < days) continue;
    isIn[lead] = 1;
    if (!period) period = { first: day, last: day };
    else if (day < period.first) period.first = day;
    else if (day > period.last) period.last = day;
  }
  return { isIn, period };
}

/** A as it is known from some leads; where it is not known the age to which they were followed. With the share that is won by then. */
interface FoundAge {
  days: number;
  share: number;
  isKnown: boolean;
}

function findAge(leads: StagedLeads, stage: number, ages: Ages): FoundAge {
  const ofStage = () => ageOf(leads, ages, reachedFlags(leads, stage));
  if (ages.since === 'stage') return ofStage();
  // Ages of the lead: leads that have not reached the stage yet belong to those that were followed.
  const ofAll = ageOf(leads, ages, new Uint8Array(leads.reached.length).fill(1));
  return ofAll.isKnown ? ofAll : { ...ofStage(), isKnown: false };
}

/** @param isIn 1 for each lead that is followed, else 0 */
function ageOf(leads: StagedLeads, { from, newest }: Ages, isIn: Uint8Array): FoundAge {
  const wonDays = daysOfStage(leads, wonStage(leads));
  const won = reachedFlags(leads, wonStage(leads));
  const isWonDated = wonDays !== null && isMostlyDated(wonDays, won);
  const ages = new Int32Array(isIn.length).fill(-1);
  const daysToWin = new Int32Array(isIn.length).fill(-1);
  for (let lead = 0; lead < isIn.length; lead++) {
    const day = from[lead]!; // a day per lead
    if (isIn[lead] === 0 || day === NO_DAY) continue;
    ages[lead] = newest - day;
    if (!isWonDated || won[lead] === 0) continue;
    const between = wonDays[lead]! - day;
    // A win without its day, or before the lead came, does not say when wins come.
    if (wonDays[lead] === NO_DAY || between < 0) ages[lead] = -1;
    else daysToWin[lead] = between;
  }
  if (!isWonDated) return ageByRate(ages, won);
  const { matureDays, followedDays, wonShare } = followWins({ ages, daysToWin });
  return { days: matureDays ?? Math.max(0, followedDays), share: wonShare, isKnown: matureDays !== null };
}

/** The maturity cut, for wins without dates. */
function ageByRate(ages: Int32Array, won: Uint8Array): FoundAge {
  const oldest = ages.reduce((most, age) => Math.max(most, age), 0);
  const counts = { leads: new Uint32Array(oldest + 1), conversions: new Uint32Array(oldest + 1) };
  const all = { leads: 0, wins: 0 };
  for (let lead = 0; lead < ages.length; lead++) {
    const age = ages[lead]!; // an age per lead
    if (age < 0) continue;
    // The `!` here: a count per age, a flag per lead.
    counts.leads[age]!++;
    counts.conversions[age]! += won[lead]!;
    all.leads++;
    all.wins += won[lead]!;
  }
  const finding = findYoungLeads(rateByAge(counts));
  const days = finding.kind === 'cut' ? finding.days : finding.kind === 'no-sign' ? 0 : oldest;
  return { days, share: measureShare(all).share, isKnown: finding.kind !== 'not-enough' };
}
