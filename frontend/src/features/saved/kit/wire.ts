import type { SaveAnalysis } from '#contract/analyses.ts';
import type { Configuration } from '#contract/configuration.ts';
import { DEFAULT_CURRENCY, MAX_FILE_NAME_LENGTH } from '#contract/limits.ts';
import type { CorrelationTest, Metric } from '#contract/metrics.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { AmountCurrency, NamedAmountCurrency } from '#frontend/analysis/counts/amount-currency.ts';
import type { AnalysisContext, ChosenLeads, NamedWorth } from '#frontend/analysis/counts/analysis-context.ts';
import type { Range } from '#frontend/analysis/counts/binning.ts';
import { readDate } from '#frontend/analysis/columns/dates.ts';
import type { InteractionTest } from '#frontend/analysis/judge/interactions.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import { NO_DATES } from '#frontend/analysis/counts/lead-filter.ts';
import type { Worth } from '#frontend/analysis/counts/worth.ts';
import { formatDay } from '#frontend/lib/format-date.ts';
import type { SavedChoices } from '#frontend/thread/work.ts';

/** The parts of an analysis that are saved without its dataset. */
export interface AnalysisToPack {
  analysis: Analysis;
  /** The same analysis by value; null or absent where leads have no amounts. */
  byValue?: Analysis | null;
  context: AnalysisContext;
  /** The values of the status column that do not count as converted. */
  notQualifiedValues: readonly string[];
}

