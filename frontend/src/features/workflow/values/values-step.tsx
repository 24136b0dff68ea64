import { Fragment, useState } from 'react';
import { Button } from '#frontend/ui/button.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { shortText } from '../short-text.ts';
import { StepLayout } from '../step-layout.tsx';
import { StepTerm } from '../terms.tsx';
import { useColumnDetail, useConvertedValues } from '../thread-answers.tsx';
import { useStepArrival } from '../use-step-history.ts';
import type { Workflow } from '../use-workflow.ts';
import { columnsToMap, headerOf } from '../workflow-selectors.ts';
import { AttributeValues } from './attribute-values.tsx';
import { StatusValues } from './status-values.tsx';

/** About two lines; three on a small screen. */
const TITLE_LENGTH = 90;

/** Step 3, one column at a time: the status values that count as converted, then the names of the attribute values. */
export function ValuesStep({ workflow }: { workflow: Workflow }) {
  const { state, dispatch } = workflow;
  const columns = columnsToMap(state);
  const position = Math.min(state.valuesPosition, columns.length - 1);
  const column = columns[position] ?? null;
  const detail = useColumnDetail(workflow, column);
  const converted = useConvertedValues(workflow);
  const container = useStepArrival(position, workflow.isRevisited);
  const [isRefused, setRefused] = useState(false);
  const isFirst = position === 0;
  const isLast = position === columns.length - 1;

  const goTo = (next: number) => {
    setRefused(false);
    dispatch({ type: 'stepChosen', step: 3, position: next });
  };
  const analyse = () => {
    if (converted === null) return;
    setRefused(converted.length === 0);
    if (converted.length > 0) dispatch({ type: 'stepChosen', step: 4 });
  };

  if (column === null) return null;
  return (
    <div ref={container}>
      <StepLayout
        back={
          isFirst ? (
            <Button onClick={() => dispatch({ type: 'stepChosen', step: 2 })}>Back to Columns</Button>
          ) : (
            <Button onClick={() => goTo(position - 1)}>Previous</Button>
          )
        }
        message={
          isRefused &&
          converted?.length === 0 && <NothingQualified onChoose={isFirst ? undefined : () => goTo(0)} />
        }
        next={
          <>
            {!isLast && (
              <Button
                variant="ghost"
                className="max-sm:order-last max-sm:w-full sm:ml-auto"
                onClick={analyse}
              >
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
      >
        <Fragment key={column}>
          <header>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h1 id="step-title" className="text-28 tracking-tight">
                Map Values
              </h1>
              <p className="text-13 text-muted tabular-nums">
                Column {position + 1} of {columns.length}
              </p>
            </div>
            <h2 className="mt-4 text-20 tracking-tight wrap-anywhere" title={headerOf(state, column)}>
              {shortText(headerOf(state, column), TITLE_LENGTH)}
            </h2>
            <p className="text-14 text-muted">
              {isFirst ? (
                <>
                  Tick the values that count as <StepTerm term="converted">converted</StepTerm>. Leave out
                  those that should count in no figure, such as open or test leads.
                </>
              ) : (
                <>
                  Each value is a <StepTerm term="segment">segment</StepTerm>. Click a value to rename it;
                  give several the same name to group them.
                </>
              )}
            </p>
          </header>
          {detail === null ? (
            <SkeletonLines label="Loading values" lines={8} />
          ) : isFirst ? (
            <StatusValues {...{ workflow, detail }} />
          ) : (
            <AttributeValues {...{ workflow, detail }} />
          )}
        </Fragment>
      </StepLayout>
    </div>
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
