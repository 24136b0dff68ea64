import { useMemo } from 'react';
import { listOpenStatuses, type StatusLeads } from '#frontend/analysis/columns/statuses.ts';
import { asksForDate } from '#frontend/analysis/counts/mapping.ts';
import type { Measurement } from '#frontend/analysis/measure/measurement.ts';
import { findOpenStatuses, type OpenStatuses } from '#frontend/analysis/preflight/result-findings.ts';
import { leftOutStatuses } from '#frontend/choices/leads.ts';
import { qualifiedValues } from '#frontend/choices/qualified.ts';
import { useAnswer, useColumnDetail } from './thread-answers.tsx';
import type { Workflow } from './use-workflow.ts';

interface StatusesNotDecided {
  /** Those that count, if they have enough leads to ask about. */
  found: OpenStatuses | null;
  /** Those that are left out, most leads first. */
  leftOut: readonly StatusLeads[];
}

const NONE: readonly StatusLeads[] = [];

/** The open statuses of the file, without those that count as converted; most leads first. */
export function useOpenValues(workflow: Workflow, converted: ReadonlySet<string>): readonly StatusLeads[] {
  const detail = useColumnDetail(workflow, workflow.state.statusColumn);
  return useMemo(
    () => (detail ? listOpenStatuses(detail.values, detail.leads, converted) : NONE),
    [detail, converted],
  );
}

/** The statuses that are not decided yet, among the leads that count and among those left out. */
export function useOpenStatuses(
  workflow: Workflow,
  { totalLeads, totalConversions, otherStatuses = NONE, leftOut: without }: Measurement,
): StatusesNotDecided {
  const { state } = workflow;
  const open = useOpenValues(workflow, qualifiedValues(state));
  const leftOut = leftOutStatuses(state);
  // Until all statuses are counted again, only the file knows those that were left out.
  const isCounted = leftOut.size > 0 || (without?.byStatus ?? 0) === 0;
  const counted = isCounted ? otherStatuses : open;
  return useMemo(
    () => ({
      found: findOpenStatuses({
        totalLeads,
        totalConversions,
        // Until the leads without some statuses are counted, the figures still name these.
        otherStatuses: counted.filter(({ value }) => !leftOut.has(value)),
      }),
      leftOut: open.filter(({ value }) => leftOut.has(value)),
    }),
    [open, leftOut, totalLeads, totalConversions, counted],
  );
}

/** Beside open statuses that are left out although the file has the date of each lead. */
export const NEEDS_CLOSING = 'Right only if every source closes its lost leads.';

const NO_ATTRIBUTES = [] as const;

/**
 * Whether open statuses are left out although the file has the date of each lead: a source that leaves its lost leads open then looks
 * better than it is, which leaving out young leads avoids.
 */
export function useNeedsClosing(workflow: Workflow, converted: ReadonlySet<string>): boolean {
  const { state } = workflow;
  const { statusColumn } = state;
  const leftOut = leftOutStatuses(state);
  const isOpenLeftOut = useOpenValues(workflow, converted).some(({ value }) => leftOut.has(value));
  const isDated = asksForDate(state.dateFilter);
  const question = useMemo(
    () =>
      isOpenLeftOut && !isDated && statusColumn !== null
        ? { statusColumn, qualified: converted, attributes: NO_ATTRIBUTES }
        : null,
    [isOpenLeftOut, isDated, statusColumn, converted],
  );
  const answer = useAnswer(workflow, 'findUndecided', question);
  return isOpenLeftOut && (isDated || (answer !== null && answer.date !== null));
}
