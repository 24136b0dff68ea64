import { quantileOfSorted } from '../stats/quantile.ts';
import { measureShare, type Chance, type MeasuredShare } from './chance-to-win.ts';
import { daysOfStage, NO_DAY, type StagedLeads } from './staged-leads.ts';

/** The step from a stage to the next one. */
export interface StageStep {
  /** Leads that went on, of the cohort of the chance to be won; of all where there is no cohort. `wins` are those that went on. */
  goesOn: MeasuredShare;
  /** The median days from this stage to the next one, of leads with both dates; null without any. */
  medianDays: number | null;
}

/**
 * The step from a stage to the next one: the share that goes on, among leads that have had the time to be won, and the median of the days
 * (quantile type 7) between both. Open leads that have not gone on count as staying.
 * Example: 100 leads of the cohort, 40 at the next stage: 0.4. Days 3, 5 and 10: 5.
 */
export function measureStep(leads: StagedLeads, stage: number, chance: Chance): StageStep {
  const { reached } = leads;
  const isIn = chance.kind === 'known' ? chance.cohort.isIn : null;
  const counts = { leads: 0, wins: 0 };
  for (let lead = 0; lead < reached.length; lead++) {
    if (isIn ? isIn[lead] === 0 : reached[lead]! < stage) continue; // a stage per lead
    counts.leads++;
    if (reached[lead]! > stage) counts.wins++;
  }
  return { goesOn: measureShare(counts), medianDays: medianDays(leads, stage) };
}

function medianDays(leads: StagedLeads, stage: number): number | null {
  const from = daysOfStage(leads, stage);
  const to = leads.days[stage + 1] ? daysOfStage(leads, stage + 1) : null;
  if (!from || !to) return null;
  const between = from
    .map((day, lead) => (to[lead] === NO_DAY ? -1 : to[lead]! - day)) // a lead with the later day has the earlier one
    .filter((days) => days >= 0);
  if (between.length === 0) return null;
  return quantileOfSorted(Float64Array.from(between.sort()), 0, [1, 2]);
}
