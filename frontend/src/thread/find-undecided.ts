import { isLostStatus, isOpenStatus } from '#frontend/analysis/columns/statuses.ts';
import { MIN_MATURITY_WINS } from '#frontend/analysis/constants.ts';
import { foldValues } from '#frontend/analysis/counts/fold-values.ts';
import type { DateFilter } from '#frontend/analysis/counts/lead-filter.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { findMaturity, type WinTimes } from '#frontend/analysis/counts/maturity.ts';
import { flagConverted } from '#frontend/analysis/counts/tally.ts';
import { findUndecided, type DatedOutcomes, type Undecided } from '#frontend/analysis/preflight/undecided.ts';
import { DAY, dayOf } from '#contract/limits.ts';
import { countAges } from './count-ages.ts';
import { newestOf } from './counted-leads.ts';
import { findDaysToWin, leadDateOf } from './lead-dates.ts';
import { codedColumn, datedColumn, toValuesPlan, type LoadedFile } from './loaded-file.ts';

/** Asks what the file says about leads that are not decided yet. Of values of the attributes each has an age of its own. */
export type UndecidedQuestion = Pick<Plan, 'statusColumn' | 'qualified' | 'attributes'>;

/** What to propose, and the date of the lead that it goes by; null where the file has none. */
export interface UndecidedAnswer {
  undecided: Undecided;
  date: DateFilter | null;
  /** The statuses that are not decided yet, whatever is proposed; most leads first. */
  open: readonly { value: string; leads: number }[];
}

/** What `findUndecided` says of all leads of the file. */
export function describeUndecided(loaded: LoadedFile, asked: UndecidedQuestion): UndecidedAnswer {
  const date = leadDateOf(loaded, null);
  const status = codedColumn(loaded, asked.statusColumn);
  const isConverted = flagConverted(status, asked.qualified);
  const others = status.categories
    .map((value, code) => ({ value, leads: status.leads[code] ?? 0 }))
    .filter(({ value }) => value !== '' && !asked.qualified.has(value));
  const open = others.filter(({ value }) => isOpenStatus(value)).sort((a, b) => b.leads - a.leads);
  const total = {
    leads: loaded.table.rowCount,
    conversions: isConverted.reduce((sum, flag) => sum + flag, 0),
  };
  const hasLost = others.some(({ value }) => isLostStatus(value));
  const dated = date && describeDated(loaded, asked, { date, isConverted });
  return { undecided: findUndecided(dated, { open, hasLost }, total), date, open };
}

function describeDated(
  loaded: LoadedFile,
  asked: UndecidedQuestion,
  { date, isConverted }: { date: DateFilter; isConverted: Uint8Array },
): DatedOutcomes {
  const ages = countAges(loaded, { ...asked, leads: { leftOutStatuses: new Set(), ...date } });
  const outcomes = { ages, isDoubtful: ages.stray !== null || ages.newest > Date.now() + DAY };
  const daysToWin = findDaysToWin(loaded, { leadDate: date, isConverted });
  if (!daysToWin) return outcomes;
  const { codes, dates } = datedColumn(loaded, date);
  const newest = dayOf(newestOf(dates));
  const ageOf = Int32Array.from(dates, (ms) => (Number.isNaN(ms) ? -1 : newest - dayOf(ms)));
  // A converted lead without a day of its sale says nothing of when sales come.
  const times = {
    ages: Int32Array.from(codes, (code, lead) =>
      isConverted[lead] === 1 && daysToWin[lead]! < 0 ? -1 : ageOf[code]!,
    ),
    daysToWin,
  };
  return { ...outcomes, maturity: { all: findMaturity(times), values: ageValues(loaded, asked, times) } };
}

/** The ages of the values that have enough wins of their own to tell it. */
function ageValues(
  loaded: LoadedFile,
  { attributes }: UndecidedQuestion,
  { ages, daysToWin }: WinTimes,
): number[] {
  return attributes.flatMap((attribute) => {
    const { codes, categories } = codedColumn(loaded, attribute.column);
    const { names, codeOf } = foldValues(categories, toValuesPlan(loaded, attribute));
    const wins = new Uint32Array(names.length);
    const valueOf = codes.map((code) => codeOf[code]!); // a place per code
    valueOf.forEach((value, lead) => (wins[value]! += Number(daysToWin[lead]! >= 0))); // a count per value, days per lead
    return [...wins.keys()]
      .filter((value) => wins[value]! >= MIN_MATURITY_WINS)
      .map((value) =>
        findMaturity({
          ages: ages.map((age, lead) => (valueOf[lead] === value ? age : -1)),
          daysToWin,
        }),
      )
      .filter((days) => days !== null);
  });
}
