import { CELLS_LOOKED_AT } from '#frontend/analysis/columns/columns.ts';
import { findDateFormat } from '#frontend/analysis/columns/dates.ts';
import { gather } from '#frontend/analysis/counts/coding.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { findFamilies, numberFamilies, type FamilyColumn } from '#frontend/analysis/preflight/families.ts';
import { codeColumn, type CodedTexts } from '#frontend/csv/table.ts';
import { candidateColumns } from './file-candidates.ts';
import type { LoadedFile } from './loaded-file.ts';

type OnSlice = () => Promise<void>;

/** The families of all rows of a file. Finder, model and check ask for the same ones, perhaps at the same time. */
const lastFamilies = new WeakMap<LoadedFile, { columns: string; families: Promise<Uint32Array | null> }>();
/** Those of the leads that count. */
const lastOfView = new WeakMap<LoadedFile, { whole: Uint32Array; families: Uint32Array | null }>();

/**
 * The number of the family of each lead that counts; null where hardly any lead has a relative. Relatives are found among all rows of the
 * file, once, so that other leads may count later. Awaits `onSlice` before each slice.
 */
export async function familiesOf(
  view: LoadedFile,
  plan: Pick<Plan, 'statusColumn' | 'worth'>,
  onSlice: OnSlice,
): Promise<Uint32Array | null> {
  const { selection } = view;
  const families = await wholeFamilies(selection?.whole ?? view, plan, onSlice);
  if (!families || !selection) return families;
  const last = lastOfView.get(view);
  if (last?.whole === families) return last.families;
  const ofView = numberFamilies(gather(families, selection.remaining));
  lastOfView.set(view, { whole: families, families: ofView });
  return ofView;
}

async function wholeFamilies(
  file: LoadedFile,
  plan: Pick<Plan, 'statusColumn' | 'worth'>,
  onSlice: OnSlice,
): Promise<Uint32Array | null> {
  const columns = candidateColumns(file, plan);
  const key = columns.join();
  const last = lastFamilies.get(file);
  if (last?.columns === key) {
    try {
      return await last.families;
    } catch {
      await onSlice(); // the question that searched was cancelled
      return wholeFamilies(file, plan, onSlice);
    }
  }
  const search = { columns: key, families: searchFamilies(file, columns, onSlice) };
  lastFamilies.set(file, search);
  search.families.catch(() => lastFamilies.get(file) === search && lastFamilies.delete(file));
  return search.families;
}

async function searchFamilies(
  file: LoadedFile,
  columns: readonly number[],
  onSlice: OnSlice,
): Promise<Uint32Array | null> {
  const read: FamilyColumn[] = [];
  for (const column of columns) {
    await onSlice();
    const coded = file.coded.get(column) ?? codeColumn(file.table, column);
    const header = file.table.headers[column] ?? '';
    read.push({ ...coded, header, isDate: isDate(file, header, coded) });
  }
  return findFamilies(read, onSlice);
}

function isDate({ year }: LoadedFile, header: string, { categories, leads }: CodedTexts): boolean {
  const first = { categories: categories.slice(0, CELLS_LOOKED_AT), leads: leads.slice(0, CELLS_LOOKED_AT) };
  return findDateFormat({ header, ...first }, year).length > 0;
}
