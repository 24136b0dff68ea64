import { useEffect, useState } from 'react';
import type { Plan } from '#frontend/analysis/mapping.ts';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { ColumnsStep } from './columns/columns-step.tsx';
import { ResultsStep, type ResultsStepProps } from './results-step.tsx';
import { IntakeLine } from './upload/intake-line.tsx';
import { useMeasureAhead } from './thread-answers.tsx';
import type { Workflow } from './use-workflow.ts';
import { planOf } from './workflow-selectors.ts';

// The fields that suggest names bring a library of their own.
const valuesStep = lazyWithPreload(async () => (await import('./values/values-step.tsx')).ValuesStep);

/** Steps 2 to 4, which the first page does not carry. */
export function LaterStep(props: ResultsStepProps) {
  const { workflow } = props;
  useEffect(() => valuesStep.preload(), []);
  if (workflow.state.step === 4) return <ResultsStep {...props} />;
  return (
    <div className="mx-auto w-full max-w-step">
      {workflow.state.step === 2 ? (
        <ColumnsStep workflow={workflow} intake={<IntakeLine workflow={workflow} />} />
      ) : (
        <>
          <CountAhead workflow={workflow} />
          <valuesStep.Component workflow={workflow} />
        </>
      )}
    </div>
  );
}

/** After a change of a name or a tick the leads are counted once nothing more has come for that long. */
const REST_MS = 50;

/** While values are looked at and named, their leads are counted: 'Analyze' then finds the results there. */
function CountAhead({ workflow }: { workflow: Workflow }) {
  const { state } = workflow;
  const [plan, setPlan] = useState<Plan | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setPlan(planOf(state)), REST_MS);
    return () => clearTimeout(timer);
  }, [state]);
  useMeasureAhead(workflow, plan);
  return null;
}
