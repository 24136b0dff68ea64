import { renameTexts, type CountedTexts } from '../counts/coding.ts';
import { createRangeFinder, rangeLabel, type Range } from '../counts/binning.ts';
import { presetRanges } from '../counts/range-presets.ts';
import {
  isMostlyUnique,
  looksLikeIds,
  OUT_OF_RANGE_LABEL,
  parseNumbers,
  readColumnNumbers,
  type NumericSummary,
} from '../columns/columns.ts';
import {
  findDateFormat,
  readDate,
  type DateColumn,
  type DateReading,
  type DateSummary,
} from '../columns/dates.ts';
import { monthOf as monthOfName } from '../columns/date-names.ts';
import { areMost, type NumberFormat } from '../columns/number-format.ts';
import {
  MAX_FINDER_VALUES,
  MAX_SINGLE_NUMBERS,
  MIN_FINDER_LEADS,
  MIN_MONTHS_OF_DATES,
  OTHER_LABEL,
} from '../constants.ts';
import { labelDates, labelOf } from '../counts/mapping.ts';
import type { Candidate } from './candidate.ts';

/** How the cells of a column become the values of a candidate. */
export type CandidatePlan =
  | { kind: 'values'; isOfCalendar?: boolean }
  | { kind: 'ranges'; ranges: readonly Range[]; numberFormat: NumberFormat }
  | { kind: 'weekday' | 'hour' | 'calendar-month'; reading: DateReading };

/** A column that is no candidate: it has one value, or nearly one per lead. */
export type UnfitColumn = 'constant' | 'almost-unique';

/**
 * How the finder looks at a column, judged by all of its rows. Dates become weekdays, hours where they have times, and calendar
 * months where they span 13 of them: in less time a month may differ from another by its year.
 * Numbers with more than 12 distinct ones become ranges, unless told otherwise between their quartiles, as the preset makes them.
 * Everything else stays as it is; months, weeks and quarters that are written without a day are said to be of the calendar.
 * Example: 'Created' from January 2025 to March 2026 without times: weekday and calendar month.
 *
 * @param year in which the file is read
 */
export function planCandidates(
  column: DateColumn,
  year: number,
  cutNumbers = cutAtQuartiles,
): readonly CandidatePlan[] | UnfitColumn {
  const { categories, leads } = column;
  if (categories.length < 2) return 'constant';
  const [dates] = findDateFormat(column, year);
  const parts = dates ? planDates(column, dates, { format: dates.format, year }) : [];
  if (parts.length > 0) return parts;
  const { numberFormat, numeric } = readColumnNumbers(categories, leads, undefined);
  if (numeric !== null && numeric.values.length > MAX_SINGLE_NUMBERS) {
    if (looksLikeIds(categories, leads)) return 'almost-unique';
    return [{ kind: 'ranges', ranges: cutNumbers(numeric), numberFormat }];
  }
  const blanks = leads[categories.indexOf('')] ?? 0;
  const filled = leads.reduce((sum, count) => sum + count, 0) - blanks;
  if (isMostlyUnique(categories.length - Number(blanks > 0), filled)) return 'almost-unique';
  const isOfCalendar = dates !== undefined || areMost(categories, leads, isNamedMonth);
  return [{ kind: 'values', ...(isOfCalendar && { isOfCalendar }) }];
}

const QUARTER = /^(?:\d{4}[-/ ]?)?Q[1-4](?:[-/ ]?\d{4})?$/i;

/** Whether a cell is the name of a month alone, in one of 14 languages, or a quarter: 'février', '03 March', 'Q1', '2026 Q1'. */
function isNamedMonth(cell: string): boolean {
  const text = cell.trim();
  return QUARTER.test(text) || monthOfName(text.replace(/^\d{1,2}[-. ]+|\.$/g, '')) > 0;
}

const cutAtQuartiles = (numeric: NumericSummary): Range[] => presetRanges('quartiles', numeric).ranges;

