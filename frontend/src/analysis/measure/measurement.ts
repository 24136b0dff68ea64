import type { CurrencyFindings } from '../counts/amount-currency.ts';
import { gather, sumByCode } from '../counts/coding.ts';
import { SIGNIFICANT_P_VALUE } from '../constants.ts';
import {
  measureInteraction,
  measurePairs,
  measureValuePair,
  type MeasuredPair,
  type MeasurePair,
} from './interactions.ts';
import type { CountedField, Items } from '../counts/count-pairs.ts';
import { orderDescending } from '../columns/order.ts';
import type { StatusLeads } from '../columns/statuses.ts';
import {
  findDiscoveries,
  groupByCounts,
  measureFigures,
  type CountedFigures,
  type Discoveries,
  type SegmentFigures,
} from './segments.ts';
import { measureValues } from './value-figures.ts';
import type { ValuedPart, ValuedLeads } from '../counts/valued-leads.ts';
import type { LeftOutLeads, ValueFigures, WorthReport } from '../counts/mapping.ts';

/**
 * All figures that do not depend on the settings. A segment is identified by its position: in field order, then in
 * the order of its field's values, '(Blank)' last. Plain data, which one thread can pass to another.
 */
export interface Measurement {
  fields: readonly { name: string; values: readonly string[] }[];
  totalLeads: number;
  totalConversions: number;
  /** Index of the figures of each segment. Segments of the same counts may share them. */
  figureOf: Uint32Array;
  figures: SegmentFigures;
  /** Positions of all segments, highest adjusted lift first, equal ones by position. */
  byLift: Uint32Array;
  /** Positions of the segments with p < 0.05, which are significant at some threshold, in the same order. */
  candidates: Uint32Array;
  discoveries: Discoveries;
  pairs: readonly MeasuredPair[];
  /** The amounts behind the figures; null where they are figures of conversions. */
  value: ValueFigures | null;
  /**
   * The same segments in the same positions by value: lifts, tests, intervals, pairs and orders are those of amounts, leads
   * and conversions are the same. Null where no worth was chosen or an amount is negative, and within a measurement by value.
   */
  byValue: Measurement | null;
  /** The amounts that need attention; null if no worth was chosen. */
  worth: WorthReport | null;
  /** How the rows of the file name the currency of their amounts; absent or null where no column has amounts. */
  currencies?: CurrencyFindings | null;
  /** The leads that the filter of the plan leaves out of all figures; absent where it leaves out none. */
  leftOut?: LeftOutLeads;
  /** The statuses that do not count as converted, of the leads that count, most leads first; absent where none is known. */
  otherStatuses?: readonly StatusLeads[];
  /** Reasons for which labels are at most Test; absent without any. */
  limits?: LabelLimits;
  /** The q-values of `figures` among the segments of these attributes alone; absent where no other column is counted. */
  shownQValues?: Float64Array;
  /** The tests among leads of the same age; absent without the date of each lead, and in stored figures. */
  sameAge?: SameAgeTests;
  /** How the values of each field are spread, beside the other columns of the file or as stored; else absent: see `weighFields`. */
  spreads?: readonly ColumnSpreads[];
  /** The leads by their dates; absent without a column of dates, and until they are counted. */
  latest?: LatestCounts;
  /** Only in shared figures: labels and rules as their owner saw them, since some of the pairs behind them are not shown. */
  ownerJudgement?: OwnerJudgement;
}

/** By position: see `measureSameAge`. The q-values of `figures` are those of the tests against all other leads. */
interface SameAgeTests {
  statistics: Float64Array;
  /** The q-values of the larger p-value of both tests of each segment. */
  qValues: Float64Array;
}

/** Reasons for which segments are labelled at most Test, whatever their q. */
export interface LabelLimits {
  /** The attributes, by index, with ranges that the outcome chose. */
  splitFields: readonly number[];
  hasManyDuplicates: boolean;
  /** Stored figures only: the stored labels by position. Those that are Use or Test stay. */
  stored?: ReadonlyMap<number, SegmentLabel>;
  /** Stored figures of releases whose labels followed from q alone. */
  isByQ?: boolean;
}

/** The weight of each of `SPREADS`; they sum to 1. */
export type SpreadWeights = readonly number[];

/** How the log ratios of a column's values are spread. */
export interface ColumnSpreads {
  /** How many of its values say something of it: those with at least 10 leads. */
  values: number;
  weights: SpreadWeights;
}

