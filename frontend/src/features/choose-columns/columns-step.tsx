import { useMemo, useRef, useState, type ComponentType } from 'react';
import { Button } from '#frontend/ui/button.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import {
  listVerdicts,
  useColumnSearch,
  useConvertedStatuses,
  type ColumnSearch,
  type ConvertedStatuses,
} from '#frontend/features/wizard/column-findings.ts';
import { useUnpressed } from '#frontend/features/wizard/hold-while-pressed.ts';
import { StepLayout, StepTerm } from '#frontend/features/wizard/step-layout.tsx';
import { useColumnDetail, useConvertedValues } from '#frontend/features/wizard/thread-answers.tsx';
import type { ColumnChecks } from '#frontend/features/wizard/column-checks.tsx';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import { hasColumns } from '#frontend/features/wizard/workflow-selectors.ts';
import { AttributeField, StatusField } from './attribute-field.tsx';
import { DateFilterFields } from './date-fields.tsx';
import { ValueColumnField } from './value-column-field.tsx';

export interface IntakeProps {
  workflow: Workflow;
  statuses: ConvertedStatuses | null;
  search: ColumnSearch;
}

interface ColumnsStepProps {
  workflow: Workflow;
  /** The part above the fields, which other features stand in. */
  Intake: ComponentType<IntakeProps>;
  checks: ColumnChecks;
}

/** Step 2. It waits for the details of the chosen columns, so that their ranges do not appear later and move the page. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { state } = props.workflow;
  const [first = null, second = null, third = null] = state.attributeColumns;
  const details = [
    useColumnDetail(props.workflow, first),
    useColumnDetail(props.workflow, second),
    useColumnDetail(props.workflow, third),
  ];
  const status = useColumnDetail(props.workflow, state.statusColumn);
  const isStatusKnown = status !== null || state.statusColumn === null;
  const isKnown =
    isStatusKnown &&
    details.every((detail, slot) => detail !== null || state.attributeColumns[slot] === null);
  const [isReady, setReady] = useState(isKnown);
  if (isKnown && !isReady) setReady(true);
  return isReady ? <ColumnChoices {...props} /> : <SkeletonLines label="Loading columns" lines={8} />;
}

/** The fields for the status column and the attributes. */
function ColumnChoices({ workflow, Intake, checks }: ColumnsStepProps) {
  const { state, dispatch, goTo } = workflow;
  const statuses = useConvertedStatuses(workflow);
  const search = useColumnSearch(workflow, statuses);
  const verdicts = useMemo(() => search.findings && listVerdicts(search.findings), [search.findings]);
  const fields = useRef<HTMLDivElement>(null);
  const [wrongField, setWrongField] = useState<'bound' | 'day' | null>(null);
  const hasAll = hasColumns(state);
  // Settings of an earlier analysis may arrive while a button below is pressed. New lines would move the button away.
  const isComplete = useUnpressed(hasAll, hasAll);
  const isReused = useUnpressed(hasAll && state.reuse?.kind === 'used', false);

  const check = () => {
    // With an invalid bound, the analysis would use other ranges than the screen shows. Days in the wrong order leave no lead.
    const wrong = fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    setWrongField(wrong ? (wrong.matches('[type=date]') ? 'day' : 'bound') : null);
    wrong?.focus();
    return !wrong;
  };
  const goOn = () => {
    if (!check()) return;
    dispatch({ type: 'guessesConfirmed', parts: ['status', 'columns', 'amounts'] });
    goTo(3, 0);
  };

  return (
    <StepLayout
      need={!isComplete && 'Please select a Status column and at least 1 Attribute column to continue'}
      back={<Button onClick={() => goTo(1)}>Back</Button>}
      message={
        wrongField && (
          <p role="alert" className="text-14 text-down sm:text-right">
            {WRONG[wrongField]}
          </p>
        )
      }
      next={
        <>
          <Button variant={isReused ? 'secondary' : 'primary'} disabled={!isComplete} onClick={goOn}>
            Next: Map Values
          </Button>
          {isReused && <AnalyzeNow workflow={workflow} check={check} />}
        </>
      }
    >
      <header className="flex flex-col gap-3">
        <h1 id="step-title" className="text-28 tracking-tight">
          Select Columns to Analyze
        </h1>
        <Intake {...{ workflow, statuses, search }} />
        <p className="text-14 text-muted">
          Choose the <StepTerm term="status">status column</StepTerm>, and one to three{' '}
          <StepTerm term="attribute">attributes</StepTerm> to compare leads by.
        </p>
      </header>
      <div ref={fields} className="flex flex-col gap-6" onInput={() => setWrongField(null)}>
        <StatusField workflow={workflow} Check={checks.Status} statuses={statuses} />
        <AttributeField workflow={workflow} slot={0} Check={checks.Attribute} verdicts={verdicts} />
        <AttributeField workflow={workflow} slot={1} Check={checks.Attribute} verdicts={verdicts} />
        <AttributeField workflow={workflow} slot={2} Check={checks.Attribute} verdicts={verdicts} />
        <ValueColumnField workflow={workflow} />
        <DateFilterFields workflow={workflow} />
      </div>
    </StepLayout>
  );
}

const WRONG = {
  bound: 'One end of a range is not a number yet.',
  day: 'The first day that counts is after the last one.',
};

interface AnalyzeNowProps {
  workflow: Workflow;
  /** Returns false if a field of the step is wrong, and shows that field. */
  check(): boolean;
}

/** Leads from step 2 to the results with the settings of an earlier analysis. */
function AnalyzeNow({ workflow, check }: AnalyzeNowProps) {
  const converted = useConvertedValues(workflow);
  const [isRefused, setRefused] = useState(false);
  const hasNone = converted?.length === 0;
  const analyse = () => {
    if (!converted || !check()) return;
    setRefused(hasNone);
    if (!hasNone) workflow.goTo(4);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:order-last max-sm:w-full">
      {isRefused && hasNone && (
        <p role="alert" className="text-13 text-down">
          No lead of this file has a converted value. Choose converted values in the next step.
        </p>
      )}
      <Button variant="primary" className="max-sm:w-full" onClick={analyse}>
        Analyze with these settings
      </Button>
    </div>
  );
}
