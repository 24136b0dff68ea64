import { useRef, useState, type ReactNode } from 'react';
import { cx } from '#frontend/lib/class-names.ts';
import { Button } from '#frontend/ui/button.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { StepTerm } from '../terms.tsx';
import { useColumnDetail } from '../thread-answers.tsx';
import type { Workflow } from '../use-workflow.ts';
import { AnalyzeNow } from '../reuse/analyze-now.tsx';
import { hasColumns } from '../workflow-selectors.ts';
import { AttributeField, StatusField } from './attribute-field.tsx';
import { DateFilterFields } from './date-filter.tsx';
import { ABOVE_ACTIONS, StepActions } from './step-actions.tsx';
import { ValueColumnField } from './value-column-field.tsx';

interface ColumnsStepProps {
  workflow: Workflow;
  intake: ReactNode;
}

/** Step 2. It waits for the details of the chosen columns, so that their ranges do not move the page when they appear. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { state } = props.workflow;
  const [first = null, second = null, third = null] = state.attributeColumns;
  const details = [
    useColumnDetail(props.workflow, first),
    useColumnDetail(props.workflow, second),
    useColumnDetail(props.workflow, third),
  ];
  const isKnown = details.every((detail, slot) => detail !== null || state.attributeColumns[slot] === null);
  const [isReady, setReady] = useState(isKnown);
  if (isKnown && !isReady) setReady(true);
  return isReady ? <ColumnChoices {...props} /> : <SkeletonLines label="Loading columns" lines={8} />;
}

/** The fields for the status column and the attributes. */
function ColumnChoices({ workflow, intake }: ColumnsStepProps) {
  const { state, dispatch } = workflow;
  const fields = useRef<HTMLDivElement>(null);
  const [wrongField, setWrongField] = useState<'bound' | 'day' | null>(null);
  const isComplete = hasColumns(state);
  const isReused = isComplete && state.reuse?.kind === 'used';

  const check = () => {
    // The ranges do not include an invalid bound: the analysis would use other ranges than the screen shows. Days in the wrong order leave no lead.
    const wrong = fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    setWrongField(wrong ? (wrong.matches('[type=date]') ? 'day' : 'bound') : null);
    wrong?.focus();
    return wrong === null || wrong === undefined;
  };
  const goOn = () => {
    if (!check()) return;
    if (state.isStatusGuessed && state.statusColumn !== null)
      dispatch({ type: 'statusChosen', column: state.statusColumn });
    dispatch({ type: 'valuesPositionChosen', position: 0 });
    dispatch({ type: 'stepChosen', step: 3 });
  };

  return (
    <section aria-labelledby="step-title" className="flex flex-col gap-6">
      {/* At least as high as the window, so that the buttons stay when a finding about a column arrives. */}
      <div className="flex min-h-[calc(100dvh-19rem)] flex-col gap-6">
        <header className="flex flex-col gap-3">
          <h1 id="step-title" className="text-28 tracking-tight">
            Select Columns to Analyze
          </h1>
          {intake}
          <p className="text-14 text-muted">
            Choose the <StepTerm term="status">status column</StepTerm>, and one to three{' '}
            <StepTerm term="attribute">attributes</StepTerm> to compare leads by.
          </p>
        </header>
        <div
          ref={fields}
          className={cx('flex flex-col gap-6', ABOVE_ACTIONS)}
          onInput={() => setWrongField(null)}
        >
          <StatusField workflow={workflow} />
          <AttributeField workflow={workflow} slot={0} />
          <AttributeField workflow={workflow} slot={1} />
          <AttributeField workflow={workflow} slot={2} />
          <ValueColumnField workflow={workflow} />
          <DateFilterFields workflow={workflow} />
        </div>
      </div>
      <StepActions
        need={!isComplete && 'Please select a Status column and at least 1 Attribute column to continue'}
        back={<Button onClick={() => dispatch({ type: 'stepChosen', step: 1 })}>Back</Button>}
        message={wrongField && <WrongField text={WRONG[wrongField]} />}
        next={
          <>
            <Button variant={isReused ? 'secondary' : 'primary'} disabled={!isComplete} onClick={goOn}>
              Next: Map Values
            </Button>
            {isReused && <AnalyzeNow workflow={workflow} check={check} />}
          </>
        }
      />
    </section>
  );
}

const WRONG = {
  bound: 'One end of a range is not a number yet.',
  day: 'The first day that counts is after the last one.',
};

function WrongField({ text }: { text: string }) {
  return (
    <p role="alert" className="text-14 text-down sm:text-right">
      {text}
    </p>
  );
}
