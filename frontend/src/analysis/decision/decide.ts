import type { UnseenCheck } from '../check/check-unseen.ts';
import { findUnfitValues, type UnfitValues } from '../columns/columns.ts';
import type { Analysis } from '../judge/analyse.ts';
import type { JudgedSegment } from '../judge/judge-segments.ts';
import { isLasting, type LabelLimit } from '../judge/label-limits.ts';
import { moreLeadsToUse } from '../judge/leads-to-tell.ts';
import { isOutcome, type OpenStatuses } from '../preflight/result-findings.ts';
import { countTakers, type FieldTakers, type TakerChoices } from './rule-takers.ts';
import {
  worthOfSegment,
  sortByStrength,
  strongestOf,
  findTurned,
  type TurnedSegment,
} from './segment-worth.ts';

/** The finding of the first sentences of the results, with its figures; the words are elsewhere. */
export type Decision = NothingToCompare | MostOpen | LikeOutcome | NothingSolid | SolidDifferences;

/** No lead converted, or all did; by value all leads are worth the same. */
export interface NothingToCompare {
  pattern: 'nothing';
  reason: 'none-converted' | 'all-converted' | 'all-alike' | 'one-value';
}

/** More than half of the leads are not decided yet, so their rates say little. */
export interface MostOpen {
  pattern: 'most-open';
  open: OpenStatuses;
}

/** All leads of a segment converted, or none, and they are a large part of all that did: the attribute may be the outcome itself. */
export interface LikeOutcome {
  pattern: 'like-outcome';
  segment: JudgedSegment;
  /** The strongest solid differences of the other attributes. */
  others: StrongestPair;
}

/** No segment is labelled Use. */
export interface NothingSolid {
  pattern: 'nothing-solid';
  /** The strongest difference outside the threshold; null without one. */
  clearest: {
    segment: JudgedSegment;
    /** How many more leads would show it, if it is as large as it looks; null where leads alone would not. */
    moreLeads: number | null;
    /** Keeps it from being solid, though its test against all other leads does not. */
    limit: LabelLimit | null;
  } | null;
  /** Attributes whose values show no difference in any file. */
  unfit: readonly { field: string; unfit: UnfitValues }[];
}

/** At least one segment is labelled Use. */
export interface SolidDifferences extends StrongestPair {
  pattern: 'solid';
  count: number;
  /** Null where amounts are unknown, or where they do not turn a difference. */
  turned: TurnedSegment | null;
  /** The rules that the platforms take, by attribute; null where nothing can be applied. */
  takers: readonly FieldTakers[] | null;
}

/** A segment with the mean best estimate of its leads, in money; null until it is known. */
export interface NamedSegment {
  segment: JudgedSegment;
  worth: number | null;
}

/** The strongest solid raise and the strongest solid cut; null without one. */
export interface StrongestPair {
  raise: NamedSegment | null;
  cut: NamedSegment | null;
}

export interface DecisionInput {
  analysis: Analysis;
  /** The results by value, also where those by conversions are shown; null without amounts. */
  byValue: Analysis | null;
  /** Absent where the statuses are not known. */
  open?: OpenStatuses | null;
  /** The choices for the ad platforms; absent where nothing can be applied. */
  apply?: TakerChoices;
}

/**
 * Picks the pattern, in this order: nothing to compare, most leads still open, a value like the outcome, nothing solid, solid differences.
 * The earlier ones put the later in doubt. A solid difference is a segment labelled Use; which one is named: see `measureStrength`.
 */
export function decide(input: DecisionInput): Decision {
  const { analysis, open } = input;
  return (
    findNothing(analysis) ??
    findMostOpen(analysis, open) ??
    findLikeOutcome(analysis) ??
    findNothingSolid(analysis) ??
    describeSolid(input)
  );
}

function findNothing({ value, totalLeads, totalConversions, fields }: Analysis): NothingToCompare | null {
  const nothing = (reason: NothingToCompare['reason']) => ({ pattern: 'nothing', reason }) as const;
  if (value?.variance === 0) return nothing('all-alike');
  if (!value && totalConversions === 0) return nothing('none-converted');
  if (!value && totalConversions === totalLeads) return nothing('all-converted');
  return fields.every(({ values }) => values.length < 2) ? nothing('one-value') : null;
}

