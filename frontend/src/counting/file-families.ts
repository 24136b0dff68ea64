import { CELLS_LOOKED_AT } from '#frontend/analysis/columns/columns.ts';
import { findDateFormat } from '#frontend/analysis/columns/dates.ts';
import { findFamilies, type FamilyColumn } from '#frontend/analysis/preflight/families.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { codeColumn } from '#frontend/csv/table.ts';
import { candidateColumns } from './file-candidates.ts';
import type { LoadedFile } from './loaded-file.ts';

// Finder and model ask about the same leads.
const lastFamilies = new WeakMap<LoadedFile, { columns: string; families: Uint32Array | null }>();

/** The number of the family of each lead that counts; null where no lead has a relative. Awaits `onSlice` before each column. */
export async function familiesOf(
  view: LoadedFile,
  plan: Pick<Plan, 'statusColumn' | 'worth'>,
  onSlice: () => Promise<void>,
): Promise<Uint32Array | null> {
  const columns = candidateColumns(view, plan);
  const last = lastFamilies.get(view);
  if (last?.columns === columns.join()) return last.families;
  const read: FamilyColumn[] = [];
  for (const column of columns) {
    await onSlice();
    const coded = codeColumn(view.table, column);
    const header = view.table.headers[column] ?? '';
    read.push({ ...coded, header, isDate: isDate(view, header, coded) });
  }
  const families = await findFamilies(read, onSlice);
  lastFamilies.set(view, { columns: columns.join(), families });
  return families;
}

function isDate(
  { year }: LoadedFile,
  header: string,
  { categories, leads }: Pick<FamilyColumn, 'categories' | 'leads'>,
): boolean {
  const first = { categories: categories.slice(0, CELLS_LOOKED_AT), leads: leads.slice(0, CELLS_LOOKED_AT) };
  return findDateFormat({ header, ...first }, year).length > 0;
}