function planDates(
  { categories }: DateColumn,
  { earliest, latest, hasTimes }: DateSummary,
  reading: DateReading,
): CandidatePlan[] {
  const hasDays = categories.some((cell) => readDate(cell, reading)?.hasDay === true);
  const months = monthOf(latest) - monthOf(earliest) + 1;
  return [
    ...(hasDays ? [{ kind: 'weekday', reading } as const] : []),
    ...(hasTimes ? [{ kind: 'hour', reading } as const] : []),
    ...(months >= MIN_MONTHS_OF_DATES ? [{ kind: 'calendar-month', reading } as const] : []),
  ];
}

/** Whole months since the year 0. */
function monthOf(ms: number): number {
  const date = new Date(ms);
  return 12 * date.getUTCFullYear() + date.getUTCMonth();
}

/** The name of all values that are no values of their own in any part of the leads. */
const RARE = '';

/**
 * A column by the names of its values, in the order of its categories. Names of fewer than 30 leads, other than ranges, are one: ''.
 * Example: the days 2026-03-02, 2026-03-03 and 2026-03-09 of 40 leads each by their weekday: Monday with 80 leads, Tuesday with 40.
 */
export function nameCandidate(column: CountedTexts, plan: CandidatePlan): CountedTexts {
  const nameOf = nameCells(column.categories, plan);
  const named = renameTexts(column, (_, code) => nameOf[code]!); // a name for each
  const ranges = namesOfRanges(plan);
  return renameTexts(named, (name, code) =>
    named.leads[code]! < MIN_FINDER_LEADS && !ranges.has(name) ? RARE : name,
  );
}

function namesOfRanges(plan: CandidatePlan): ReadonlySet<string> {
  return new Set(plan.kind === 'ranges' ? plan.ranges.map(rangeLabel) : []);
}

/**
 * The values of a column as the finder tries them: values with at least 30 leads, of these at most the 50 with the most leads, equal
 * counts in the order of the categories; the rest is 'Other'. Ranges are never part of the rest. '(Blank)' is a value like any other.
 * Example: 40 leads 'Ads', 35 blanks, 3 'Fair' and 2 'Radio': 'Ads', '(Blank)', 'Other' with 40, 35 and 5 leads.
 *
 * @param named the leads that count, by the names of `nameCandidate`
 */
export function codeCandidate(
  { codes, categories, leads }: CountedTexts,
  plan: CandidatePlan,
): Pick<Candidate, 'codes' | 'names'> {
  const ranges = namesOfRanges(plan);
  const kept = Array.from(categories, (name, code) => ({ name, leads: leads[code]! })) // a count for each
    .filter((value) => !ranges.has(value.name) && value.name !== RARE && value.leads >= MIN_FINDER_LEADS)
    .sort((a, b) => b.leads - a.leads)
    .slice(0, MAX_FINDER_VALUES)
    .map(({ name }) => name);
  const names = [...[...ranges].filter((name) => categories.includes(name)), ...kept];
  const positions = new Map(names.map((name, position) => [name, position]));
  const other = positions.get(OTHER_LABEL) ?? names.length;
  const positionOf = Uint8Array.from(categories, (name) => positions.get(name) ?? other);
  if (other === names.length && positionOf.includes(other)) names.push(OTHER_LABEL);
  const placed = new Uint8Array(codes.length);
  for (let lead = 0; lead < codes.length; lead++) placed[lead] = positionOf[codes[lead]!]!; // a code per lead
  return { codes: placed, names };
}

/** The name of each category. */
function nameCells(categories: readonly string[], plan: CandidatePlan): string[] {
  switch (plan.kind) {
    case 'values':
      return categories.map((cell) => labelOf(cell, null));
    case 'ranges': {
      const { ranges, numberFormat } = plan;
      const numbers = parseNumbers(categories, numberFormat);
      const findRange = createRangeFinder(ranges);
      const labels = ranges.map(rangeLabel);
      return categories.map((cell, code) => {
        const number = numbers[code]!; // one per category
        return Number.isNaN(number) ? labelOf(cell, null) : (labels[findRange(number)] ?? OUT_OF_RANGE_LABEL);
      });
    }
    case 'calendar-month':
    case 'weekday':
    case 'hour':
      return labelDates(categories, { preset: plan.kind, ...plan.reading });
  }
}
