import { judge, type Analysis, type Measurement } from '../judge/analyse.ts';
import { MAX_FALSE_DISCOVERY_RATE, MIN_TESTED_LEADS } from '../constants.ts';
import type { JudgedSegment } from '../judge/judge-segments.ts';
import { measureLogLift, measureRate, subtractCounts } from '../measure/lift.ts';
import { addCounts, NO_LEADS, type Counts } from '../counts/valued-leads.ts';
import type { Settings } from '../judge/settings.ts';
import { chiSquareTail } from '../stats/chi-square.ts';
import { benjaminiHochberg } from '../stats/false-discovery.ts';
import { Z_95 } from '../stats/intervals.ts';

/** Whether two lifts of a segment differ. */
interface ChangeTest {
  /** ln of the lift after / the lift before, each in the middle of its interval. */
  logChange: number;
  standardError: number;
  /** Log change / standard error. */
  z: number;
  /** Two-sided. */
  pValue: number;
  /** Over all tested segments of the comparison. */
  q: number;
}

/** A rule is a significant segment. It is changed if its lift has changed; another multiplier alone is no change. */
type RuleChange = 'added' | 'gone' | 'changed' | 'kept';

/** 'Not tested': too few leads of the value, or the files share leads. */
type Verdict = 'Changed' | 'Within chance' | 'Not tested';

/** One segment in two files. */
export interface SegmentChange {
  fieldName: string;
  value: string;
  /** Null where the file has no such value. */
  before: JudgedSegment | null;
  after: JudgedSegment | null;
  /** Null where the segment is a rule in neither file. */
  rule: RuleChange | null;
  /** Null where the lifts are not tested against each other. */
  test: ChangeTest | null;
  /** |log change| above 1.96 standard errors and q below 0.05. */
  isChanged: boolean;
  verdict: Verdict;
  /** The part of the segment in the change of the baseline rate. */
  parts: ChangeParts;
}

/** The change of the baseline rate by one attribute. */
interface AttributeSplit extends ChangeParts {
  fieldName: string;
  /** How many values occur in only one of the files. */
  oneSided: number;
  /** The part of the leads whose values are not stored with the figures; null if all are. */
  unlisted: ChangeParts | null;
}

export interface Comparison {
  before: Analysis;
  after: Analysis;
  /** The segments of the attributes that both have: changed ones first, then by |z|, then those without a test. */
  segments: readonly SegmentChange[];
  /** In the order of the attributes of the later file. */
  splits: readonly AttributeSplit[];
  /** Baseline rate after - before. */
  baselineChange: number;
  ruleCounts: Readonly<Record<RuleChange, number>>;
  tested: number;
  changed: number;
  /** Attributes that only one of the two has. */
  onlyBefore: readonly string[];
  onlyAfter: readonly string[];
}

interface CompareOptions {
  /** For both files, so that a rule is the same thing in both. */
  settings: Settings;
  /** False where the files seem to share leads: the test holds for different leads only. */
  isTested: boolean;
}

/**
 * Compares two measurements of different leads, by conversions. For each value of the attributes that both have, the test is
 * z = (ln L2 - ln L1) / sqrt(se1² + se2²), with the lift in the middle of the Katz interval and its error (`measureLogLift`),
 * so 0 conversions have a finite lift. Changed: |ln L2 - ln L1| > 1.96 sqrt(se1² + se2²) and q < 0.05, Benjamini-Hochberg over
 * all values that are tested. Not tested is a value with fewer than 10 leads in one of the files, of all leads of one, or in
 * only one.
 * Example: 40 of 100 in 200 of 1,000, then 15 of 100 in 200 of 1,000: z -3.83, p 0.00013.
 */
