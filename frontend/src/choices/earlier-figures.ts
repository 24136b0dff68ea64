import type { Configuration } from '#contract/configuration.ts';
import type { CorrelationTest, Metric, StoredSpreads, StoredToEnter } from '#contract/metrics.ts';
import type { StatusLeads } from '#frontend/analysis/columns/statuses.ts';
import type { LeftOutLeads } from '#frontend/analysis/counts/mapping.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';

/** The figures of an earlier analysis, with which a later one is compared: counts and multipliers as they are stored, and no leads. */
export interface EarlierFigures {
  /** The name of the analysis or of its file. */
  name: string;
  fileName: string;
  /** The saved analysis whose figures they are; null where it was not saved. */
  saved: { id: string; team: string | null } | null;
  /** The time by which all its leads had come in, in milliseconds; null if it is not known. */
  knownBy: number | null;
  settings: Settings;
  configuration: Configuration;
  figures: {
    metrics: readonly Metric[];
    totalLeads: number;
    totalQualified: number;
    correlationTests: readonly CorrelationTest[];
    leftOutLeads?: LeftOutLeads | undefined;
    otherStatuses?: readonly StatusLeads[] | undefined;
    toEnter?: readonly StoredToEnter[] | undefined;
    spreads?: readonly StoredSpreads[] | undefined;
  };
}

/** This browser keeps the segments with the most leads, as many as this: a draft is written again after each choice. @internal */
export const KEPT_METRICS = 1000;

/** The figures without the tests of pairs, which no comparison reads, and without the smallest of very many segments. */
export function cutFigures(figures: EarlierFigures['figures']): EarlierFigures['figures'] {
  const { metrics, totalLeads, totalQualified, leftOutLeads, otherStatuses, toEnter, spreads } = figures;
  return {
    metrics:
      metrics.length > KEPT_METRICS
        ? metrics.toSorted((a, b) => b.totalLeads - a.totalLeads).slice(0, KEPT_METRICS)
        : metrics,
    totalLeads,
    totalQualified,
    correlationTests: [],
    leftOutLeads,
    otherStatuses,
    toEnter,
    spreads,
  };
}
