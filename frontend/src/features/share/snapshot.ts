import { segmentKey } from '#contract/top-segments.ts';
import { MAX_FILE_NAME_LENGTH, MAX_SHARE_BYTES, MIN_SHARED_LEADS } from '#contract/limits.ts';
import type { CorrelationTest, Metric } from '#contract/metrics.ts';
import { findSharingProblem, OTHER_SMALL, tellsSmallOutcome, type SharedFigures } from '#contract/sharing.ts';
import { roundStages, type StoredStageFigures } from '#contract/stages.ts';
import { dropRevealingPairs } from '#contract/small-groups.ts';
import { estimateCombinations, type FittedTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { judge, type Analysis, type Measurement, type Settings } from '#frontend/analysis/judge/analyse.ts';
import { findOpenStatuses } from '#frontend/analysis/preflight/result-findings.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { MIN_TESTED_LEADS } from '#frontend/analysis/constants.ts';
import type { FieldValue } from '#frontend/analysis/measure/interactions.ts';
import type { Counts } from '#frontend/analysis/counts/valued-leads.ts';
import { measureFigures } from '#frontend/analysis/measure/segments.ts';
import { percentOf } from '#frontend/choices/pack-figures.ts';
import { packAnalysis } from '#frontend/features/saved/pack-analysis.ts';

/** The analysis that is shared, as its owner sees it. */
export interface SharedSource {
  measurement: Measurement;
  /** Null or absent where they are not counted: then pairs are labelled without them. */
  combinations?: FittedTally | null;
  settings: Settings;
  context: AnalysisContext;
  /** As they were saved; absent where the file tells no stages. */
  stageFigures?: StoredStageFigures | undefined;
  /** Null if the link does not show it. */
  name: string | null;
  note: string | null;
}

/** The values of a column that a link shows as 'Other (small)' only. */
interface FoldedValues {
  field: string;
  /** How many of them have fewer than 5 leads. */
  small: number;
  /** The larger ones, which are added so that the leads of the small ones cannot be computed. */
  larger: readonly string[];
}

export interface Snapshot {
  figures: SharedFigures;
  /** The columns with such values. */
  folded: readonly FoldedValues[];
  /** How many tested pairs are not shown. They have such a value, or would reveal the leads of a small group. */
  hiddenPairs: number;
}

/**
 * The figures that a link shows: those of the stored shape, without ranges, original names and rows. In each column the values
 * with fewer than 5 leads become one value 'Other (small)', measured again from the sum of their leads and conversions. While
 * that sum is under 5, the next smallest value is added, since all leads minus the shown ones would reveal it.
 * A pair with such a value is left out, since the counts of all pairs of the folded values are not known. Pairs that together
 * reveal a small group are left out too (`findRevealingPairs`). Rules, labels and q are those of the owner, with all pairs,
 * and so is what to expect of a rule, except in a column of which a value with at least 10 leads is folded.
 * Degenerate case: a column of fewer than 5 leads in all is 'Other (small)' alone; `describeProblem` refuses it.
 *
 * @example 'Web' with 60 leads, 'Fair' with 9, 'Fax' with 3 and 'Mail' with 1: the last two have 4 leads, so 'Fair' joins them,
 *   and the link shows 'Web' with 60 and 'Other (small)' with 13
 */
export function makeSnapshot({
  measurement,
  combinations,
  settings,
  context,
  stageFigures,
  name,
  note,
}: SharedSource): Snapshot {
  const analysis = judge(measurement, settings, combinations ? estimateCombinations(combinations) : null);
  const { conversionValue, significanceThreshold, configurationData, analysisData } = packAnalysis({
    analysis,
    context,
    notQualifiedValues: [],
  });
  const { overallRate, totalLeads, totalQualified } = analysisData;
  const seen = listSeen(analysis);
  const all = analysisData.metrics.map((metric) => pickFigures(metric, seen));
  const total = { leads: totalLeads, conversions: totalQualified };
  const columns = analysis.fields.map((field) => foldColumn(field.name, all, total));
  const metrics = columns.flatMap(({ shown }) => shown);
  const tests = listTests(analysis, analysisData.correlationTests);
  const shownTests = chooseTests(tests, { measurement, totalLeads, totalQualified, metrics });
  return {
    figures: {
      name: name && name.trim().slice(0, MAX_FILE_NAME_LENGTH),
      note,
      conversionValue,
      significanceThreshold,
      configurationData: {
        statusColumn: configurationData.statusColumn,
        attributeColumns: analysis.fields.map((field) => field.name),
        qualifiedValues: configurationData.qualifiedValues,
        currency: configurationData.currency,
        ...(context.basis === 'value' && { basis: context.basis }),
      },
      analysisData: {
        metrics: withoutForeignQ(metrics, { columns, measurement }),
        spreads: (analysisData.spreads ?? []).filter((_, field) => !foldsTested(columns[field])),
        overallRate,
        totalLeads,
        totalQualified,
        correlationTests: shownTests,
        hiddenTests: tests.length - shownTests.length,
        ...countNotDecided(measurement),
        ...(stageFigures && { stages: roundStages(stageFigures) }),
      },
    },
    folded: columns.flatMap(describeFolded),
    hiddenPairs: tests.length - shownTests.length,
  };
}

/** The leads that are not decided yet, where that tells nothing of a small group. */
function countNotDecided(measurement: Measurement): Pick<SharedFigures['analysisData'], 'notDecided'> {
  const notDecided = findOpenStatuses(measurement)?.leads;
  const { totalLeads, totalConversions: totalQualified } = measurement;
  return tellsSmallOutcome({ notDecided, totalLeads, totalQualified }) ? {} : { notDecided };
}

/** The reason why figures cannot be shared, in words for their owner; null if they can. */
export function describeProblem(figures: SharedFigures): string | null {
  const { metrics, totalLeads } = figures.analysisData;
  if (metrics.length === 0) return 'There are no figures to share.';
  if (totalLeads < MIN_SHARED_LEADS)
    return `A link shows nothing of fewer than ${MIN_SHARED_LEADS} leads, and this analysis has no more.`;
  const problem = findSharingProblem(figures);
  if (problem) return problem.message;
  const size = new TextEncoder().encode(JSON.stringify({ isKept: false, figures })).length;
  if (size > MAX_SHARE_BYTES)
    return `These figures are too large to share: more than ${MAX_SHARE_BYTES / 1024} KB. Choose attributes with fewer values.`;
  return null;
}

/** Rule and number of overlaps as the owner sees them, by field and value. */
type Seen = ReadonlyMap<string, Pick<Metric, 'rule' | 'overlaps'>>;

function listSeen({ valueRules, interactionTests, significantSegments }: Analysis): Seen {
  const tested = new Set(
    interactionTests.flatMap(({ attributes }) =>
      attributes.map(({ field, value }) => segmentKey(field, value)),
    ),
  );
  const seen = new Map<string, Pick<Metric, 'rule' | 'overlaps'>>();
  for (const { fieldName, value, partners } of significantSegments) {
    const key = segmentKey(fieldName, value);
    if (tested.has(key)) seen.set(key, { overlaps: partners.length });
  }
  for (const { segment, suggested } of valueRules) {
    const key = segmentKey(segment.fieldName, segment.value);
    seen.set(key, { ...seen.get(key), rule: suggested });
  }
  return seen;
}

/** The figures by conversions. Other stored figures of a segment follow from them, or need the leads. */
function pickFigures(metric: Metric, seen: Seen): Metric {
  const { fieldName, fieldValue, totalLeads, qualifiedLeads, conversionRate } = metric;
  const { confidence, rawLift, adjustedLift, pValue, label, q } = metric;
  const counts = { fieldName, fieldValue, totalLeads, qualifiedLeads, conversionRate };
  const { rule, overlaps } = seen.get(keyOfMetric(metric)) ?? {};
  return {
    ...counts,
    confidence,
    rawLift,
    adjustedLift,
    pValue,
    label,
    q,
    ...(rule !== undefined && { rule }),
    ...(overlaps !== undefined && { overlaps }),
  };
}

/** The tested pairs with the label and q that the owner sees. */
function listTests(
  { interactionTests }: Analysis,
  packed: readonly CorrelationTest[] = [],
): CorrelationTest[] {
  // The `!` here: each test has a packed one.
  return interactionTests.map(({ q, label }, at) => ({ ...packed[at]!, q, label }));
}

interface ShownValues {
  measurement: Measurement;
  totalLeads: number;
  totalQualified: number;
  metrics: readonly Metric[];
}

/**
 * The tests that reveal no small group: see `findRevealingPairs`. They are chosen among all measured pairs, tested at this
 * threshold or not, so that links of several thresholds together reveal no more than each of them.
 */
function chooseTests(
  tests: readonly CorrelationTest[],
  { measurement, ...counts }: ShownValues,
): CorrelationTest[] {
  const shown = new Set(counts.metrics.map(keyOfMetric));
  const measured = measurement.pairs
    .map(({ figures: { attributes, leads, conversions } }) => ({
      attributes: [...attributes] as [FieldValue, FieldValue], // a pair of two
      leads,
      qualifiedLeads: conversions,
    }))
    .filter(
      ({ attributes, leads }) =>
        leads >= MIN_SHARED_LEADS &&
        attributes.every(({ field, value }) => shown.has(segmentKey(field, value))),
    );
  const keyOfPair = ({ attributes }: Pick<CorrelationTest, 'attributes'>) =>
    JSON.stringify(attributes.map(({ field, value }) => [field, value]));
  const safe = new Set(dropRevealingPairs({ ...counts, correlationTests: measured }).map(keyOfPair));
  return dropRevealingPairs({
    ...counts,
    correlationTests: tests.filter((test) => safe.has(keyOfPair(test))),
  });
}

/**
 * Leaves out a q that comes from a folded value, since it would reveal the leads of that value: q of a segment may be the
 * p-value of a less clear one times tests / rank. The page then computes q from the shown figures; the label stays.
 */
function withoutForeignQ(
  metrics: readonly Metric[],
  { columns, measurement }: { columns: readonly FoldedColumn[]; measurement: Measurement },
): Metric[] {
  const folded = columns
    .flatMap(({ hidden }) => hidden)
    .filter(({ totalLeads }) => totalLeads >= MIN_TESTED_LEADS);
  if (folded.length === 0) return [...metrics];
  const foreign = new Set(folded.map(({ q }) => q));
  const own = new Set<number | undefined>(listOwnQ(measurement, new Set(metrics.map(keyOfMetric))));
  return metrics.map(({ q, ...metric }) => (foreign.has(q) && !own.has(q) ? metric : { ...metric, q }));
}

/**
 * p-value x tests / rank of the segments with these keys. The rank among the segments of all candidate columns is not known here: there
 * a q is taken for its own where it stands for a whole rank.
 */
function listOwnQ(
  { fields, figures, figureOf, discoveries }: Measurement,
  keys: ReadonlySet<string>,
): number[] {
  const names = fields.flatMap(({ name, values }) => values.map((value) => segmentKey(name, value)));
  const tested = names
    // The `!` here: every segment has figures.
    .map((name, position) => ({ name, at: figureOf[position]! }))
    .filter(({ at }) => figures.leads[at]! >= MIN_TESTED_LEADS)
    .map(({ name, at }) => ({ name, p: figures.discoveryPValues[at]!, q: figures.qValues[at]! }))
    .toSorted((a, b) => a.p - b.p);
  const all = discoveries.all?.tested ?? 0;
  return tested.flatMap(({ name, p, q }, rank) => {
    const isOwn = [(p * tested.length) / (rank + 1), (p * all) / Math.max(1, Math.round((p * all) / q))].some(
      (own) => Math.abs(own - q) <= 1e-12 * q,
    );
    return keys.has(name) && isOwn ? [q] : [];
  });
}

interface FoldedColumn {
  shown: readonly Metric[];
  hidden: readonly Metric[];
}

function foldColumn(field: string, all: readonly Metric[], total: Counts): FoldedColumn {
  const metrics = all.filter(({ fieldName }) => fieldName === field);
  const hidden = chooseHidden(metrics);
  if (hidden.length === 0) return { shown: metrics, hidden };
  const names = new Set(hidden.map(({ fieldValue }) => fieldValue));
  const others = metrics.filter(({ fieldValue }) => !names.has(fieldValue));
  return { shown: [...others, addUp(field, hidden, total)], hidden };
}

/** Whether a value is folded that says something of the spreads of its column. They would tell its conversions. */
function foldsTested(column: FoldedColumn | undefined): boolean {
  return column?.hidden.some(({ totalLeads }) => totalLeads >= MIN_TESTED_LEADS) ?? true;
}

/** The values to fold: the small ones, one that is already called 'Other (small)', and the next larger ones as needed. */
function chooseHidden(metrics: readonly Metric[]): Metric[] {
  if (!metrics.some(isSmall)) return [];
  const isHidden = (metric: Metric) => isSmall(metric) || metric.fieldValue === OTHER_SMALL;
  const hidden = metrics.filter(isHidden);
  const rest = metrics.filter((metric) => !isHidden(metric)).toSorted((a, b) => b.totalLeads - a.totalLeads);
  while (sumOf(hidden).leads < MIN_SHARED_LEADS) {
    const next = rest.pop();
    if (!next) break;
    hidden.push(next);
  }
  return hidden;
}

const isSmall = ({ totalLeads }: Metric): boolean => totalLeads < MIN_SHARED_LEADS;

function sumOf(metrics: readonly Metric[]): Counts {
  return metrics.reduce(
    ({ leads, conversions }, metric) => ({
      leads: leads + metric.totalLeads,
      conversions: conversions + metric.qualifiedLeads,
    }),
    { leads: 0, conversions: 0 },
  );
}

/** The sum of the figures of these values, as one value. */
function addUp(fieldName: string, metrics: readonly Metric[], total: Counts): Metric {
  const { leads, conversions } = sumOf(metrics);
  const figures = measureFigures(Uint32Array.of(leads), Uint32Array.of(conversions), total);
  const [confidence = 0] = figures.confidences;
  const [rawLift, adjustedLift, pValue] = [figures.lifts[0], figures.adjustedLifts[0], figures.pValues[0]];
  return {
    fieldName,
    fieldValue: OTHER_SMALL,
    totalLeads: leads,
    qualifiedLeads: conversions,
    conversionRate: percentOf(conversions, leads),
    confidence: 100 * confidence,
    rawLift,
    adjustedLift,
    pValue,
  };
}

const keyOfMetric = ({ fieldName, fieldValue }: Metric): string => segmentKey(fieldName, fieldValue);

function describeFolded({ hidden }: FoldedColumn): FoldedValues[] {
  const [first] = hidden;
  if (!first) return [];
  const larger = hidden.filter((metric) => !isSmall(metric) && metric.fieldValue !== OTHER_SMALL);
  return [
    {
      field: first.fieldName,
      small: hidden.filter(isSmall).length,
      larger: larger.map(({ fieldValue }) => fieldValue),
    },
  ];
}
