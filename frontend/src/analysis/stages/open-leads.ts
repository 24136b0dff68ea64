import { chiSquareTail } from '../stats/chi-square.ts';
import { chancesToWin, type Chance } from './chance-to-win.ts';
import { meanAmount } from './stage-value.ts';
import { daysOfStage, NO_DAY, OUTCOME, wonStage, type StagedLeads } from './staged-leads.ts';

/** A share of fewer leads is no chance. */
const MIN_STILL_THERE = 30;
/** The gate needs this many predicted wins, */
const MIN_PREDICTED_WINS = 20;
/** a ratio of predicted wins to those that came within these bounds, */
const [LEAST_RATIO, MOST_RATIO] = [0.75, 1.33];
/** and a p-value above this in each third of the leads. */
const MIN_GATE_P_VALUE = 0.01;

/** How leads of a stage that are still there after some days go on. */
interface StageCurve {
  /** A: older leads count as not won. */
  days: number;
  /** The day by which each lead reached the stage, or `NO_DAY`. */
  since: Int32Array;
  /** Per day from 0 to A: cohort leads that are still in the stage and undecided after exactly that day, and those that were won later. */
  still: Uint32Array;
  won: Uint32Array;
}

/** The open leads with their chances, and what their check has shown. */
export interface OpenLeads {
  /** Per lead the chance to be won; NaN for a decided lead, and for one that gets no chance. */
  chances: Float64Array;
  /** The leads with a chance, and the sum of their chances. */
  leads: number;
  wins: number;
  gate: OpenLeadsGate;
}

/** The worth of open leads by value. */
interface OpenWorth {
  /** The mean amount of the won leads that have one: an open lead without an amount has this. */
  win: number;
  /** The sum over the leads with a chance of chance x amount. */
  total: number;
}

/** The check on leads as they stood some days before the newest date. */
interface OpenLeadsGate {
  /** Null: nothing was known then. */
  check: { days: number; leads: number; predicted: number; came: number; pValues: readonly number[] } | null;
  /** Whether open leads may count by their chance. */
  isPassed: boolean;
}

/**
 * The chance of each open lead to be won (method G.5). A lead that has been in stage s for a ≤ A days gets the share won among the leads of
 * the cohort of s that were still in s, undecided, after exactly a days; at least 30 of them, else no chance. A lead that has been there for
 * longer is not won: 0. Null without dates of stages, of wins and of losses, and where no stage has a known chance.
 *
 * The gate: A days before the newest date, with the largest A of the stages, chances follow from what was known then. Over the leads
 * that get one: at least 20 wins predicted, predicted / came from 0.75 to 1.33, and in each third by chance p above 0.01 (normal, with the
 * variance Σ p (1 - p)). A change in the last A days cannot be seen.
 * Example: of 40 cohort leads that were still in a stage after 10 days 8 were won: a lead that has been there for 10 days has 0.2.
 *
 * @param known the chance of each stage
 */
export function openLeads(leads: StagedLeads, known: readonly Chance[]): OpenLeads | null {
  if (!tellsLosses(leads)) return null;
  const curves = curvesOf(leads, known);
  if (curves.every((curve) => curve === null)) return null;
  const chances = chancesOf(leads, curves);
  let [count, wins] = [0, 0];
  for (const chance of chances) {
    if (Number.isNaN(chance)) continue;
    count++;
    wins += chance;
  }
  return { chances, leads: count, wins, gate: checkGate(leads, curves) };
}

/**
 * The worth of an open lead: its chance x its own amount, or x the worth of a win where it has none.
 * Example: a chance of 0.2 and 1,900 for a win: 380.
 */
export const worthOfOpen = (chance: number, amount: number, win: number): number =>
  chance * (amount > 0 ? amount : win);

/** The worth of the open leads with a chance by the amounts of the file; null where no won lead has one. */
function worthByAmounts(
  chances: Float64Array,
  leads: Pick<StagedLeads, 'outcomes' | 'amounts'>,
): OpenWorth | null {
  const win = meanAmount(leads, null)?.mean;
  if (win === undefined) return null;
  let total = 0;
  for (let lead = 0; lead < chances.length; lead++) {
    const chance = chances[lead]!; // a chance per lead
    if (!Number.isNaN(chance)) total += worthOfOpen(chance, leads.amounts?.[lead] ?? 0, win);
  }
  return { win, total };
}

