import type { LabelLimits } from '../measure/measurement.ts';
import { MAX_DUPLICATES_PERCENT } from '../constants.ts';
import type { Expectation } from './expected-to-hold.ts';

/**
 * Whether too many leads are duplicates. Leads that stand twice count twice in every test, so that chance looks surer than it is.
 * Example: 100 of 2,000 leads are 5%: not too many; 101 are.
 */
export function hasManyDuplicates(duplicates: number, leads: number): boolean {
  return 100 * duplicates > MAX_DUPLICATES_PERCENT * leads;
}

/**
 * Why a segment that by its test against all other leads would be Use is at most Test: the outcome chose its ranges, there are too many
 * duplicates, it has fewer than 30 leads or 5 expected conversions, by value fewer than 5 conversions or no money, too few other values
 * of its attribute say anything, it is not likely to hold on new leads, the age of its leads may be all of it, or it was stored as Test.
 */
export type LabelLimit =
  | 'split'
  | 'duplicates'
  | 'few-leads'
  | 'few-amounts'
  | 'few-values'
  | 'may-fade'
  | 'younger'
  | 'older'
  | 'stored';

/** A segment that by its test against all other leads would be Use. */
interface LimitedSegment {
  field: number;
  position: number;
  adjustedLift: number;
  /** Whether its test within weeks of age leaves too much to chance. */
  mayBeAge: boolean;
  expect(): Expectation;
}

/** The first limit of the label of a segment; null where it is Use. */
export function findLimit(
  limits: LabelLimits | undefined,
  { field, position, adjustedLift, mayBeAge, expect }: LimitedSegment,
): LabelLimit | null {
  if (limits?.splitFields.includes(field)) return 'split';
  if (limits?.hasManyDuplicates) return 'duplicates';
  const stored = limits?.stored?.get(position);
  if (stored === 'Use') return null;
  const limit = limits?.isByQ ? null : (OUTLOOK_LIMITS[expect().kind] ?? limitOfAge());
  return limit ?? (stored === 'Test' ? 'stored' : null);

  /** Older leads have had more time to convert. */
  function limitOfAge(): LabelLimit | null {
    if (!mayBeAge) return null;
    return adjustedLift > 1 ? 'older' : 'younger';
  }
}

/** Use needs enough leads to be expected to hold, and a rule that is likely to. */
const OUTLOOK_LIMITS: Readonly<Record<Expectation['kind'], LabelLimit | null>> = {
  likely: null,
  'may-fade': 'may-fade',
  unlikely: 'may-fade',
  'too-few': 'few-leads',
  'too-few-amounts': 'few-amounts',
  none: 'few-values',
};

/** Whether more leads cannot make a segment Use that has this limit. */
export function isLasting(limit: LabelLimit | null): boolean {
  return limit === 'split' || limit === 'duplicates' || limit === 'stored';
}
