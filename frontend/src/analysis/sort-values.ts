import type { CodedColumn } from './columns.ts';
import { pick } from './coding.ts';
import { compareNames, sortNames } from './names.ts';
import type { Tally } from './tally.ts';

/** The same tally with the values of each field in the order of names, '(Blank)' last. Fields that are so stay as they are. */
export function sortValues(tally: Tally): Tally {
  const sorted = tally.fields.map(({ name, values }, field) => {
    const column = { codes: tally.codes[field] ?? new Uint32Array(), categories: values };
    const { codes, categories } = areSorted(values) ? column : recode(column, sortNames(values));
    return { field: { name, values: categories }, codes };
  });
  return { ...tally, fields: sorted.map(({ field }) => field), codes: sorted.map(({ codes }) => codes) };
}

/** A raw column with its categories in the order of the names that they get, so that a change leaves little to sort. */
export function sortCategories(column: CodedColumn): CodedColumn {
  const filled = column.categories.filter((category) => category !== '').sort();
  return recode(column, filled.length < column.categories.length ? [...filled, ''] : filled);
}

function areSorted(names: readonly string[]): boolean {
  return names.every((name, index) => index === 0 || compareNames(names[index - 1] ?? '', name) < 0);
}

/** The same column with its categories in another order. */
function recode({ codes, categories }: CodedColumn, ordered: readonly string[]): CodedColumn {
  const codeByName = new Map(ordered.map((name, code) => [name, code]));
  const codeOf = Uint32Array.from(categories, (name) => codeByName.get(name) ?? 0);
  return { codes: pick(codeOf, codes), categories: ordered };
}
