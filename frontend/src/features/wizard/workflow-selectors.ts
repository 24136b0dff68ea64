import type { Choices } from '#frontend/choices/choices.ts';
import { isOpen, type WizardState } from './workflow-state.ts';

/** Chosen attribute columns in slot order, without the empty slots. */
export function chosenAttributes({ attributeColumns }: Pick<Choices, 'attributeColumns'>): number[] {
  return attributeColumns.filter((column) => column !== null);
}

/** The columns that step 3 visits: the status column, then each attribute. */
export function columnsToMap(state: WizardState): number[] {
  return !isOpen(state) || state.statusColumn === null
    ? []
    : [state.statusColumn, ...chosenAttributes(state)];
}

export function headerOf({ file }: Pick<WizardState, 'file'>, column: number): string {
  return file?.headers[column] ?? '';
}

/** Steps 3 and 4 need a status column and attribute 1. */
export function hasColumns(state: WizardState): boolean {
  return isOpen(state) && state.statusColumn !== null && state.attributeColumns[0] !== null;
}

/** Whether the choices that a step needs are made. The step is one before the results. */
export function canVisit(state: WizardState, step: 1 | 2 | 3): boolean {
  if (step === 1) return true;
  return state.file !== null && (step === 2 || hasColumns(state));
}
