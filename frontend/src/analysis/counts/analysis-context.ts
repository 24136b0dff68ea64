import type { NamedAmountCurrency } from './amount-currency.ts';
import type { DateFilter, AttributePlan, Mapping, Basis, Worth } from './mapping.ts';

/** The leads that the conversion action of an ad platform counts. */
export type ConversionAction = 'every-lead' | 'converted-leads';

/** The names and choices that exports state and the figures of an analysis do not contain. */
export interface AnalysisContext {
  fileName: string;
  /** The header of the status column. */
  statusColumn: string;
  /** Status values that count as converted. */
  qualifiedValues: readonly string[];
  attributes: readonly Omit<AttributePlan, 'column'>[];
  /** The worth of leads, the column by its header. Absent without a choice of the visitor. */
  worth?: NamedWorth;
  /** The figures that are shown where leads have amounts; by conversions if absent. */
  basis?: Basis;
  /** The leads that the conversion action counts. Absent until the visitor answers. */
  conversionAction?: ConversionAction;
  /** Absent where all leads count and no column of dates is chosen. */
  leads?: ChosenLeads;
}

/** The choice of the leads that count. */
export interface ChosenLeads {
  leftOutStatuses: readonly string[];
  /** Null without a column of dates; `column` is its header. */
  date: (Omit<DateFilter, 'dateColumn'> & { column: string }) | null;
}

export type NamedWorth =
  | (Omit<Extract<Worth, { kind: 'column' }>, 'column' | 'currency'> & {
      column: string;
      currency?: NamedAmountCurrency;
    })
  | Extract<Worth, { kind: 'per-status' }>;

/** The old and the new name of each renamed value. A new name of spaces only does not count. */
export function listRenamed(mapping: Mapping): [value: string, name: string][] {
  return [...mapping].flatMap(([value, name]) => (name.trim() === '' ? [] : [[value, name.trim()]]));
}
