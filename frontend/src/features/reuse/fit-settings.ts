import { BLANK_LABEL } from '#frontend/analysis/constants.ts';
import { DAY } from '#contract/limits.ts';
import type { DateNaming } from '#frontend/analysis/columns/dates.ts';
import { NO_DATES, type DateFilter } from '#frontend/analysis/counts/lead-filter.ts';
import { listValues, replaceName, type Mapping } from '#frontend/analysis/counts/mapping.ts';
import { sortNames } from '#frontend/analysis/columns/order.ts';
import type { Worth } from '#frontend/analysis/counts/worth.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import { MAX_KNOWN_VALUES, type KeptSettings, type SavedChoices } from '#frontend/thread/work.ts';
import type { FittedSettings, ReuseNote } from '#frontend/features/wizard/kit/workflow-state.ts';

/** The status column and the attributes of the settings that a file lacks. Without any, the settings fit it. */
export function lackedColumns(
  { headers: kept, choices }: KeptSettings,
  headers: readonly string[],
): string[] {
  return [choices.statusColumn, ...choices.attributeColumns]
    .map((column) => kept[column] ?? '')
    .filter((header) => !headers.includes(header));
}

/** The columns of the file whose details `fitSettings` needs, and how each was read before. */
export function columnsToFit(kept: KeptSettings, headers: readonly string[]) {
  const { statusColumn, attributeColumns, dateFilter = NO_DATES, numberFormats } = kept.choices;
  const dates = dateFilter.dateColumn === null ? [] : [dateFilter.dateColumn];
  const columns = new Set([statusColumn, ...attributeColumns, ...dates]);
  return [...columns].flatMap((column) => {
    const index = placeOf(kept, headers)(column);
    return index === null ? [] : [{ column: index, numberFormat: numberFormats?.get(column) }];
  });
}

/**
 * Puts the settings of an earlier analysis in terms of a file that holds its columns, with a note on each difference.
 *
 * @param details of the columns that `columnsToFit` names
 */
export function fitSettings(
  kept: KeptSettings,
  headers: readonly string[],
  details: ReadonlyMap<number, ColumnDetail>,
): FittedSettings {
  const place = placeOf(kept, headers);
  const { choices, name, settings } = kept;
  const fit: Fit = {
    kept,
    notes: [],
    place,
    detailOf: (column) => details.get(place(column) ?? -1),
  };
  const worth = fitWorth(fit);
  const ranges = dropUnfit(fit, choices.ranges, 'ranges', ({ numeric }) => numeric !== null);
  const dates = dropUnfit(
    fit,
    choices.dates ?? new Map<number, never>(),
    'dates',
    (detail) => detail.dates.length > 0,
  );
  const dateFilter = fitDateFilter(fit);
  const used = { ...choices, ranges, dates };
  compareStatuses(fit);
  for (const column of choices.attributeColumns) compareNames(fit, column, used);
  return {
    name,
    settings,
    notes: fit.notes,
    choices: {
      statusColumn: place(choices.statusColumn) ?? 0,
      attributeColumns: choices.attributeColumns.map((column) => place(column) ?? 0),
      qualified: choices.qualified,
      leftOutStatuses: choices.leftOutStatuses,
      ranges: moveColumns(ranges, place),
      dates: moveColumns(readDatesAnew(fit, dates), place),
      numberFormats: moveColumns(choices.numberFormats ?? new Map<number, never>(), place),
      mappings: moveColumns(choices.mappings, place),
      dateFilter,
      ...(choices.currency && { currency: choices.currency }),
      worth,
      basis: worth ? choices.basis : undefined,
      conversionAction: choices.conversionAction,
    },
  };
}

interface Fit {
  kept: KeptSettings;
  notes: ReuseNote[];
  place(column: number): number | null;
  detailOf(column: number): ColumnDetail | undefined;
}

/** Gives the index of an earlier column in the file, by its header. */
function placeOf({ headers: kept }: KeptSettings, headers: readonly string[]) {
  return (column: number): number | null => {
    const index = headers.indexOf(kept[column] ?? '');
    return index === -1 ? null : index;
  };
}

function moveColumns<T>(
  byColumn: ReadonlyMap<number, T>,
  place: (column: number) => number | null,
): Map<number, T> {
  const moved = new Map<number, T>();
  for (const [column, entry] of byColumn) {
    const index = place(column);
    if (index !== null) moved.set(index, entry);
  }
  return moved;
}

function headerOf({ kept }: Fit, column: number): string {
  return kept.headers[column] ?? '';
}