export function compareMeasurements(
  before: Measurement,
  after: Measurement,
  { settings, isTested }: CompareOptions,
): Comparison {
  const [first, second] = [judge(before, settings), judge(after, settings)];
  const [segmentsBefore, segmentsAfter] = [groupSegments(first), groupSegments(second)];
  const both = [...segmentsAfter].flatMap(([name, own]) => {
    const earlier = segmentsBefore.get(name);
    return earlier ? [{ name, pairs: pairValues(earlier, own) }] : [];
  });
  const shared = both.map(({ name }) => name);
  const pairs = both.flatMap((attribute) => attribute.pairs);
  const tests = testPairs(isTested ? pairs : [], first, second);
  const splits = splitByAttribute(shared, pairs, [totalOf(first), totalOf(second)]);
  const segments = pairs.map((pair): SegmentChange => {
    const test = tests.get(pair) ?? null;
    const change = toChange(pair, test);
    const unchanged: Verdict = test ? 'Within chance' : 'Not tested';
    const parts = splits.partsOf.get(pair)!; // of all pairs
    return { ...change, verdict: change.isChanged ? 'Changed' : unchanged, parts };
  });
  return {
    before: first,
    after: second,
    segments: segments.toSorted((a, b) => sizeOf(b) - sizeOf(a)),
    splits: splits.attributes,
    baselineChange: second.baselineRate - first.baselineRate,
    ruleCounts: countRules(segments),
    tested: tests.size,
    changed: segments.filter(({ isChanged }) => isChanged).length,
    onlyBefore: [...segmentsBefore.keys()].filter((name) => !segmentsAfter.has(name)),
    onlyAfter: [...segmentsAfter.keys()].filter((name) => !segmentsBefore.has(name)),
  };
}

type Pair = { before: JudgedSegment; after: JudgedSegment | null } | { before: null; after: JudgedSegment };
/** The segment in the later file, or in the only file that has it. */
function segmentIn(pair: Pair): JudgedSegment {
  return pair.before ? (pair.after ?? pair.before) : pair.after;
}

type SegmentsByValue = ReadonlyMap<string, JudgedSegment>;

function groupSegments({ fields, segments }: Analysis): Map<string, SegmentsByValue> {
  const groups = new Map(fields.map(({ name }) => [name, new Map<string, JudgedSegment>()]));
  for (const segment of segments) groups.get(segment.fieldName)?.set(segment.value, segment);
  return groups;
}

function pairValues(before: SegmentsByValue, after: SegmentsByValue): Pair[] {
  return [
    ...Array.from(after, ([value, segment]) => ({ before: before.get(value) ?? null, after: segment })),
    ...Array.from(before)
      .filter(([value]) => !after.has(value))
      .map(([, segment]) => ({ before: segment, after: null })),
  ];
}

function testPairs(pairs: readonly Pair[], before: Analysis, after: Analysis): Map<Pair, ChangeTest> {
  const totals = [totalOf(before), totalOf(after)] as const;
  const measured = pairs.flatMap((pair) => {
    const test = testPair(pair, totals);
    return test ? [{ pair, test }] : [];
  });
  const qValues = benjaminiHochberg(
    Float64Array.from(measured, ({ test }) => test.pValue),
    new Uint32Array(measured.length).fill(1),
  );
  return new Map(measured.map(({ pair, test }, at) => [pair, { ...test, q: qValues[at]! }])); // a q for each
}

function testPair(
  { before, after }: Pair,
  [totalBefore, totalAfter]: readonly [Counts, Counts],
): Omit<ChangeTest, 'q'> | null {
  if (!before || !after || Math.min(before.leads, after.leads) < MIN_TESTED_LEADS) return null;
  const [lift1, lift2] = [measureLogLift(before, totalBefore), measureLogLift(after, totalAfter)];
  if (!lift1 || !lift2) return null;
  const logChange = lift2.log - lift1.log;
  const standardError = Math.hypot(lift1.standardError, lift2.standardError);
  const z = logChange / standardError;
  return { logChange, standardError, z, pValue: chiSquareTail(z ** 2) };
}

function toChange(pair: Pair, test: ChangeTest | null): Omit<SegmentChange, 'verdict' | 'parts'> {
  const { fieldName, value } = segmentIn(pair);
  const isChanged =
    test !== null &&
    Math.abs(test.logChange) > Z_95 * test.standardError &&
    test.q < MAX_FALSE_DISCOVERY_RATE;
  return { fieldName, value, ...pair, rule: ruleChangeOf(pair, isChanged), test, isChanged };
}

function ruleChangeOf({ before, after }: Pair, isChanged: boolean): RuleChange | null {
  const [was, is] = [before?.isSignificant ?? false, after?.isSignificant ?? false];
  if (was && is) return isChanged ? 'changed' : 'kept';
  if (was) return 'gone';
  return is ? 'added' : null;
}

function countRules(segments: readonly SegmentChange[]): Comparison['ruleCounts'] {
  const count = (change: RuleChange) => segments.filter(({ rule }) => rule === change).length;
  return { added: count('added'), gone: count('gone'), changed: count('changed'), kept: count('kept') };
}

/** For sorting: tested segments by |z|, of which the changed ones have the largest, all others after them. */
function sizeOf({ test }: SegmentChange): number {
  return test ? Math.abs(test.z) : -1;
}

