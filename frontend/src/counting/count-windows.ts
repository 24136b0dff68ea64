import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { gather } from '#frontend/analysis/counts/coding.ts';
import { tallyLeads, type Tally } from '#frontend/analysis/counts/tally.ts';
import type { Counts } from '#frontend/analysis/counts/valued-leads.ts';
import { listAlertWindows, type AlertWindow } from '#frontend/analysis/over-time/alerts.ts';
import { countRulesAtMix, type CellCounts, type MixedRules } from '#frontend/analysis/over-time/at-mix.ts';
import { AS_PLANNED, listColumns } from './count-plan.ts';
import { countAges, type FileAges } from './count-ages.ts';
import { dayOf } from '#contract/limits.ts';
import { countRules, findCut, readDated, type DatedLeads } from './dated-leads.ts';
import { datedColumn, type LoadedFile } from './loaded-file.ts';

/** The rules whose latest leads are counted. */
export interface RulesToWatch extends MixedRules {
  /** The newest day of the leads that the rules were entered with. */
  reference: number;
  isMonthly: boolean;
}

/** Leads of some days: all of them, and those of each rule. */
interface CountedWindow extends AlertWindow {
  total: Counts;
  parts: Counts[];
  /** The same leads of each rule, and all, at the mix of its reference; null where that is not known, and empty where none is. */
  atMix: (CellCounts | null)[];
}

export interface LatestLeads {
  /** The newest day of the file that is no slip; null without a date. */
  newest: number | null;
  /** Null where nothing is watched, or without a date. */
  windows: CountedWindow[] | null;
}

/**
 * The latest leads of the rules in use, by conversions. They are the leads that count, past the age cut: the chosen one, or the one found in the file. A
 * rule whose column or value the file lacks has none. Null without a column of dates.
 *
 * @param today leads that are dated later than tomorrow are slips or plans; tomorrow has begun somewhere
 */
export function countWindows(
  loaded: LoadedFile,
  wholePlan: Plan,
  { today, watched }: { today: number; watched: RulesToWatch | null },
): LatestLeads | null {
  const { worth: _, ...plan } = wholePlan;
  const dated = readDated(loaded, plan);
  if (!dated) return null;
  const ages = countAges(loaded, { ...plan, leads: dated.filter });
  const newest = findNewest(datedColumn(loaded, dated.filter).dates, { ages, today });
  if (newest === null || watched === null) return { newest, windows: null };
  const youngerThanDays = findCut(dated.filter, ages)?.days ?? 0;
  const windows = listAlertWindows({ ...watched, newest, youngerThanDays });
  return { newest, windows: windows.map((window) => countWindow(dated, watched, window)) };
}

function findNewest(dates: Float64Array, { ages, today }: { ages: FileAges; today: number }): number | null {
  const latest = Math.min(today + 1, dayOf(ages.newest) - (ages.stray?.days ?? 0));
  let newest = -Infinity;
  for (const date of dates) {
    const day = dayOf(date); // NaN without a date
    if (day <= latest && day > newest) newest = day;
  }
  return newest === -Infinity ? null : newest;
}

function countWindow(dated: DatedLeads, watched: RulesToWatch, { first, last }: AlertWindow): CountedWindow {
  const fields = new Map(dated.plan.attributes.map(({ field }, at) => [field, at]));
  const positionOf = Int32Array.from(dated.dateOf, (date) => {
    const day = dayOf(date);
    return day >= first && day <= last ? 0 : -1;
  });
  const { parts, totals } = countRules(
    dated,
    watched.rules.map(({ field, value }) => ({ field: fields.get(field) ?? -1, value })),
    { positionOf, count: 1 },
  );
  // The `!` here: a part per window.
  const countsOf = ([part]: readonly Counts[]): Counts => ({
    leads: part!.leads,
    conversions: part!.conversions,
  });
  return {
    first,
    last,
    total: countsOf(totals),
    parts: parts.map(countsOf),
    atMix: watched.mixes.length > 0 ? countRulesAtMix(tallyPositioned(dated, positionOf), watched) : [],
  };
}

/** The combinations of the leads that have a position. */
function tallyPositioned({ file, plan, isConverted }: DatedLeads, positionOf: Int32Array): Tally {
  const leads = Uint32Array.from([...positionOf.keys()].filter((lead) => positionOf[lead]! >= 0)); // one per lead
  const attributes = listColumns(file, plan, AS_PLANNED).map(({ name, column }) => ({
    name,
    column: { ...column, codes: gather(column.codes, leads) },
  }));
  return tallyLeads(
    attributes,
    Uint8Array.from(leads, (lead) => isConverted[lead]!),
  ); // a flag per lead
}
