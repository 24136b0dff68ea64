import { MIN_RULE_LEADS } from '#frontend/analysis/constants.ts';
import { measureMeanInterval } from '#frontend/analysis/measure/value-figures.ts';
import type { Basis } from '#frontend/analysis/counts/mapping.ts';
import { estimateCombinations, fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { isSolid } from '#frontend/analysis/decision/decide.ts';
import { sortByStrength } from '#frontend/analysis/decision/segment-worth.ts';
import { judge, measure, pickMeasurement, type Analysis } from '#frontend/analysis/judge/analyse.ts';
import { EQUAL_WEIGHTS } from '#frontend/analysis/measure/spreads.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import { widenDiscoveries } from '#frontend/analysis/judge/widen-discoveries.ts';
import { wilsonInterval, type Interval } from '#frontend/analysis/stats/intervals.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import { tallyOfDeals, type Deal } from '#test/support/valued-leads.ts';
import { between, drawFactors, drawNoise, drawNormal, drawOutcomes, type Random } from './drawn-leads.ts';
import type { Repeats } from './finder-demands.ts';

const BASES = ['conversions', 'value'] as const;
const COLUMNS = 3;
const MEAN_DEAL = 1000;
/** Of the logarithms of the factors by which values convert more often, and by which their deals are larger. */
const RATE_SPREAD = 0.3;
const SIZE_SPREAD = 0.3;
const MOST_ROWS = 6;
const NAMES = Array.from({ length: COLUMNS }, (_, at) => `attribute ${at}`);
const NO_OTHERS = {
  conversions: new Float64Array(),
  value: null,
  priors: { conversions: EQUAL_WEIGHTS, value: null },
};

interface DealWorld {
  /** The standard deviation of the logarithm of a deal around the mean of its leads. */
  dealSpread: number;
}

/** The true rates or worths of leads: per column and value, and on average. Columns are drawn apart, so the others cancel out. */
interface Truth {
  values: number[][];
  average: number;
}

interface DrawnDeals {
  deals: Deal[];
  truth: Record<Basis, Truth>;
}

function drawDeals(random: Random, { dealSpread }: DealWorld): DrawnDeals {
  const leads = Math.round(500 * 20 ** random());
  const baseline = between(random, 0.05, 0.25);
  const columns = Array.from({ length: COLUMNS }, () => {
    const noise = drawNoise(random, leads);
    return { ...noise, factors: drawFactors(random, noise.shares, RATE_SPREAD) };
  });
  const sizes = columns.map(({ shares }) => drawFactors(random, shares, SIZE_SPREAD));
  const isConverted = drawOutcomes(random, { leads, baseline }, columns);
  const deals = Array.from(isConverted, (flag, lead): Deal => {
    const codes = columns.map((column) => column.codes[lead]!); // a code per lead
    // The `!` here: a factor per value.
    const mean = codes.reduce((size, code, column) => size * sizes[column]![code]!, MEAN_DEAL);
    const amount = flag === 0 ? 0 : mean * Math.exp(dealSpread * drawNormal(random) - dealSpread ** 2 / 2);
    return { values: codes.map(String), converted: flag === 1, amount };
  });
  const rates = columns.map(({ factors }) => factors.map((factor) => baseline * factor));
  // The worth of a lead is its rate times its deals; over the other columns both average together.
  const others = columns.map(({ shares, factors }, column) =>
    shares.reduce((sum, share, value) => sum + share * factors[value]! * sizes[column]![value]!, 0),
  );
  const values = rates.map((own, column) =>
    own.map((rate, value) =>
      others.reduce(
        (worth, mean, other) => (other === column ? worth : worth * mean),
        rate * sizes[column]![value]! * MEAN_DEAL,
      ),
    ),
  );
  const average = others.reduce((worth, mean) => worth * mean, baseline * MEAN_DEAL);
  return {
    deals,
    truth: { conversions: { values: rates, average: baseline }, value: { values, average } },
  };
}

/** How many intervals there are, and how many hold the true figure. */
interface Held {
  intervals: number;
  held: number;
}

type Intervals = Record<'all' | 'few' | 'fewLifts' | 'charted', Held>;

const noIntervals = (): Intervals => ({
  all: { intervals: 0, held: 0 },
  few: { intervals: 0, held: 0 },
  fewLifts: { intervals: 0, held: 0 },
  charted: { intervals: 0, held: 0 },
});

function count(held: Held, { low, high }: Interval, truth: number): void {
  held.intervals++;
  held.held += Number(low <= truth && truth <= high);
}

/** The rows of the chart: Use before Test, the strongest first. */
function listCharted({ significantSegments }: Analysis): JudgedSegment[] {
  const enough = significantSegments.filter(({ leads }) => leads >= MIN_RULE_LEADS);
  return sortByStrength(enough)
    .toSorted((a, b) => Number(isSolid(b)) - Number(isSolid(a)))
    .slice(0, MOST_ROWS);
}

/** The interval that the chart draws: of the rate, or by value of the money per lead, where there are conversions enough. */
function chartedInterval({ amounts, conversions, leads }: JudgedSegment): Interval | null {
  return amounts
    ? measureMeanInterval({ leads, conversions, ...amounts })
    : wilsonInterval(conversions, leads);
}

/**
 * The intervals of the chart (methods F.2): those of all values with 30 leads, of these with 30 to 99 converted ones, for which those of the
 * lift are counted too, which the tables show; and those of the rows that the chart shows. Rows are chosen for their difference, so that
 * their intervals hold the truth less often.
 */
export function simulateChart({ files, seed }: Repeats, world: DealWorld): Record<Basis, Intervals> {
  const random = createRandom(seed);
  const found = { conversions: noIntervals(), value: noIntervals() };
  for (let file = 0; file < files; file++) {
    const { deals, truth } = drawDeals(random, world);
    const tally = tallyOfDeals(NAMES, deals);
    const measured = widenDiscoveries(measure(tally), NO_OTHERS);
    const estimates = estimateCombinations(fitTally(tally));
    for (const basis of BASES) {
      const analysis = judge(pickMeasurement(measured, basis), DEFAULT_SETTINGS, estimates);
      countIntervals(analysis, truth[basis], found[basis]);
    }
  }
  return found;
}

function countIntervals(analysis: Analysis, { values, average }: Truth, found: Intervals): void {
  const charted = new Set(listCharted(analysis));
  for (const segment of analysis.segments) {
    const interval = segment.leads >= MIN_RULE_LEADS && chartedInterval(segment);
    if (!interval) continue;
    const known = values[segment.field]![Number(segment.value)]!; // named by its code
    count(found.all, interval, known);
    if (charted.has(segment)) count(found.charted, interval, known);
    if (segment.conversions < 30 || segment.conversions >= 100) continue;
    count(found.few, interval, known);
    count(found.fewLifts, segment.interval, known / average);
  }
}
