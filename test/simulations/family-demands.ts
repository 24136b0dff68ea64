import { startCheck } from '#frontend/analysis/check/check-unseen.ts';
import { learnRules } from '#frontend/analysis/check/learn-rules.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import { gather, groupItems } from '#frontend/analysis/counts/coding.ts';
import { listRelated } from '#frontend/analysis/counts/related-leads.ts';
import { splitLatest } from '#frontend/analysis/counts/split-leads.ts';
import { combinationsOf, tallyLeads, type NamedColumn } from '#frontend/analysis/counts/tally.ts';
import type { Candidate } from '#frontend/analysis/finder/candidate.ts';
import { findColumns } from '#frontend/analysis/finder/find-columns.ts';
import { choosePenalty } from '#frontend/analysis/model/choose-penalty.ts';
import { addWeights, createDesign, pickLeads } from '#frontend/analysis/model/design.ts';
import { fitRidge } from '#frontend/analysis/model/ridge.ts';
import { drawSample, estimateUnseen, listFolds } from '#frontend/analysis/model/unseen-estimates.ts';
import { findFamilies, type FamilyColumn } from '#frontend/analysis/preflight/families.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import { finish } from '#test/support/finish.ts';
import {
  drawFactors,
  drawCodes,
  drawNoise,
  drawNormal,
  drawShares,
  toCandidate,
  wholeBetween,
  type DrawnColumn,
  type Random,
} from './drawn-leads.ts';
import type { Repeats } from './finder-demands.ts';
import { codingOf, judgeRates, learn } from './model-demands.ts';

/** The parameters that a file of families is drawn with. */
export interface FamilyWorld {
  leads: number;
  baseline: number;
  sizeOf(random: Random): number;
  /** The columns that relatives share, with the most values that one has, and those that each lead has for itself. */
  shared: number;
  values: number;
  own: number;
  /** The standard deviation of the logarithm of the rate of a family beyond what its columns say. */
  spread: number;
  /** Whether a column names the customer. */
  hasKey: boolean;
  /** Whether the attributes are three of the leads' own columns, as a person may choose, in place of the suggested ones. */
  isByHand: boolean;
}

/** A file like that of an insurance: many leads are identical but for the outcome, and all columns are those of the neighbourhood. */
export const INSURANCE: FamilyWorld = {
  leads: 5800,
  baseline: 0.06,
  sizeOf: (random) => (random() < 0.88 ? 1 : wholeBetween(random, 2, random() < 0.75 ? 2 : 6)),
  shared: 30,
  values: 40,
  own: 0,
  spread: 1.5,
  hasKey: false,
  isByHand: false,
};

/** A file in which each customer has 2 to 6 rows. */
export const CUSTOMERS: FamilyWorld = {
  leads: 6000,
  baseline: 0.25,
  sizeOf: (random) => wholeBetween(random, 2, 6),
  shared: 12,
  values: 40,
  own: 6,
  spread: 0.7,
  hasKey: true,
  isByHand: false,
};

/** The same with a person's attributes, and columns enough to tell customers apart. */
export const CHOSEN_BY_HAND: FamilyWorld = {
  ...CUSTOMERS,
  shared: 40,
  values: 12,
  spread: 1.5,
  isByHand: true,
};

/** Columns that tell something: the first ones, with this standard deviation of the logarithm of their factors. */
const TRUE_COLUMNS = 4;
const DEVIATION = 0.3;
const HIGHEST_RATE = 0.95;

interface DrawnFile {
  candidates: readonly Candidate[];
  isConverted: Uint8Array;
  /** Null where none are found. */
  families: Uint32Array | null;
}

/** A file and as many leads of other families behind it. Families are looked for in the file alone. */
async function drawFile(random: Random, world: FamilyWorld): Promise<DrawnFile> {
  const owners: number[] = [];
  let families = 0;
  for (const end of [world.leads, 2 * world.leads])
    for (; owners.length < end; families++) {
      const size = Math.min(world.sizeOf(random), end - owners.length);
      for (let lead = 0; lead < size; lead++) owners.push(families);
    }
  const shared = Array.from({ length: world.shared }, () => drawWide(random, families, world.values));
  const columns = [
    ...shared.map((column) => ({
      ...column,
      codes: Uint8Array.from(owners, (family) => column.codes[family]!), // a code per family
    })),
    ...Array.from({ length: world.own }, () => drawNoise(random, owners.length)),
  ].map((column, at) =>
    at < TRUE_COLUMNS ? { ...column, factors: drawFactors(random, column.shares, DEVIATION) } : column,
  );
  const ofFamily = Float64Array.from({ length: families }, () =>
    Math.exp(world.spread * drawNormal(random) - world.spread ** 2 / 2),
  );
  const isConverted = Uint8Array.from(owners, (family, lead) => {
    const rate = columns.reduce(
      (product, { codes, factors }) => product * factors[codes[lead]!]!, // a factor per value
      world.baseline * ofFamily[family]!, // one per family
    );
    return Number(random() < Math.min(HIGHEST_RATE, rate));
  });
  const cells = columns.map(({ codes }, at) => columnOf(`Column ${at}`, codes.subarray(0, world.leads)));
  if (world.hasKey) cells.push(columnOf('Customer ID', owners.slice(0, world.leads)));
  return {
    candidates: columns.map(toCandidate),
    isConverted,
    families: await findFamilies(cells, () => Promise.resolve()),
  };
}

