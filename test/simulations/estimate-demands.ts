import Papa from 'papaparse';
import { fitBalanced, predictBalanced } from '#frontend/analysis/balanced/balanced.ts';
import { estimateRates, fitStrength } from '#frontend/analysis/balanced/best-estimate.ts';
import { estimateAll, fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { gather, groupItems, type Coding } from '#frontend/analysis/counts/coding.ts';
import type { Tally } from '#frontend/analysis/counts/tally.ts';
import { clampRate } from '#frontend/analysis/finder/fold-outcomes.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import { hasRealFile, readRealLeads } from '#test/support/analysis-real-file.ts';
import { between, drawCodes, drawFactors, drawShares, type Random } from './drawn-leads.ts';
import type { Repeats } from './finder-demands.ts';

/** Leads with the codes of their attributes, and what came of them. */
interface CodedLeads {
  codings: readonly Coding[];
  isConverted: Uint8Array;
  /** The number of the family of each lead, family by family. */
  families?: Uint32Array;
}

/** One kind of files: draws this number of leads, or all of those that there are. */
export type Setting = (random: Random, leads: number) => CodedLeads;

/** A file of three attributes. */
interface DrawnSetting {
  baseline: number;
  /** Whether the factors of values multiply rates, as Balanced has it, or odds, as main effects have it. */
  of: 'rates' | 'odds';
  /** The values of each attribute. */
  values: readonly [number, number, number];
  /** The standard deviation of the logarithms of the factors of values, */
  deviation: number;
  /** and of those that combinations of the first two have besides. */
  own: number;
  /** For this share of the leads the second attribute follows the first. */
  related: number;
}

const DRAWN: readonly DrawnSetting[] = [
  { baseline: 0.2, of: 'rates', values: [4, 3, 5], deviation: 0, own: 0, related: 0 },
  { baseline: 0.05, of: 'rates', values: [6, 3, 4], deviation: 0.4, own: 0, related: 0 },
  { baseline: 0.1, of: 'odds', values: [12, 3, 6], deviation: 0.5, own: 0.2, related: 0 },
  { baseline: 0.2, of: 'rates', values: [5, 5, 3], deviation: 0.3, own: 0.1, related: 0.7 },
  { baseline: 0.2, of: 'odds', values: [2, 2, 2], deviation: 0.7, own: 0, related: 0.3 },
  { baseline: 0.3, of: 'rates', values: [20, 6, 3], deviation: 0.15, own: 0, related: 0.3 },
  { baseline: 0.15, of: 'odds', values: [25, 8, 4], deviation: 0.7, own: 0.2, related: 0 },
  { baseline: 0.4, of: 'odds', values: [4, 3, 6], deviation: 0.7, own: 0, related: 0.5 },
];

export const DRAWN_SETTINGS: readonly Setting[] = DRAWN.map((setting) => (random, leads) => {
  const columns = setting.values.map((count) => {
    const shares = drawShares(random, count);
    const factors = drawFactors(random, shares, setting.deviation);
    return { shares, factors, codes: drawCodes(random, leads, shares) };
  });
  const [first, second] = [columns[0]!, columns[1]!]; // three attributes
  for (let lead = 0; lead < leads; lead++)
    if (random() < setting.related) second.codes[lead] = first.codes[lead]! % second.shares.length; // a code per lead
  const pairs = first.shares.flatMap((share) => second.shares.map((other) => share * other));
  const pairFactors = drawFactors(random, pairs, setting.own);
  const baseline = setting.baseline * between(random, 0.7, 1.3);
  const isConverted = Uint8Array.from({ length: leads }, (_, lead) => {
    const pair = first.codes[lead]! * second.shares.length + second.codes[lead]!; // as above
    const factor = columns.reduce(
      (product, { codes, factors }) => product * factors[codes[lead]!]!,
      pairFactors[pair]!,
    ); // a factor per value and pair
    const odds = (baseline / (1 - baseline)) * factor;
    return Number(random() < (setting.of === 'odds' ? odds / (1 + odds) : Math.min(0.95, baseline * factor)));
  });
  const codings = columns.map(({ codes, shares }) => ({
    codes: Uint32Array.from(codes),
    count: shares.length,
  }));
  return { codings, isConverted };
});

const REAL_ATTRIBUTES = [
  ['Lead Origin', 'Lead Source', 'What is your current occupation'],
  ['Lead Source', 'Specialization', 'City'],
  ['Lead Origin', 'Country', 'Do Not Email'],
  ['Last Activity', 'How did you hear about X Education', 'A free copy of Mastering The Interview'],
];

/** Leads of the real file in a random order, by different attributes. No setting where the file is missing. */
export function listRealSettings(): Setting[] {
  if (!hasRealFile) return [];
  const { data } = Papa.parse<Record<string, string>>(new TextDecoder().decode(readRealLeads()), {
    header: true,
    skipEmptyLines: true,
  });
  return REAL_ATTRIBUTES.map((names) => {
    const codings = names.map((name) => {
      const codeOf = new Map<string, number>();
      const codes = Uint32Array.from(data, (row) => {
        const cell = row[name] ?? '';
        if (!codeOf.has(cell)) codeOf.set(cell, codeOf.size);
        return codeOf.get(cell) ?? 0;
      });
      return { codes, count: codeOf.size };
    });
    return (random, leads) => {
      const drawn = shuffle(random, data.length).subarray(0, leads);
      return {
        codings: codings.map(({ codes, count }) => ({ codes: gather(codes, drawn), count })),
        isConverted: Uint8Array.from(drawn, (lead) => Number(data[lead]?.['Converted'] === '1')),
      };
    };
  });
}

/** Whole numbers below one in a random order (Fisher and Yates). */
function shuffle(random: Random, count: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, at) => at);
  for (let at = 0; at < count; at++) {
    const other = at + Math.floor(random() * (count - at));
    [order[at], order[other]] = [order[other]!, order[at]!]; // below the count
  }
  return order;
}

