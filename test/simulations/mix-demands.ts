import type { Tally } from '#frontend/analysis/counts/tally.ts';
import { addCounts, type Counts } from '#frontend/analysis/counts/valued-leads.ts';
import { findAlerts, watchRuleInUse } from '#frontend/analysis/over-time/alerts.ts';
import { countRulesAtMix, listMixes, type MixedRules } from '#frontend/analysis/over-time/at-mix.ts';
import { listRulesInUse, type EnteredRule } from '#frontend/analysis/over-time/time-to-alert.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import { between, drawFactors, drawNormal, drawShares, wholeBetween, type Random } from './drawn-leads.ts';
import type { Repeats } from './finder-demands.ts';
import { drawSample, sumOf, THRESHOLD_PERCENT, WORLDS } from './rule-demands.ts';

const COLUMNS = 3;
const RUNS = 13;
const WEEKLY_LEADS = 300;
const WEEKS_BEFORE_FALL = 13;

/** Whether a rule is judged at the mix that its reference had. */
type MixName = 'as it is' | 'at the reference';

/** Leads of three columns, by the combinations of their values: `valuesOf` gives the values of each combination. */
interface World {
  valuesOf: readonly (readonly number[])[];
  /** By column and value. */
  factors: number[][];
  baseline: number;
}

/** How the first column goes with the other two: each of its values has shares of its own of their values. */
interface WorldMix {
  first: number[];
  others: number[][][];
}

function drawWorld(random: Random, baseline: number, shares: readonly number[][]): World {
  const factors = shares.map(
    (column) => drawFactors(random, column, WORLDS.mixed[Math.floor(4 * random())]!), // there are 4
  );
  const valuesOf = shares[0]!.flatMap((_, a) =>
    shares[1]!.flatMap((__, b) => shares[2]!.map((___, c) => [a, b, c])),
  ); // three columns
  return { valuesOf, factors, baseline };
}

/** Shares that lie around these, each by a factor whose logarithm has this deviation. */
function vary(random: Random, shares: readonly number[], deviation: number): number[] {
  const drawn = shares.map((share) => share * Math.exp(deviation * drawNormal(random)));
  const sum = drawn.reduce((all, share) => all + share, 0);
  return drawn.map((share) => share / sum);
}

const varyMix = (random: Random, { first, others }: WorldMix, deviation: number): WorldMix => ({
  first,
  others: others.map((columns) => columns.map((shares) => vary(random, shares, deviation))),
});

/** Leads of a week, by combination. */
function drawLeads(random: Random, { valuesOf, factors, baseline }: World, mix: WorldMix, leads: number) {
  const shares = valuesOf.map(
    ([a, b, c]) => mix.first[a!]! * mix.others[a!]![0]![b!]! * mix.others[a!]![1]![c!]!, // a share per value
  );
  const rates = valuesOf.map((values) =>
    Math.min(
      0.95,
      values.reduce((rate, value, column) => rate * factors[column]![value]!, baseline),
    ),
  );
  return drawSample(random, { shares, rates }, leads);
}

/** Rules in use, their reference, and how its leads were mixed. */
interface Entered extends MixedRules {
  total: Counts;
  rules: EnteredRule[];
}

const tallyOf = ({ valuesOf, factors }: World, leads: readonly Counts[]): Tally => {
  const total = sumOf(leads);
  return {
    fields: factors.map((values, column) => ({
      name: `${column}`,
      values: values.map((_, value) => `${value}`),
    })),
    codes: factors.map((_, column) => Uint32Array.from(valuesOf, (values) => values[column]!)), // a value per column
    leads: Uint32Array.from(leads, (counts) => counts.leads),
    conversions: Uint32Array.from(leads, (counts) => counts.conversions),
    totalLeads: total.leads,
    totalConversions: total.conversions,
  };
};

const countValue = ({ valuesOf }: World, leads: readonly Counts[], column: number, value: number) =>
  sumOf(leads.filter((_, at) => valuesOf[at]![column] === value));

/** The rules that a run watches by itself: every listed one with enough leads. */
function enterRules(world: World, reference: readonly Counts[]): Entered {
  const total = sumOf(reference);
  const values = world.factors.flatMap((factors, column) =>
    factors.map((_, value) => ({
      field: `${column}`,
      value: `${value}`,
      ...countValue(world, reference, column, value),
    })),
  );
  return {
    total,
    totalLeads: total.leads,
    rules: listRulesInUse(values, total, THRESHOLD_PERCENT),
    mixes: listMixes(tallyOf(world, reference)),
  };
}