function drawWide(random: Random, families: number, values: number): DrawnColumn {
  const shares = drawShares(random, wholeBetween(random, 2, values));
  return { codes: drawCodes(random, families, shares), shares, factors: shares.map(() => 1) };
}

function columnOf(header: string, cells: ArrayLike<number>): FamilyColumn {
  const { codes, count, firstItems } = groupItems([{ codes: Uint32Array.from(cells), count: 2 ** 31 }]);
  const leads = new Uint32Array(count);
  for (const code of codes) leads[code]!++;
  return {
    header,
    codes,
    leads,
    categories: Array.from(firstItems, (lead) => `c${cells[lead]}`),
    isDate: false,
  };
}

/** Means over the files of one way to deal leads. A gain is the share of the log-loss of the baseline rate that is saved. */
interface Dealt {
  /** Of the best estimate of the suggested columns, and of the model of all columns: as shown, and on families that are not in the file. */
  estimate: { shown: number; fresh: number };
  model: { shown: number; fresh: number };
  /** How far values are off per tenth in the check, and on families that are not in the file. */
  check: { shown: number; fresh: number };
  /** Files in which all columns are offered, and those of them in which they lose against the suggested columns on other families. */
  offered: number;
  worse: number;
}

export interface FamilyFigures {
  /** The share of files in which families are found. */
  found: number;
  byRow: Dealt;
  byFamily: Dealt;
}

/** The gain that is shown against that on families that are not in the file, where single rows are dealt, and where whole families are. */
export async function simulateFamilies({ files, seed }: Repeats, world: FamilyWorld): Promise<FamilyFigures> {
  const random = createRandom(seed);
  const [byRow, byFamily] = [noFigures(), noFigures()];
  let found = 0;
  for (let file = 0; file < files; file++) {
    const drawn = await drawFile(random, world);
    if (drawn.families) found++;
    addFigures(byRow, { ...drawn, families: null }, { world, files });
    addFigures(byFamily, drawn, { world, files });
  }
  return { found: found / files, byRow, byFamily };
}

const noFigures = (): Dealt => ({
  estimate: { shown: 0, fresh: 0 },
  model: { shown: 0, fresh: 0 },
  check: { shown: 0, fresh: 0 },
  offered: 0,
  worse: 0,
});

function addFigures(
  sum: Dealt,
  drawn: DrawnFile,
  { world, files }: { world: FamilyWorld; files: number },
): void {
  const { leads, shared, isByHand } = world;
  const { candidates, isConverted, families } = drawn;
  const flags = isConverted.subarray(0, leads);
  const known = candidates.map((candidate) => ({ ...candidate, codes: candidate.codes.subarray(0, leads) }));
  const { columns: told } = finish(findColumns(known, flags, undefined, families));
  const suggested = told.flatMap(({ suggestion, candidate }) =>
    suggestion === null ? [] : [candidates[candidate]!],
  ); // one of these
  const byHand = candidates.slice(shared, shared + 3);
  const chosen = isByHand ? byHand : suggested.length > 0 ? suggested : candidates.slice(0, 1);
  const { model, columns } = learn(candidates, chosen, flags, families);
  const sample = drawSample(leads);
  const outcomes = Float64Array.from(sample, (lead) => flags[lead]!); // a flag per lead
  const design = createDesign(columns, isConverted.length);
  const places = Uint32Array.from(isConverted.keys());
  // As the five parts learn: from four fifths of the leads.
  const fresh = { learning: places.subarray(0, Math.round(0.8 * leads)), held: places.subarray(leads) };
  const attributes = chosen.map(codingOf);
  const sampled = attributes.map(({ codes, count }) => ({ codes: codes.subarray(0, leads), count }));
  const ratesOf = (sums: Float64Array) => sums.map((one) => 1 / (1 + Math.exp(-one)));
  const savedOf = (rates: Float64Array, own: Uint8Array) => judgeRates(rates, own).saved;
  const folds = listFolds(sample, families && gather(families, sample));
  const task = { rows: pickLeads(design, sample), outcomes, link: 'logit' } as const;
  const ofLeads = Uint8Array.from(outcomes);
  const { sums, penalty, start } = finish(choosePenalty(task, folds));
  const shownModel = savedOf(ratesOf(sums), ofLeads);
  const inSample = sampled.map(({ codes, count }) => ({
    codes: Uint32Array.from(sample, (lead) => codes[lead]!),
    count,
  }));
  const shownEstimate = savedOf(
    finish(estimateUnseen({ codings: inSample, isConverted: ofLeads }, folds)),
    ofLeads,
  );
  const others = isConverted.subarray(leads);
  const weights = finish(
    fitRidge(
      pickLeads(design, fresh.learning),
      Float64Array.from(isConverted.subarray(0, fresh.learning.length)),
      {
        link: 'logit',
        penalty,
        start,
      },
    ),
  );
  const freshModel = savedOf(ratesOf(addWeights(design, weights)).subarray(leads), others);
  const freshEstimate = savedOf(
    finish(estimateUnseen({ codings: attributes, isConverted }, [fresh])).subarray(leads),
    others,
  );
  sum.estimate.shown += shownEstimate / files;
  sum.estimate.fresh += freshEstimate / files;
  sum.model.shown += shownModel / files;
  sum.model.fresh += freshModel / files;
  const check = checkFile(chosen, drawn, leads);
  sum.check.shown += check.shown / files;
  sum.check.fresh += check.fresh / files;
  if (!model.isOffered) return;
  sum.offered += 1 / files;
  const offered = savedOf(ratesOf(addWeights(design, model.weights)).subarray(leads), others);
  if (offered < freshEstimate) sum.worse += 1 / files;
}

