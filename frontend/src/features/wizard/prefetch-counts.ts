import { useEffect, useEffectEvent, useRef } from 'react';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { hasDates } from '#frontend/features/results/ask-rows.ts';
import { planOfShown } from '#frontend/choices/list.ts';
import { useSettledPlan } from './file-answers.ts';
import { questionOf, useAnswers } from './thread-answers.tsx';
import type { Workflow } from './use-workflow.ts';

/** The leads are counted after a pause of this time, once a name or a tick has changed. */
const COUNT_DELAY_MS = 50;

/** Counts the leads while the visitor is in step 3, so that 'Analyze' shows the results at once. */
export function PrefetchCounts({ workflow }: { workflow: Workflow }) {
  usePrefetchCounts(workflow, useSettledPlan(workflow.state, COUNT_DELAY_MS, null));
  return null;
}

/**
 * Counts the leads for a plan, then tests the other columns and counts the combinations and the latest leads, before the results ask for them:
 * a line that comes late moves the rows below it. Keeps the answers for the last plan only, since they may be large.
 */
function usePrefetchCounts(workflow: Workflow, plan: Plan | null): void {
  const answers = useAnswers();
  const kept = useRef<readonly (string | null)[]>([]);
  const { basis } = workflow.state;
  const count = useEffectEvent(async (counted: Plan, signal: AbortSignal) => {
    const shown = planOfShown(counted, basis);
    const measuring = questionOf(workflow, 'measure', counted);
    const others = [
      questionOf(workflow, 'testColumns', counted),
      questionOf(workflow, 'tally', shown),
      questionOf(workflow, 'countLatest', hasDates(shown) ? shown : null),
    ];
    const keys = [measuring, ...others].map(({ key }) => key);
    kept.current = [...kept.current, ...keys];
    await answers.ask(measuring);
    if (signal.aborted) return;
    for (const key of kept.current) if (!keys.includes(key)) answers.forget(key);
    kept.current = keys;
    // One after another: the results wait for the first of them, and the last one holds the thread for long.
    for (const other of others) {
      await answers.ask(other);
      if (signal.aborted) return;
    }
  });
  useEffect(() => {
    if (!plan) return;
    const leaving = new AbortController();
    // The results ask again, and show a failure.
    count(plan, leaving.signal).catch(() => {});
    return () => leaving.abort();
  }, [answers, plan, basis]);
}
