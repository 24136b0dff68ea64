import type { SaveAnalysis } from '#contract/analyses.ts';
import { DAY } from '#contract/limits.ts';
import type { Metric } from '#contract/metrics.ts';
import { makeSave } from './analysis-support.ts';

/** When analyses are saved, and the day of a run that many days later. */
export const SAVED_AT = Date.UTC(2026, 2, 2, 9);

// The worked example of the definition: what the rules were entered with. A is a raise, C and D are cuts, B is no rule.
export type Counts = [leads: number, converted: number];
export const REFERENCE: Record<string, Counts> = {
  A: [500, 150],
  B: [500, 100],
  C: [700, 100],
  D: [300, 50],
};
/** Later leads that leave p 0.0136 of A, and q 0.0407 among three rules: no alert. */
export const STABLE: Record<string, Counts> = { A: [200, 40], B: [250, 55], C: [250, 40], D: [100, 15] };
/** 20 of 300 in 150 of 800: no raise any more. */
export const FALLEN: Record<string, Counts> = { A: [300, 20], B: [200, 80], C: [200, 30], D: [100, 20] };

export const metricsOf = (counts: Record<string, Counts>): Metric[] =>
  Object.entries(counts).map(([fieldValue, [totalLeads, qualifiedLeads]]) => ({
    fieldName: 'Source',
    fieldValue,
    totalLeads,
    qualifiedLeads,
    conversionRate: (100 * qualifiedLeads) / totalLeads,
  }));

export const DATED = { column: 'Created', format: null, from: null, to: null, youngerThanDays: null };

export function aSave(
  dateFilter: SaveAnalysis['configurationData']['dateFilter'] | null = DATED,
): Partial<SaveAnalysis> {
  const { configurationData } = makeSave();
  return {
    configurationData: {
      ...configurationData,
      attributeColumns: ['Source'],
      valueMappings: {},
      binningConfig: {},
      ...(dateFilter && { dateFilter }),
    },
    analysisData: {
      metrics: metricsOf(REFERENCE),
      overallRate: 20,
      totalLeads: 2000,
      totalQualified: 400,
      correlationTests: [],
      dataSource: 'csv',
    },
  };
}

export const nameDay = (day: number): string => new Date(SAVED_AT + day * DAY).toISOString().slice(0, 10);

/** A file of leads, spread over the last five days of a run. */
export function csvOf(counts: Record<string, Counts>, day: number): string {
  const rows = Object.entries(counts).flatMap(([source, [leads, converted]]) =>
    Array.from(
      { length: leads },
      (_, at) => `${at < converted ? 'Qualified' : 'Lost'},${source},${nameDay(day - (at % 5))}`,
    ),
  );
  return ['Status,Source,Created', ...rows].join('\n');
}
