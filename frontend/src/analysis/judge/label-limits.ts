import { MAX_DUPLICATES_PERCENT } from '../constants.ts';
import type { SegmentLabel } from './evidence.ts';
import type { Expectation } from './expected-to-hold.ts';

/** Reasons for which segments are labelled at most Test, whatever their q. */
export interface LabelLimits {
  /** The attributes, by index, with ranges that the outcome chose. */
  splitFields: readonly number[];
  hasManyDuplicates: boolean;
  /** Stored figures only: the stored labels by position. Those that are Use or Test stay. */
  stored?: ReadonlyMap<number, SegmentLabel>;
  /** Stored figures of releases whose labels followed from q alone. */
  isByQ?: boolean;
}

/**
 * Whether too many leads are duplicates. Leads that stand twice count twice in every test, so that chance looks surer than it is.
 * Example: 100 of 2,000 leads are 5%: not too many; 101 are.
 */
export function hasManyDuplicates(duplicates: number, leads: number): boolean {
  return 100 * duplicates > MAX_DUPLICATES_PERCENT * leads;
}

/**
 * Why a segment that by its test against all other leads would be Use is at most Test: the outcome chose its ranges, there are too many
 * duplicates, it has fewer than 30 leads or 5 expected conversions, it is not likely to hold on new leads, its leads are only younger,
 * or it was stored as Test.
 */
export type LabelLimit = 'split' | 'duplicates' | 'few-leads' | 'may-fade' | 'younger' | 'stored';

/** A segment that by its test against all other leads would be Use. */
interface LimitedSegment {
  field: number;
  position: number;
  /** Whether its test within weeks of age leaves too much to chance. */
  isYounger: boolean;
  expect(): Expectation;
}

/** The first limit of the label of a segment; null where it is Use. */
export function findLimit(
  limits: LabelLimits | undefined,
  { field, position, isYounger, expect }: LimitedSegment,
): LabelLimit | null {
  if (limits?.splitFields.includes(field)) return 'split';
  if (limits?.hasManyDuplicates) return 'duplicates';
  const stored = limits?.stored?.get(position);
  if (stored === 'Use') return null;
  const limit = limits?.isByQ ? null : (limitOfOutlook(expect()) ?? (isYounger ? 'younger' : null));
  return limit ?? (stored === 'Test' ? 'stored' : null);
}

/** Use needs enough leads to be expected to hold, and a rule that is likely to. */
function limitOfOutlook({ kind }: Expectation): LabelLimit | null {
  if (kind === 'likely') return null;
  return kind === 'too-few' || kind === 'too-few-amounts' ? 'few-leads' : 'may-fade';
}

/** Whether more leads cannot make a segment Use that has this limit. */
export function isLasting(limit: LabelLimit | null): boolean {
  return limit === 'split' || limit === 'duplicates' || limit === 'stored';
}
