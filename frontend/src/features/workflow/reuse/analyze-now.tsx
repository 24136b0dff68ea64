import { useState } from 'react';
import { Button } from '#frontend/ui/button.tsx';
import { useConvertedValues } from '../thread-answers.tsx';
import type { Workflow } from '../use-workflow.ts';

interface AnalyzeNowProps {
  workflow: Workflow;
  /** False where a field of the step is wrong, which is then shown. */
  check(): boolean;
}

/** Leads from step 2 to the results with the settings of an earlier analysis. */
export function AnalyzeNow({ workflow, check }: AnalyzeNowProps) {
  const converted = useConvertedValues(workflow);
  const [isRefused, setRefused] = useState(false);
  const hasNone = converted?.length === 0;
  const analyse = () => {
    if (!converted || !check()) return;
    setRefused(hasNone);
    if (!hasNone) workflow.dispatch({ type: 'stepChosen', step: 4 });
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