/** Example: 2,310 of 4,200 leads are new: more than half. */
function findMostOpen({ totalLeads }: Analysis, open: DecisionInput['open']): MostOpen | null {
  return open && 2 * open.leads > totalLeads ? { pattern: 'most-open', open } : null;
}

export function isSolid({ label }: Pick<JudgedSegment, 'label'>): boolean {
  return label === 'Use';
}

/** A segment of converted leads only is like the outcome with this share of all conversions or more. */
const LEAST_OF_CONVERSIONS = 0.15;
/** A segment without a conversion is like the outcome with this share of all other leads or more. */
const LEAST_OF_OTHERS = 0.5;

/**
 * Whether a segment splits the leads as the outcome does. A small segment without a conversion is ordinary where few leads convert, so
 * its share counts; both shares are those by which columns that know the outcome are found.
 * Example: 310 leads, all converted, of 1,200 conversions: 26% of them.
 */
function isLikeOutcome(
  segment: JudgedSegment,
  { baselineRate, totalLeads, totalConversions }: Analysis,
): boolean {
  if (!isOutcome(segment, baselineRate)) return false;
  return segment.conversions > 0
    ? segment.conversions >= LEAST_OF_CONVERSIONS * totalConversions
    : segment.leads >= LEAST_OF_OTHERS * (totalLeads - totalConversions);
}

/** Of the solid segments that are like the outcome, that with the most leads. */
function findLikeOutcome(analysis: Analysis): LikeOutcome | null {
  const solid = analysis.significantSegments.filter(isSolid);
  const [segment] = solid.filter((one) => isLikeOutcome(one, analysis)).toSorted((a, b) => b.leads - a.leads);
  if (!segment) return null;
  const others = solid.filter(({ field }) => field !== segment.field);
  return { pattern: 'like-outcome', segment, others: findStrongest(others, analysis) };
}

function findNothingSolid(analysis: Analysis): NothingSolid | null {
  if (analysis.labelCounts.Use > 0) return null;
  const [clearest] = sortByStrength(analysis.valueRules.map(({ segment }) => segment));
  const { fields, totalLeads } = analysis;
  return {
    pattern: 'nothing-solid',
    clearest: clearest ? describeClearest(clearest, analysis) : null,
    unfit: fields.flatMap(({ name, values }) => {
      const unfit = findUnfitValues(values, totalLeads);
      return unfit ? [{ field: name, unfit }] : [];
    }),
  };
}

function describeClearest(segment: JudgedSegment, analysis: Analysis): NothingSolid['clearest'] {
  const { limit } = segment;
  return { segment, limit, moreLeads: isLasting(limit) ? null : moreLeadsToUse(segment, analysis) };
}

function describeSolid({ analysis, byValue, apply }: DecisionInput): SolidDifferences {
  const solid = analysis.significantSegments.filter(isSolid);
  return {
    pattern: 'solid',
    ...findStrongest(solid, analysis),
    count: solid.length,
    turned: byValue && findTurned(byValue),
    takers: apply ? countTakers(solid, analysis.fields, apply) : null,
  };
}

function findStrongest(solid: readonly JudgedSegment[], analysis: Analysis): StrongestPair {
  const name = (segment: JudgedSegment | null) =>
    segment && { segment, worth: worthOfSegment(segment, analysis) };
  return { raise: name(strongestOf(solid, 'raise')), cut: name(strongestOf(solid, 'cut')) };
}

/** How far values per lead were off on leads that they were not learned from, as shares of all conversions or money. */
export interface UnseenMiss {
  /** The mean miss per tenth of the leads. */
  offBy: number;
  /** The same where only chance moves the outcomes. */
  byChance: number;
  /** Whether it is at or below the 95th percentile of what chance gives (methods F.3). */
  isChance: boolean;
}

/** The miss of the best estimates; null where the check compared nothing. */
export function measureMiss(check: UnseenCheck): UnseenMiss | null {
  if (check.kind !== 'checked') return null;
  const { calibrationError, chanceError, chanceLimit } = check.methods.best;
  return { offBy: calibrationError, byChance: chanceError, isChance: calibrationError <= chanceLimit };
}