function fitWorth(fit: Fit): Worth | null {
  const { worth = null } = fit.kept.choices;
  if (worth?.kind !== 'column') return worth;
  const column = fit.place(worth.column);
  if (column !== null) {
    const { column: named, code } = worth.currency ?? {};
    // A column of currencies that the file lacks is found anew.
    const own = typeof named === 'number' ? (fit.place(named) ?? undefined) : named;
    const currency = { ...(own !== undefined && { column: own }), ...(code && { code }) };
    return { ...worth, column, ...(worth.currency && { currency }) };
  }
  fit.notes.push({ kind: 'column', header: headerOf(fit, worth.column) });
  return null;
}

/** Keeps the entries of columns whose cells still fit, with a note on each of the others that is an attribute. */
function dropUnfit<T>(
  fit: Fit,
  byColumn: ReadonlyMap<number, T>,
  kind: 'ranges' | 'dates',
  fits: (detail: ColumnDetail) => boolean,
): Map<number, T> {
  const kept = new Map(byColumn);
  for (const column of fit.kept.choices.attributeColumns) {
    const detail = fit.detailOf(column);
    if (!kept.has(column) || !detail || fits(detail)) continue;
    kept.delete(column);
    fit.notes.push({ kind, header: headerOf(fit, column) });
  }
  return kept;
}

/** Names of dates in the way in which the file writes them. */
function readDatesAnew(fit: Fit, dates: ReadonlyMap<number, DateNaming>): Map<number, DateNaming> {
  return new Map(
    Array.from(dates, ([column, naming]) => {
      const ways = fit.detailOf(column)?.dates ?? [];
      const format = ways.some((way) => way.format === naming.format) ? naming.format : ways[0]?.format;
      return [column, { ...naming, format: format ?? naming.format }];
    }),
  );
}

/** First and last day of another month would leave out every lead: days without a date of the file do not count. */
function fitDateFilter(fit: Fit): DateFilter {
  const { dateFilter = NO_DATES } = fit.kept.choices;
  if (dateFilter.dateColumn === null) return NO_DATES;
  const header = headerOf(fit, dateFilter.dateColumn);
  const dateColumn = fit.place(dateFilter.dateColumn);
  if (dateColumn === null) {
    fit.notes.push({ kind: 'column', header });
    return NO_DATES;
  }
  const ways = fit.detailOf(dateFilter.dateColumn)?.dates ?? [];
  const chosen = ways.find(({ format }) => format === dateFilter.dateFormat);
  const read = chosen ?? ways[0];
  const { from, to } = dateFilter;
  const overlaps =
    read && (from === null || read.latest >= from) && (to === null || read.earliest < to + DAY);
  const hasDays = from !== null || to !== null;
  if (hasDays && !overlaps) fit.notes.push({ kind: 'days', header });
  return {
    ...dateFilter,
    dateColumn,
    dateFormat: chosen ? chosen.format : null,
    ...(!overlaps && { from: null, to: null }),
  };
}

function compareStatuses(fit: Fit): void {
  const { kept, detailOf } = fit;
  const { statusColumn, qualified, leftOutStatuses = [] } = kept.choices;
  const values = detailOf(statusColumn)?.values.map((value) => value.trim() || BLANK_LABEL) ?? [];
  noteValues(fit, statusColumn, {
    values,
    known: kept.known.get(statusColumn),
    named: [...qualified, ...leftOutStatuses],
  });
}

/** Compares the values of an attribute after renaming. Ranges and names of dates are the same in every file. */
function compareNames(
  fit: Fit,
  column: number,
  { ranges, dates, mappings }: Pick<SavedChoices, 'ranges' | 'dates' | 'mappings'>,
): void {
  const detail = fit.detailOf(column);
  if (!detail || ranges.has(column) || dates?.has(column)) return;
  const mapping: Mapping = mappings.get(column) ?? new Map();
  const listed = listValues(detail.values, detail.leads, { ranges: null }).map(({ value }) => value);
  const values = listed.map((value) => replaceName(value, mapping));
  const named = [...mapping.keys()].map((value) => replaceName(value, mapping));
  noteValues(fit, column, { values, known: fit.kept.known.get(column), named });
}

interface Compared {
  /** The values of the file. */
  values: readonly string[];
  /** All values of the earlier file, where they are known. */
  known: ReadonlySet<string> | undefined;
  /** Values that the settings name. */
  named: readonly string[];
}

function noteValues(fit: Fit, column: number, { values, known, named }: Compared): void {
  if (values.length > MAX_KNOWN_VALUES) return;
  const present = new Set(values);
  const missing = new Set([...named, ...(known ?? [])].filter((value) => !present.has(value)));
  const fresh = known ? [...present].filter((value) => !known.has(value)) : [];
  const header = headerOf(fit, column);
  if (missing.size > 0) fit.notes.push({ kind: 'missing', header, values: sortNames([...missing]) });
  if (fresh.length > 0) fit.notes.push({ kind: 'new', header, values: sortNames(fresh) });
}
