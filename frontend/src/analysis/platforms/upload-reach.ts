import type { DropReason } from '../uploads/drop-reasons.ts';

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
/** Keys of an object literal keep their order and have the names of its type. */
export const REACHED_FORMATS = Object.keys(REACHED_NAMES) as ReachedFormat[];

/** The same value for each of them. */
export const forEachReached = <Value>(value: Value) =>
  Object.fromEntries(REACHED_FORMATS.map((format) => [format, value])) as Record<ReachedFormat, Value>;

/** How many of the leads that count pass all checks of a format. */
export interface UploadReach {
  leads: number;
  taken: Readonly<Record<ReachedFormat, number>>;
  /** The reason why most of the others are not taken; null where all are taken, and where nothing is checked. */
  missed: Readonly<Record<ReachedFormat, DropReason | null>>;
  /** The columns that every upload needs and the file lacks. */
  gaps: readonly UploadGap[];
}
