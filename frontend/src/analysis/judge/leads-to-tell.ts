import type { Analysis } from './analyse.ts';
import { MAX_FALSE_DISCOVERY_RATE, MAX_LEADS_TO_TELL, MIN_TESTED_LEADS } from '../constants.ts';
import { showsNoDifference } from './label-segment.ts';
import { expectGrown } from './expectations.ts';
import { isSegmentSignificant, type JudgedSegment, type SegmentAmounts } from './judge-segments.ts';
import { adjustLift, measureConfidence, measureLiftInterval, tableAgainstRest } from '../measure/lift.ts';
import { chiSquare2x2, chiSquareTail } from '../stats/chi-square.ts';
import { fisherExact } from '../stats/fisher.ts';
import type { Interval } from '../stats/intervals.ts';
import { measureValueInterval } from '../measure/value-figures.ts';
import type { Counts, ValuedPart } from '../counts/valued-leads.ts';
import type { ValueFigures } from '../counts/mapping.ts';

type Scope = Pick<
  Analysis,
  'totalLeads' | 'totalConversions' | 'settings' | 'discoveries' | 'value' | 'spreads' | 'segments'
>;

/**
 * How many leads an Unclear segment would need to be Use or No difference, if all rates stayed as they are. Null: it would
 * need more than 100,000, or no number would do, since its lift is too close to the threshold; null for every other
 * label too.
 *
 * All leads grow alike, so that the segment keeps its rate, its share and its lift; counts are rounded to whole leads.
 * The lift after shrinking, all p-values, the interval and the chance to hold are computed anew. q is that of today's other segments: they
 * keep their p-values, so m stays, and the rank is one above the segments that are found today (q < 0.05). With
 * more leads others would be found too, which only lowers q: the number is on the cautious side.
 *
 * Only numbers with one digit other than 0 are tried, the least first, so the answer is rounded up to one, and at the
 * answer itself the label holds. Bisection would not be sound: whole counts make the exact p-value jump, so a
 * larger number may fall short where a smaller one does not.
 *
 * It is not stored in the segment, as it takes longer than all other figures and few of 100,000 segments are shown.
 * Segments of a field with the same counts share it, since most of 100,000 are small and alike.
 * Example: 12 of 40 in 200 of 1,000 (lift 1.5), three tested segments, none of them found, at 10%: 100, as 30 of 100 in
 * 500 of 2,500 is significant with an exact p of 0.0148, below 0.05 x 1 / 3.
 */
export function leadsToTell(segment: JudgedSegment, scope: Scope): number | null {
  return segment.label === 'Unclear' ? leadsUntilTold(segment, scope) : null;
}

/**
 * How many more leads the whole file would need until a segment that is Unclear or Test, and lies outside the threshold, is Use, if all
 * rates stayed as they are and all segments grew alike; rounded up to two digits. Null as for `leadsToTell`. A segment outside the
 * threshold cannot become No difference as it grows, since its interval holds its lift.
 * Example: 12 of 40 in 200 of 1,000 are told by 100 leads, 2.5 times as many: 1,500 more.
 */
export function moreLeadsToUse(segment: JudgedSegment, scope: Scope): number | null {
  const needed = leadsUntilTold(segment, scope);
  if (needed === null) return null;
  const more = (needed / segment.leads - 1) * scope.totalLeads;
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(more)) - 1);
  const rounded = Math.ceil(more / unit) * unit;
  return rounded > MAX_LEADS_TO_TELL ? null : rounded;
}

/** Of more unclear segments the numbers are not computed for one sentence. */
const MAX_COUNTED = 200;

/** How many Unclear segments have a number of leads that would tell; null where there are too many of them to find out at once. */
export function countTold(analysis: Analysis): number | null {
  if (analysis.labelCounts.Unclear > MAX_COUNTED) return null;
  return analysis.segments.filter((segment) => leadsToTell(segment, analysis) !== null).length;
}

function leadsUntilTold(segment: JudgedSegment, scope: Scope): number | null {
  if (segment.leads === 0) return null;
  const leadsOf = found.get(scope) ?? new Map<string, number | null>();
  found.set(scope, leadsOf);
  const { field, leads, conversions, sameAgeStatistic } = segment;
  const { sum, sumOfSquares, testChiSquare } = segment.amounts ?? {};
  const counts = [field, leads, conversions, sameAgeStatistic, sum, sumOfSquares, testChiSquare].join(' ');
  if (!leadsOf.has(counts)) leadsOf.set(counts, findLeads(segment, scope));
  return leadsOf.get(counts) ?? null;
}

/** By analysis, and there by field, leads, conversions and amounts. */
const found = new WeakMap<Scope, Map<string, number | null>>();

