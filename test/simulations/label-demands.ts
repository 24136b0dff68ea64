import { EQUAL_WEIGHTS } from '#frontend/analysis/judge/expected-to-hold.ts';
import { estimateCombinations, fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { bestSplit } from '#frontend/analysis/measure/best-split.ts';
import { createRangeFinder } from '#frontend/analysis/counts/binning.ts';
import { presetRanges } from '#frontend/analysis/counts/range-presets.ts';
import { tallyLeads } from '#frontend/analysis/counts/tally.ts';
import { listOtherSegments, testCandidate } from '#frontend/analysis/finder/other-segments.ts';
import { judge, measure, type Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { LabelLimits } from '#frontend/analysis/measure/measurement.ts';
import { findExplanation } from '#frontend/analysis/judge/mostly-explained.ts';
import { widenDiscoveries, type OtherSegments } from '#frontend/analysis/judge/widen-discoveries.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import {
  between,
  drawCodes,
  drawNoise,
  drawOutcomes,
  drawTrue,
  toCandidate,
  wholeBetween,
  type DrawnColumn,
  type Random,
} from './drawn-leads.ts';
import type { Repeats } from './finder-demands.ts';

type Codes = Pick<DrawnColumn, 'codes'>;
const NO_OTHERS: OtherSegments = {
  conversions: new Float64Array(),
  value: null,
  priors: { conversions: EQUAL_WEIGHTS, value: null },
};

/** The results of these attributes beside other columns, under limits of their labels. */
function analyse(columns: readonly Codes[], isConverted: Uint8Array, others: OtherSegments): Analysis {
  const attributes = columns.map(({ codes }, at) => {
    const count = codes.reduce((most, code) => Math.max(most, code), 0) + 1;
    return {
      name: `attribute ${at}`,
      column: {
        codes: Uint32Array.from(codes),
        categories: Array.from({ length: count }, (_, code) => `${code}`),
      },
    };
  });
  const tally = tallyLeads(attributes, isConverted);
  const estimates = estimateCombinations(fitTally(tally));
  return judge(widenDiscoveries(measure(tally), others), DEFAULT_SETTINGS, estimates);
}

const usesOf = (analysis: Analysis, field?: number) =>
  analysis.significantSegments.filter(
    (segment) => segment.label === 'Use' && (field === undefined || segment.field === field),
  );

/** The first of the columns as attributes, all others as the columns that q counts too. */
function analyseBeside(
  columns: readonly DrawnColumn[],
  chosen: readonly number[],
  isConverted: Uint8Array,
): Analysis {
  const outcomes = { isConverted, valued: null, aged: null };
  const tested = columns.map((column, at) => testCandidate(toCandidate(column, at), outcomes));
  const attributes = chosen.map((at) => columns[at]!); // indexes of the list
  return analyse(attributes, isConverted, listOtherSegments(tested, new Set(chosen)));
}

const drawLeads = (random: Random) => ({
  leads: Math.round(500 * 20 ** random()),
  baseline: between(random, 0.05, 0.4),
});

/** Files of noise of which a visitor tries 20 choices of two or three attributes: the share with some Use in the first, and in any. */
export function simulateTries({ files, seed }: Repeats): { first: number; any: number } {
  const random = createRandom(seed);
  let [first, any] = [0, 0];
  for (let file = 0; file < files; file++) {
    const world = drawLeads(random);
    const columns = Array.from({ length: 20 }, () => drawNoise(random, world.leads));
    const isConverted = drawOutcomes(random, world);
    const found = Array.from({ length: 20 }, () => {
      const chosen = new Set<number>();
      const wanted = wholeBetween(random, 2, 3);
      while (chosen.size < wanted) chosen.add(wholeBetween(random, 0, 19));
      return usesOf(analyseBeside(columns, [...chosen], isConverted)).length > 0;
    });
    if (found[0]) first++;
    if (found.includes(true)) any++;
  }
  return { first: first / files, any: any / files };
}

/** Three columns of noise as attributes beside 20 that tell something: the share of files with some Use. */
export function simulateBesideStrong({ files, seed }: Repeats): { uses: number } {
  const random = createRandom(seed);
  let uses = 0;
  for (let file = 0; file < files; file++) {
    const world = { leads: 4000, baseline: 0.1 };
    const strong = Array.from({ length: 20 }, () => drawTrue(random, world.leads, between(random, 1.3, 1.7)));
    const noise = Array.from({ length: 3 }, () => drawNoise(random, world.leads));
    const isConverted = drawOutcomes(random, world, strong);
    if (usesOf(analyseBeside([...noise, ...strong], [0, 1, 2], isConverted)).length > 0) uses++;
  }
  return { uses: uses / files };
}

/** The share of files with some Use, without the limit of labels and with it. */
interface Limited {
  without: number;
  limited: number;
}

function countLimited(
  { files, seed }: Repeats,
  limits: LabelLimits,
  draw: (random: Random) => { columns: readonly Codes[]; isConverted: Uint8Array },
): Limited {
  const random = createRandom(seed);
  let [without, limited] = [0, 0];
  for (let file = 0; file < files; file++) {
    const { columns, isConverted } = draw(random);
    if (usesOf(analyse(columns, isConverted, NO_OTHERS)).length > 0) without++;
    if (usesOf(analyse(columns, isConverted, { ...NO_OTHERS, limits })).length > 0) limited++;
  }
  return { without: without / files, limited: limited / files };
}

/** 2,000 leads at 20% with three numbers from 0 to 999 that tell nothing, in the ranges of their best split or their quartiles. */
export function simulateSplit(repeats: Repeats, ranging: 'best-split' | 'quartiles'): Limited {
  const splitFields = ranging === 'best-split' ? [0, 1, 2] : [];
  return countLimited(repeats, { splitFields, hasManyDuplicates: false }, (random) => {
    const isConverted = drawOutcomes(random, { leads: 2000, baseline: 0.2 });
    const columns = Array.from({ length: 3 }, () => drawRanges(random, isConverted, ranging));
    return { columns, isConverted };
  });
}

function drawRanges(random: Random, isConverted: Uint8Array, ranging: 'best-split' | 'quartiles'): Codes {
  const numbers = Array.from(isConverted, () => wholeBetween(random, 0, 999));
  const values = Float64Array.from(new Set(numbers)).sort();
  const positionOf = new Map(Array.from(values, (value, position) => [value, position]));
  const [leads, conversions] = [new Uint32Array(values.length), new Uint32Array(values.length)];
  numbers.forEach((number, lead) => {
    const position = positionOf.get(number)!; // every number has a position
    leads[position]!++; // a count per position
    conversions[position]! += isConverted[lead]!; // a flag per lead
  });
  const summary = { values, leads, min: values[0] ?? 0, max: values.at(-1) ?? 0 };
  const ranges =
    ranging === 'quartiles'
      ? presetRanges('quartiles', summary).ranges
      : (bestSplit(summary, conversions) ?? []);
  const find = createRangeFinder(ranges);
  return { codes: Uint8Array.from(numbers, (number) => Math.max(0, find(number))) };
}

/** Files of 2,000 leads of noise at 20%, of which a quarter stands twice, with three attributes. */
export function simulateDuplicates(repeats: Repeats): Limited {
  return countLimited(repeats, { splitFields: [], hasManyDuplicates: true }, (random) => {
    const leads = 1600;
    const twice = <List extends Uint8Array>(list: List) =>
      Uint8Array.from([...list, ...list.subarray(0, leads / 4)]);
    const isConverted = drawOutcomes(random, { leads, baseline: 0.2 });
    const columns = Array.from({ length: 3 }, () => ({ codes: twice(drawNoise(random, leads).codes) }));
    return { columns, isConverted: twice(isConverted) };
  });
}

/**
 * Files of 4,000 leads at 15% with a column that has a lift of 1.7 to 2.5, and a shadow that has its value for 80% of the leads and
 * no effect of its own: the share of their Use that is marked as mostly explained by the other.
 */
export function simulateShadows({ files, seed }: Repeats): { cause: number; shadow: number } {
  const random = createRandom(seed);
  const [marked, uses] = [
    [0, 0],
    [0, 0],
  ];
  for (let file = 0; file < files; file++) {
    const world = { leads: 4000, baseline: 0.15 };
    const cause = drawTrue(random, world.leads, between(random, 1.7, 2.5));
    const { codes } = drawTrue(random, world.leads, 1);
    const shadow = { codes: cause.codes.map((code, lead) => (random() < 0.8 ? code : codes[lead]!)) }; // a code per lead
    const analysis = analyse([cause, shadow], drawOutcomes(random, world, [cause]), NO_OTHERS);
    for (const field of [0, 1] as const) {
      const used = usesOf(analysis, field);
      uses[field]! += used.length; // two fields
      marked[field]! += used.filter((segment) => findExplanation(segment, analysis) !== null).length; // two fields
    }
  }
  return { cause: marked[0]! / Math.max(1, uses[0]!), shadow: marked[1]! / Math.max(1, uses[1]!) }; // two fields
}

/**
 * The share of tested pairs of two related attributes without an interaction that are Real, and that would be by their own test alone. The
 * second attribute has the value of the first for 60% of the leads, and both have effects of their own, which multiply.
 */
export function simulateRelated({ files, seed }: Repeats): { real: number; alone: number } {
  const random = createRandom(seed);
  let [tested, real, alone] = [0, 0, 0];
  for (let file = 0; file < files; file++) {
    const world = { leads: 10_000, baseline: 0.12 };
    const first = drawTrue(random, world.leads, between(random, 1.4, 2));
    const own = drawTrue(random, world.leads, 1);
    const codes = first.codes.map((code, lead) => (random() < 0.6 ? code : own.codes[lead]!)); // a code per lead
    const second = { ...first, codes, factors: first.factors.map((factor) => Math.sqrt(factor)) };
    const { interactionTests } = analyse(
      [first, second],
      drawOutcomes(random, world, [first, second]),
      NO_OTHERS,
    );
    tested += interactionTests.length;
    for (const { label, isExplained } of interactionTests) {
      real += Number(label === 'Real');
      alone += Number(label === 'Real' || isExplained === true);
    }
  }
  return { real: real / tested, alone: alone / tested };
}

/** Columns of noise beside the attributes, so that about 230 segments are tested in all. */
const OTHER_COLUMNS = 34;

/**
 * Files of 1,000 leads at 20% in which a value with such a share of the leads has a lift of 1.6, among three attributes, beside columns of
 * noise: the share in which it is Use where q counts the attributes alone, and where it counts all columns; and how many segments
 * were tested on average.
 */
export function simulateCostOfTrying(
  { files, seed }: Repeats,
  share: number,
): { alone: number; all: number; tests: number } {
  const random = createRandom(seed);
  const rest = (1 - 1.6 * share) / (1 - share);
  const column = {
    shares: [share, ...[0.4, 0.33, 0.27].map((part) => part * (1 - share))],
    factors: [1.6, rest, rest, rest],
  };
  let [alone, all, tests] = [0, 0, 0];
  for (let file = 0; file < files; file++) {
    const world = { leads: 1000, baseline: 0.2 };
    const first = { ...column, codes: drawCodes(random, world.leads, column.shares) };
    const noise = Array.from({ length: 2 + OTHER_COLUMNS }, () => drawNoise(random, world.leads));
    const columns = [first, ...noise];
    const isConverted = drawOutcomes(random, world, [first]);
    const outcomes = { isConverted, valued: null, aged: null };
    const tested = columns.map((drawn, at) => testCandidate(toCandidate(drawn, at), outcomes));
    const others = listOtherSegments(tested, new Set([0, 1, 2]));
    const attributes = columns.slice(0, 3);
    const isFound = (analysis: Analysis) => usesOf(analysis, 0).some(({ value }) => value === '0');
    alone += Number(isFound(analyse(attributes, isConverted, NO_OTHERS)));
    all += Number(isFound(analyse(attributes, isConverted, others)));
    const own = attributes.reduce((sum, { shares }) => sum + shares.length, 0);
    tests += own + others.conversions.length;
  }
  return { alone: alone / files, all: all / files, tests: tests / files };
}