/** The open leads by their chance, without the chances of single leads; by value with what they are worth. */
export interface ExpectedFromOpen extends Omit<OpenLeads, 'chances'> {
  byValue: OpenWorth | null;
}

/** The open leads by their chance (`openLeads`); null where the file does not tell it. */
export function expectFromOpenLeads(leads: StagedLeads, known: readonly Chance[]): ExpectedFromOpen | null {
  const open = openLeads(leads, known);
  if (!open) return null;
  const { chances, ...counted } = open;
  return { ...counted, byValue: worthByAmounts(chances, leads) };
}

/** Whether the file has a date per stage, of wins and of losses, the last ones for at least 80% of the lost leads. */
function tellsLosses({ days, lost, outcomes, tellsLost }: StagedLeads): boolean {
  if (!lost || !tellsLost || days.some((dates) => dates === null)) return false;
  let [all, dated] = [0, 0];
  for (let lead = 0; lead < lost.length; lead++) {
    if (outcomes[lead] !== OUTCOME.lost) continue;
    all++;
    if (lost[lead] !== NO_DAY) dated++;
  }
  return all > 0 && 5 * dated >= 4 * all;
}

/** The curve of each stage before won; null where its chance is not known. */
function curvesOf(leads: StagedLeads, known: readonly Chance[]): (StageCurve | null)[] {
  return known.slice(0, wonStage(leads)).map((chance, stage) => curveOf(leads, stage, chance));
}

function curveOf(leads: StagedLeads, stage: number, chance: Chance): StageCurve | null {
  const since = daysOfStage(leads, stage);
  if (chance.kind !== 'known' || chance.since !== 'stage' || !since) return null;
  const { days, cohort } = chance;
  const [still, won] = [new Uint32Array(days + 1), new Uint32Array(days + 1)];
  const next = daysOfStage(leads, stage + 1);
  for (let lead = 0; lead < since.length; lead++) {
    // The `!` here and below: days and an outcome per lead.
    if (cohort.isIn[lead] === 0 || isLostAtUnknownTime(leads, lead)) continue;
    const leaves = Math.min(
      daysUntil(since[lead]!, next?.[lead] ?? NO_DAY),
      daysUntil(since[lead]!, leads.lost?.[lead] ?? NO_DAY),
    );
    const isWon = Number(leads.outcomes[lead] === OUTCOME.won);
    // Still there on all days before it leaves: counted on the last of them, and added up below.
    const last = Math.min(days, leaves - 1);
    if (last < 0) continue;
    still[last]!++;
    won[last]! += isWon;
  }
  for (let day = days - 1; day >= 0; day--) {
    still[day]! += still[day + 1]!;
    won[day]! += won[day + 1]!;
  }
  return { days, since, still, won };
}

const isLostAtUnknownTime = ({ outcomes, lost }: StagedLeads, lead: number) =>
  outcomes[lead] === OUTCOME.lost && lost?.[lead] === NO_DAY;

const daysUntil = (from: number, to: number) => (to === NO_DAY ? Infinity : Math.max(0, to - from));

function chancesOf(leads: StagedLeads, curves: readonly (StageCurve | null)[]): Float64Array {
  const { outcomes, reached, newest } = leads;
  const chances = new Float64Array(outcomes.length).fill(NaN);
  for (let lead = 0; lead < chances.length; lead++) {
    if (outcomes[lead] !== OUTCOME.open) continue;
    const curve = curves[reached[lead]!];
    const since = curve?.since[lead] ?? NO_DAY;
    if (!curve || since === NO_DAY) continue;
    const age = newest - since;
    if (age > curve.days) chances[lead] = 0;
    else if (curve.still[age]! >= MIN_STILL_THERE) chances[lead] = curve.won[age]! / curve.still[age]!;
  }
  return chances;
}