/** Converts an analysis to its stored shape: rates and confidences become percent, columns are stored by name. */
export function packAnalysis(packed: AnalysisToPack): SaveAnalysis {
  const { analysis, context } = packed;
  const { estimates } = analysis;
  const { currency = DEFAULT_CURRENCY } = analysis.settings;
  return {
    fileName: context.fileName.slice(0, MAX_FILE_NAME_LENGTH),
    conversionValue: analysis.settings.conversionValue,
    significanceThreshold: analysis.settings.thresholdPercent,
    configurationData: {
      ...packConfiguration(packed),
      ...(currency !== DEFAULT_CURRENCY && { currency }),
    },
    analysisData: {
      metrics: packSegments(packed),
      ...(estimates && { balancedScale: estimates.tally.balanced.scale }),
      overallRate: percentOf(analysis.totalConversions, analysis.totalLeads),
      totalLeads: analysis.totalLeads,
      totalQualified: analysis.totalConversions,
      correlationTests: analysis.interactionTests.map(packInteraction),
      ...(analysis.leftOut && { leftOutLeads: analysis.leftOut }),
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
  const worth = findWorth(stored.worth, headers);
  return {
    statusColumn,
    attributeColumns,
    qualified: new Set(stored.qualifiedValues),
    ranges: pickColumns(stored.binningConfig, headers, ({ bins }) => (bins.length > 0 ? bins : null)),
    numberFormats: new Map([
      ...pickColumns(stored.numberFormats ?? {}, headers, (format) => format),
      ...(worth?.kind === 'column' && worth.numberFormat
        ? [[worth.column, worth.numberFormat] as const]
        : []),
    ]),
    ...unpackFilter(stored, headers),
    dates: pickColumns(stored.dateNames ?? {}, headers, (dates) => dates),
    mappings: pickColumns(stored.valueMappings, headers, (names) => new Map(Object.entries(names))),
    worth,
    ...(stored.basis && { basis: stored.basis }),
    ...(stored.conversionAction && { conversionAction: stored.conversionAction }),
  };
}

/** A column of dates that the dataset lacks has no conditions. */
function unpackFilter(
  stored: Configuration,
  headers: readonly string[],
): Pick<SavedChoices, 'leftOutStatuses' | 'dateFilter'> {
  const { leftOutStatuses = [], date = null } = unpackLeads(stored) ?? {};
  const { column, ...conditions } = date ?? { column: '' };
  const dateColumn = date ? headers.indexOf(column) : -1;
  return {
    leftOutStatuses: new Set(leftOutStatuses),
    dateFilter: dateColumn === -1 ? NO_DATES : { ...NO_DATES, ...conditions, dateColumn },
  };
}

function packConfiguration({
  context,
  notQualifiedValues,
}: AnalysisToPack): SaveAnalysis['configurationData'] {
  const { statusColumn, qualifiedValues, attributes, worth, basis, conversionAction, leads } = context;
  const numberFormats = byField(attributes, ({ numberFormat }) => numberFormat);
  const dateNames = byField(attributes, ({ dates }) => dates);
  return {
    statusColumn,
    attributeColumns: attributes.map(({ field }) => field),
    qualifiedValues: [...qualifiedValues],
    notQualifiedValues: [...notQualifiedValues],
    valueMappings: byField(attributes, ({ mapping }) => mapping.size > 0 && Object.fromEntries(mapping)),
    binningConfig: byField(
      attributes,
      ({ ranges }) => ranges && { type: 'numeric' as const, bins: ranges.map(packRange) },
    ),
    ...(worth && { worth: packWorth(worth), basis }),
    ...(conversionAction && { conversionAction }),
    ...(Object.keys(numberFormats).length > 0 && { numberFormats }),
    ...(Object.keys(dateNames).length > 0 && { dateNames }),
    ...(leads && packLeads(leads)),
  };
}

type Attribute = AnalysisContext['attributes'][number];

/** A choice by the names of the attributes that have it. Every name becomes an own key, even '__proto__'. */
function byField<Choice extends object | string>(
  attributes: readonly Attribute[],
  choiceOf: (attribute: Attribute) => Choice | false | null | undefined,
): Record<string, Choice> {
  return Object.fromEntries(
    attributes.flatMap((attribute) => {
      const choice = choiceOf(attribute);
      return choice ? [[attribute.field, choice]] : [];
    }),
  );
}

function packWorth(worth: NamedWorth): Configuration['worth'] {
  return worth.kind === 'column' ? worth : { ...worth, amounts: Object.fromEntries(worth.amounts) };
}

function unpackWorth(stored: NonNullable<Configuration['worth']>): NamedWorth {
  return stored.kind === 'column' ? stored : { ...stored, amounts: new Map(Object.entries(stored.amounts)) };
}

/** What leads are worth; null without a stored choice. A column that the dataset lacks counts as none. */
function findWorth(stored: Configuration['worth'], headers: readonly string[]): Worth | null {
  const worth = stored && unpackWorth(stored);
  if (worth?.kind !== 'column') return worth ?? null;
  const column = headers.indexOf(worth.column);
  if (column < 0) return null;
  const { currency, ...amounts } = worth;
  return { ...amounts, column, ...(currency && { currency: findCurrency(currency, headers) }) };
}

/** A column of currencies that the dataset lacks is found anew. */
function findCurrency({ column, code }: NamedAmountCurrency, headers: readonly string[]): AmountCurrency {
  const index = typeof column === 'string' ? headers.indexOf(column) : column;
  return { ...(index !== undefined && index !== -1 && { column: index }), ...(code && { code }) };
}

function packLeads({
  leftOutStatuses,
  date,
}: ChosenLeads): Pick<Configuration, 'leftOutStatuses' | 'dateFilter'> {
  return {
    ...(leftOutStatuses.length > 0 && { leftOutStatuses: [...leftOutStatuses] }),
    ...(date && {
      dateFilter: {
        column: date.column,
        format: date.dateFormat,
        from: writeDay(date.from),
        to: writeDay(date.to),
        youngerThanDays: date.youngerThanDays,
      },
    }),
  };
}

/** The stored choice of the leads that count; undefined in analyses of earlier releases. */
function unpackLeads({ leftOutStatuses = [], dateFilter }: Configuration): ChosenLeads | undefined {
  if (leftOutStatuses.length === 0 && !dateFilter) return undefined;
  return {
    leftOutStatuses,
    date: dateFilter
      ? {
          column: dateFilter.column,
          dateFormat: dateFilter.format,
          from: readDay(dateFilter.from),
          to: readDay(dateFilter.to),
          youngerThanDays: dateFilter.youngerThanDays,
        }
      : null,
  };
}

/** A day as it is stored, '2026-03-01'. */
function writeDay(ms: number | null): string | null {
  return ms === null ? null : formatDay(ms);
}

function readDay(day: string | null): number | null {
  return day === null ? null : (readDate(day, { format: 'iso', year: 0 })?.ms ?? null);
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

/** The names and choices of a saved analysis. */
export function contextOf({
  fileName,
  configuration,
}: {
  fileName: string;
  configuration: Configuration | null;
}): AnalysisContext {
  // Maps, because a column may be named like an inherited property, such as 'constructor'.
  const bins = new Map(Object.entries(configuration?.binningConfig ?? {}));
  const dates = new Map(Object.entries(configuration?.dateNames ?? {}));
  const names = new Map(Object.entries(configuration?.valueMappings ?? {}));
  const { worth, conversionAction } = configuration ?? {};
  const formats = new Map(Object.entries(configuration?.numberFormats ?? {}));
  return {
    fileName,
    statusColumn: configuration?.statusColumn ?? '',
    qualifiedValues: configuration?.qualifiedValues ?? [],
    attributes: (configuration?.attributeColumns ?? []).map((field) => ({
      field,
      ranges: bins.get(field)?.bins ?? null,
      numberFormat: formats.get(field),
      dates: dates.get(field),
      mapping: new Map(Object.entries(names.get(field) ?? {})),
    })),
    ...(worth && { worth: unpackWorth(worth), basis: configuration?.basis }),
    ...(conversionAction && { conversionAction }),
    leads: configuration ? unpackLeads(configuration) : undefined,
  };
}