function judgeRun(
  world: World,
  entered: Entered,
  weeks: readonly (readonly Counts[])[],
  mix: MixName,
): boolean[] {
  const [last, before] = weeks;
  const windows = [last!, before ? last!.map((counts, at) => addCounts(counts, before[at]!)) : last!]; // alike
  const counted = windows.map((leads) => {
    const total = sumOf(leads);
    const atMix = mix === 'at the reference' ? countRulesAtMix(tallyOf(world, leads), entered) : [];
    return entered.rules.map(
      ({ field, value }, rule) =>
        atMix[rule] ?? { part: countValue(world, leads, Number(field), Number(value)), total },
    );
  });
  const judged = entered.rules.map((rule, at) =>
    watchRuleInUse(
      { part: rule, total: entered.total, weights: rule.weights },
      counted.map((rules) => rules[at]!), // one per rule
    ),
  );
  return findAlerts(judged).map(({ isAlert }) => isAlert);
}

/**
 * The share of series of 13 weekly runs with any alert, in which every combination keeps its rate. The shares of the values of two columns
 * within each value of the first move once, before the first run, by factors whose logarithms have this deviation; 0: they stay.
 */
export function simulateMixShifts({ files, seed }: Repeats, deviation: number): Record<MixName, number> {
  const random = createRandom(seed);
  const alerted = { 'as it is': 0, 'at the reference': 0 };
  for (let file = 0; file < files; file++) {
    const leads = wholeBetween(random, 500, 3000);
    const shares = Array.from({ length: COLUMNS }, () => drawShares(random, wholeBetween(random, 2, 6)));
    const world = drawWorld(random, between(random, 0.05, 0.4), shares);
    const [first, ...rest] = shares as [number[], ...number[][]]; // three
    const before = varyMix(random, { first, others: first.map(() => rest) }, 0.3);
    const rules = enterRules(world, drawLeads(random, world, before, wholeBetween(random, 2, 26) * leads));
    const after = varyMix(random, before, deviation);
    const weeks = Array.from({ length: RUNS }, () => drawLeads(random, world, after, leads));
    for (const mix of ['as it is', 'at the reference'] as const) {
      const isAlert = weeks.some((week, run) =>
        judgeRun(world, rules, run === 0 ? [week] : [week, weeks[run - 1]!], mix).includes(true),
      );
      if (isAlert) alerted[mix]++;
    }
  }
  return {
    'as it is': alerted['as it is'] / files,
    'at the reference': alerted['at the reference'] / files,
  };
}

/** The share of rules of 1.6 that raise an alert in the first or second weekly run after they ended, with 300 leads a week in the segment. */
export function simulateFallsAtMix({ files, seed }: Repeats, baseline: number): Record<MixName, number> {
  const random = createRandom(seed);
  const found = { 'as it is': 0, 'at the reference': 0 };
  for (let file = 0; file < files; file++) {
    const share = between(random, 0.1, 0.35);
    const others = drawShares(random, wholeBetween(random, 1, 5)).map((part) => (1 - share) * part);
    const first = [share, ...others];
    const beside = Array.from({ length: COLUMNS - 1 }, () => drawShares(random, wholeBetween(random, 2, 6)));
    const drawn = drawWorld(random, baseline, [first, ...beside]);
    const rest = (1 - share * 1.6) / (1 - share);
    const before = {
      ...drawn,
      factors: [first.map((_, at) => (at === 0 ? 1.6 : rest)), ...drawn.factors.slice(1)],
    };
    const after = { ...drawn, factors: [first.map(() => 1), ...drawn.factors.slice(1)] };
    const mix = varyMix(random, { first, others: first.map(() => beside) }, 0.3);
    const leads = Math.round(WEEKLY_LEADS / share);
    const rules = enterRules(before, drawLeads(random, before, mix, WEEKS_BEFORE_FALL * leads));
    const fallen = rules.rules.findIndex(({ field, value }) => field === '0' && value === '0');
    const [week, next] = [drawLeads(random, after, mix, leads), drawLeads(random, after, mix, leads)];
    for (const how of ['as it is', 'at the reference'] as const)
      if (judgeRun(after, rules, [week], how)[fallen] || judgeRun(after, rules, [next, week], how)[fallen])
        found[how]++;
  }
  return { 'as it is': found['as it is'] / files, 'at the reference': found['at the reference'] / files };
}
