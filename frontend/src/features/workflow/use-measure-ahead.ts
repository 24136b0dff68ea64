import { useEffect } from 'react';
import type { LeadThread } from '#frontend/thread/client.ts';
import { measureOnce } from './measure-once.ts';
import { planOf } from './workflow-selectors.ts';
import type { WorkflowState } from './workflow-state.ts';

/** After a change of a name or a tick the leads are counted once nothing more has come for that long. */
const REST_MS = 50;

/** While values are looked at and named, their leads are counted: 'Analyze' then finds the results there. */
export function useMeasureAhead(state: WorkflowState, thread: LeadThread): void {
  useEffect(() => {
    const { file } = state;
    const plan = state.step === 3 ? planOf(state) : null;
    if (!file || !plan) return;
    // Where that fails, the results ask again and say so.
    const timer = setTimeout(() => void measureOnce(thread, file, plan).catch(() => {}), REST_MS);
    return () => clearTimeout(timer);
  }, [state, thread]);
}