/** Estimates are learned from 70% of the leads. */
export const LEARNED_SHARE = 0.7;
/** Others are judged on these, so that the figures are those of the estimate and not of few unseen leads. */
const UNSEEN_LEADS = 3000;

/** By how much the log-loss on unseen leads is below that of the baseline rate, as a share of it, and in how many splits it is above. */
interface EstimateFigures {
  gain: number;
  worse: number;
}

/** The best estimate, and the one with Balanced in place of main effects, over all settings and splits. */
export function simulateEstimates(
  { files, seed }: Repeats,
  { settings, leads }: { settings: readonly Setting[]; leads: number },
): { splits: number; now: EstimateFigures; before: EstimateFigures } {
  const random = createRandom(seed);
  const splits = files * settings.length;
  const [now, before] = [
    { gain: 0, worse: 0 },
    { gain: 0, worse: 0 },
  ];
  for (const draw of settings)
    for (let file = 0; file < files; file++) {
      const learned = Math.round(LEARNED_SHARE * leads);
      const { seen, unseen } = split(draw(random, learned + UNSEEN_LEADS), learned);
      const { leads: counts, totalLeads, totalConversions } = seen;
      const baseline = new Float64Array(counts.length).fill(totalConversions / totalLeads);
      const whole = measureLoss(unseen, baseline);
      for (const [figures, rates] of [
        [now, estimateAll(seen, fitTally(seen))],
        [before, estimateBefore(seen)],
      ] as const) {
        const gain = 1 - measureLoss(unseen, rates) / whole;
        figures.gain += gain / splits;
        if (gain < 0) figures.worse++;
      }
    }
  return { splits, now, before };
}

/** The counts of the first leads and of all others, by the same combinations. */
function split(
  { codings, isConverted, families }: CodedLeads,
  learned: number,
): { seen: Tally; unseen: Pick<Tally, 'leads' | 'conversions'> } {
  const { codes: groups, count, firstItems } = groupItems(codings);
  const counts = () => ({ leads: new Uint32Array(count), conversions: new Uint32Array(count) });
  const [seen, unseen] = [counts(), counts()];
  for (const [lead, group] of groups.entries()) {
    if (lead >= learned && families && families[lead] === families[learned - 1]) continue;
    const part = lead < learned ? seen : unseen;
    part.leads[group]!++; // a group per lead
    part.conversions[group]! += isConverted[lead]!; // as above
  }
  const fields = codings.map(({ count: values }) => ({
    name: '',
    values: Array.from({ length: values }, (_, code) => `${code}`),
  }));
  const codes = codings.map((coding) => gather(coding.codes, firstItems));
  const totalConversions = seen.conversions.reduce((sum, some) => sum + some, 0);
  return { seen: { fields, codes, ...seen, totalLeads: learned, totalConversions }, unseen };
}

/** The best estimate as it was before main effects: combinations shrunk towards Balanced with its added leads. */
function estimateBefore(tally: Tally): Float64Array {
  const rates = predictBalanced(fitBalanced(tally), tally.codes);
  return estimateRates({ ...tally, rates }, fitStrength({ ...tally, rates }));
}

function measureLoss(
  { leads, conversions }: Pick<Tally, 'leads' | 'conversions'>,
  rates: Float64Array,
): number {
  return leads.reduce((sum, count, at) => {
    const rate = clampRate(rates[at]!); // the three have an entry per combination
    const converted = conversions[at]!;
    return sum - converted * Math.log(rate) - (count - converted) * Math.log(1 - rate);
  }, 0);
}
