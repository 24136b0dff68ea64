import type { Settings } from '#frontend/analysis/settings.ts';
import type { ComparedFile } from '#frontend/analysis/shared-leads.ts';
import { fetchAnalysis } from '#frontend/api/analyses.ts';
import { readRecord } from './read-record.ts';
import { contextOf } from './wire.ts';
import { restoreMeasurement } from './stored-measurement.ts';

/** One of two analyses to compare. */
export interface SideToCompare extends ComparedFile {
  settings: Settings;
}

/** Fetches the stored figures of an analysis. Its rows stay on the server. */
export async function fetchSide(id: string): Promise<SideToCompare> {
  const record = readRecord(await fetchAnalysis(id));
  return {
    measurement: restoreMeasurement(record.figures, record.configuration?.attributeColumns ?? []),
    context: contextOf(record),
    settings: record.settings,
    knownBy: record.createdAt?.getTime() ?? null,
  };
}

/** Stands for the results that are open in this tab in place of the id of a saved analysis. */
export const CURRENT = 'current';

let current: SideToCompare | null = null;

/** Keeps the open results for the page that compares them. Another page load forgets them. */
export function keepCurrent(side: SideToCompare): void {
  current = side;
}

export function readCurrent(): SideToCompare | null {
  return current;
}
