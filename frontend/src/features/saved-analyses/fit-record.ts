import type { SaveAnalysis } from '#contract/analyses.ts';
import { MAX_ENTRIES, MAX_ITEMS, MAX_SAVE_BYTES } from '#contract/limits.ts';
import type { CorrelationTest } from '#contract/metrics.ts';
import { topSegments } from './top-segments.ts';

/** What is left of lists that make a record too large. Opened again, the analysis is computed from its rows. */
const KEPT_METRICS = 5000;
const KEPT_VALUES = 5000;

/**
 * A record as the JSON that the server takes. Where it is too large, interaction tests go first (the largest difference
 * is kept), then segments (those with the most leads are kept, and the three that the list shows), then status values
 * that do not count as converted, which the rows tell as well. Null where it does not fit even so.
 */
export function fitRecord(record: SaveAnalysis): string | null {
  const fewerMetrics = cutMetrics(record);
  return writeFitting(record) ?? writeFitting(fewerMetrics) ?? writeFitting(cutValues(fewerMetrics));
}

/** The record with as many of its tests as fit; null where it does not fit without any. */
function writeFitting(record: SaveAnalysis): string | null {
  if (!isWithinCounts(record)) return null;
  const { correlationTests = [] } = record.analysisData;
  const whole = JSON.stringify(record);
  if (sizeOf(whole) <= MAX_SAVE_BYTES && correlationTests.length <= MAX_ITEMS) return whole;
  const withTests = (tests: CorrelationTest[]): string =>
    JSON.stringify({ ...record, analysisData: { ...record.analysisData, correlationTests: tests } });
  const room = MAX_SAVE_BYTES - sizeOf(withTests([]));
  return room < 0 ? null : withTests(pickTests(correlationTests, room));
}

/** Tests of the largest difference that have room together, in their order. */
function pickTests(tests: readonly CorrelationTest[], room: number): CorrelationTest[] {
  const largestFirst = tests.toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
  const picked = new Set<CorrelationTest>();
  let left = room;
  for (const test of largestFirst.slice(0, MAX_ITEMS)) {
    left -= sizeOf(JSON.stringify(test)) + 1; // and its comma
    if (left < 0) break;
    picked.add(test);
  }
  return tests.filter((test) => picked.has(test));
}

function cutMetrics(record: SaveAnalysis): SaveAnalysis {
  const { analysisData } = record;
  const mostLeadsFirst = analysisData.metrics.toSorted((a, b) => b.totalLeads - a.totalLeads);
  const kept = new Set([...mostLeadsFirst.slice(0, KEPT_METRICS), ...topSegments(analysisData)]);
  const metrics = analysisData.metrics.filter((metric) => kept.has(metric));
  return { ...record, analysisData: { ...analysisData, metrics } };
}

function cutValues(record: SaveAnalysis): SaveAnalysis {
  const { configurationData } = record;
  const notQualifiedValues = configurationData.notQualifiedValues?.slice(0, KEPT_VALUES);
  return { ...record, configurationData: { ...configurationData, notQualifiedValues } };
}

function isWithinCounts({ analysisData, configurationData }: SaveAnalysis): boolean {
  const { qualifiedValues, notQualifiedValues = [], valueMappings = {} } = configurationData;
  const lists = [analysisData.metrics, qualifiedValues, notQualifiedValues];
  return (
    lists.every(({ length }) => length <= MAX_ITEMS) &&
    Object.values(valueMappings).every((names) => Object.keys(names).length <= MAX_ENTRIES)
  );
}

function sizeOf(json: string): number {
  return new TextEncoder().encode(json).length;
}