function findLeads(segment: JudgedSegment, scope: Scope): number | null {
  const exactPLimit = limitExactP(segment, scope.discoveries);
  for (let leads = nextRound(segment.leads); leads <= MAX_LEADS_TO_TELL; leads = nextRound(leads)) {
    const grown =
      segment.amounts && scope.value
        ? growByValue({ ...segment, amounts: segment.amounts }, { ...scope, value: scope.value }, leads)
        : growCounts(segment, scope, leads);
    if (isTold(segment, grown, { scope, times: leads / segment.leads, exactPLimit })) return leads;
  }
  return null;
}

/** The next number with one digit other than 0. Examples: after 9: 10; after 150: 200; after 200: 300. */
function nextRound(number: number): number {
  const unit = 10 ** Math.floor(Math.log10(number));
  return (Math.floor(number / unit) + 1) * unit;
}

/**
 * The exact p-value below which q of this segment is below 0.05, if the other segments stay as they are: the smaller of the limits
 * among the segments on the screen and among these with those of all other columns.
 */
function limitExactP({ leads }: JudgedSegment, { all, ...shown }: Analysis['discoveries']): number {
  const isNew = leads < MIN_TESTED_LEADS;
  const limits = [shown, ...(all ? [all] : [])].map(
    ({ tested, found }) => (MAX_FALSE_DISCOVERY_RATE * (found + 1)) / (isNew ? tested + 1 : tested),
  );
  return Math.min(...limits);
}

interface ScaledCounts {
  part: Counts;
  total: Counts;
}

/** The counts with this many leads in the segment, and all others alike. */
function scaleCounts(segment: Counts, { totalLeads, totalConversions }: Scope, leads: number): ScaledCounts {
  const scale = (count: number) => Math.round((count * leads) / segment.leads);
  const part = { leads, conversions: scale(segment.conversions) };
  const others = {
    leads: scale(Math.max(0, totalLeads - segment.leads)),
    conversions: scale(Math.max(0, totalConversions - segment.conversions)),
  };
  const total = {
    leads: part.leads + others.leads,
    conversions: part.conversions + Math.min(others.leads, others.conversions),
  };
  return { part, total };
}

/** The figures of a segment that decide its label, with more leads. */
interface GrownFigures {
  adjustedLift: number;
  pValue: number;
  /** The p-value behind q of the test against all other leads. The exact test takes longer than all others. */
  discoveryP(): number;
  /** Null where there are too few conversions for one. */
  interval(): Interval | null;
}

/** Whether the segment is Use or No difference. */
function isTold(
  segment: JudgedSegment,
  grown: GrownFigures,
  { scope, times, exactPLimit }: { scope: Scope; times: number; exactPLimit: number },
): boolean {
  const { sameAgeStatistic, leads } = segment;
  const { thresholdPercent } = scope.settings;
  if (leads * times < MIN_TESTED_LEADS || !isSegmentSignificant(grown, thresholdPercent)) {
    const interval = grown.interval();
    return interval !== null && showsNoDifference(interval, thresholdPercent);
  }
  const sameAgeP = sameAgeStatistic === null ? 0 : chiSquareTail(sameAgeStatistic * times);
  return (
    sameAgeP < exactPLimit &&
    grown.discoveryP() < exactPLimit &&
    expectGrown(segment, scope, times).kind === 'likely'
  );
}

function growCounts(segment: Counts, scope: Scope, leads: number): GrownFigures {
  const { part, total } = scaleCounts(segment, scope, leads);
  const table = tableAgainstRest(part, total);
  return {
    adjustedLift: adjustLift(part, total),
    pValue: chiSquareTail(chiSquare2x2(table)),
    discoveryP: () => fisherExact(table),
    interval: () => measureLiftInterval(part, total),
  };
}

/**
 * The same by value: means and variances stay, so both statistics grow with the leads and s² of the interval shrinks with
 * them.
 */
function growByValue(
  segment: JudgedSegment & { amounts: SegmentAmounts },
  scope: Scope & { value: ValueFigures },
  leads: number,
): GrownFigures {
  const times = leads / segment.leads;
  const pValue = chiSquareTail(segment.chiSquare * times);
  return {
    adjustedLift: 1 + measureConfidence(leads) * (segment.lift - 1),
    pValue,
    discoveryP: () => Math.max(pValue, chiSquareTail(segment.amounts.testChiSquare * times)),
    interval: () =>
      measureValueInterval(
        scaleAmounts({ ...segment, ...segment.amounts }, times),
        scaleAmounts(totalAmounts(scope), times),
      ),
  };
}

function totalAmounts({ totalLeads, totalConversions, value }: Scope & { value: ValueFigures }): ValuedPart {
  const sumOfSquares = totalLeads * (value.variance + value.perLead ** 2);
  return { leads: totalLeads, conversions: totalConversions, sum: value.total, sumOfSquares };
}

function scaleAmounts(part: ValuedPart, times: number): ValuedPart {
  return {
    leads: part.leads * times,
    conversions: part.conversions * times,
    sum: part.sum * times,
    sumOfSquares: part.sumOfSquares * times,
  };
}
