import { CELLS_LOOKED_AT } from '#frontend/analysis/columns/columns.ts';
import { findDateFormat } from '#frontend/analysis/columns/dates.ts';
import { gather } from '#frontend/analysis/counts/coding.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { findFamilies, numberFamilies, type FamilyColumn } from '#frontend/analysis/preflight/families.ts';
import { codeColumn, type CodedTexts } from '#frontend/csv/table.ts';
import { candidateColumns } from './file-candidates.ts';
import type { LoadedFile } from './loaded-file.ts';

type OnSlice = () => Promise<void>;
type ReadTexts = ReadonlyMap<number, CodedTexts>;

/** The families of all rows of a file. Finder, model and check ask for the same ones, perhaps at the same time. */
const lastFamilies = new WeakMap<LoadedFile, { columns: string; families: Promise<Uint32Array | null> }>();
/** Those of the leads that count. */
const lastOfView = new WeakMap<LoadedFile, { whole: Uint32Array; families: Uint32Array | null }>();

/**
 * The number of the family of each lead that counts; null where hardly any lead has a relative. Relatives are found among all rows of the
 * file, once, so that other leads may count later. Awaits `onSlice` before each slice.
 *
 * @param texts of columns that have just been read
 */
export async function familiesOf(
  view: LoadedFile,
  plan: Pick<Plan, 'statusColumn' | 'worth'>,
  onSlice: OnSlice,
  texts: ReadTexts = new Map(),
): Promise<Uint32Array | null> {
  const { selection } = view;
  const families = await wholeFamilies(selection?.whole ?? view, plan, { onSlice, texts });
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
  search: { onSlice: OnSlice; texts: ReadTexts },
): Promise<Uint32Array | null> {
  const columns = candidateColumns(file, plan);
  const key = columns.join();
  const last = lastFamilies.get(file);
  if (last?.columns === key) {
    try {
      return await last.families;
    } catch {
      await search.onSlice(); // the question that searched was cancelled
      return wholeFamilies(file, plan, search);
    }
  }
  const begun = { columns: key, families: searchFamilies(file, columns, search) };
  lastFamilies.set(file, begun);
  begun.families.catch(() => lastFamilies.get(file) === begun && lastFamilies.delete(file));
  return begun.families;
}

async function searchFamilies(
  file: LoadedFile,
  columns: readonly number[],
  { onSlice, texts }: { onSlice: OnSlice; texts: ReadTexts },
): Promise<Uint32Array | null> {
  const read: FamilyColumn[] = [];
  for (const column of columns) {
    await onSlice();
    const coded = texts.get(column) ?? file.coded.get(column) ?? codeColumn(file.table, column);
    const header = file.table.headers[column] ?? '';
    read.push({ ...coded, header, isDate: isDate(file, header, coded) });
  }
  return findFamilies(read, onSlice);
}

function isDate({ year }: LoadedFile, header: string, { categories, leads }: CodedTexts): boolean {
  const first = { categories: categories.slice(0, CELLS_LOOKED_AT), leads: leads.slice(0, CELLS_LOOKED_AT) };
  return findDateFormat({ header, ...first }, year).length > 0;
}