function checkGate(leads: StagedLeads, curves: readonly (StageCurve | null)[]): OpenLeadsGate {
  const days = Math.max(...curves.map((curve) => curve?.days ?? 0));
  const then = asOf(leads, leads.newest - days);
  const known = curvesOf(then, chancesToWin(then));
  const chances = chancesOf(then, known);
  const judged: JudgedLead[] = [];
  for (let lead = 0; lead < chances.length; lead++) {
    const curve = known[then.reached[lead]!];
    // Leads that had been there for longer have no chance, and those won on an unknown day were not open for sure.
    if (!curve || Number.isNaN(chances[lead]!) || then.newest - curve.since[lead]! > curve.days) continue;
    judged.push({ chance: chances[lead]!, isWon: Number(leads.outcomes[lead] === OUTCOME.won) });
  }
  if (judged.length === 0) return { check: null, isPassed: false };
  const whole = sumOf(judged);
  const pValues = sumThirds(judged).map(({ predicted, came, variance }) =>
    variance > 0 ? chiSquareTail((came - predicted) ** 2 / variance) : Number(came === predicted),
  );
  const { predicted, came } = whole;
  return {
    check: { days, leads: judged.length, predicted, came, pValues },
    isPassed:
      predicted >= MIN_PREDICTED_WINS &&
      predicted >= LEAST_RATIO * came &&
      predicted <= MOST_RATIO * came &&
      pValues.every((p) => p > MIN_GATE_P_VALUE),
  };
}

interface JudgedLead {
  chance: number;
  isWon: number;
}

/**
 * The sums over each third of the leads by chance. Leads of one chance on both sides of a cut count on each side by their share, so that the
 * order of the file, which may have its won leads first, says nothing.
 */
function sumThirds(judged: readonly JudgedLead[]): ReturnType<typeof sumOf>[] {
  const third = judged.length / 3;
  const thirds = [0, 1, 2].map((at) => ({ from: at * third, to: (at + 1) * third, sums: sumOf([]) }));
  let before = 0;
  for (const [, alike] of [...Map.groupBy(judged, ({ chance }) => chance)].sort(([a], [b]) => a - b)) {
    const after = before + alike.length;
    const ofAlike = sumOf(alike);
    for (const { from, to, sums } of thirds) {
      const share = Math.max(0, Math.min(after, to) - Math.max(before, from)) / alike.length;
      sums.predicted += share * ofAlike.predicted;
      sums.came += share * ofAlike.came;
      sums.variance += share * ofAlike.variance;
    }
    before = after;
  }
  return thirds.map(({ sums }) => sums);
}

function sumOf(judged: readonly JudgedLead[]) {
  const sums = { predicted: 0, came: 0, variance: 0 };
  for (const { chance, isWon } of judged) {
    sums.predicted += chance;
    sums.came += isWon;
    sums.variance += chance * (1 - chance);
  }
  return sums;
}

/** The leads as they stood at the end of a day. Leads that came later, or were decided on an unknown day, have reached nothing. */
function asOf(leads: StagedLeads, day: number): StagedLeads {
  const { stages, reached, outcomes, days, came, lost } = leads;
  const upTo = (dates: Int32Array) => dates.map((date) => (date <= day ? date : NO_DAY));
  const cut = days.map((dates) => dates && upTo(dates));
  const lostBy = lost && upTo(lost);
  const stoodAt = new Int8Array(reached.length).fill(-1);
  const outcomeThen = new Uint8Array(outcomes.length);
  const won = wonStage(leads);
  for (let lead = 0; lead < reached.length; lead++) {
    const isDated = outcomes[lead] !== OUTCOME.won || days[won]?.[lead] !== NO_DAY;
    if (!isDated || isLostAtUnknownTime(leads, lead)) continue;
    let stage = Math.min(reached[lead]!, stages - 1); // a stage per lead
    while (stage >= 0 && (cut[stage]?.[lead] ?? NO_DAY) === NO_DAY) stage--;
    stoodAt[lead] = stage;
    const hadLost = outcomes[lead] === OUTCOME.lost && lostBy?.[lead] !== NO_DAY;
    outcomeThen[lead] = stage === won ? OUTCOME.won : hadLost ? OUTCOME.lost : OUTCOME.open;
  }
  return {
    ...leads,
    reached: stoodAt,
    outcomes: outcomeThen,
    days: cut,
    came: came && upTo(came),
    lost: lostBy,
    newest: day,
  };
}