function splitByAttribute(
  names: readonly string[],
  pairs: readonly Pair[],
  totals: readonly [before: Counts, after: Counts],
): { attributes: AttributeSplit[]; partsOf: Map<Pair, ChangeParts> } {
  const partsOf = new Map<Pair, ChangeParts>();
  const attributes = names.map((fieldName) => {
    const own = pairs.filter((pair) => segmentIn(pair).fieldName === fieldName);
    const listed = own.map(({ before, after }) => ({ before: before ?? NO_LEADS, after: after ?? NO_LEADS }));
    const unlisted = findUnlisted(listed, totals);
    const split = splitBaselineChange(unlisted ? [...listed, unlisted] : listed);
    for (const [at, parts] of split.values.entries()) {
      const pair = own[at]; // the last parts may be those of all unlisted leads
      if (pair) partsOf.set(pair, parts);
    }
    return {
      fieldName,
      mix: split.mix,
      rate: split.rate,
      oneSided: own.filter(({ before, after }) => !before || !after).length,
      unlisted: unlisted ? (split.values.at(-1) ?? null) : null,
    };
  });
  return { attributes, partsOf };
}

/** The leads of segments without figures, since a large saved analysis has those of its largest segments only; null without such leads. */
function findUnlisted(
  listed: readonly CountsOfTwo[],
  [totalBefore, totalAfter]: readonly [Counts, Counts],
): CountsOfTwo | null {
  const before = subtractCounts(totalBefore, sumCounts(listed.map((group) => group.before)));
  const after = subtractCounts(totalAfter, sumCounts(listed.map((group) => group.after)));
  return before.leads + after.leads > 0 ? { before, after } : null;
}

function totalOf({ totalLeads, totalConversions }: Analysis): Counts {
  return { leads: totalLeads, conversions: totalConversions };
}

/** The leads with one value of an attribute in two files; zeros where a file has none. @internal */
export interface CountsOfTwo {
  before: Counts;
  after: Counts;
}

/** Two parts of a change of the baseline rate, as fractions: together they are the change. */
interface ChangeParts {
  /** From more or fewer leads with some values. */
  mix: number;
  /** From values that convert better or worse than before. */
  rate: number;
}

interface SplitChange extends ChangeParts {
  /** The parts of each value, in the order of the values. */
  values: readonly ChangeParts[];
}

/**
 * Splits the change of the baseline rate by one attribute into mix and rate, with averaged weights (Kitagawa, "Components of a
 * difference between two rates", Journal of the American Statistical Association 50 (1955)). With w = share of a value in
 * all leads, r = its rate, m = the mean of both baseline rates:
 * mix = (w2 - w1) ((r1 + r2) / 2 - m), rate = (r2 - r1) (w1 + w2) / 2, summed over the values.
 * Subtracting m changes no sum, because the shares add up to 1 in both files; it makes the mix of a value with an average rate 0.
 * A value that only one file has, has no rate in the other: its rate is taken as unchanged, so all of it is mix. Without
 * leads in a file nothing can be split, and all parts are 0.
 * Example: A 100 leads at 40% and B 100 at 10%, then A 150 at 40% and B 50 at 20%: from 25% to 35%. Mix 0.25 (0.4 - 0.3)
 * - 0.25 (0.15 - 0.3) = 6.25 points, rate 0.375 x 0.1 = 3.75 points.
 *
 * @internal
 */
export function splitBaselineChange(groups: readonly CountsOfTwo[]): SplitChange {
  const before = sumCounts(groups.map((group) => group.before));
  const after = sumCounts(groups.map((group) => group.after));
  const isMeasured = before.leads > 0 && after.leads > 0;
  const mean = (measureRate(before) + measureRate(after)) / 2;
  const values = groups.map((group): ChangeParts => {
    if (!isMeasured) return { mix: 0, rate: 0 };
    const [share1, share2] = [group.before.leads / before.leads, group.after.leads / after.leads];
    const rate1 = measureRate(group.before.leads > 0 ? group.before : group.after);
    const rate2 = measureRate(group.after.leads > 0 ? group.after : group.before);
    return {
      mix: (share2 - share1) * ((rate1 + rate2) / 2 - mean),
      rate: ((rate2 - rate1) * (share1 + share2)) / 2,
    };
  });
  const sum = (part: keyof ChangeParts) => values.reduce((total, parts) => total + parts[part], 0);
  return { mix: sum('mix'), rate: sum('rate'), values };
}

function sumCounts(parts: readonly Counts[]): Counts {
  return parts.reduce(addCounts, NO_LEADS);
}
