import type { DropReason } from '../uploads/drop-reasons.ts';
import { keysOf, recordOf } from '#contract/records.ts';

/** A column without which no lead can be uploaded. */
export type UploadGap = 'identifier' | 'time';

/**
 * The formats whose reach is counted, and the platform of each. Google's file for Data Manager takes every lead that Google's other files take. A test compares
 * the names with those of all formats, which are too large for the page before the results.
 */
export const REACHED_NAMES = {
  'google-data-manager': 'Google Ads',
  microsoft: 'Microsoft',
  linkedin: 'LinkedIn',
} as const;
export type ReachedFormat = keyof typeof REACHED_NAMES;
export const REACHED_FORMATS = keysOf(REACHED_NAMES);

/** The same value for each of them. */
export const forEachReached = <Value>(value: Value) => recordOf(REACHED_FORMATS, () => value);

/** How many of the leads that count pass all checks of a format. */
export interface UploadReach {
  leads: number;
  taken: Readonly<Record<ReachedFormat, number>>;
  /** The reason why most of the others are not taken; null where all are taken, and where nothing is checked. */
  missed: Readonly<Record<ReachedFormat, DropReason | null>>;
  /** The columns that every upload needs and the file lacks. */
  gaps: readonly UploadGap[];
}
