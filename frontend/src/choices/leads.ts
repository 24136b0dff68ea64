import { readDate } from '#frontend/analysis/columns/dates.ts';
import { sortNames } from '#frontend/analysis/columns/order.ts';
import type { Configuration } from '#contract/configuration.ts';
import { DAY } from '#contract/limits.ts';
import type { ChosenLeads } from '#frontend/analysis/counts/analysis-context.ts';
import { NO_DATES, type DateFilter, type LeadFilter } from '#frontend/analysis/counts/mapping.ts';
import type { ColumnChoices, LeadChoices, SavedLeads } from './choices.ts';
import { differInValues, type Choice } from './choice.ts';

const NONE: ReadonlySet<string> = new Set();

/** The status values whose leads are left out. */
export function leftOutStatuses({
  statusColumn,
  leftOutStatuses: byColumn,
}: LeadChoices & Pick<ColumnChoices, 'statusColumn'>): ReadonlySet<string> {
  return (statusColumn === null ? undefined : byColumn.get(statusColumn)) ?? NONE;
}

/** The choice with the names of columns; undefined if all leads count and no column of dates is chosen. */
function nameLeads(
  statuses: ReadonlySet<string>,
  { dateColumn, ...conditions }: DateFilter,
  headerOf: (column: number) => string,
): ChosenLeads | undefined {
  if (statuses.size === 0 && dateColumn === null) return undefined;
  return {
    leftOutStatuses: sortNames([...statuses]),
    date: dateColumn === null ? null : { column: headerOf(dateColumn), ...conditions },
  };
}

/** The stored choice; undefined in analyses of earlier releases. */
function unpackLeads({ leftOutStatuses: statuses = [], dateFilter }: Configuration): ChosenLeads | undefined {
  if (statuses.length === 0 && !dateFilter) return undefined;
  if (!dateFilter) return { leftOutStatuses: statuses, date: null };
  const { column, format, from, to, youngerThanDays } = dateFilter;
  const conditions = { dateFormat: format, from: readDay(from), to: readDay(to), youngerThanDays };
  return { leftOutStatuses: statuses, date: { column, ...conditions } };
}

/** A day as it is stored, '2026-03-01'. */
function writeDay(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString().slice(0, 10);
}

function readDay(day: string | null): number | null {
  return day === null ? null : (readDate(day, { format: 'iso', year: 0 })?.ms ?? null);
}

/** The leads that count. */
export const LEADS: Choice<LeadChoices, SavedLeads> = {
  empty: { leftOutStatuses: new Map(), dateFilter: NO_DATES },
  plan(choices) {
    const leads: LeadFilter = { leftOutStatuses: leftOutStatuses(choices), ...choices.dateFilter };
    return leads.leftOutStatuses.size > 0 || leads.dateColumn !== null ? { leads } : {};
  },
  save: ({ dateFilter }, { plan }) => ({ leftOutStatuses: plan.leads?.leftOutStatuses, dateFilter }),
  restore: ({ statusColumn, leftOutStatuses: statuses = NONE, dateFilter = NO_DATES }) => ({
    leftOutStatuses: statuses.size > 0 ? new Map([[statusColumn, statuses]]) : new Map(),
    dateFilter,
  }),
  name: ({ leftOutStatuses: statuses = NONE, dateFilter = NO_DATES }, headerOf) => ({
    leads: nameLeads(statuses, dateFilter, headerOf),
  }),
  pack({ leads: { leftOutStatuses: statuses = [], date = null } = {} }) {
    return {
      ...(statuses.length > 0 && { leftOutStatuses: [...statuses] }),
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
  },
  unpack: (stored) => ({ leads: unpackLeads(stored) }),
  find(stored, columnOf) {
    const { leftOutStatuses: statuses = [], date = null } = unpackLeads(stored) ?? {};
    const { column, ...conditions } = date ?? { column: '' };
    const dateColumn = date && columnOf(column);
    return {
      leftOutStatuses: new Set(statuses),
      // A column of dates that the file lacks has no conditions.
      dateFilter: dateColumn === null ? NO_DATES : { ...NO_DATES, ...conditions, dateColumn },
    };
  },
  headersIn: ({ dateFilter }) => (dateFilter ? [dateFilter.column] : []),
  fit({ leftOutStatuses: statuses, dateFilter = NO_DATES }, { columnOf, columnAt, note }) {
    const { dateColumn: earlier, from, to } = dateFilter;
    const dateColumn = earlier === null ? null : columnOf(earlier);
    if (earlier !== null && dateColumn === null) note('column', earlier);
    if (earlier === null || dateColumn === null) return { leftOutStatuses: statuses, dateFilter: NO_DATES };
    const ways = columnAt(earlier)?.dates ?? [];
    const chosen = ways.find(({ format }) => format === dateFilter.dateFormat);
    const read = chosen ?? ways[0];
    // The days of another month would leave out every lead, so days that contain no date of the file are dropped.
    const overlaps =
      read && (from === null || read.latest >= from) && (to === null || read.earliest < to + DAY);
    if ((from !== null || to !== null) && !overlaps) note('days', earlier);
    const days = overlaps ? { from, to } : { from: null, to: null };
    const dateFormat = chosen ? chosen.format : null;
    return { leftOutStatuses: statuses, dateFilter: { ...dateFilter, ...days, dateColumn, dateFormat } };
  },
  content({ leads }) {
    if (!leads) return [];
    const { date } = leads;
    return [
      leads.leftOutStatuses.toSorted(),
      date && [date.column, date.dateFormat, date.from, date.to, date.youngerThanDays],
    ];
  },
  differences: ({ leads: before }, { leads: after }) => [
    differInValues('Statuses left out', before?.leftOutStatuses ?? [], after?.leftOutStatuses ?? []),
  ],
  draftSchema: ({ z, column, texts, dateFilter }) => ({
    leftOutStatuses: z.map(column, texts),
    dateFilter,
  }),
  savedSchema: ({ z, texts, dateFilter }) => ({
    leftOutStatuses: z.optional(texts),
    dateFilter: z.optional(dateFilter),
  }),
};
