import type { Fold } from './fold-values.ts';
import type { Counts } from './lift.ts';

/** What is counted: leads one by one, or combinations of values with many leads each. */
export interface Items {
  /** Leads of each item, and how many of them converted. */
  leads: Uint8Array | Uint32Array;
  conversions: Uint8Array | Uint32Array;
  total: Counts;
}

/** One attribute of the items. */
export interface CountedField {
  name: string;
  /** One code per item. */
  codes: Uint32Array;
  /** Leads and conversions of all items with each code. */
  leads: Uint32Array;
  conversions: Uint32Array;
  /** What the codes become in the results. */
  fold: Fold;
}
