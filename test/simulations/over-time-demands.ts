import { hasTooFew } from '#frontend/analysis/judge/expected-to-hold.ts';
import { measureLogRatios, weighSpreads } from '#frontend/analysis/measure/spreads.ts';
import type { SpreadWeights } from '#frontend/analysis/measure/measurement.ts';
import { adjustLift, tableAgainstRest } from '#frontend/analysis/measure/lift.ts';
import { addCounts, type Counts } from '#frontend/analysis/counts/valued-leads.ts';
import { findAlerts, watchRuleInUse } from '#frontend/analysis/over-time/alerts.ts';
import { countRunsToAlert } from '#frontend/analysis/over-time/time-to-alert.ts';
import { judgeChanges, type PeriodCounts } from '#frontend/analysis/over-time/changed.ts';
import { chiSquare2x2, chiSquareTail } from '#frontend/analysis/stats/chi-square.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import { median } from '#test/bench/report/stats.ts';
import { between, drawShares, wholeBetween, type Random } from './drawn-leads.ts';
import type { Repeats } from './finder-demands.ts';
import { drawRates, drawSample, sumOf, THRESHOLD_PERCENT, WORLDS, type DrawnRates } from './rule-demands.ts';

const COLUMNS = 3;
/** Rules are entered with the leads of this range of weeks; */
const REFERENCE_WEEKS = { least: 2, most: 26 };
/** those that end, with this number. */
const WEEKS_BEFORE_FALL = 13;

function drawColumns(random: Random, baseline: number): DrawnRates[] {
  return Array.from(
    { length: COLUMNS },
    () => drawRates(random, { baseline, deviation: WORLDS.mixed[Math.floor(4 * random())]! }), // there are 4
  );
}

/** A rule that somebody would enter: outside 1 ± 10%, and significant. */
function isEntered(part: Counts, total: Counts): boolean {
  const p = chiSquareTail(chiSquare2x2(tableAgainstRest(part, total)));
  return p < 0.05 && Math.abs(adjustLift(part, total) - 1) > THRESHOLD_PERCENT / 100;
}

/** A rule in use, by the column and the value that it is about. */
interface Entered {
  column: number;
  value: number;
  part: Counts;
  total: Counts;
  weights: SpreadWeights;
}

/** The rules that a run watches by itself: every listed one with enough leads. */
const isListed: typeof isEntered = (part, total) =>
  Math.abs(adjustLift(part, total) - 1) > THRESHOLD_PERCENT / 100 && !hasTooFew(part.leads, total);

function enterRules(samples: readonly (readonly Counts[])[], isInUse = isEntered): Entered[] {
  return samples.flatMap((values, column) => {
    const total = sumOf(values);
    const weights = weighSpreads(measureLogRatios(values, total));
    return values.flatMap((part, value) =>
      isInUse(part, total) ? [{ column, value, part, total, weights }] : [],
    );
  });
}

/** The rules that raise an alert in a run, by the leads of the last week and of the week before. */
function judgeRun(
  rules: readonly Entered[],
  [last, before]: readonly (readonly (readonly Counts[])[])[],
): boolean[] {
  const windowsOf = ({ column, value }: Entered) => {
    const countsOf = (week: typeof last) => ({
      part: week?.[column]?.[value] ?? { leads: 0, conversions: 0 },
      total: sumOf(week?.[column] ?? []),
    });
    const [short, other] = [countsOf(last), countsOf(before)];
    return [short, { part: addCounts(short.part, other.part), total: addCounts(short.total, other.total) }];
  };
  return findAlerts(rules.map((rule) => watchRuleInUse(rule, windowsOf(rule)))).map(({ isAlert }) => isAlert);
}

const RUNS = 13;

/**
 * The share of series of 13 weekly runs, in which nothing changes, with any alert.
 *
 * @param inUse the significant rules, or every listed one
 */
