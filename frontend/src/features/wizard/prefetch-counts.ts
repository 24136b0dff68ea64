import { useEffect, useRef } from 'react';
import { unstable_serialize, useSWRConfig } from 'swr';
import useSWRImmutable from 'swr/immutable';
import type { FittedTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { Measurement } from '#frontend/analysis/judge/analyse.ts';
import type { LatestCounts } from '#frontend/analysis/measure/measurement.ts';
import type { OtherSegments } from '#frontend/analysis/judge/widen-discoveries.ts';
import { planOfShown } from '#frontend/choices/list.ts';
import { useSettledPlan } from './kit/file-answers.ts';
import { questionOf } from './kit/thread-answers.tsx';
import type { Workflow } from './kit/use-workflow.ts';

/** Whether the leads of a plan have dates, so that the latest ones can be counted. */
export function hasDates({ leads }: Plan): boolean {
  return typeof leads?.dateColumn === 'number';
}

/** The leads are counted after a pause of this time, once a name or a tick has changed. */
const COUNT_DELAY_MS = 50;

/** Counts the leads while the visitor is in step 3, so that 'Analyze' shows the results at once. */
export function PrefetchCounts({ workflow }: { workflow: Workflow }) {
  usePrefetchCounts(workflow, useSettledPlan(workflow.state, COUNT_DELAY_MS, null));
  return null;
}

/**
 * Counts the leads for a plan, then tests the other columns and counts the combinations and the latest leads, before the results ask for them:
 * a line that comes late moves the rows below it. Keeps the answers for the last plan only.
 */
function usePrefetchCounts(workflow: Workflow, plan: Plan | null): void {
  const measuring = questionOf(workflow, 'measure', plan);
  const measured = useSWRImmutable<Measurement, unknown>(measuring.key, measuring.ask);
  const testing = questionOf(workflow, 'testColumns', plan);
  const tested = useSWRImmutable<OtherSegments, unknown>(measured.data ? testing.key : null, testing.ask);
  const shownPlan = plan && planOfShown(plan, workflow.state.basis);
  const tallying = questionOf(workflow, 'tally', shownPlan);
  const tallied = useSWRImmutable<FittedTally, unknown>(measured.data ? tallying.key : null, tallying.ask);
  const dating = questionOf(workflow, 'countLatest', shownPlan && hasDates(shownPlan) ? shownPlan : null);
  const dated = useSWRImmutable<LatestCounts | null, unknown>(measured.data ? dating.key : null, dating.ask);
  useForgetUnused(unstable_serialize(measuring.key), measured.error);
  useForgetUnused(unstable_serialize(testing.key), tested.error);
  useForgetUnused(unstable_serialize(tallying.key), tallied.error);
  useForgetUnused(unstable_serialize(dating.key), dated.error);
}

/** Removes an answer from the cache once another one replaces it, since it may be large. */
function useForgetUnused(key: string, error: unknown): void {
  const { cache } = useSWRConfig();
  const last = useRef(key);
  useEffect(() => {
    if (last.current !== key) cache.delete(last.current);
    last.current = key;
    // A failure is removed too, so that the results ask again and show a repeated failure.
    if (error !== undefined) cache.delete(key);
  }, [cache, key, error]);
}
