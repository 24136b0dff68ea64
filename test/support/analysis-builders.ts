import { chooseCautiousMultiplier } from '#frontend/analysis/judge/label-segment.ts';
import type { CodedColumn } from '#frontend/analysis/columns/columns.ts';
import { measure, type Measurement } from '#frontend/analysis/judge/analyse.ts';
import { arrangeSegments } from '#frontend/analysis/measure/measurement.ts';
import { measureFigures, type Segment } from '#frontend/analysis/measure/segments.ts';
import { flagConverted, tallyLeads, type Tally } from '#frontend/analysis/counts/tally.ts';

/** Leads with the same values: a value per field, the number of leads, and the number of conversions. */
export type Cell = [values: string[], leads: number, conversions: number];

/** One lead: a value per field, and whether it converted. */
export interface Lead {
  values: string[];
  converted: boolean;
}

/** A coded column of these cells, categories in order of first appearance. */
export function codeCells(cells: readonly string[]): CodedColumn {
  const categories = [...new Set(cells)];
  const codeOf = new Map(categories.map((category, code) => [category, code]));
  return { codes: Uint32Array.from(cells, (cell) => codeOf.get(cell) ?? 0), categories };
}

/** The distinct cells in order of first appearance, with the leads of each. */
export function countCells(cells: readonly string[]): { categories: readonly string[]; leads: Uint32Array } {
  const { codes, categories } = codeCells(cells);
  const leads = new Uint32Array(categories.length);
  for (const code of codes) leads[code]!++; // a count per category
  return { categories, leads };
}

/** The leads of these cells, one by one. */
export function expandCells(cells: readonly Cell[]): Lead[] {
  return cells.flatMap(([values, leads, conversions]) =>
    Array.from({ length: leads }, (_, index) => ({ values, converted: index < conversions })),
  );
}

/** The tally that the production code makes of these leads, whose status is 'Yes' or 'No'. */
export function tallyOfLeads(fields: readonly string[], leads: readonly Lead[]): Tally {
  const attributes = fields.map((name, field) => ({
    name,
    column: codeCells(leads.map(({ values }) => values[field] ?? '')),
  }));
  const status = codeCells(leads.map(({ converted }) => (converted ? 'Yes' : 'No')));
  return tallyLeads(attributes, flagConverted(status, new Set(['Yes'])));
}

/** The tally that the production code makes of the leads of these cells. */
export function tallyOfCells(fields: readonly string[], cells: readonly Cell[]): Tally {
  return tallyOfLeads(fields, expandCells(cells));
}

/** The measurement of one or more fields by the counts of their values, without pairs. All fields have the same totals. */
export function measurementOfCounts(fields: readonly CountedValues[]): Measurement {
  const counts = fields.flatMap(({ values }) => values.map(([, ...ofValue]) => ofValue));
  const sum = (at: 0 | 1) =>
    (fields[0]?.values ?? []).reduce((total, [, ...ofValue]) => total + ofValue[at], 0);
  const total = { leads: sum(0), conversions: sum(1) };
  const figures = measureFigures(
    Uint32Array.from(counts, ([leads]) => leads),
    Uint32Array.from(counts, ([, conversions]) => conversions),
    total,
  );
  return {
    ...arrangeSegments(figures, Uint32Array.from(counts.keys())),
    fields: fields.map(({ name, values }) => ({ name, values: values.map(([value]) => value) })),
    totalLeads: total.leads,
    totalConversions: total.conversions,
    pairs: [],
    value: null,
    byValue: null,
    worth: null,
  };
}

/** A field and its values with their leads and conversions. */
export interface CountedValues {
  name: string;
  values: readonly (readonly [value: string, leads: number, conversions: number])[];
}

/** All segments of a measurement, in field order, then by name. */
export function listSegments({ fields, figureOf, figures }: Measurement): Segment[] {
  const names = fields.flatMap(({ name, values }, field) =>
    values.map((value) => ({ field, fieldName: name, value })),
  );
  const figure = (list: Uint32Array | Float64Array, position: number) =>
    list[figureOf[position] ?? -1] ?? NaN;
  return names.map((name, position) => ({
    ...name,
    leads: figure(figures.leads, position),
    conversions: figure(figures.conversions, position),
    conversionRate: figure(figures.conversionRates, position),
    lift: figure(figures.lifts, position),
    confidence: figure(figures.confidences, position),
    adjustedLift: figure(figures.adjustedLifts, position),
    cautiousMultiplier: chooseCautiousMultiplier(figure(figures.adjustedLifts, position), {
      low: figure(figures.intervalLows, position),
      high: figure(figures.intervalHighs, position),
    }),
    chiSquare: figure(figures.chiSquares, position),
    pValue: figure(figures.pValues, position),
    q: figure(figures.qValues, position),
    interval: {
      low: figure(figures.intervalLows, position),
      high: figure(figures.intervalHighs, position),
    },
  }));
}

/** All segments of a tally. */
export function segmentsOfTally(tally: Tally): Segment[] {
  return listSegments(measure(tally));
}

/** The choices for values outside the page with which they are those of the calculator. */
export const LIKE_CALCULATOR = { action: 'every-lead' } as const;