export function simulateStableRuns(
  { files, seed }: Repeats,
  inUse: 'significant' | 'listed' = 'significant',
): { alerted: number } {
  const random = createRandom(seed);
  let alerted = 0;
  for (let file = 0; file < files; file++) {
    const leads = wholeBetween(random, 500, 3000);
    const columns = drawColumns(random, between(random, 0.05, 0.4));
    const weeksBefore = wholeBetween(random, REFERENCE_WEEKS.least, REFERENCE_WEEKS.most);
    const rules = enterRules(
      columns.map((column) => drawSample(random, column, weeksBefore * leads)),
      inUse === 'listed' ? isListed : isEntered,
    );
    const weeks = Array.from({ length: RUNS }, () =>
      columns.map((column) => drawSample(random, column, leads)),
    );
    const isAlert = weeks.some((week, run) =>
      judgeRun(rules, run === 0 ? [week] : [week, weeks[run - 1]!]).includes(true),
    );
    if (isAlert) alerted++;
  }
  return { alerted: alerted / files };
}

const LIFT = 1.6;
const WEEKLY_LEADS = 300;

/** A file in which a rule of 1.6 is in use, and may end: weeks before and after that. */
function drawFall(random: Random, baseline: number) {
  const share = between(random, 0.1, 0.35);
  const others = drawShares(random, wholeBetween(random, 1, 7)).map((part) => (1 - share) * part);
  const shares = [share, ...others];
  const rest = (1 - share * LIFT) / (1 - share);
  const before = { shares, rates: shares.map((_, at) => baseline * (at === 0 ? LIFT : rest)) };
  const after = { shares, rates: shares.map(() => baseline) };
  const leads = Math.round(WEEKLY_LEADS / share);
  const beside = drawColumns(random, baseline).slice(1);
  const drawAll = (first: DrawnRates, size: number) =>
    [first, ...beside].map((column) => drawSample(random, column, size));
  const rules = enterRules(drawAll(before, WEEKS_BEFORE_FALL * leads));
  return {
    leads,
    rules,
    fallen: rules.findIndex(({ column, value }) => column === 0 && value === 0),
    drawBefore: () => drawAll(before, leads),
    drawAfter: () => drawAll(after, leads),
  };
}

/**
 * The share of rules of 1.6 that raise an alert in the first or the second weekly run after they ended, with 300 leads a week in the
 * segment.
 */
export function simulateFalls(
  { files, seed }: Repeats,
  { baseline }: { baseline: number },
): { found: number } {
  const random = createRandom(seed);
  let found = 0;
  for (let file = 0; file < files; file++) {
    const { rules, fallen, drawAfter } = drawFall(random, baseline);
    const [first, second] = [drawAfter(), drawAfter()];
    if (judgeRun(rules, [first])[fallen] || judgeRun(rules, [second, first])[fallen]) found++;
  }
  return { found: found / files };
}

/**
 * How often an alert comes within the weeks that the page names beforehand, if such a rule ended, each by the leads that it gets a
 * week; the median of these numbers of weeks, and the share of rules for which the page names none.
 */
export function simulateWaits(
  { files, seed }: Repeats,
  { baseline }: { baseline: number },
): { inTime: number; named: number; unnamed: number } {
  const random = createRandom(seed);
  const named: number[] = [];
  let entered = 0;
  let inTime = 0;
  for (let file = 0; file < files; file++) {
    const { leads, rules, fallen, drawBefore, drawAfter } = drawFall(random, baseline);
    const rule = rules[fallen];
    if (!rule) continue; // too weak in its weeks to be entered
    entered++;
    const expected = { leads: 2 * leads, conversions: 2 * leads * baseline };
    const weeks = countRunsToAlert(
      { ...rule.part, field: '', value: '', side: 'raise', weights: rule.weights },
      { totals: rule.total, expected: { part: 2 * WEEKLY_LEADS, total: expected }, rules: rules.length },
    );
    if (weeks === null) continue;
    named.push(weeks);
    let [isFound, last] = [false, drawBefore()];
    for (let week = 0; !isFound && week < weeks; week++) {
      const now = drawAfter();
      isFound = judgeRun(rules, [now, last])[fallen] ?? false;
      last = now;
    }
    if (isFound) inTime++;
  }
  return {
    inTime: inTime / named.length,
    named: median(named),
    unnamed: 1 - named.length / entered,
  };
}

