import type { AttributePlan, Plan, Basis } from '#frontend/analysis/counts/mapping.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import { AMOUNTS } from './amounts.ts';
import { DATES, MAPPINGS, COLUMN_FORMATS, RANGE_ORIGINS, RANGES } from './attributes.ts';
import { merge, type Shown } from './choice.ts';
import type { Choices, NamedChoices, SavedChoices } from './choices.ts';
import { COLUMNS } from './columns.ts';
import { LEADS } from './leads.ts';
import { APPLY } from './platforms.ts';
import { chooseReading, READING } from './reading.ts';
import { SETTINGS } from './settings.ts';
import { STAGES_CHOICE } from './stages.ts';

/** All choices, in their order in fingerprints and notes. */
export const CHOICES = [
  COLUMNS,
  SETTINGS,
  AMOUNTS,
  RANGES,
  RANGE_ORIGINS,
  MAPPINGS,
  COLUMN_FORMATS,
  DATES,
  APPLY,
  LEADS,
  READING,
  STAGES_CHOICE,
] as const;

/** The choices before the visitor makes any. */
export const NO_CHOICES: Choices = merge(CHOICES.map(({ empty }): object => empty));

/** The choices before the visitor makes any in a file that is read again with other options. They are its reading from now on. */
export const choicesForReread = (
  { reading, readOptions }: Pick<Choices, 'reading'> & { readOptions: Choices['reading'] },
  next: Choices['reading'],
): Choices => ({ ...NO_CHOICES, reading: chooseReading(reading, readOptions, next) });

interface OfFile {
  file: { headers: readonly string[] } | null;
}

/** The plan for the thread; null until the status column and the first attribute are chosen. */
export function planOf({ file, ...choices }: Choices & OfFile): Plan | null {
  const { statusColumn, attributeColumns } = choices;
  if (statusColumn === null || attributeColumns[0] === null) return null;
  const attributes = attributeColumns.filter((column) => column !== null);
  return {
    ...merge<Plan>(CHOICES.map((choice) => choice.plan?.(choices))),
    statusColumn,
    attributes: attributes.map((column) => ({
      ...merge<AttributePlan>(CHOICES.map(({ ofAttribute }) => ofAttribute?.plan(choices, column))),
      column,
      field: file?.headers[column] ?? '',
    })),
  };
}

/** The plan of the shown figures. Combinations, the check and the plans for platforms use it. */
export function planOfShown(plan: Plan, basis: Basis): Plan {
  return plan.worth && basis === 'conversions' ? { ...plan, worth: null } : plan;
}

/** The choices for the columns of the plan that is shown. */
export const saveChoices = (choices: Choices, shown: Shown): SavedChoices =>
  merge(CHOICES.map((choice) => choice.save?.(choices, shown)));

/** The inverse of `saveChoices`, for a visitor who continues the analysis. */
export const choicesOf = (saved: SavedChoices, settings: Settings): Choices => ({
  ...merge<Choices>([NO_CHOICES, ...CHOICES.map((choice) => choice.restore?.(saved))]),
  settings,
});

/** The names and choices that exports state of the plan that is shown. */
export function contextOf(
  { file, ...choices }: Choices & { file: { headers: readonly string[]; fileName: string } | null },
  shown: Shown,
): NamedChoices {
  const saved = saveChoices(choices, shown);
  const headerOf = (column: number) => file?.headers[column] ?? '';
  return {
    ...merge<NamedChoices>(CHOICES.map((choice) => choice.name?.(saved, headerOf))),
    fileName: file?.fileName ?? '',
    attributes: shown.plan.attributes,
  };
}