/** How far the values of these columns are off, in the check of the file, and on the families behind it. */
function checkFile(chosen: readonly Candidate[], { isConverted, families }: DrawnFile, leads: number) {
  const learnAll = (learning: Parameters<typeof learnRules>[0]) =>
    learnRules(learning, DEFAULT_SETTINGS.thresholdPercent);
  const columnsOf = (from: number, to: number): NamedColumn[] =>
    chosen.map(({ codes, names }, at) => ({
      name: `Column ${at}`,
      column: { codes: Uint32Array.from(codes.subarray(from, to)), categories: names },
    }));
  const missOf = (check: ReturnType<typeof startCheck>) => {
    for (let repeat = 0; repeat < check.repeats; repeat++) check.repeat();
    const checked = check.finish();
    return checked.kind === 'checked' ? checked.methods.best.calibrationError : 0;
  };
  const columns = columnsOf(0, leads);
  const flags = isConverted.subarray(0, leads);
  const items = combinationsOf(columns);
  const related = families && listRelated(families, { items, converted: flags, valued: null });
  const shown = missOf(startCheck({ ...tallyLeads(columns, flags), related }, { seed: 1, learn: learnAll }));
  // 70% of the file, and as many leads of other families as a half of the check.
  const [from, to] = [Math.round(0.3 * leads), Math.round(1.3 * leads)];
  const ofBoth = columnsOf(from, to);
  const tally = tallyLeads(ofBoth, isConverted.subarray(from, to));
  const latest = {
    leads: new Uint32Array(tally.leads.length),
    conversions: new Uint32Array(tally.leads.length),
  };
  const combinations = combinationsOf(ofBoth);
  for (let lead = leads - from; lead < combinations.length; lead++) {
    latest.leads[combinations[lead]!]!++;
    latest.conversions[combinations[lead]!]! += isConverted[from + lead]!; // one per lead
  }
  const split = splitLatest(tally, { ...latest, isValuedLatest: new Uint8Array() });
  return { shown, fresh: missOf(startCheck(tally, { seed: 1, learn: learnAll, latest: split })) };
}

/**
 * The share of files without families in which some are found: 8 to 40 columns, 500 to 10,000 leads, of which every third column says nearly
 * the same as the one before it, as city and region do.
 */
export async function simulateStrangers({ files, seed }: Repeats): Promise<{ found: number }> {
  const random = createRandom(seed);
  let found = 0;
  for (let file = 0; file < files; file++) {
    const leads = Math.round(500 * 20 ** random()); // as many files below 2,236 leads as above
    const columns: DrawnColumn[] = [];
    for (let at = wholeBetween(random, 8, 40); at > 0; at--)
      columns.push(
        at % 3 === 0 && columns.length > 0
          ? drawTwin(random, columns.at(-1)!) // there is one
          : random() < 0.3
            ? drawWide(random, leads, 200)
            : drawNoise(random, leads),
      );
    const cells = columns.map(({ codes }, at) => columnOf(`Column ${at}`, codes));
    if (await findFamilies(cells, () => Promise.resolve())) found++;
  }
  return { found: found / files };
}

/** The half of the value of another column, but for one lead in twenty. */
function drawTwin(random: Random, { codes, shares }: DrawnColumn): DrawnColumn {
  const values = Math.ceil(shares.length / 2);
  const own = codes.map((code) => (random() < 0.05 ? Math.floor(values * random()) : code >> 1));
  return { codes: own, shares: shares.slice(0, values), factors: [] };
}
