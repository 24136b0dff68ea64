import type { SaveAnalysis } from '#contract/analyses.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { analyse } from '#frontend/analysis/judge/analyse.ts';
import { packAnalysis } from '#frontend/features/saved/pack-analysis.ts';
import { tallyOfCells, type Cell } from '../support/analysis-builders.ts';
import { packRows } from '../support/saved-analysis.ts';
import { ATTRIBUTES, EARLIER, LEAD_COLUMNS } from './example-leads.ts';

const CONTEXT: AnalysisContext = {
  fileName: 'example-leads.csv',
  statusColumn: 'Lead Status',
  qualifiedValues: ['Qualified'],
  attributes: ATTRIBUTES.map((field) => ({ field, ranges: null, mapping: new Map() })),
  // Alerts go by this column.
  leads: {
    leftOutStatuses: [],
    date: { column: 'Created', dateFormat: null, from: null, to: null, youngerThanDays: null },
  },
};

/** The save that the page would make of the example's leads, and its dataset. */
export function packExample(rows: readonly string[][]): {
  save: SaveAnalysis;
  dataset: Uint8Array<ArrayBuffer>;
} {
  const cells = EARLIER.map(([state, device, leads, qualified]): Cell => [[state, device], leads, qualified]);
  const packed = packAnalysis({
    analysis: analyse(tallyOfCells(ATTRIBUTES, cells), { conversionValue: 100, thresholdPercent: 10 }),
    context: CONTEXT,
    notQualifiedValues: ['Lost'],
  });
  const dataset = packRows([LEAD_COLUMNS, ...rows]);
  return { save: { ...packed, datasetFollows: true, datasetBytes: dataset.byteLength }, dataset };
}
