import type { Metric, StoredSpreads } from '#contract/metrics.ts';
import type { RequestOutcome } from '#contract/sends.ts';

declare const VALUE: unique symbol;

/** JSON of a value of this type. A column of such texts has it as its type: whoever reads one gets the type that was stored. */
export type Json<T> = string & { readonly [VALUE]: T };

export const toJson = <T>(value: T): Json<T> => JSON.stringify(value) as Json<T>;

export const parseJson = <T>(json: Json<T>): T => JSON.parse(json);

/** A metric as the list of analyses stores it. Earlier releases chose the surest segments, and stored no `chosenBy`. */
export type StoredMetric = Metric & { chosenBy?: 'rate' };

/** The figures in the list of versions. Versions of earlier releases have the metrics alone. */
export interface ListedFigures {
  metrics: Metric[];
  spreads: StoredSpreads[];
}

/** The requests of a send, by their ids. */
export type StoredRequests = Record<string, { events: number; outcome?: RequestOutcome }>;

/** Leads and conversions. */
export type StoredCounts = [number, number];

/** The latest leads as they are stored with a version, by the places of the rules in the reference. */
export interface StoredLatest {
  reference: string;
  isMonthly: boolean;
  windows: StoredWindow[];
}

interface StoredWindow {
  first: number;
  last: number;
  total: StoredCounts;
  parts: StoredCounts[];
  /**
   * Each rule and all leads, at the mix of the reference; null for a rule without. Absent where no rule has one, and in versions of earlier releases.
   */
  atMix?: ([part: StoredCounts, total: StoredCounts] | null)[];
}

/** A rule that no longer holds. */
export interface FallenRule {
  field: string;
  value: string;
  side: 'raise' | 'cut';
  reference: { part: StoredCounts; total: StoredCounts };
  /** The window that says so most clearly, by days since 1970. */
  latest: { first: number; last: number; part: StoredCounts; total: StoredCounts; liftAtMix?: number };
  p: number;
  q: number;
}
