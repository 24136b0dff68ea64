import type { AttributePlan, Plan } from '#frontend/analysis/mapping.ts';
import { DEFAULT_QUALIFIED, type Place, type Step, type WorkflowState } from './workflow-state.ts';

const NO_MAPPING: ReadonlyMap<string, string> = new Map();

/** Chosen attribute columns in slot order, without the empty slots. */
export function chosenAttributes(state: WorkflowState): number[] {
  return state.attributeColumns.filter((column) => column !== null);
}

/** The columns that step 3 visits: the status column, then each attribute. */
export function columnsToMap(state: WorkflowState): number[] {
  return state.statusColumn === null ? [] : [state.statusColumn, ...chosenAttributes(state)];
}

export function headerOf(state: WorkflowState, column: number): string {
  return state.file?.headers[column] ?? '';
}

/** Names of the status values that count as converted, whether or not the file has them. */
export function qualifiedValues(state: WorkflowState): ReadonlySet<string> {
  return (
    (state.statusColumn === null ? undefined : state.qualified.get(state.statusColumn)) ?? DEFAULT_QUALIFIED
  );
}

/** Steps 3 and 4 need a status column and attribute 1. */
export function hasColumns(state: WorkflowState): boolean {
  return state.statusColumn !== null && state.attributeColumns[0] !== null;
}

/** A step can be visited once the choices that it needs are made. Only 'Analyze' leads to the results. */
export function canVisit(state: WorkflowState, step: Step): boolean {
  if (step === 1) return true;
  if (step === 2) return state.file !== null;
  if (step === 3) return state.file !== null && hasColumns(state);
  return state.step === 4;
}

/** Whether Back or Forward may show a place of this work: its column is still chosen, its results are up to date. */
export function canReturn(state: WorkflowState, { step, position }: Place): boolean {
  if (step === 4) return state.hasResults;
  return canVisit(state, step) && (step < 3 || position < columnsToMap(state).length);
}

function attributePlan(state: WorkflowState, column: number): AttributePlan {
  const numberFormat = state.numberFormats.get(column);
  return {
    column,
    field: headerOf(state, column),
    ranges: state.ranges.get(column) ?? null,
    mapping: state.mappings.get(column) ?? NO_MAPPING,
    ...(numberFormat && { numberFormat }),
  };
}

/** The plan for the thread; null until the columns are chosen. */
export function planOf(state: WorkflowState): Plan | null {
  if (state.statusColumn === null || !hasColumns(state)) return null;
  return {
    statusColumn: state.statusColumn,
    qualified: qualifiedValues(state),
    attributes: chosenAttributes(state).map((column) => attributePlan(state, column)),
  };
}
