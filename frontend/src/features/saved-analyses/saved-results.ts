import type { Measurement, Settings } from '#frontend/analysis/analyse.ts';
import type { Plan } from '#frontend/analysis/mapping.ts';
import type { AnalysisContext } from '#frontend/analysis/analysis-context.ts';
import { createLeadThread, type LeadThread } from '#frontend/thread/client.ts';
import { UNPACKED_CSV } from '#frontend/thread/unpack-dataset.ts';
import { openSaved, type SavedAnalysisParts } from './open-saved.ts';
import { contextOf } from './saved-context.ts';
import { restoreMeasurement } from './stored-measurement.ts';

/** A saved analysis with the input of the results view. */
export interface SavedResults {
  fileName: string;
  name: string;
  note: string;
  createdAt: Date | null;
  settings: Settings;
  measurement: Measurement;
  context: AnalysisContext;
  /** The figures were computed from the saved rows, so the settings can be changed. */
  isComputed: boolean;
}

/** The input of the results view. Without `onSettingsChange` its controls are disabled. */
export interface SavedResultsSlot extends Pick<SavedResults, 'measurement' | 'context' | 'settings'> {
  onSettingsChange?(settings: Settings): void;
}

/** Fetches an analysis and computes its results from its rows. Without rows it shows the stored results. */
export async function loadResults(id: string): Promise<SavedResults> {
  const thread = createLeadThread();
  try {
    const parts = await openSaved(id, thread);
    const { record } = parts;
    const measurement = await measureDataset(parts, thread);
    return {
      fileName: record.fileName,
      name: record.name,
      note: record.note,
      createdAt: record.createdAt,
      settings: record.settings,
      context: contextOf(record),
      measurement:
        measurement ?? restoreMeasurement(record.figures, record.configuration?.attributeColumns ?? []),
      isComputed: measurement !== null,
    };
  } finally {
    thread.close();
  }
}

async function measureDataset(
  { dataset }: SavedAnalysisParts,
  thread: LeadThread,
): Promise<Measurement | null> {
  if (!dataset) return null;
  const opened = await thread.open(dataset.file, UNPACKED_CSV, {
    onProgress: () => {},
    signal: new AbortController().signal,
  });
  if (!opened.ok) return null;
  const { statusColumn, qualified, attributeColumns, ranges, mappings } = dataset.choices;
  const plan: Plan = {
    statusColumn,
    qualified,
    attributes: attributeColumns.map((column) => ({
      column,
      field: opened.value.headers[column] ?? '',
      ranges: ranges.get(column) ?? null,
      mapping: mappings.get(column) ?? new Map<string, string>(),
    })),
  };
  return thread.measure(plan);
}
