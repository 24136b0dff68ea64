import type { SavedChoices } from '#frontend/thread/work.ts';
import type { SaveAnalysis } from '#contract/analyses.ts';
import type { Configuration } from '#contract/configuration.ts';
import { MAX_FILE_NAME_LENGTH } from '#contract/limits.ts';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { Range } from '#frontend/analysis/binning.ts';
import type { AnalysisContext } from '#frontend/analysis/analysis-context.ts';
import type { CorrelationTest, Metric } from '#contract/metrics.ts';
import type { InteractionTest } from '#frontend/analysis/interactions.ts';
import type { JudgedSegment } from '#frontend/analysis/judge-segments.ts';

/** The parts of an analysis that are saved without its dataset. */
export interface AnalysisToPack {
  analysis: Analysis;
  context: AnalysisContext;
  /** The values of the status column that do not count as converted. */
  notQualifiedValues: readonly string[];
}

/** Converts an analysis to its stored shape: rates and confidences become percent, columns are stored by name. */
export function packAnalysis({ analysis, context, notQualifiedValues }: AnalysisToPack): SaveAnalysis {
  return {
    fileName: context.fileName.slice(0, MAX_FILE_NAME_LENGTH),
    conversionValue: analysis.settings.conversionValue,
    significanceThreshold: analysis.settings.thresholdPercent,
    configurationData: packConfiguration(context, notQualifiedValues),
    analysisData: {
      metrics: analysis.segments.map(packSegment),
      overallRate: percentOf(analysis.totalConversions, analysis.totalLeads),
      totalLeads: analysis.totalLeads,
      totalQualified: analysis.totalConversions,
      correlationTests: analysis.interactionTests.map(packInteraction),
      dataSource: 'csv',
    },
  };
}

/**
 * Finds the columns of the stored names in the dataset. Null if a column is missing or used twice.
 *
 * @param headers of the stored dataset
 */
export function unpackChoices(stored: Configuration, headers: readonly string[]): SavedChoices | null {
  const statusColumn = headers.indexOf(stored.statusColumn);
  const attributeColumns = stored.attributeColumns.map((name) => headers.indexOf(name));
  const columns = [statusColumn, ...attributeColumns];
  if (columns.includes(-1) || new Set(columns).size < columns.length) return null;
  return {
    statusColumn,
    attributeColumns,
    qualified: new Set(stored.qualifiedValues),
    ranges: pickColumns(stored.binningConfig, headers, ({ bins }) => (bins.length > 0 ? bins : null)),
    mappings: pickColumns(stored.valueMappings, headers, (names) => new Map(Object.entries(names))),
  };
}

function packConfiguration(
  { statusColumn, qualifiedValues, attributes }: AnalysisContext,
  notQualifiedValues: readonly string[],
): SaveAnalysis['configurationData'] {
  // fromEntries creates an own key for every name, even for '__proto__'.
  return {
    statusColumn,
    attributeColumns: attributes.map(({ field }) => field),
    qualifiedValues: [...qualifiedValues],
    notQualifiedValues: [...notQualifiedValues],
    valueMappings: Object.fromEntries(
      attributes
        .filter(({ mapping }) => mapping.size > 0)
        .map(({ field, mapping }) => [field, Object.fromEntries(mapping)]),
    ),
    binningConfig: Object.fromEntries(
      attributes.flatMap(({ field, ranges }) =>
        ranges ? [[field, { type: 'numeric' as const, bins: ranges.map(packRange) }]] : [],
      ),
    ),
  };
}

function packRange({ min, max, label }: Range): Range {
  return { min, max, label };
}

function pickColumns<Stored, Value>(
  stored: Record<string, Stored>,
  headers: readonly string[],
  read: (entry: Stored) => Value | null,
): Map<number, Value> {
  const picked = new Map<number, Value>();
  for (const [name, entry] of Object.entries(stored)) {
    const column = headers.indexOf(name);
    const value = read(entry);
    if (column >= 0 && value !== null) picked.set(column, value);
  }
  return picked;
}

function packSegment(segment: JudgedSegment): Metric {
  return {
    fieldName: segment.fieldName,
    fieldValue: segment.value,
    totalLeads: segment.leads,
    qualifiedLeads: segment.conversions,
    conversionRate: percentOf(segment.conversions, segment.leads),
    confidence: 100 * segment.confidence,
    rawLift: segment.lift,
    adjustedLift: segment.adjustedLift,
    pValue: segment.pValue,
  };
}

function packInteraction(test: InteractionTest): CorrelationTest {
  const [{ field, value }, other] = test.attributes;
  return {
    attributes: [
      { field, value },
      { field: other.field, value: other.value },
    ],
    leads: test.leads,
    qualifiedLeads: test.conversions,
    conversionRate: percentOf(test.conversions, test.leads),
    confidence: test.confidencePercent,
    predictedLift: test.predictedLift,
    actualLift: test.actualLift,
    difference: test.difference,
    chiSquare: test.chiSquare,
    pValue: test.pValue,
    isSignificant: test.isSignificant,
  };
}

/** Multiplies first, so that 29 of 100 is 29 and not 28.999999999999996. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}
