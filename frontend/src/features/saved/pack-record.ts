import { DATASET_TOO_LARGE, type SaveAnalysis } from '#contract/analyses.ts';
import {
  MAX_DATASET_BYTES,
  MAX_ROW_BYTES,
  MAX_ENTRIES,
  MAX_ITEMS,
  MAX_SAVE_BYTES,
  MIB,
} from '#contract/limits.ts';
import type { CorrelationTest, StoredToEnter } from '#contract/metrics.ts';
import { findTopSegments } from '#contract/top-segments.ts';
import { judge } from '#frontend/analysis/judge/analyse.ts';
import { countedBy } from '#frontend/analysis/platforms/apply-choices.ts';
import { planChoicesOf } from '#frontend/analysis/platforms/guess-condition.ts';
import { findToEnter } from '#frontend/analysis/platforms/to-enter.ts';
import { packToEnter } from '#frontend/choices/pack-figures.ts';
import { SAVED_METRICS } from '#frontend/choices/kept-of-saved.ts';
import { BLANK_LABEL } from '#frontend/analysis/columns/columns.ts';
import { listMixes } from '#frontend/analysis/over-time/at-mix.ts';
import { estimateCombinations } from '#frontend/analysis/balanced/estimate-combinations.ts';
import type { Result } from '#frontend/csv/result.ts';
import type { WorkToSave } from './work.ts';
import { packAnalysis } from './pack-analysis.ts';
import { measureStoredStages } from './stored-stages.ts';

const ROW_TOO_LONG = `A row of this file is too long to save: more than ${MAX_ROW_BYTES / MIB} MiB. Shorten it in the file, or keep the results with Export All.`;
const RECORD_TOO_LARGE = `This analysis is too large to save: more than ${MAX_SAVE_BYTES / MIB} MiB. Choose attributes with fewer values, or keep the results with Export All.`;

/** The two request bodies that save an analysis. */
export interface PackedWork {
  /** The analysis without its rows, as JSON. */
  record: string;
  /** The rows, compressed. */
  dataset: Blob;
}

type Packable = Pick<
  WorkToSave,
  | 'measurement'
  | 'combinations'
  | 'settings'
  | 'context'
  | 'apply'
  | 'stages'
  | 'listStatusValues'
  | 'exportDataset'
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
    toEnter: await planToEnter(work),
    stages: await measureStoredStages(work),
    ...(combinations && { mixes: listMixes(combinations) }),
  });
  const record = fitRecord({ ...packed, ...dataset });
  return record === null ? { ok: false, error: RECORD_TOO_LARGE } : { ok: true, value: record };
}

/** The multipliers that the plans of the present choices enter; null where they cannot be made. An analysis is saved without them too. */
async function planToEnter({
  apply,
  measurement,
  settings,
}: Pick<Packable, 'apply' | 'measurement' | 'settings'>): Promise<StoredToEnter[] | null> {
  if (!apply) return null;
  const { choices, ask } = apply;
  const { fields } = measurement;
  try {
    const plans = await ask(
      settings.thresholdPercent,
      planChoicesOf(fields, choices),
      countedBy(measurement, choices.conversionAction),
    );
    return packToEnter(fields, findToEnter(plans));
  } catch {
    return null;
  }
}

/** Its status values that do not count as converted are cut to this many. */
const SAVED_VALUES = 5000;

/**
 * Writes a record as JSON within the server's limits. A record that is too large first loses interaction tests (the largest
 * differences stay), then segments (those with the most leads stay, and the three in the list), then status values that do
 * not count as converted, which the rows have too, then what opening it with its rows makes anew: the figures to enter, all of them, since a
 * value without one would have no rule, those of stages, the counts of the other statuses, and the mixes for alerts. Null if it is still too large.
 *
 * @internal
 */
export function fitRecord(record: SaveAnalysis): string | null {
  const fewerMetrics = cutMetrics(record);
  const fewerValues = cutValues(fewerMetrics);
  return (
    writeFitting(record) ??
    writeFitting(fewerMetrics) ??
    writeFitting(fewerValues) ??
    writeFitting(cutMadeAnew(fewerValues))
  );
}

/** Writes the record with as many of its tests as fit; null if it is too large without any. */
function writeFitting(record: SaveAnalysis): string | null {
  if (!isWithinCounts(record)) return null;
  const { correlationTests = [] } = record.analysisData;
  const whole = JSON.stringify(record);
  if (sizeOf(whole) <= MAX_SAVE_BYTES && correlationTests.length <= MAX_ITEMS) return whole;
  const withTests = (tests: CorrelationTest[]): string =>
    JSON.stringify({ ...record, analysisData: { ...record.analysisData, correlationTests: tests } });
  const bytes = MAX_SAVE_BYTES - sizeOf(withTests([]));
  return bytes < 0 ? null : withTests(pickTests(correlationTests, bytes));
}

/** Picks the tests of the largest difference that fit into `bytes`, and keeps their order. */
function pickTests(tests: readonly CorrelationTest[], bytes: number): CorrelationTest[] {
  const largestFirst = tests.toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
  const picked = new Set<CorrelationTest>();
  let left = bytes;
  for (const test of largestFirst.slice(0, MAX_ITEMS)) {
    left -= sizeOf(JSON.stringify(test)) + 1; // plus 1 for the comma
    if (left < 0) break;
    picked.add(test);
  }
  return tests.filter((test) => picked.has(test));
}

function cutMetrics(record: SaveAnalysis): SaveAnalysis {
  const { analysisData } = record;
  const mostLeadsFirst = analysisData.metrics.toSorted((a, b) => b.totalLeads - a.totalLeads);
  const saved = new Set([
    ...mostLeadsFirst.slice(0, SAVED_METRICS),
    ...findTopSegments(analysisData.metrics, analysisData.overallRate),
  ]);
  const metrics = analysisData.metrics.filter((metric) => saved.has(metric));
  return { ...record, analysisData: { ...analysisData, metrics } };
}

function cutValues(record: SaveAnalysis): SaveAnalysis {
  const { configurationData } = record;
  const notQualifiedValues = configurationData.notQualifiedValues?.slice(0, SAVED_VALUES);
  return { ...record, configurationData: { ...configurationData, notQualifiedValues } };
}

function cutMadeAnew(record: SaveAnalysis): SaveAnalysis {
  const {
    toEnter: _toEnter,
    stages: _stages,
    otherStatuses: _otherStatuses,
    mixes: _mixes,
    ...analysisData
  } = record.analysisData;
  return { ...record, analysisData };
}

function isWithinCounts({ analysisData, configurationData }: SaveAnalysis): boolean {
  const { qualifiedValues, notQualifiedValues = [], valueMappings = {} } = configurationData;
  const lists = [analysisData.metrics, analysisData.toEnter ?? [], qualifiedValues, notQualifiedValues];
  return (
    lists.every(({ length }) => length <= MAX_ITEMS) &&
    Object.values(valueMappings).every((names) => Object.keys(names).length <= MAX_ENTRIES)
  );
}

function sizeOf(json: string): number {
  return new TextEncoder().encode(json).length;
}
