import { NO_DAY, type StagedLeads } from './staged-leads.ts';

/** Volumes are counted over this many days up to the newest one. */
export const VOLUME_DAYS = 30;

/** How often a stage is reached. */
export interface StageVolume {
  /** Leads of the last 30 days of the file. */
  leads: number;
  /** By the date of the stage, or, where it has none, by the date of the leads that have reached it. */
  by: 'stage' | 'lead';
}

/**
 * The leads that reached a stage in the last 30 days of the file, the newest day included (method G.6). A stage without dates is counted by
 * the date of the lead. Null without any date.
 * Example: newest day 100: days 71 to 100.
 */
export function volumeOf({ reached, days, came, newest }: StagedLeads, stage: number): StageVolume | null {
  const own = days[stage] ?? null;
  const dates = own ?? came;
  if (!dates) return null;
  let leads = 0;
  for (let lead = 0; lead < dates.length; lead++) {
    const day = dates[lead]!; // a day per lead
    if (reached[lead]! >= stage && day !== NO_DAY && newest - day < VOLUME_DAYS) leads++;
  }
  return { leads, by: own ? 'stage' : 'lead' };
}