const MONTHS = 13;
/** The baseline moves by a factor from month to month, within these bounds of its beginning. */
const DRIFT = { step: 0.15, most: 2 };

/** A file of 13 months of 100 to 1,500 leads each. `effectOf` gives the column of a month. */
function drawMonths(random: Random, columnOf: (month: number, drift: number) => DrawnRates[]): Counts[][][] {
  let drift = 1;
  return Array.from({ length: MONTHS }, (_, month) => {
    drift = Math.min(
      DRIFT.most,
      Math.max(1 / DRIFT.most, drift * Math.exp(between(random, -1, 1) * DRIFT.step)),
    );
    const leads = wholeBetween(random, 100, 1500);
    return columnOf(month, drift).map((column) => drawSample(random, column, leads));
  });
}

/** Judges the values of the columns that are outside 1 ± 10% over all months. */
function judgeMonths(months: readonly (readonly (readonly Counts[])[])[], column = 0) {
  const withoutAmounts = (counts: Counts) => ({ ...counts, sum: 0, sumOfSquares: 0 });
  const rules = (months[0] ?? []).flatMap((values, at) =>
    values.map((_, value) =>
      months.map((columns): PeriodCounts => ({
        part: withoutAmounts(columns[at]![value]!), // as in the first month
        total: withoutAmounts(sumOf(columns[at]!)),
      })),
    ),
  );
  const isRule = rules.map((periods) => {
    const [part, total] = (['part', 'total'] as const).map((key) =>
      sumOf(periods.map((period) => period[key])),
    );
    return Math.abs(adjustLift(part!, total!) - 1) > THRESHOLD_PERCENT / 100; // both
  });
  const watched = rules.filter((_, at) => isRule[at] || at === column);
  const starts = months.map((_, month) => month);
  return judgeChanges(watched, { starts, basis: 'conversions' }).map(({ kind }) => kind);
}

const scale = ({ shares, rates }: DrawnRates, factor: number): DrawnRates => ({
  shares,
  rates: rates.map((rate) => Math.min(0.95, rate * factor)),
});

/** The share of files in which no effect changes, while baseline and months do, with any rule said to have changed. */
export function simulateSteadyMonths({ files, seed }: Repeats): { changed: number } {
  const random = createRandom(seed);
  let changed = 0;
  for (let file = 0; file < files; file++) {
    const columns = drawColumns(random, between(random, 0.05, 0.4));
    const months = drawMonths(random, (_, drift) => columns.map((column) => scale(column, drift)));
    if (judgeMonths(months).includes('changed')) changed++;
  }
  return { changed: changed / files };
}

/** The share of rules of such a lift that end in the middle of 13 months, in files with two other columns, said to have changed. */
export function simulateEndedMonths(
  { files, seed }: Repeats,
  { baseline, lift }: { baseline: number; lift: number },
): { changed: number } {
  const random = createRandom(seed);
  let changed = 0;
  for (let file = 0; file < files; file++) {
    const share = between(random, 0.1, 0.35);
    const shares = [share, 1 - share];
    const rest = (1 - share * lift) / (1 - share);
    const before = { shares, rates: [baseline * lift, baseline * rest] };
    const after = { shares, rates: [baseline, baseline] };
    const beside = drawColumns(random, baseline).slice(1);
    const months = drawMonths(random, (month, drift) =>
      [month < MONTHS / 2 ? before : after, ...beside].map((column) => scale(column, drift)),
    );
    if (judgeMonths(months)[0] === 'changed') changed++;
  }
  return { changed: changed / files };
}
