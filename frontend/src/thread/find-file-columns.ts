import { CELLS_LOOKED_AT } from '#frontend/analysis/columns/columns.ts';
import { findDateFormat } from '#frontend/analysis/columns/dates.ts';
import { findNumberFormat } from '#frontend/analysis/columns/number-format.ts';
import { MAX_ORDINARY_VALUES } from '#frontend/analysis/constants.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { flagConverted } from '#frontend/analysis/counts/tally.ts';
import type { Candidate } from '#frontend/analysis/finder/candidate.ts';
import { codeCandidate, planCandidates, type UnfitColumn } from '#frontend/analysis/finder/code-candidate.ts';
import { findColumns, type FoundColumn, type FoundColumns } from '#frontend/analysis/finder/find-columns.ts';
import {
  fitSpreadPrior,
  measureLogRatios,
  type SpreadWeights,
} from '#frontend/analysis/judge/expected-to-hold.ts';
import { isClickId, mayBeKnownLater } from '#frontend/analysis/preflight/later-headers.ts';
import { codeColumn, type CodedTexts } from '#frontend/csv/table.ts';
import { currencyColumnsOf } from './amount-currency.ts';
import { countedLeads } from './counted-leads.ts';
import { codedColumn, type LoadedFile } from './loaded-file.ts';
import type { Asking } from './questions.ts';

/** Asks for the columns that tell most about the outcome. */
export type FinderQuestion = Pick<Plan, 'statusColumn' | 'qualified' | 'worth' | 'leads'>;

/** How many columns of the file have been read. */
export interface FinderProgress {
  read: number;
  columns: number;
}

/** A column of the file, or a part of a column of dates, with what it tells. */
export type FileColumn = Omit<FoundColumn, 'candidate'> &
  Pick<Candidate, 'column' | 'kind' | 'names' | 'isKnownLater'>;

/** What the columns of a file tell about the outcome. Status, amounts, currencies and click ids are no candidates. */
export type ColumnFindings = Omit<FoundColumns, 'columns'> & {
  /** In the order in which they are offered; see `FoundColumns`. */
  columns: readonly FileColumn[];
  unfit: readonly { column: number; why: UnfitColumn }[];
  /** How common each spread of log ratios is among the columns of this file, without those that know the outcome. */
  spreadPrior: SpreadWeights;
};

/** A slice of the search takes about so long at most: a visitor waits for an answer that much longer. */
const SLICE_MS = 10;

/**
 * Finds the columns of a file that tell most about the outcome, by conversions, on the leads that count. It works in slices, and
 * before each waits until no question has come for a moment.
 */
export async function findFileColumns(
  asked: FinderQuestion,
  { loaded, report, pause }: Asking<FinderProgress>,
): Promise<ColumnFindings> {
  const view = countedLeads(loaded(), asked);
  const columns = candidateColumns(view, asked);
  const candidates: Candidate[] = [];
  const unfit: { column: number; why: UnfitColumn }[] = [];
  const onSlice = async (read: number) => {
    await report({ read, columns: columns.length });
    await pause();
  };
  for (const [read, column] of columns.entries()) {
    const found = await candidatesOf(view, column, () => onSlice(read));
    if (typeof found === 'string') unfit.push({ column, why: found });
    else candidates.push(...found);
  }
  await onSlice(columns.length);
  const steps = findColumns(
    candidates,
    flagConverted(codedColumn(view, asked.statusColumn), asked.qualified),
  );
  let since = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return describeFindings(step.value, candidates, unfit);
    if (performance.now() - since < SLICE_MS) continue;
    await onSlice(columns.length);
    since = performance.now();
  }
}

function candidateColumns(view: LoadedFile, { statusColumn, worth }: FinderQuestion): number[] {
  const currencies = currencyColumnsOf(view.selection?.whole ?? view);
  const others = new Set([statusColumn, ...currencies, ...(worth?.kind === 'column' ? [worth.column] : [])]);
  return [...view.table.headers.keys()].filter(
    (column) => !others.has(column) && !isClickId(view.table.headers[column] ?? ''),
  );
}

// Another good end asks for the same columns of the same leads.
const coded = new WeakMap<LoadedFile, Map<number, readonly Candidate[] | UnfitColumn>>();

/** A column as the finder looks at it; coded at the first call for the leads that count. */
async function candidatesOf(
  view: LoadedFile,
  column: number,
  onSlice: () => Promise<void>,
): Promise<readonly Candidate[] | UnfitColumn> {
  const ofView = coded.get(view) ?? new Map<number, readonly Candidate[] | UnfitColumn>();
  coded.set(view, ofView);
  const found = ofView.get(column) ?? (await codeCandidates(view, column, onSlice));
  ofView.set(column, found);
  return found;
}

/**
 * Reads a column in one slice, and codes each of its candidates in another. The texts of a column are not kept, unless it was chosen: a
 * file may have many columns of many texts.
 */
async function codeCandidates(
  view: LoadedFile,
  column: number,
  onSlice: () => Promise<void>,
): Promise<readonly Candidate[] | UnfitColumn> {
  await onSlice();
  const header = view.table.headers[column] ?? '';
  const whole = view.selection?.whole ?? view;
  const all = whole.coded.get(column) ?? codeUseful(whole, column);
  if (!all) return 'almost-unique';
  const plans = planCandidates({ header, ...all }, view.year);
  if (typeof plans === 'string') return plans;
  const counted = view.selection?.recode(all) ?? all;
  const isKnownLater = mayBeKnownLater(header);
  const candidates: Candidate[] = [];
  for (const plan of plans) {
    await onSlice();
    candidates.push({ column, kind: plan.kind, isKnownLater, ...codeCandidate(counted, plan) });
  }
  return candidates;
}

/** A column; null for one of texts that are almost unique, which is not read to its end. */
function codeUseful({ table, year }: LoadedFile, column: number): CodedTexts | null {
  const most = Math.max(Math.floor(table.rowCount / 2), MAX_ORDINARY_VALUES) + 1; // one may be the blank
  const { isWhole, ...read } = table.codeRows(column, most);
  if (isWhole) return read;
  const categories = read.categories.slice(0, CELLS_LOOKED_AT);
  const leads = new Uint32Array(categories.length).fill(1);
  const header = table.headers[column] ?? '';
  const isUseful =
    findNumberFormat(categories, leads) !== null ||
    findDateFormat({ header, categories, leads }, year).length > 0;
  return isUseful ? codeColumn(table, column) : null;
}

function describeFindings(
  { columns, ...figures }: FoundColumns,
  candidates: readonly Candidate[],
  unfit: ColumnFindings['unfit'],
): ColumnFindings {
  const honest = columns.filter(({ knows }) => knows === null);
  return {
    ...figures,
    columns: columns.map(({ candidate, ...found }) => {
      const { column, kind, names, isKnownLater } = candidates[candidate]!; // one of these
      return { column, kind, names, isKnownLater, ...found };
    }),
    unfit,
    spreadPrior: fitSpreadPrior(honest.map(({ counts }) => measureLogRatios(counts, figures.total))),
  };
}
