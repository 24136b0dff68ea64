import type { ReactNode } from 'react';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { type Counted, useCounted, useWizardInput } from '#frontend/features/wizard/results-input.ts';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';

export type WizardInput = ReturnType<typeof useWizardInput> & { plan: Plan };

interface ResultsStepProps {
  workflow: Workflow;
  renderResults(input: WizardInput): ReactNode;
}

/** Step 4 with something in place of the results. */
export function ResultsStep({ workflow, renderResults }: ResultsStepProps) {
  const counted = useCounted(workflow);
  if (!counted) return <p>Counting leads…</p>;
  return <InPlace {...{ workflow, renderResults, counted }} />;
}

function InPlace({ workflow, renderResults, counted }: ResultsStepProps & { counted: Counted }) {
  return renderResults({ ...useWizardInput(workflow, counted), plan: counted.plan });
}
