import { MAX_AMOUNT } from '#contract/limits.ts';
import { BLANK_LABEL, type CodedColumn } from '../columns/columns.ts';
import { MIN_AMOUNT } from '../constants.ts';
import { readNumber, type NumberFormat } from '../columns/number-format.ts';
import type { ValuedLeads } from './valued-leads.ts';
import type { Worth, WorthReport } from './mapping.ts';

/** The amounts of the leads of a file. */
export interface LeadAmounts {
  report: WorthReport;
  /** Null where a converted lead has a negative amount: then there are no figures by value. */
  valued: ValuedLeads | null;
}

/** The leads whose amounts are read. */
export interface AmountLeads {
  /** 1 for each lead that converted, else 0. */
  isConverted: Uint8Array;
  /** Whether the amount of a lead is of another currency than the one that counts. Null or absent: none is. */
  isOther?: ((lead: number) => boolean) | null;
}

/** Worth whose cells can be read. */
export type ReadWorth =
  | (Extract<Worth, { kind: 'column' }> & { numberFormat: NumberFormat })
  | Extract<Worth, { kind: 'per-status' }>;

/**
 * The leads with an amount above 0, in the order of the file, and the counts of other cells. See `Worth`.
 * Example: cells '10', '', 'x', '7' of leads of which all but the last converted: 10 for the first; one is empty, one
 * unreadable.
 *
 * @param column the column with the amounts; with amounts per status the status column
 */
export function readAmounts(
  worth: ReadWorth,
  { codes, categories }: CodedColumn,
  { isConverted, isOther = null }: AmountLeads,
): LeadAmounts {
  const amountOf = new Float64Array(categories.length);
  const isRead = new Uint8Array(categories.length);
  const hasAll = worth.kind === 'per-status';
  const report: WorthReport = { empty: 0, unreadable: 0, negative: 0, otherCurrency: 0 };
  const valued = {
    items: new Uint32Array(codes.length),
    amounts: new Float64Array(codes.length),
    converted: new Uint8Array(codes.length),
  };
  let count = 0;
  for (let lead = 0; lead < codes.length; lead++) {
    // The `!` here: a flag and a code per lead, a category per code.
    const flag = isConverted[lead]!;
    if (!hasAll && flag === 0) continue;
    const code = codes[lead]!;
    if (isRead[code] === 0) {
      // Cells of leads that did not convert are never read: most of a long column.
      amountOf[code] = readAmount(worth, categories[code]!);
      isRead[code] = 1;
    }
    const amount = amountOf[code]!;
    if (!Number.isNaN(amount) && isOther?.(lead)) {
      report.otherCurrency += flag;
    } else if (amount >= MIN_AMOUNT) {
      valued.items[count] = lead;
      valued.amounts[count] = amount;
      valued.converted[count++] = flag;
    } else if (flag === 1 || amount < 0) report[kindOf(amount)]++;
  }
  if (report.negative > 0) return { report, valued: null };
  return {
    report,
    valued: {
      items: valued.items.slice(0, count),
      amounts: valued.amounts.slice(0, count),
      converted: valued.converted.slice(0, count),
    },
  };
}

/** The amounts in a column, of converted leads. */
export interface AmountCounts extends Omit<WorthReport, 'otherCurrency'> {
  converted: number;
  /** Converted leads with an amount above 0, and what they are worth together. */
  filled: number;
  sum: number;
}

/**
 * Sums up the amounts of the converted leads of a column. A blank or 0 is empty; a cell that is no number in this way of
 * writing, or one above 10^15, is unreadable and worth 0. Without conversions all counts are 0.
 * Example: cells '100', '', 'n/a' with 3, 1 and 1 conversions: 5 converted, 3 filled, sum 300, 1 empty, 1 unreadable.
 *
 * @param categories distinct raw cells, '' = blank
 * @param conversions per category
 */
export function countAmounts(
  categories: readonly string[],
  conversions: Uint32Array,
  numberFormat: NumberFormat,
): AmountCounts {
  const counts = { converted: 0, filled: 0, sum: 0, empty: 0, unreadable: 0, negative: 0 };
  categories.forEach((cell, code) => {
    const leads = conversions[code] ?? 0;
    const reading = readCell(cell, numberFormat);
    counts.converted += leads;
    if (reading >= MIN_AMOUNT) {
      counts.filled += leads;
      counts.sum += leads * reading;
    } else counts[kindOf(reading)] += leads;
  });
  return counts;
}

/** 0 for a blank, NaN for a cell that is no amount. */
function readAmount(worth: ReadWorth, cell: string): number {
  return worth.kind === 'column'
    ? readCell(cell, worth.numberFormat)
    : (worth.amounts.get(cell.trim() || BLANK_LABEL) ?? 0);
}

function readCell(cell: string, numberFormat: NumberFormat): number {
  if (cell.trim() === '') return 0;
  const amount = readNumber(cell, numberFormat);
  return amount !== null && amount <= MAX_AMOUNT ? amount : NaN;
}

/** The kind of an amount that is not above 0. */
function kindOf(amount: number): 'empty' | 'unreadable' | 'negative' {
  if (Number.isNaN(amount)) return 'unreadable';
  return amount < 0 ? 'negative' : 'empty';
}
