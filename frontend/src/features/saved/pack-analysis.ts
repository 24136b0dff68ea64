import type { SaveAnalysis } from '#contract/analyses.ts';
import { MAX_FILE_NAME_LENGTH } from '#contract/limits.ts';
import type { Metric, StoredMix, StoredToEnter } from '#contract/metrics.ts';
import type { StoredStageFigures } from '#contract/stages.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import { packPair, packSpreads, percentOf } from '#frontend/choices/pack-figures.ts';
import { packChoices } from '#frontend/choices/saved.ts';

/** The parts of an analysis that are saved without its dataset. */
export interface AnalysisToPack {
  analysis: Analysis;
  /** The same analysis by value; null or absent if leads have no amounts. */
  byValue?: Analysis | null;
  context: AnalysisContext;
  /** The values of the status column that do not count as converted. */
  notQualifiedValues: readonly string[];
  /** The multipliers that the plans of the platforms enter; null or absent where none could be made. */
  toEnter?: readonly StoredToEnter[] | null;
  /** The figures of the stages; null or absent where the file tells none. */
  stages?: StoredStageFigures | null;
  /** How the leads are mixed, for alerts. */
  mixes?: StoredMix[];
}

/** Converts an analysis to its stored shape: rates and confidences become percent, columns are stored by name. */
export function packAnalysis(packed: AnalysisToPack): SaveAnalysis {
  const { analysis, context, toEnter, stages, mixes = [] } = packed;
  const { estimates } = analysis;
  return {
    fileName: context.fileName.slice(0, MAX_FILE_NAME_LENGTH),
    conversionValue: analysis.settings.conversionValue,
    significanceThreshold: analysis.settings.thresholdPercent,
    configurationData: {
      ...packChoices(context, analysis.settings),
      notQualifiedValues: [...packed.notQualifiedValues],
    },
    analysisData: {
      metrics: packSegments(packed),
      ...(estimates && { balancedScale: estimates.tally.balanced.scale }),
      spreads: packSpreads(analysis.fields, analysis.spreads),
      overallRate: percentOf(analysis.totalConversions, analysis.totalLeads),
      totalLeads: analysis.totalLeads,
      totalQualified: analysis.totalConversions,
      correlationTests: analysis.interactionTests.map(packPair),
      ...(analysis.leftOut && { leftOutLeads: analysis.leftOut }),
      ...(analysis.otherStatuses && { otherStatuses: [...analysis.otherStatuses] }),
      ...(toEnter && { toEnter: [...toEnter] }),
      ...(stages && { stages }),
      ...(mixes.length > 0 && { mixes }),
      dataSource: 'csv',
    },
  };
}

function packSegments({ analysis: { segments, estimates }, byValue }: AnalysisToPack): Metric[] {
  const keyOf = ({ field, value }: JudgedSegment) => `${field} ${value}`;
  const amounts = new Map(byValue?.segments.map((segment) => [keyOf(segment), segment.amounts]));
  return segments.map((segment) =>
    packSegment(segment, estimates?.multiplierOf(segment.field, segment.value), amounts.get(keyOf(segment))),
  );
}

function packSegment(
  segment: JudgedSegment,
  balanced: number | undefined,
  amounts: JudgedSegment['amounts'] | undefined,
): Metric {
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
    label: segment.label,
    q: segment.q,
    interval: segment.interval,
    ...(balanced !== undefined && { balanced }),
    ...(amounts && { amountSum: amounts.sum, amountSquares: amounts.sumOfSquares }),
  };
}
