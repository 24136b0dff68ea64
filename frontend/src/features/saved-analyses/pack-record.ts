import { type SaveAnalysis, DATASET_TOO_LARGE } from '#contract/analyses.ts';
import { MAX_DATASET_BYTES, MAX_ROW_BYTES } from '#contract/limits.ts';
import { judge } from '#frontend/analysis/analyse.ts';
import { estimateCombinations } from '#frontend/analysis/estimate-combinations.ts';
import { BLANK_LABEL } from '#frontend/analysis/columns.ts';
import type { Result } from '#frontend/csv/result.ts';
import type { WorkToSave } from '#frontend/thread/work.ts';
import { fitRecord } from './fit-record.ts';
import { packAnalysis } from './wire.ts';

const ROW_TOO_LONG =
  'A row of this file is too long to save: more than 1 MiB. Shorten it in the file, or keep the results with Export All.';
const RECORD_TOO_LARGE =
  'This analysis is too large to save: more than 4 MiB. Choose attributes with fewer values, or keep the results with Export All.';

/** The two request bodies that save an analysis. */
export interface PackedWork {
  /** The analysis without its rows, as JSON. */
  record: string;
  /** The rows, compressed. */
  dataset: Blob;
}

type Packable = Pick<
  WorkToSave,
  'measurement' | 'combinations' | 'settings' | 'context' | 'listStatusValues' | 'exportDataset'
>;

/** Packs a new analysis for the server. The error is a text for the visitor. */
export async function packWork(work: Packable): Promise<Result<PackedWork, string>> {
  const { gzip, bytes, longestRowBytes } = await work.exportDataset();
  if (longestRowBytes > MAX_ROW_BYTES) return { ok: false, error: ROW_TOO_LONG };
  if (bytes > MAX_DATASET_BYTES) return { ok: false, error: DATASET_TOO_LARGE };
  const packed = await packRecord(work, { datasetFollows: true, datasetBytes: gzip.size });
  return packed.ok ? { ok: true, value: { record: packed.value, dataset: gzip } } : packed;
}

/** Packs an analysis without its rows, as JSON. */
export async function packRecord(
  work: Omit<Packable, 'exportDataset'>,
  dataset: Pick<SaveAnalysis, 'datasetFollows' | 'datasetBytes'> = {},
): Promise<Result<string, string>> {
  const { measurement, combinations, settings } = work;
  const qualified = new Set(work.context.qualifiedValues);
  const statusValues = (await work.listStatusValues()).map((value) => value || BLANK_LABEL);
  const packed = packAnalysis({
    analysis: judge(measurement, settings, combinations ? estimateCombinations(combinations) : null),
    byValue: measurement.byValue && judge(measurement.byValue, settings),
    context: work.context,
    notQualifiedValues: statusValues.filter((value) => !qualified.has(value)),
  });
  const record = fitRecord({ ...packed, ...dataset });
  return record === null ? { ok: false, error: RECORD_TOO_LARGE } : { ok: true, value: record };
}
