import type { NumberFormat } from '#frontend/analysis/columns/number-format.ts';
import { sortNames } from '#frontend/analysis/columns/order.ts';
import { BLANK_LABEL } from '#frontend/analysis/constants.ts';
import { labelOf, replaceName } from '#frontend/analysis/counts/mapping.ts';
import { merge, type ColumnFacts, type ReuseNote } from './choice.ts';
import type { SavedChoices } from './choices.ts';
import { MAX_KNOWN_VALUES, type KeptSettings } from './kept-settings.ts';
import { CHOICES } from './list.ts';

/** Settings of an earlier analysis with the columns of the open file. */
export interface FittedSettings extends Pick<KeptSettings, 'name' | 'choices' | 'settings'> {
  notes: readonly ReuseNote[];
}

/** The columns for which `fitSettings` needs the details, each with the number format of the earlier analysis. */
export function columnsToFit(
  kept: KeptSettings,
  headers: readonly string[],
): { column: number; numberFormat: NumberFormat | undefined }[] {
  const { statusColumn, attributeColumns, dateFilter, numberFormats } = kept.choices;
  const dates = typeof dateFilter?.dateColumn === 'number' ? [dateFilter.dateColumn] : [];
  const columns = new Set([statusColumn, ...attributeColumns, ...dates]);
  return [...columns].flatMap((column) => {
    const index = columnFinder(kept, headers)(column);
    return index === null ? [] : [{ column: index, numberFormat: numberFormats?.get(column) }];
  });
}

/**
 * Translates the settings of an earlier analysis to a file that has its columns, with a note on each difference.
 *
 * @param details of the columns that `columnsToFit` names
 */
export function fitSettings(
  kept: KeptSettings,
  headers: readonly string[],
  details: ReadonlyMap<number, ColumnFacts>,
): FittedSettings {
  const notes: ReuseNote[] = [];
  const columnOf = columnFinder(kept, headers);
  const fit = {
    columnOf,
    columnAt: (column: number) => details.get(columnOf(column) ?? -1),
    note: (kind: Exclude<ReuseNote['kind'], 'missing' | 'new'>, column: number) =>
      notes.push({ kind, header: kept.headers[column] ?? '' }),
  };
  const choices = merge<SavedChoices>(CHOICES.map((choice) => choice.fit?.(kept.choices, fit)));
  for (const column of [kept.choices.statusColumn, ...kept.choices.attributeColumns]) {
    const [index, inFile] = [columnOf(column), fit.columnAt(column)];
    const values = inFile && index !== null && compareValues(choices, index, inFile);
    if (values) notes.push(...noteValues(kept, column, values));
  }
  const { name, settings } = kept;
  return { name, settings, notes, choices };
}

/** Makes the function that finds an earlier column in the file by its header. */
function columnFinder({ headers: kept }: KeptSettings, headers: readonly string[]) {
  return (column: number): number | null => {
    const index = headers.indexOf(kept[column] ?? '');
    return index === -1 ? null : index;
  };
}

interface Compared {
  /** The values of the file. */
  values: readonly string[];
  /** The values that the settings name. */
  named: readonly string[];
}

/** The values of a status column or an attribute after renaming; null for ranges and names of dates, the same in every file. */
function compareValues(choices: SavedChoices, column: number, inFile: ColumnFacts): Compared | null {
  const { statusColumn, qualified, leftOutStatuses = [], ranges, dates, mappings } = choices;
  if (column === statusColumn)
    return {
      values: inFile.values.map((value) => value.trim() || BLANK_LABEL),
      named: [...qualified, ...leftOutStatuses],
    };
  if (ranges.has(column) || dates?.has(column)) return null;
  const mapping = mappings.get(column) ?? new Map<string, string>();
  const rename = (value: string) => replaceName(value, mapping);
  const labels = new Set(inFile.values.map((value) => labelOf(value, null)));
  return { values: [...labels].map(rename), named: [...mapping.keys()].map(rename) };
}

function noteValues(kept: KeptSettings, column: number, { values, named }: Compared): ReuseNote[] {
  if (values.length > MAX_KNOWN_VALUES) return [];
  const known = kept.known.get(column);
  const present = new Set(values);
  const missing = new Set([...named, ...(known ?? [])].filter((value) => !present.has(value)));
  const fresh = known ? [...present].filter((value) => !known.has(value)) : [];
  const header = kept.headers[column] ?? '';
  const notes = [
    { kind: 'missing', header, values: sortNames([...missing]) },
    { kind: 'new', header, values: sortNames(fresh) },
  ] as const;
  return notes.filter((note) => note.values.length > 0);
}
