import { MAX_ATTRIBUTES } from '#contract/limits.ts';
import type { ColumnChoices, SavedColumns } from './choices.ts';
import { differInValues, type Choice } from './choice.ts';
import { qualifiedValues } from './qualified.ts';

/** The status column, its converted values and the attributes. All other choices depend on them. */
export const COLUMNS: Choice<ColumnChoices, SavedColumns> = {
  empty: {
    statusColumn: null,
    isStatusGuessed: false,
    guessed: new Set(),
    attributeColumns: Array.from({ length: MAX_ATTRIBUTES }, () => null),
    qualified: new Map(),
    hiddenColumns: new Set(),
  },
  plan: (choices) => ({ qualified: qualifiedValues(choices) }),
  save: (_, { plan, converted }) => ({
    statusColumn: plan.statusColumn,
    attributeColumns: plan.attributes.map(({ column }) => column),
    qualified: new Set(converted),
  }),
  restore: ({ statusColumn, attributeColumns, qualified }) => ({
    statusColumn,
    attributeColumns: Array.from({ length: MAX_ATTRIBUTES }, (_, slot) => attributeColumns[slot] ?? null),
    qualified: new Map([[statusColumn, qualified]]),
  }),
  name: ({ statusColumn, qualified }, headerOf) => ({
    statusColumn: headerOf(statusColumn),
    qualifiedValues: [...qualified],
  }),
  pack: ({ statusColumn, attributes, qualifiedValues: values }) => ({
    statusColumn,
    attributeColumns: attributes.map(({ field }) => field),
    qualifiedValues: [...values],
  }),
  unpack: ({ statusColumn, qualifiedValues: values }) => ({ statusColumn, qualifiedValues: values }),
  find: ({ statusColumn, attributeColumns, qualifiedValues: values }, columnOf) => ({
    statusColumn: columnOf(statusColumn) ?? -1,
    attributeColumns: attributeColumns.map((header) => columnOf(header) ?? -1),
    qualified: new Set(values),
  }),
  headersIn: ({ statusColumn, attributeColumns }) => [statusColumn, ...attributeColumns],
  fit: ({ statusColumn, attributeColumns, qualified }, { columnOf }) => ({
    statusColumn: columnOf(statusColumn) ?? 0,
    attributeColumns: attributeColumns.map((column) => columnOf(column) ?? 0),
    qualified,
  }),
  content: ({ statusColumn, qualifiedValues: values }) => [statusColumn, values.toSorted()],
  differences: (before, after) => [
    before.statusColumn !== after.statusColumn &&
      `Status column: ${before.statusColumn} before, ${after.statusColumn} after.`,
    differInValues('Converted values', before.qualifiedValues, after.qualifiedValues),
  ],
  draftSchema: ({ z, column, maybe, flag, texts }) => ({
    statusColumn: maybe,
    isStatusGuessed: flag,
    guessed: z.set(z.enum(['converted', 'columns', 'amounts'])),
    attributeColumns: z.array(maybe).check(z.length(MAX_ATTRIBUTES)),
    qualified: z.map(column, texts),
    hiddenColumns: z.set(column),
  }),
  savedSchema: ({ z, column, texts }) => ({
    statusColumn: column,
    attributeColumns: z.array(column).check(z.minLength(1), z.maxLength(MAX_ATTRIBUTES)),
    qualified: texts,
  }),
};
