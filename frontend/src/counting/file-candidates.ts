import { CELLS_LOOKED_AT, maxOrdinaryTexts } from '#frontend/analysis/columns/columns.ts';
import { saysLaterDate } from '#frontend/analysis/columns/date-readers.ts';
import { findDateFormat } from '#frontend/analysis/columns/dates.ts';
import { findNumberFormat } from '#frontend/analysis/columns/number-format.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { Candidate } from '#frontend/analysis/finder/candidate.ts';
import { tenthRanges } from '#frontend/analysis/counts/range-presets.ts';
import {
  codeCandidate,
  nameCandidate,
  planCandidates,
  type CandidatePlan,
  type UnfitColumn,
} from '#frontend/analysis/finder/code-candidate.ts';
import { isClickId, mayBeKnownLater } from '#frontend/analysis/preflight/later-headers.ts';
import { codeColumn, type CodedTexts } from '#frontend/csv/table.ts';
import { currencyColumnsOf } from './amount-currency.ts';
import type { LoadedFile } from './loaded-file.ts';

/** A candidate with the way in which its cells became values. */
export type FileCandidate = Candidate & { plan: CandidatePlan };

/** The columns that may tell something about the outcome: all but status, amounts, currencies and click ids. */
export function candidateColumns(
  view: LoadedFile,
  { statusColumn, worth }: Pick<Plan, 'statusColumn' | 'worth'>,
): number[] {
  const currencies = currencyColumnsOf(view.selection?.whole ?? view);
  const others = new Set([statusColumn, ...currencies, ...(worth?.kind === 'column' ? [worth.column] : [])]);
  return [...view.table.headers.keys()].filter(
    (column) => !others.has(column) && !isClickId(view.table.headers[column] ?? ''),
  );
}

/** Findings about the columns of a file or of a part of its leads, by column. */
type Kept<T> = WeakMap<LoadedFile, Map<number, T>>;

/** The finding about a column, made at the first call and kept. */
async function keep<T>(kept: Kept<T>, of: LoadedFile, column: number, make: () => Promise<T>): Promise<T> {
  const ofFile = kept.get(of) ?? new Map<number, T>();
  kept.set(of, ofFile);
  const found = ofFile.get(column) ?? (await make());
  ofFile.set(column, found);
  return found;
}

// Another converted status asks for the same columns of the same leads, and so does the q of the results.
const coded: Kept<readonly FileCandidate[] | UnfitColumn> = new WeakMap();

/**
 * A column as the finder looks at it; coded at the first call for the leads that count. Awaits `onSlice` before each slice.
 *
 * @param texts gets the texts of all rows where they are read
 */
export function candidatesOf(
  view: LoadedFile,
  column: number,
  onSlice: () => Promise<void>,
  texts?: Map<number, CodedTexts>,
): Promise<readonly FileCandidate[] | UnfitColumn> {
  return keep(coded, view, column, () => codeCandidates(view, column, valuesOf, { onSlice, texts }));
}

/** A column as the finder tried it in one way; undefined where it does not. */
export async function candidateOf(
  view: LoadedFile,
  { column, kind }: Pick<Candidate, 'column' | 'kind'>,
  onSlice: () => Promise<void>,
): Promise<FileCandidate | undefined> {
  const found = await candidatesOf(view, column, onSlice);
  return typeof found === 'string' ? undefined : found.find((one) => one.kind === kind);
}

/** A column as the finder looks at it. It is not kept, for a file that is counted once. */
export const candidatesOnce: typeof candidatesOf = (view, column, onSlice) =>
  codeCandidates(view, column, nameValues, { onSlice });

/** A column as the model of all columns looks at it: as the finder does, but numbers are cut into tenths. It is not kept. */
export async function tenthsOf(
  view: LoadedFile,
  column: number,
  onSlice: () => Promise<void>,
): Promise<readonly FileCandidate[]> {
  const found = await codeCandidates(view, column, nameValues, { onSlice, cutNumbers: tenthRanges });
  return typeof found === 'string' ? [] : found;
}

interface CodeOptions {
  onSlice(): Promise<void>;
  texts?: Map<number, CodedTexts> | undefined;
  cutNumbers?: typeof tenthRanges;
}

async function codeCandidates(
  view: LoadedFile,
  column: number,
  nameColumn: typeof nameValues,
  options: CodeOptions,
): Promise<readonly FileCandidate[] | UnfitColumn> {
  const all = await nameColumn(view.selection?.whole ?? view, column, options);
  if (typeof all === 'string') return all;
  const header = view.table.headers[column] ?? '';
  const [isLate, isLateDate] = [mayBeKnownLater(header), saysLaterDate(header)];
  const candidates: FileCandidate[] = [];
  for (const { plan, values } of all) {
    await options.onSlice();
    const isKnownLater = isLate || (isLateDate && 'reading' in plan);
    const isOfCalendar =
      plan.kind === 'calendar-month' || (plan.kind === 'values' && plan.isOfCalendar === true);
    candidates.push({
      column,
      kind: plan.kind,
      isKnownLater,
      isOfCalendar,
      plan,
      ...codeCandidate(view.selection?.recode(values) ?? values, plan),
    });
  }
  return candidates;
}

/** A way in which a column of the whole file may be a candidate, with the names of its values. */
type NamedColumn = readonly { plan: CandidatePlan; values: CodedTexts }[];

/**
 * Reads a column of the whole file in one slice, and names its values in another for each candidate. Its texts are not kept, unless it was
 * chosen: a file may have many columns of many texts.
 */
async function nameValues(
  whole: LoadedFile,
  column: number,
  { onSlice, texts, cutNumbers }: CodeOptions,
): Promise<NamedColumn | UnfitColumn> {
  await onSlice();
  const header = whole.table.headers[column] ?? '';
  const all = whole.coded.get(column) ?? codeUseful(whole, column);
  if (!all) return 'almost-unique';
  texts?.set(column, all);
  const plans = planCandidates({ header, ...all, today: whole.today }, whole.year, cutNumbers);
  if (typeof plans === 'string') return plans;
  const found: { plan: CandidatePlan; values: CodedTexts }[] = [];
  for (const plan of plans) {
    await onSlice();
    found.push({ plan, values: nameCandidate(all, plan) });
  }
  return found;
}

// Leads that are left out change which values are candidates, not how the cells of the file are read.
const named: Kept<NamedColumn | UnfitColumn> = new WeakMap();

/** The same, read at the first call for a file. */
const valuesOf: typeof nameValues = (whole, column, options) =>
  keep(named, whole, column, () => nameValues(whole, column, options));

/** A column; null for one of texts that are almost unique, which is not read to its end. */
function codeUseful({ table, year }: LoadedFile, column: number): CodedTexts | null {
  const { isWhole, ...read } = table.codeRows(column, CELLS_LOOKED_AT);
  if (isWhole) return read;
  const categories = read.categories.slice(0, CELLS_LOOKED_AT);
  const leads = new Uint32Array(categories.length).fill(1);
  const header = table.headers[column] ?? '';
  const isUseful =
    findNumberFormat(categories, leads) !== null ||
    findDateFormat({ header, categories, leads }, year).length > 0;
  if (isUseful) return codeColumn(table, column);
  const { isWhole: isRepeated, ...all } = table.codeRows(column, maxOrdinaryTexts(table.rowCount));
  return isRepeated ? all : null;
}
