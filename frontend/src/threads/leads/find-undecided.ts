import { isLostStatus, listOpenStatuses } from '#frontend/analysis/columns/statuses.ts';
import { MIN_MATURITY_WINS } from '#frontend/analysis/constants.ts';
import type { Candidate } from '#frontend/analysis/finder/candidate.ts';
import { NO_DATES, type DateFilter, type LeadFilter, type Plan } from '#frontend/analysis/counts/mapping.ts';
import { findMaturity, type WinTimes } from '#frontend/analysis/counts/maturity.ts';
import { flagConverted } from '#frontend/analysis/counts/tally.ts';
import type { Counts } from '#frontend/analysis/counts/valued-leads.ts';
import { findUndecided, type DatedOutcomes, type Undecided } from '#frontend/analysis/preflight/undecided.ts';
import { dayOf } from '#contract/limits.ts';
import { countAgesBy, isDoubtful } from '#frontend/counting/count-ages.ts';
import { reasonsPerLead } from '#frontend/counting/counted-leads.ts';
import { findDaysToWin, leadDateOf } from '#frontend/counting/lead-dates.ts';
import { candidateOf } from '#frontend/counting/file-candidates.ts';
import { codedColumn, datedColumn, type LoadedFile } from '#frontend/counting/loaded-file.ts';
import { yieldToMessages } from '../yield-to-messages.ts';

/** Asks what the file says about leads that are not decided yet. Each value of the attributes has an age of its own. */
export interface UndecidedQuestion extends Pick<Plan, 'statusColumn' | 'qualified'> {
  attributes: readonly Pick<Candidate, 'column' | 'kind'>[];
}

/** The proposal, and the date of the lead that it goes by; null where the file has none. */
export interface UndecidedAnswer {
  undecided: Undecided;
  date: DateFilter | null;
  /** The leads that count as it is proposed; null for all. */
  leads: LeadFilter | null;
  /** The counts of these leads. */
  counted: Counts;
}

/** Asks `findUndecided` about all leads of the file. */
export async function describeUndecided(
  loaded: LoadedFile,
  asked: UndecidedQuestion,
): Promise<UndecidedAnswer> {
  const date = leadDateOf(loaded, null);
  const status = codedColumn(loaded, asked.statusColumn);
  const isConverted = flagConverted(status, asked.qualified);
  const open = listOpenStatuses(status.categories, status.leads, asked.qualified);
  const total = {
    leads: loaded.table.rowCount,
    conversions: isConverted.reduce((sum, flag) => sum + flag, 0),
  };
  const hasLost = status.categories.some((value) => !asked.qualified.has(value) && isLostStatus(value));
  const dated = date && (await describeDated(loaded, asked, { date, isConverted }));
  const undecided = findUndecided(dated, { open, hasLost }, total);
  const leads = filterOf(undecided, date);
  if (!leads) return { undecided, date, leads, counted: total };
  const reasons = reasonsPerLead(loaded, asked.statusColumn, leads);
  const counted = { leads: 0, conversions: 0 };
  for (const [lead, reason] of reasons.entries()) {
    if (reason > 0) continue;
    counted.leads++;
    counted.conversions += isConverted[lead]!; // a flag per lead
  }
  return { undecided, date, leads, counted };
}

const NO_STATUSES: ReadonlySet<string> = new Set();

function filterOf(undecided: Undecided, date: DateFilter | null): LeadFilter | null {
  switch (undecided.kind) {
    case 'young':
      return { ...(date ?? NO_DATES), leftOutStatuses: NO_STATUSES, youngerThanDays: undecided.days };
    case 'open':
      return { ...NO_DATES, leftOutStatuses: new Set(undecided.statuses) };
    case 'none':
    case 'unclear':
      return null;
  }
}

async function describeDated(
  loaded: LoadedFile,
  asked: UndecidedQuestion,
  { date, isConverted }: { date: DateFilter; isConverted: Uint8Array },
): Promise<DatedOutcomes> {
  const came = datedColumn(loaded, date);
  const ages = countAgesBy(came, loaded, { ...asked, leads: { leftOutStatuses: new Set(), ...date } });
  const outcomes = { ages, isDoubtful: isDoubtful(ages) };
  const daysToWin = findDaysToWin(loaded, { came, isConverted });
  if (!daysToWin) return outcomes;
  const newest = dayOf(ages.newest);
  const ageOf = Int32Array.from(came.dates, (ms) => (Number.isNaN(ms) ? -1 : newest - dayOf(ms)));
  // A converted lead without a day of its sale says nothing of when sales come.
  const times = {
    ages: Int32Array.from(came.codes, (code, lead) =>
      isConverted[lead] === 1 && daysToWin[lead]! < 0 ? -1 : ageOf[code]!,
    ),
    daysToWin,
  };
  return {
    ...outcomes,
    maturity: { all: findMaturity(times), values: await ageValues(loaded, asked, times) },
  };
}

/** The ages of the values that have enough wins of their own to tell it. */
async function ageValues(
  loaded: LoadedFile,
  { attributes }: UndecidedQuestion,
  { ages, daysToWin }: WinTimes,
): Promise<number[]> {
  const found: number[] = [];
  for (const attribute of attributes) {
    const candidate = await candidateOf(loaded, attribute, yieldToMessages);
    if (!candidate) continue;
    const { codes, names } = candidate;
    const wins = new Uint32Array(names.length);
    codes.forEach((value, lead) => (wins[value]! += Number(daysToWin[lead]! >= 0))); // a count per value, days per lead
    for (const value of names.keys()) {
      if (wins[value]! < MIN_MATURITY_WINS) continue;
      const days = findMaturity({
        ages: ages.map((age, lead) => (codes[lead] === value ? age : -1)),
        daysToWin,
      });
      if (days !== null) found.push(days);
    }
  }
  return found;
}
