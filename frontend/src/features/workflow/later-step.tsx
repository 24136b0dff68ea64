import { useEffect } from 'react';
import type { LeadThread } from '#frontend/thread/client.ts';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { ColumnsStep } from './columns/columns-step.tsx';
import { measureOnce } from './measure-once.ts';
import { ResultsStep, type ResultsStepProps } from './results-step.tsx';
import { IntakeLine } from './upload/intake-line.tsx';
import { planOf } from './workflow-selectors.ts';
import type { WorkflowState } from './workflow-state.ts';

// The fields that suggest names bring a library of their own.
const valuesStep = lazyWithPreload(async () => (await import('./values/values-step.tsx')).ValuesStep);

/** Steps 2 to 4, which the first page does not carry. */
export function LaterStep(props: ResultsStepProps) {
  const { workflow } = props;
  useEffect(() => valuesStep.preload(), []);
  useMeasureAhead(workflow.state, workflow.thread);
  if (workflow.state.step === 4) return <ResultsStep {...props} />;
  return (
    <div className="mx-auto w-full max-w-step">
      {workflow.state.step === 2 ? (
        <ColumnsStep workflow={workflow} intake={<IntakeLine workflow={workflow} />} />
      ) : (
        <valuesStep.Component workflow={workflow} />
      )}
    </div>
  );
}

/** After a change of a name or a tick the leads are counted once nothing more has come for that long. */
const REST_MS = 50;

/** While values are looked at and named, their leads are counted: 'Analyze' then finds the results there. */
function useMeasureAhead(state: WorkflowState, thread: LeadThread): void {
  useEffect(() => {
    const { file } = state;
    const plan = state.step === 3 ? planOf(state) : null;
    if (!file || !plan) return;
    // Where that fails, the results ask again and say so.
    const timer = setTimeout(() => void measureOnce(thread, file, plan).catch(() => {}), REST_MS);
    return () => clearTimeout(timer);
  }, [state, thread]);
}
