import { ColumnsStep } from './columns/columns-step.tsx';
import { ResultsStep, type ResultsStepProps } from './results-step.tsx';
import { IntakeLine } from './upload/intake-line.tsx';
import { useMeasureAhead } from './use-measure-ahead.ts';
import { ValuesStep } from './values/values-step.tsx';

/** Steps 2 to 4, which the first page does not carry. */
export function LaterStep(props: ResultsStepProps) {
  const { workflow } = props;
  useMeasureAhead(workflow.state, workflow.thread);
  if (workflow.state.step === 4) return <ResultsStep {...props} />;
  return (
    <div className="mx-auto w-full max-w-step">
      {workflow.state.step === 2 ? (
        <ColumnsStep workflow={workflow} intake={<IntakeLine workflow={workflow} />} />
      ) : (
        <ValuesStep workflow={workflow} />
      )}
    </div>
  );
}