/** The older 70% and the latest 30% of the leads with a date. */
export type ByAge<T> = Readonly<Record<'earlier' | 'later', T>>;

/** The leads of a plan by their dates. The amounts are 0 by conversions. */
export interface LatestCounts {
  /** The values with at least 10 earlier leads. */
  fields: readonly { name: string; values: readonly (ByAge<ValuedPart> & { value: string })[] }[];
  total: ByAge<ValuedPart>;
}

/** Labels and rules as the owner of shared figures saw them, by position. Positions without an entry are judged by their figures. */
export interface OwnerJudgement {
  labels: ReadonlyMap<number, SegmentLabel>;
  /** The suggested rules. */
  rules: ReadonlyMap<number, number>;
  /** Of the segments in a tested pair: how many of their pairs were significant. */
  overlaps: ReadonlyMap<number, number>;
  /** How many tested pairs are not shown. */
  hiddenTests: number;
}

/**
 * The figures of all segments and pairs, by conversions and, where leads have amounts, by value. The time grows with the
 * number of values; for each two fields with segments worth a test it takes a pass over the items. Segments with the same
 * leads and conversions share their figures: where a field has many values, most of them are small and alike.
 * Example: items 'a', 'a', 'b' of one lead each, the first converted: segments a with 1 of 2 and b with 0 of 1.
 */
export function measureFields(fields: readonly CountedField[], items: Items): Measurement {
  const counts = countSegments(fields);
  const { total, valued = null } = items;
  const { groupOf, firsts } = groupByCounts(counts.leads, counts.conversions);
  const figures = measureFigures(gather(counts.leads, firsts), gather(counts.conversions, firsts), total);
  const segments = arrangeSegments(figures, groupOf);
  const common = {
    fields: fields.map(({ name, fold }) => ({ name, values: fold.names })),
    totalLeads: total.leads,
    totalConversions: total.conversions,
    worth: null,
  };
  const measure: MeasurePair = (pair, part) => measureInteraction(pair, part, total);
  return {
    ...segments,
    ...common,
    pairs: measurePairs(fields, { ...items, valued: null }, { segments, measure }),
    value: null,
    byValue: valued && { ...common, ...measureByValue(fields, { ...items, valued }, counts) },
  };
}

function measureByValue(
  fields: readonly CountedField[],
  items: Items & { valued: ValuedLeads },
  counts: SegmentCounts,
): Omit<Measurement, 'fields' | 'totalLeads' | 'totalConversions' | 'worth'> {
  const { figures, figureOf, value, totals } = measureValues(counts, fields, items);
  const segments = arrangeSegments(figures, figureOf);
  const measure: MeasurePair = (pair, part) => measureValuePair(pair, part, totals);
  return { ...segments, value, byValue: null, pairs: measurePairs(fields, items, { segments, measure }) };
}

/** Orders the segments of these figures, picks the candidates and computes q over all of them. */
export function arrangeSegments(
  figures: CountedFigures,
  figureOf: Uint32Array,
): Pick<Measurement, 'figures' | 'figureOf' | 'byLift' | 'candidates' | 'discoveries'> {
  const byLift = orderDescending(figures.adjustedLifts, figureOf);
  const candidates = new Uint32Array(byLift.length);
  let count = 0;
  for (let rank = 0; rank < byLift.length; rank++) {
    const position = byLift[rank]!; // below the length
    if (figures.pValues[figureOf[position]!]! < SIGNIFICANT_P_VALUE) candidates[count++] = position; // has figures
  }
  const { qValues, discoveries } = findDiscoveries(figures, figureOf);
  return {
    figures: { ...figures, qValues },
    figureOf,
    byLift,
    candidates: candidates.slice(0, count),
    discoveries,
  };
}

/** Leads and conversions of all segments. */
interface SegmentCounts {
  leads: Uint32Array;
  conversions: Uint32Array;
}

function countSegments(fields: readonly CountedField[]): SegmentCounts {
  const count = fields.reduce((sum, { fold }) => sum + fold.names.length, 0);
  const [leads, conversions] = [new Uint32Array(count), new Uint32Array(count)];
  let first = 0;
  for (const { fold, ...counted } of fields) {
    leads.set(sumByCode(counted.leads, fold.codeOf, fold.names.length), first);
    conversions.set(sumByCode(counted.conversions, fold.codeOf, fold.names.length), first);
    first += fold.names.length;
  }
  return { leads, conversions };
}

/** How far the data support the lift of a segment. */
export type SegmentLabel = 'Use' | 'Test' | 'No difference' | 'Unclear';
