import { BLANK_LABEL } from '#frontend/analysis/columns/columns.ts';
import { dayOf } from '#contract/limits.ts';
import type { LeftOutReason } from '#frontend/analysis/uploads/drop-reasons.ts';
import {
  asksForDate,
  type LeadFilter,
  type LeftOutLeads,
  type Plan,
} from '#frontend/analysis/counts/mapping.ts';
import { remainingRows, recode, withoutRows } from '#frontend/csv/without-rows.ts';
import { codedColumn, datedColumn, type LoadedFile, type FilterChoice } from './loaded-file.ts';

/**
 * A view of the loaded file without the leads that a plan leaves out, as if the file had never contained them: values that
 * only those leads have do not occur. The last view is cached, and columns are not read again. The file itself if no lead
 * is left out.
 */
export function countedLeads(
  loaded: LoadedFile,
  { statusColumn, leads = null }: Pick<Plan, 'statusColumn' | 'leads'>,
): LoadedFile {
  if (leads === null || !leavesOut(leads)) return loaded;
  const choice = { statusColumn, leads };
  if (!loaded.lastView || !isSameChoice(loaded.lastView.choice, choice))
    loaded.lastView = { choice, view: viewOf(loaded, statusColumn, leads) };
  return loaded.lastView.view;
}

const leavesOut = (filter: LeadFilter) => filter.leftOutStatuses.size > 0 || asksForDate(filter);

function viewOf(loaded: LoadedFile, statusColumn: number, filter: LeadFilter): LoadedFile {
  const reasons = reasonsPerLead(loaded, statusColumn, filter);
  const remaining = remainingRows(reasons);
  if (remaining.length === reasons.length) return loaded;
  return {
    table: withoutRows(loaded.table, reasons),
    year: loaded.year,
    today: loaded.today,
    read: null,
    coded: new Map(),
    numberFormats: loaded.numberFormats,
    currencies: loaded.currencies,
    counts: { folds: [], converted: null, amounts: null, fitted: null },
    lastView: null,
    selection: {
      whole: loaded,
      remaining,
      leftOut: countReasons(reasons),
      recode: (whole) => recode(whole, remaining),
    },
  };
}

/** The numbers of the reasons to leave out a lead; 0 stands for a lead that counts. */
const REASONS = { byStatus: 1, unreadableDate: 2, byDate: 3, young: 4 } as const satisfies Record<
  keyof LeftOutLeads,
  number
>;

const REASON_NAMES: Readonly<Record<number, LeftOutReason>> = {
  [REASONS.byStatus]: 'left-out-status',
  [REASONS.unreadableDate]: 'left-out-unreadable-date',
  [REASONS.byDate]: 'left-out-date',
  [REASONS.young]: 'left-out-young',
};

/** The reason why each lead of the loaded file counts in no figure of a plan, by its row; null for a lead that counts. */
export function whyLeftOut(
  loaded: LoadedFile,
  { statusColumn, leads = null }: Plan,
): { hasLeftOut: boolean; reasonOf(row: number): LeftOutReason | null } {
  if (leads === null || !leavesOut(leads)) return { hasLeftOut: false, reasonOf: () => null };
  const reasons = reasonsPerLead(loaded, statusColumn, leads);
  return {
    hasLeftOut: reasons.some((reason) => reason > 0),
    reasonOf: (row) => REASON_NAMES[reasons[row] ?? 0] ?? null,
  };
}

/** The first reason to leave out each lead; 0 for a lead that counts. */
export function reasonsPerLead(loaded: LoadedFile, statusColumn: number, filter: LeadFilter): Uint8Array {
  const status = codedColumn(loaded, statusColumn);
  const ofStatus = Uint8Array.from(status.categories, (category) =>
    filter.leftOutStatuses.has(category || BLANK_LABEL) ? REASONS.byStatus : 0,
  );
  const reasons = new Uint8Array(status.codes.length);
  // The `!` here and below: a code per lead, a reason per category.
  for (let lead = 0; lead < reasons.length; lead++) reasons[lead] = ofStatus[status.codes[lead]!]!;
  if (!asksForDate(filter)) return reasons;
  const { codes, dates } = datedColumn(loaded, filter);
  const ofDate = reasonsPerDate(dates, filter);
  for (let lead = 0; lead < reasons.length; lead++) reasons[lead] ||= ofDate[codes[lead]!]!;
  return reasons;
}

function reasonsPerDate(dates: Float64Array, filter: LeadFilter): Uint8Array {
  const newest = dayOf(newestOf(dates));
  const [first, last] = [dayOf(filter.from ?? -Infinity), dayOf(filter.to ?? Infinity)];
  const youngest = newest - (filter.youngerThanDays ?? 0);
  const reasons = new Uint8Array(dates.length);
  for (let code = 0; code < dates.length; code++) {
    const day = dayOf(dates[code]!); // below the length
    if (Number.isNaN(day)) reasons[code] = REASONS.unreadableDate;
    else if (day < first || day > last) reasons[code] = REASONS.byDate;
    else if (day > youngest) reasons[code] = REASONS.young;
  }
  return reasons;
}

/** The newest date, -Infinity without a date. */
export function newestOf(dates: Float64Array): number {
  let newest = -Infinity;
  for (let code = 0; code < dates.length; code++) if (dates[code]! > newest) newest = dates[code]!; // below the length
  return newest;
}

function countReasons(reasons: Uint8Array): LeftOutLeads {
  const counts = new Uint32Array(1 + Math.max(...Object.values(REASONS)));
  for (let lead = 0; lead < reasons.length; lead++) counts[reasons[lead]!]!++; // a count per reason
  const countOf = (reason: keyof LeftOutLeads) => counts[REASONS[reason]] ?? 0;
  return {
    byStatus: countOf('byStatus'),
    unreadableDate: countOf('unreadableDate'),
    byDate: countOf('byDate'),
    young: countOf('young'),
  };
}

function isSameChoice(a: FilterChoice, b: FilterChoice): boolean {
  return a.statusColumn === b.statusColumn && isSameFilter(a.leads, b.leads);
}

function isSameFilter(a: LeadFilter, b: LeadFilter): boolean {
  return (
    a.leftOutStatuses.size === b.leftOutStatuses.size &&
    [...a.leftOutStatuses].every((status) => b.leftOutStatuses.has(status)) &&
    (['dateColumn', 'dateFormat', 'from', 'to', 'youngerThanDays'] as const).every((key) => a[key] === b[key])
  );
}
