import { useState, type Dispatch } from 'react';
import { labelOf } from '#frontend/analysis/mapping.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import { Button } from '#frontend/ui/button.tsx';
import { StepActions } from '../columns/step-actions.tsx';
import { qualifiedValues } from '../workflow-selectors.ts';
import type { WorkflowEvent, WorkflowState } from '../workflow-state.ts';

interface ValuesActionsProps {
  state: WorkflowState;
  dispatch: Dispatch<WorkflowEvent>;
  /** Null while the values of the status column are loading. */
  statusDetail: ColumnDetail | null;
  position: number;
  /** Number of columns in step 3. */
  count: number;
}

/** The buttons of step 3. 'Analyze' needs a status value in the file that counts as converted. */
export function ValuesActions({ state, dispatch, statusDetail, position, count }: ValuesActionsProps) {
  const [isRefused, setRefused] = useState(false);
  const isLast = position === count - 1;

  const goTo = (next: number) => {
    setRefused(false);
    dispatch({ type: 'valuesPositionChosen', position: next });
  };
  const analyse = () => {
    if (statusDetail === null) return;
    const qualified = qualifiedValues(state);
    const hasConverted = statusDetail.values.some((value) => qualified.has(labelOf(value, null)));
    setRefused(!hasConverted);
    if (hasConverted) dispatch({ type: 'stepChosen', step: 4 });
  };

  return (
    <StepActions
      back={
        position === 0 ? (
          <Button onClick={() => dispatch({ type: 'stepChosen', step: 2 })}>Back to Columns</Button>
        ) : (
          <Button onClick={() => goTo(position - 1)}>Previous</Button>
        )
      }
      message={isRefused && <NothingQualified onChoose={position === 0 ? undefined : () => goTo(0)} />}
      next={
        <>
          {!isLast && (
            <Button variant="ghost" className="max-sm:order-last max-sm:w-full sm:ml-auto" onClick={analyse}>
              Skip renaming and analyze
            </Button>
          )}
          <Button variant="primary" onClick={isLast ? analyse : () => goTo(position + 1)}>
            {isLast ? 'Analyze' : 'Next'}
          </Button>
          {/* The place of the other button, so that these do not move from column to column. */}
          {isLast && <span aria-hidden className="order-last min-h-control w-full sm:hidden" />}
        </>
      }
    />
  );
}

/** `onChoose` leads to the status values; it is missing where they are shown. */
function NothingQualified({ onChoose }: { onChoose?: () => void }) {
  return (
    <div className="text-13 sm:text-right">
      <p role="alert" className="text-down">
        Please select at least one status value as "Qualified"
      </p>
      {onChoose && (
        <button
          type="button"
          className="rounded-control font-medium text-accent underline-offset-2 hover:underline"
          onClick={onChoose}
        >
          Go to the status values
        </button>
      )}
    </div>
  );
}
