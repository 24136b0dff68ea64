import { reduceStart, type WizardState, type WorkflowEvent } from './workflow-state.ts';

/** The code that changes the work on an open file. It is fetched with the first file; null before. */
let work: Pick<typeof import('./reduce-work.ts'), 'beginWork' | 'reduceResults' | 'reduceWorkflow'> | null =
  null;

export async function fetchWork() {
  return (work ??= await import('./reduce-work.ts'));
}

/** Changes the state of the wizard. Events of a file come after `fetchWork`. */
export function reduceWizard(state: WizardState, event: WorkflowEvent): WizardState {
  if (work) return work.reduceWorkflow(state, event);
  return event.type === 'defaultsChanged' || event.type === 'startedOver' ? reduceStart(state, event) : state;
}

/** The same while the results are shown. */
export function reduceShown(state: WizardState, event: WorkflowEvent): WizardState {
  return work ? work.reduceResults(state, event) : reduceWizard(state, event);
}
