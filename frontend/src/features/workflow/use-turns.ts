import { startTransition, useCallback, type Dispatch } from 'react';
import type { WorkflowEvent } from './workflow-state.ts';

/** What turns to another page of the wizard is rendered in slices, between which the page answers. */
export function useTurns(dispatch: Dispatch<WorkflowEvent>): Dispatch<WorkflowEvent> {
  return useCallback(
    (event) => {
      const isTurn = event.type === 'stepChosen' || event.type === 'valuesPositionChosen';
      if (isTurn) startTransition(() => dispatch(event));
      else dispatch(event);
    },
    [dispatch],
  );
}
