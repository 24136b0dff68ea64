import type { AttributePlan, Plan, Basis } from '#frontend/analysis/counts/mapping.ts';
import { findAlwaysConverting, findOutcomeMark } from '#frontend/analysis/finder/outcome-marks.ts';
import { combineColumns } from '#frontend/analysis/model/combine-columns.ts';
import { toModelColumn } from '#frontend/analysis/model/design.ts';
import {
  describeModel,
  type DescribedModel,
  type ModelNames,
} from '#frontend/analysis/model/described-model.ts';
import { fitModel, type FittedModel, type RefusedModel } from '#frontend/analysis/model/fit-model.ts';
import {
  amountsOf,
  convertedOf,
  foldAttributes,
  foldsOf,
  isSameFit,
} from '#frontend/counting/cached-counts.ts';
import type { Converted, FittedTo } from '#frontend/counting/last-plan.ts';
import { countedLeads } from '#frontend/counting/counted-leads.ts';
import {
  candidateColumns,
  candidatesOf,
  tenthsOf,
  type FileCandidate,
} from '#frontend/counting/file-candidates.ts';
import { familiesOf } from '#frontend/counting/file-families.ts';
import { codedColumn, type LoadedFile } from '#frontend/counting/loaded-file.ts';
import { runInSlices } from './run-in-slices.ts';
import { gather } from '#frontend/analysis/counts/coding.ts';
import { spreadAmounts } from '#frontend/analysis/counts/valued-leads.ts';

/** Asks whether values from all columns are better than those of the attributes of a plan. */
export interface ModelQuestion {
  plan: Plan;
  basis: Basis;
}

/** How many columns have been read. */
export interface ModelProgress {
  read: number;
  columns: number;
}

/** The model of all columns for the page, if it is offered. */
export type ModelAnswer = RefusedModel | OfferedModel;

export interface OfferedModel {
  isOffered: true;
  model: DescribedModel;
  /** The headers of columns that would tell too much, which the model leaves out. */
  leftOut: readonly { header: string; why: LateColumn }[];
}

type LateColumn = 'knows-outcome' | 'may-be-known-later';

/** A model with its names, as the thread keeps it for files. */
export interface FileModel {
  answer: ModelAnswer;
  /** Null where the model is not offered. */
  fitted: { model: FittedModel; names: ModelNames } | null;
}

// Files need the model that was offered.
const lastModels = new WeakMap<LoadedFile, FileModel & FittedTo & { columns: string }>();

/**
 * The model of all columns that may be known when a lead comes, on the leads that count; the same as for the last plan if the choices
 * are the same. Columns that know the outcome, or may be known only later, are in it where they are attributes of the plan.
 * Awaits `onSlice` before each slice.
 */
export async function fitFileModel(
  loaded: LoadedFile,
  { plan, basis }: ModelQuestion,
  onSlice: (progress: ModelProgress) => Promise<void>,
): Promise<FileModel> {
  const view = countedLeads(loaded, plan);
  const converted = convertedOf(view, plan);
  const amounts = basis === 'value' ? amountsOf(view, plan, converted) : null;
  const folds = foldsOf(view, plan);
  const fittedTo = { folds, converted, amounts };
  // By conversions no amounts count, but their column is no column of the model either.
  const columns = candidateColumns(view, plan).join();
  const last = lastModels.get(view);
  if (last?.columns === columns && isSameFit(last, fittedTo)) return last;
  const fitted = await fitColumns(view, { plan, ...fittedTo }, onSlice);
  lastModels.set(view, { ...fitted, ...fittedTo, columns });
  return fitted;
}

async function fitColumns(
  view: LoadedFile,
  { plan, converted, amounts }: Omit<FittedTo, 'folds'> & { plan: Plan },
  onSlice: (progress: ModelProgress) => Promise<void>,
): Promise<FileModel> {
  const { candidates, leftOut, columns } = await listCandidates(view, { plan, converted }, onSlice);
  const attributes = foldAttributes(view, plan).map(({ column, fold: { names, codeOf } }) => {
    return { names, count: names.length, codes: gather(codeOf, codedColumn(view, column).codes) };
  });
  const combined = isNewColumn(plan.attributes) ? combineColumns(attributes) : null;
  const names: ModelNames = {
    columns: candidates.map(({ column, names, plan: how }) => {
      return { column, header: view.table.headers[column] ?? '', names, plan: how };
    }),
    combination:
      // The `!` here: an attribute per code, a name per code of it.
      combined && combined.combinations.map((codes) => codes.map((code, at) => attributes[at]!.names[code]!)),
  };
  const families = await familiesOf(view, plan, () => onSlice({ read: columns, columns }));
  const steps = fitModel({
    columns: [...candidates.map(toModelColumn), ...(combined ? [combined] : [])],
    isConverted: converted.flags,
    amounts: amounts?.valued ? spreadAmounts(amounts.valued, converted.flags.length) : null,
    attributes,
    families,
  });
  const model = await runInSlices(steps, () => onSlice({ read: columns, columns }));
  if (!model.isOffered) return { answer: model, fitted: null };
  return {
    answer: { isOffered: true, model: describeModel(model, names), leftOut },
    fitted: { model, names },
  };
}

/** One attribute as it is in the file is among the columns already. */
function isNewColumn(attributes: readonly AttributePlan[]): boolean {
  return attributes.some(
    ({ ranges, dates, mapping }) =>
      attributes.length > 1 || (ranges?.length ?? 0) > 0 || dates || mapping.size > 0,
  );
}

/** The columns of the model, and those that would tell too much. */
async function listCandidates(
  view: LoadedFile,
  { plan, converted }: { plan: Plan; converted: Converted },
  onSlice: (progress: ModelProgress) => Promise<void>,
) {
  const columns = candidateColumns(view, plan);
  const chosen = new Set(plan.attributes.map(({ column }) => column));
  const candidates: FileCandidate[] = [];
  const leftOut = new Map<number, OfferedModel['leftOut'][number]>();
  for (const [read, column] of columns.entries()) {
    const onStep = () => onSlice({ read, columns: columns.length });
    const found = await candidatesOf(view, column, onStep);
    if (typeof found === 'string') continue;
    const isHonest = (candidate: FileCandidate) => {
      const why = chosen.has(column) ? null : findMark(candidate, converted.flags);
      if (why) leftOut.set(column, { header: view.table.headers[column] ?? '', why });
      return why === null;
    };
    const honest = found.filter(isHonest);
    candidates.push(
      ...(honest.some(({ kind }) => kind === 'ranges') ? await tenthsOf(view, column, onStep) : honest),
    );
  }
  return { candidates, leftOut: [...leftOut.values()], columns: columns.length };
}

function findMark({ isKnownLater, codes, names }: FileCandidate, flags: Uint8Array): LateColumn | null {
  if (isKnownLater) return 'may-be-known-later';
  const [leads, conversions] = [new Uint32Array(names.length), new Uint32Array(names.length)];
  // The `!` here: a code and a flag per lead, a count per value.
  for (let lead = 0; lead < codes.length; lead++) {
    leads[codes[lead]!]!++;
    conversions[codes[lead]!]! += flags[lead]!;
  }
  const counts = Array.from(leads, (count, value) => ({ leads: count, conversions: conversions[value]! }));
  if (findOutcomeMark(counts) !== null) return 'knows-outcome';
  return findAlwaysConverting(counts) === null ? null : 'may-be-known-later';
}
