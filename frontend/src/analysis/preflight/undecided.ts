import {
  MAX_YOUNG_PERCENT,
  MIN_AGE_CONVERSIONS,
  MIN_DECIDED_CONVERSIONS,
  MIN_DECIDED_LEADS,
  MIN_VALUE_CUT_CONVERSIONS,
} from '../constants.ts';
import { countFrom, findYoungLeads, rateByAge, type AgeCounts } from '../measure/lead-age.ts';
import type { StatusLeads } from '../columns/statuses.ts';
import type { Counts } from '../counts/valued-leads.ts';
import { weighOpenStatuses } from './result-findings.ts';

/**
 * The leads of the file that are not decided yet. They are left out by age or by status, never by both: where the file has the date of each
 * lead, old open ones count as not converted.
 */
export type Undecided =
  | { kind: 'young'; days: number; leads: number }
  | { kind: 'open'; statuses: readonly string[]; leads: number }
  /** No sign of it: nothing is left out. */
  | { kind: 'none' }
  /** Too little to tell, or too few leads would be left: the visitor chooses. */
  | { kind: 'unclear' };

/** Leads with a date. */
export interface DatedOutcomes {
  ages: AgeCounts;
  /** The newest dates look like slips, or lie in the future, so that every age is too high. */
  isDoubtful: boolean;
  /** By the days on which leads were won, see `findMaturity`: null where that is not known. Absent without such days. */
  maturity?: { all: number | null; values: readonly number[] };
}

/** The statuses of a file that has no date of the lead. */
interface StatusOutcomes {
  /** Those that are not decided yet, and do not count as converted. */
  open: readonly StatusLeads[];
  hasLost: boolean;
}

/**
 * Proposes which leads to leave out since they are not decided yet. With the date of each lead: those younger than the age by which nearly
 * all wins have come, see `findMaturity`, or without days of sales the age from which leads convert like older ones, see `findYoungLeads`.
 * Nothing is proposed if that would leave out over 60% of the leads, or leave fewer than 30 conversions. Without dates: the open statuses,
 * if some leads are lost and 100 leads with 30 conversions remain, since without lost leads all decided ones have converted. Example: 400
 * of 1,000 leads are younger than 63 days, and 90 of the others converted: without these 400.
 *
 * @param dated null where the file has no date of the lead
 */
export function findUndecided(
  dated: DatedOutcomes | null,
  { open, hasLost }: StatusOutcomes,
  total: Counts,
): Undecided {
  if (dated) return findYoung(dated, total.leads);
  const found = weighOpenStatuses(open, total);
  if (!found) return { kind: 'none' };
  const { leads, conversions } = found.without;
  const isEnough = leads >= MIN_DECIDED_LEADS && conversions >= MIN_DECIDED_CONVERSIONS;
  return hasLost && isEnough
    ? { kind: 'open', statuses: found.statuses, leads: found.leads }
    : { kind: 'unclear' };
}

function findYoung(dated: DatedOutcomes, allLeads: number): Undecided {
  const days = dated.isDoubtful ? null : chooseDays(dated, allLeads);
  if (days === null) return { kind: 'unclear' };
  if (days === 0) return { kind: 'none' };
  const { ages } = dated;
  return isEnoughLeft(countFrom(ages, days), MIN_AGE_CONVERSIONS, allLeads)
    ? { kind: 'young', days, leads: countFrom(ages, 0).leads - countFrom(ages, days).leads }
    : { kind: 'unclear' };
}

/** The age from which leads count; 0 for all ages, null where there is too little to tell. */
function chooseDays({ ages, maturity }: DatedOutcomes, allLeads: number): number | null {
  if (!maturity) {
    const finding = findYoungLeads(rateByAge(ages));
    return finding.kind === 'cut' ? finding.days : finding.kind === 'no-sign' ? 0 : null;
  }
  if (maturity.all === null) return null;
  const ofValues = maturity.values.filter((days) =>
    isEnoughLeft(countFrom(ages, days), MIN_VALUE_CUT_CONVERSIONS, allLeads),
  );
  return Math.max(maturity.all, ...ofValues);
}

/** Whether enough leads and conversions are left. A cut by age leaves out leads without a date too. */
function isEnoughLeft(left: Counts, conversions: number, allLeads: number): boolean {
  return left.conversions >= conversions && 100 * left.leads >= (100 - MAX_YOUNG_PERCENT) * allLeads;
}
