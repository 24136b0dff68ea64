import { canVisit, chosenAttributes, hasColumns, headerOf } from './workflow-selectors.ts';
import type { Step, WorkflowState } from './workflow-state.ts';

const MAX_NAMED_VALUES = 2;

export const STEP_TITLES: Record<Step, string> = {
  1: 'Upload',
  2: 'Select Columns',
  3: 'Map Values',
  4: 'Results',
};

function summariseColumns(state: WorkflowState): string | null {
  if (!hasColumns(state) || state.statusColumn === null) return null;
  const attributes = chosenAttributes(state).length;
  return `Status: ${headerOf(state, state.statusColumn)} · ${attributes} ${attributes === 1 ? 'attribute' : 'attributes'}`;
}

function summariseValues(converted: readonly string[] | null): string | null {
  if (!converted || converted.length === 0) return null;
  return `Converted: ${converted.length > MAX_NAMED_VALUES ? `${converted.length} values` : converted.join(', ')}`;
}

/**
 * What was chosen in a step that is done, in a few words; null while it is not done.
 * @param converted the status values that occur and count as converted, once known
 */
export function summariseStep(
  state: WorkflowState,
  step: Step,
  converted: readonly string[] | null,
): string | null {
  switch (step) {
    case 1:
      return state.file?.fileName ?? null;
    case 2:
      return canVisit(state, 3) ? summariseColumns(state) : null;
    case 3:
      return canVisit(state, 4) ? summariseValues(converted) : null;
    case 4:
      return null;
  }
}
