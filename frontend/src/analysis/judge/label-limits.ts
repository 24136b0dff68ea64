import { MAX_DUPLICATES_PERCENT, MAX_FALSE_DISCOVERY_RATE } from '../constants.ts';
import type { SegmentLabel } from './evidence.ts';

/** Reasons for which segments are labelled at most Test, whatever their q. */
export interface LabelLimits {
  /** The attributes, by index, with ranges that the outcome chose. */
  splitFields: readonly number[];
  hasManyDuplicates: boolean;
  /** Stored figures only: the positions of segments whose stored label is Test. */
  stored?: ReadonlySet<number>;
}

/**
 * Whether too many leads are duplicates. Leads that stand twice count twice in every test, so that chance looks surer than it is.
 * Example: 100 of 2,000 leads are 5%: not too many; 101 are.
 */
export function hasManyDuplicates(duplicates: number, leads: number): boolean {
  return 100 * duplicates > MAX_DUPLICATES_PERCENT * leads;
}

/** Why a segment is labelled at most Test; null where nothing limits its label. */
export type LabelLimit = 'split' | 'duplicates' | 'stored';

export function limitOf(
  limits: LabelLimits | undefined,
  { field, position }: { field: number; position?: number },
): LabelLimit | null {
  if (!limits) return null;
  if (limits.splitFields.includes(field)) return 'split';
  if (limits.hasManyDuplicates) return 'duplicates';
  return position !== undefined && limits.stored?.has(position) ? 'stored' : null;
}

/** The label under a limit: Test in the place of Use. */
export function limitLabel(label: SegmentLabel, limit: LabelLimit | null): SegmentLabel {
  return label === 'Use' && limit !== null ? 'Test' : label;
}

/** The limit that made a segment Test, which by its q would be Use; null for every other segment. */
export function limitBehind(
  { label, q, field }: { label: SegmentLabel; q: number; field: number },
  limits: LabelLimits | undefined,
): LabelLimit | null {
  if (label !== 'Test' || q >= MAX_FALSE_DISCOVERY_RATE) return null;
  return limitOf(limits, { field }) ?? (limits?.stored ? 'stored' : null);
}
