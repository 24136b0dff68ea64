import type { LeadFilter, Plan } from '#frontend/analysis/counts/mapping.ts';
import { DAYS_PER_WEEK } from '#frontend/analysis/measure/lead-age.ts';
import { sortByWeek, type AgedLeads } from '#frontend/analysis/judge/same-age.ts';
import { dayOf } from '#contract/limits.ts';
import { convertedOf } from './cached-counts.ts';
import type { Converted } from './last-plan.ts';
import { newestOf } from './counted-leads.ts';
import { leadDateOf } from './lead-dates.ts';
import { datedColumn, type LoadedFile } from './loaded-file.ts';

interface CachedAges {
  converted: Converted;
  date: Pick<LeadFilter, 'dateColumn' | 'dateFormat'>;
  aged: AgedLeads;
}

const lastAges = new WeakMap<LoadedFile, CachedAges>();

/**
 * The leads that count by week of age: by the column of dates that the visitor chose, else by the date of the lead that the file has.
 * Null without one. The same object for the same leads, conversions and dates.
 */
export function agedLeadsOf(view: LoadedFile, plan: Plan): AgedLeads | null {
  const whole = view.selection?.whole ?? view;
  const date = leadDateOf(whole, plan.leads);
  if (!date) return null;
  const converted = convertedOf(view, plan);
  const last = lastAges.get(view);
  if (
    last?.converted === converted &&
    last.date.dateColumn === date.dateColumn &&
    last.date.dateFormat === date.dateFormat
  )
    return last.aged;
  const { codes, dates } = datedColumn(view, date);
  const newest = dayOf(newestOf(dates));
  const weekOf = dates.map((ms) =>
    Number.isNaN(ms) ? -1 : Math.floor((newest - dayOf(ms)) / DAYS_PER_WEEK),
  );
  // A plain loop: Int32Array.from() takes several times as long.
  const weeks = new Int32Array(codes.length);
  for (let lead = 0; lead < codes.length; lead++) weeks[lead] = weekOf[codes[lead]!]!; // a week per code
  const aged = sortByWeek(weeks, converted.flags);
  lastAges.set(view, { converted, date, aged });
  return aged;
}
