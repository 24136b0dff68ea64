import { judge, measure } from '#frontend/analysis/judge/analyse.ts';
import { EQUAL_WEIGHTS } from '#frontend/analysis/measure/spreads.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import { measureLift } from '#frontend/analysis/measure/lift.ts';
import { tallyLeads } from '#frontend/analysis/counts/tally.ts';
import type { Counts } from '#frontend/analysis/counts/valued-leads.ts';
import { measureSameAge, sortByWeek } from '#frontend/analysis/judge/same-age.ts';
import { widenDiscoveries } from '#frontend/analysis/judge/widen-discoveries.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import {
  between,
  drawFactors,
  drawNoise,
  drawNormal,
  drawOutcomes,
  type DrawnColumn,
  type Random,
} from './drawn-leads.ts';
import type { Repeats } from './finder-demands.ts';
import { THRESHOLD_PERCENT, WORLDS } from './rule-demands.ts';

/** The labels before: by q alone. The labels now; `age` adds the test among leads of the same age. */
export type Labels = 'by-q' | 'now' | 'age';

export interface DrawnFile {
  columns: readonly Pick<DrawnColumn, 'codes'>[];
  isConverted: Uint8Array;
  /** Per lead, in days; only for `age`. */
  ages?: Float64Array;
}

/** The segments labelled Use of a file with these attributes. Values are named by their codes. */
export function findUse({ columns, isConverted, ages }: DrawnFile, labels: Labels): JudgedSegment[] {
  const attributes = columns.map(({ codes }, at) => ({
    name: `attribute ${at}`,
    column: {
      codes: Uint32Array.from(codes),
      categories: Array.from({ length: 1 + Math.max(...codes) }, (_, code) => `${code}`),
    },
  }));
  const measurement = measure(tallyLeads(attributes, isConverted));
  const aged =
    labels === 'age' && ages
      ? sortByWeek(
          Int32Array.from(ages, (days) => Math.floor(days / 7)),
          isConverted,
        )
      : null;
  const sameAge =
    aged &&
    Float64Array.from(
      measurement.fields.flatMap(({ values }, field) => {
        const { codes } = columns[field]!; // an attribute per column
        const statistics = measureSameAge(aged, { codes, values: 1 + Math.max(...codes), isConverted });
        return values.map((value) => statistics[Number(value)]!); // named by its code
      }),
    );
  const widened = widenDiscoveries(measurement, {
    conversions: new Float64Array(),
    value: null,
    priors: { conversions: EQUAL_WEIGHTS, value: null },
    ...(sameAge && { sameAge }),
    ...(labels === 'by-q' && { limits: { splitFields: [], hasManyDuplicates: false, isByQ: true } }),
  });
  return judge(widened, DEFAULT_SETTINGS).significantSegments.filter(({ label }) => label === 'Use');
}

/** Files of three columns of noise, 500 to 10,000 leads, 5 to 40%: the share with some Use before and now. */
export function simulateUseOfNoise({ files, seed }: Repeats): { before: number; now: number } {
  const random = createRandom(seed);
  let [before, now] = [0, 0];
  for (let file = 0; file < files; file++) {
    const world = { leads: Math.round(500 * 20 ** random()), baseline: between(random, 0.05, 0.4) };
    const columns = Array.from({ length: 3 }, () => drawNoise(random, world.leads));
    const drawn = { columns, isConverted: drawOutcomes(random, world) };
    before += Number(findUse(drawn, 'by-q').length > 0);
    now += Number(findUse(drawn, 'now').length > 0);
  }
  return { before: before / files, now: now / files };
}

/** A column of two or more values, of which the first has a quarter of the leads and this lift. */
function drawQuarter(random: Random, leads: number, lift: number): DrawnColumn {
  const shares = [0.25, 0.3, 0.25, 0.2];
  const rest = (1 - 0.25 * lift) / 0.75;
  return {
    codes: Uint8Array.from({ length: leads }, () => {
      const drawn = random();
      return drawn < 0.25 ? 0 : drawn < 0.55 ? 1 : drawn < 0.8 ? 2 : 3;
    }),
    shares,
    factors: [lift, rest, rest, rest],
  };
}

/** Files at 20% with such a column and two of noise: the share in which its first value is Use, before and now. */
export function simulatePower(
  { files, seed }: Repeats,
  { leads, lift }: { leads: number; lift: number },
): { before: number; now: number } {
  const random = createRandom(seed);
  let [before, now] = [0, 0];
  for (let file = 0; file < files; file++) {
    const world = { leads, baseline: 0.2 };
    const quarter = drawQuarter(random, leads, lift);
    const columns = [quarter, drawNoise(random, leads), drawNoise(random, leads)];
    const drawn = { columns, isConverted: drawOutcomes(random, world, [quarter]) };
    const isFound = (labels: Labels) =>
      findUse(drawn, labels).some(({ field, value }) => field === 0 && value === '0');
    before += Number(isFound('by-q'));
    now += Number(isFound('now'));
  }
  return { before: before / files, now: now / files };
}

