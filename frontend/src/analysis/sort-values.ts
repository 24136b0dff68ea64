import type { CodedColumn } from './columns.ts';
import { sortNames } from './names.ts';
import type { Tally } from './tally.ts';

/** The same tally with the values of each field in the order of names, '(Blank)' last. */
export function sortValues(tally: Tally): Tally {
  const sorted = tally.fields.map(({ name, values: unsorted }, field) => {
    const values = sortNames(unsorted);
    const codeByName = new Map(values.map((value, code) => [value, code]));
    const codeOf = Uint32Array.from(unsorted, (value) => codeByName.get(value) ?? 0);
    const codes = tally.codes[field]?.map((code) => codeOf[code] ?? 0) ?? new Uint32Array();
    return { field: { name, values }, codes };
  });
  return { ...tally, fields: sorted.map(({ field }) => field), codes: sorted.map(({ codes }) => codes) };
}

/** The same column with its categories in the order of names, which makes sorting them again after a change quick. */
export function sortCategories({ codes, categories }: CodedColumn): CodedColumn {
  const sorted = [...categories].sort();
  const codeByName = new Map(sorted.map((name, code) => [name, code]));
  const codeOf = Uint32Array.from(categories, (name) => codeByName.get(name) ?? 0);
  return { codes: codes.map((code) => codeOf[code] ?? 0), categories: sorted };
}
