import type { FileCurrency } from '#frontend/analysis/counts/amount-currency.ts';
import type { NumericSummary } from '#frontend/analysis/columns/columns.ts';
import type { DateSummary } from '#frontend/analysis/columns/dates.ts';
import type { NumberFormat } from '#frontend/analysis/columns/number-format.ts';
import type { IntakeReport } from '#frontend/csv/intake.ts';
import type { LeftOut } from './leave-out.ts';

/** A column before it is chosen, as step 2 shows it: up to three distinct sample values, and whether blanks occur. */
export interface ColumnSummary {
  index: number;
  header: string;
  samples: readonly string[];
  hasBlanks: boolean;
  /** True if nearly every one of the first leads has a different value, as ids do. */
  hasIds: boolean;
  /** True if the first leads have numbers. */
  isNumeric: boolean;
  /** True if the header says that its dates are those on which the leads came; else absent. */
  isLeadDate?: true;
}

/** The small part of an opened file that the page gets. The rows stay in the thread. */
export interface OpenedFile {
  /** The number of the file in later questions: the id of the question that opened it. */
  number: number;
  fileName: string;
  sizeBytes: number;
  rowCount: number;
  headers: readonly string[];
  columns: readonly ColumnSummary[];
  /** The first rows, for a look at the file. */
  preview: readonly (readonly string[])[];
  report: IntakeReport;
  /** How many leads the visitor left out. They are in no count. */
  leftOut: LeftOut;
  /** Index of the column that looks like the lead status; null if none does. */
  guessedStatusColumn: number | null;
  /** The columns whose first values are dates, the likeliest date of the lead first. */
  dateColumns: readonly number[];
  /** The columns that name the currency of each row, the likeliest first. */
  currencyColumns: readonly number[];
  /** The one currency that the file names; null if it names none or several. */
  currency: FileCurrency | null;
}

/** A chosen column: its distinct raw values ('' is a blank) with leads per value. */
export interface ColumnDetail {
  index: number;
  values: readonly string[];
  leads: Uint32Array;
  /** How the column writes its numbers: as chosen, else the way that fits. */
  numberFormat: NumberFormat;
  /** Whether its points may separate thousands or decimals ('1.200'). */
  isThousandsAmbiguous: boolean;
  /** The numbers in this way of writing. Null if fewer than 80% of the non-empty values are numbers. */
  numeric: NumericSummary | null;
  /** The ways in which its dates can be read, the likeliest first; empty without dates. */
  dates: readonly DateSummary[];
  /** The year in which the file was opened. */
  year: number;
  isMostlyUnique: boolean;
}

/** Asks for the conversions per value of a column. */
export interface ConversionsQuestion {
  column: number;
  statusColumn: number;
  /** Statuses that count as converted, '(Blank)' for blank ones. */
  qualified: ReadonlySet<string>;
}