/**
 * Files of three columns, "mixed" as in `rule-demands.ts`, cut into random halves: of the rules labelled Use in the first half the share
 * whose lift in the second lies beyond half the threshold, on the same side; before and now.
 */
export function simulateHalves({ files, seed }: Repeats): { before: number; now: number; rules: number } {
  const random = createRandom(seed);
  const counts = { 'by-q': { rules: 0, held: 0 }, now: { rules: 0, held: 0 } };
  for (let file = 0; file < files; file++) {
    const leads = Math.round(1000 * 20 ** random());
    const columns = Array.from({ length: 3 }, () => {
      const noise = drawNoise(random, leads);
      const deviation = WORLDS.mixed[Math.floor(4 * random())]!; // there are 4
      return { ...noise, factors: drawFactors(random, noise.shares, deviation) };
    });
    const isConverted = drawOutcomes(random, { leads, baseline: between(random, 0.05, 0.4) }, columns);
    const half = leads >> 1; // leads are drawn in no order
    const first = {
      columns: columns.map(({ codes }) => ({ codes: codes.subarray(0, half) })),
      isConverted: isConverted.subarray(0, half),
    };
    for (const labels of ['by-q', 'now'] as const)
      for (const segment of findUse(first, labels)) {
        counts[labels].rules++;
        const { codes } = columns[segment.field]!; // an attribute per column
        const second = { codes: codes.subarray(half), isConverted: isConverted.subarray(half) };
        counts[labels].held += Number(holdsIn(second, segment));
      }
  }
  const shareOf = ({ rules, held }: { rules: number; held: number }) => held / Math.max(1, rules);
  return { before: shareOf(counts['by-q']), now: shareOf(counts.now), rules: counts.now.rules };
}

function holdsIn(
  { codes, isConverted }: { codes: Uint8Array; isConverted: Uint8Array },
  { value, adjustedLift }: JudgedSegment,
): boolean {
  const [part, total]: Counts[] = [
    { leads: 0, conversions: 0 },
    { leads: codes.length, conversions: isConverted.reduce((sum, flag) => sum + flag, 0) },
  ] as [Counts, Counts]; // two of them
  codes.forEach((code, lead) => {
    if (code !== Number(value)) return;
    part!.leads++;
    part!.conversions += isConverted[lead]!; // a flag per lead
  });
  const deviation = (adjustedLift > 1 ? 1 : -1) * (measureLift(part!, total!) - 1);
  return deviation > THRESHOLD_PERCENT / 200;
}

/** The days from a lead to its sale: lognormal with a median of 45 and sd 1. */
const drawCycle = (random: Random) => 45 * Math.exp(drawNormal(random));

const NEWER_DAYS = 90;

interface AgedWorld {
  leads: number;
  months: number;
  /** The lift of the source, at equal age. */
  lift: number;
  /** All leads of the source come in the last three months. */
  isNewer: boolean;
}

/** Leads that come evenly over some months, at 20%: sales after the newest date are not in the file yet. */
function drawAged(random: Random, { leads, months, lift, isNewer }: AgedWorld): DrawnFile {
  const days = 30 * months;
  const ages = Float64Array.from({ length: leads }, () => between(random, 0, days));
  const sources = Uint8Array.from(ages, (age) => {
    const share = isNewer ? (age < NEWER_DAYS ? 0.5 : 0) : 0.25;
    return random() < share ? 0 : 1 + Math.floor(3 * random());
  });
  const isConverted = Uint8Array.from(ages, (age, lead) => {
    const rate = 0.2 * (sources[lead] === 0 ? lift : 1);
    return Number(random() < rate && drawCycle(random) <= age);
  });
  return {
    columns: [{ codes: sources }, drawNoise(random, leads), drawNoise(random, leads)],
    isConverted,
    ages,
  };
}

/** The share of such files in which the source is Use: before, without the test among leads of the same age, and with it. */
export function simulateAge({ files, seed }: Repeats, world: AgedWorld): Record<Labels, number> {
  const random = createRandom(seed);
  const found: Record<Labels, number> = { 'by-q': 0, now: 0, age: 0 };
  for (let file = 0; file < files; file++) {
    const drawn = drawAged(random, world);
    for (const labels of ['by-q', 'now', 'age'] as const)
      found[labels] += Number(
        findUse(drawn, labels).some(({ field, value }) => field === 0 && value === '0'),
      );
  }
  return { 'by-q': found['by-q'] / files, now: found.now / files, age: found.age / files };
}
