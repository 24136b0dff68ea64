import type { CodedColumn } from '#frontend/analysis/columns.ts';
import { measure, type Measurement } from '#frontend/analysis/analyse.ts';
import type { Segment } from '#frontend/analysis/segments.ts';
import { flagConverted, tallyLeads, type Tally } from '#frontend/analysis/tally.ts';

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
    chiSquare: figure(figures.chiSquares, position),
    pValue: figure(figures.pValues, position),
  }));
}

/** All segments of a tally. */
export function segmentsOfTally(tally: Tally): Segment[] {
  return listSegments(measure(tally));
}
