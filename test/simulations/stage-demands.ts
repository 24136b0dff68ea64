import { chancesToWin, measureShare } from '#frontend/analysis/stages/chance-to-win.ts';
import { openLeads } from '#frontend/analysis/stages/open-leads.ts';
import { valueOfReaching } from '#frontend/analysis/stages/stage-value.ts';
import { OUTCOME, type StagedLeads } from '#frontend/analysis/stages/staged-leads.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import { stageRows, type StageRow } from '#test/support/stage-rows.ts';
import { between, drawNormal, type Random } from './drawn-leads.ts';
import type { Repeats } from './finder-demands.ts';

/** The shares of the leads that are qualified, and of these that are won once every sale has come. */
const QUALIFIED = 0.4;
const WON = 0.3;
/** Of the lost leads this share is never closed. */
const NEVER_CLOSED = 0.4;
const DAYS_PER_MONTH = 30;

/** Leads that come evenly over some months; the file has what has happened up to its newest day. */
export interface FunnelWorld {
  leads: number;
  months: number;
  /** The median days from qualified to won. */
  medianDays: number;
  /** The standard deviation of the logarithms of days. */
  spread: number;
}

/** How many of the chances to be won stay from a day on: sales of that day and later come with this probability. */
interface Change {
  day: number;
  stays: number;
}

function drawRows(
  random: Random,
  { leads, months, medianDays, spread }: FunnelWorld,
  change: Change | null,
): StageRow[] {
  const newest = months * DAYS_PER_MONTH;
  const lagOf = (median: number) => Math.floor(median * Math.exp(spread * drawNormal(random)));
  const seen = (day: number) => (day <= newest ? day : null);
  return Array.from({ length: leads }, () => {
    const came = Math.floor(between(random, 0, newest + 1));
    const qualified = came + lagOf(medianDays / 4);
    const isQualified = random() < QUALIFIED;
    const won = qualified + lagOf(medianDays);
    const isWon = isQualified && random() < WON && (!change || won < change.day || random() < change.stays);
    // A lead that is lost without having been qualified leaves as fast as it would have been.
    const lost = isQualified ? qualified + lagOf(medianDays) : came + lagOf(medianDays / 4);
    const isClosed = !isWon && random() >= NEVER_CLOSED && lost <= newest;
    return {
      days: [came, isQualified ? seen(qualified) : null, isWon ? seen(won) : null],
      ...(isClosed && { lost }),
    };
  });
}

const drawFunnel = (random: Random, world: FunnelWorld, change: Change | null = null): StagedLeads =>
  stageRows(drawRows(random, world, change), world.months * DAYS_PER_MONTH);

/** The chances of files in which they are known. */
interface Told {
  known: number;
  /** The mean of p over the true one. */
  ratio: number;
  /** How often the 95% interval holds the true one. */
  held: number;
}

/** The chance to be won from qualified, with the date of that stage or with that of the lead only. */
export function simulateChances({ files, seed }: Repeats, world: FunnelWorld, isStageDated: boolean): Told {
  const random = createRandom(seed);
  const sums = { known: 0, ratio: 0, held: 0 };
  for (let file = 0; file < files; file++) {
    const drawn = drawFunnel(random, world);
    const [came, qualified, won] = drawn.days;
    const leads = { ...drawn, days: [came!, isStageDated ? qualified! : null, won!] }; // three stages
    const chance = chancesToWin(leads)[1]!; // that of qualified
    if (chance.kind !== 'known') continue;
    sums.known++;
    sums.ratio += chance.share / WON;
    sums.held += Number(chance.interval.low <= WON && WON <= chance.interval.high);
  }
  return { known: sums.known / files, ratio: sums.ratio / sums.known, held: sums.held / sums.known };
}

/**
 * How often the 95% interval of the value holds the true one. Leads come until the wins are reached, each won with 0.2; deals are
 * lognormal with a standard deviation of 1.
 */
export function simulateValues({ files, seed }: Repeats, wins: number): { held: number } {
  const random = createRandom(seed);
  const trueValue = 0.2 * Math.exp(0.5);
  let held = 0;
  for (let file = 0; file < files; file++) {
    const amounts: number[] = [];
    for (let won = 0; won < wins;) {
      const isWon = random() < 0.2;
      won += Number(isWon);
      amounts.push(isWon ? Math.exp(drawNormal(random)) : 0);
    }
    const leads = {
      amounts: Float64Array.from(amounts),
      outcomes: Uint8Array.from(amounts, (amount) => (amount > 0 ? OUTCOME.won : OUTCOME.lost)),
    };
    const cohort = { isIn: new Uint8Array(amounts.length).fill(1), period: null };
    const counts = measureShare({ leads: amounts.length, wins });
    const value = valueOfReaching(
      leads,
      { kind: 'known', days: 0, since: 'stage', cohort, ...counts },
      { typedShare: null, typedAmount: null, margin: 1 },
    );
    const interval = value?.interval;
    held += Number(interval && interval.low <= trueValue && trueValue <= interval.high);
  }
  return { held: held / files };
}

/**
 * How often open leads may count by their chance, and what they are worth then: expected wins over those that come. With `halved` the
 * chances have halved somewhat before the day of the test.
 */
export function simulateOpenLeads(
  { files, seed }: Repeats,
  world: FunnelWorld,
  halved: boolean,
): { offered: number } {
  const random = createRandom(seed);
  // 95% of the sales have come by then: e^(1.645 sd) medians.
  const mature = world.medianDays * Math.exp(1.645 * world.spread);
  const change = halved ? { day: world.months * DAYS_PER_MONTH - 1.6 * mature, stays: 0.5 } : null;
  let offered = 0;
  for (let file = 0; file < files; file++) {
    const leads = drawFunnel(random, world, change);
    offered += Number(openLeads(leads, chancesToWin(leads))?.gate.isPassed ?? false);
  }
  return { offered: offered / files };
}
