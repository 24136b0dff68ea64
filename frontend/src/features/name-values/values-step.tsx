import { Fragment, useState } from 'react';
import { Button } from '#frontend/ui/button.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import type { ColumnChecks } from '#frontend/features/wizard/column-checks.tsx';
import { shortText } from '#frontend/lib/format.ts';
import { StepLayout, StepTerm } from '#frontend/features/wizard/step-layout.tsx';
import { useColumnDetail, useConvertedValues } from '#frontend/features/wizard/thread-answers.tsx';
import { useStepArrival } from '#frontend/features/wizard/use-step-arrival.ts';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import { columnsToMap, headerOf } from '#frontend/features/wizard/workflow-selectors.ts';
import { AttributeValues } from './attribute-values.tsx';
import { type AmountsView, StatusValues } from './status-values.tsx';

/** A longer name is cut in the title. This many characters take two lines, or three on a small screen. */
const TITLE_LENGTH = 90;

interface ValuesStepProps {
  workflow: Workflow;
  Check: ColumnChecks['Attribute'];
  Amounts: AmountsView;
}

/** Step 3, one column at a time: the status values that count as converted, then the names of the attribute values. */
export function ValuesStep({ workflow, Check, Amounts }: ValuesStepProps) {
  const { state, at } = workflow;
  const columns = columnsToMap(state);
  const position = Math.min(at.position, columns.length - 1);
  const column = columns[position] ?? null;
  const detail = useColumnDetail(workflow, column);
  const converted = useConvertedValues(workflow);
  const container = useStepArrival(position, workflow.isRevisited);
  const [isRefused, setRefused] = useState(false);
  const isFirst = position === 0;
  const isLast = position === columns.length - 1;

  const confirm = () => {
    if (isFirst) workflow.dispatch({ type: 'guessesConfirmed', parts: ['converted'] });
  };
  const goTo = (next: number) => {
    setRefused(false);
    confirm();
    workflow.goTo(3, next);
  };
  const analyse = () => {
    if (converted === null) return;
    setRefused(converted.length === 0);
    if (converted.length === 0) return;
    confirm();
    workflow.goTo(4);
  };

  if (column === null) return null;
  return (
    <div ref={container}>
      <StepLayout
        back={
          isFirst ? (
            <Button onClick={() => workflow.goTo(2)}>Back to Columns</Button>
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
            {/* A gap as large as the missing button, so that the buttons do not move from column to column. */}
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
                  leads that are still open, and tests.
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
            <StatusValues {...{ workflow, detail, Amounts }} />
          ) : (
            <AttributeValues {...{ workflow, detail, Check }} />
          )}
        </Fragment>
      </StepLayout>
    </div>
  );
}

/** Says that no value counts as converted. `onChoose` leads to the status values; absent where they are shown. */
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
