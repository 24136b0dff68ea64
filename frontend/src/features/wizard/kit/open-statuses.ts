import { useMemo } from 'react';
import { listOpenStatuses, type StatusLeads } from '#frontend/analysis/columns/statuses.ts';
import type { Measurement } from '#frontend/analysis/counts/measurement.ts';
import { weighOpenStatuses, type OpenStatuses } from '#frontend/analysis/preflight/result-findings.ts';
import { leftOutStatuses } from '#frontend/choices/leads.ts';
import { qualifiedValues } from '#frontend/choices/qualified.ts';
import { useColumnDetail } from './thread-answers.tsx';
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

/** The statuses that are not decided yet. */
export function useOpenStatuses(
  workflow: Workflow,
  { totalLeads, totalConversions }: Pick<Measurement, 'totalLeads' | 'totalConversions'>,
): StatusesNotDecided {
  const { state } = workflow;
  const open = useOpenValues(workflow, qualifiedValues(state));
  const leftOut = leftOutStatuses(state);
  return useMemo(
    () => ({
      found: weighOpenStatuses(
        open.filter(({ value }) => !leftOut.has(value)),
        { leads: totalLeads, conversions: totalConversions },
      ),
      leftOut: open.filter(({ value }) => leftOut.has(value)),
    }),
    [open, leftOut, totalLeads, totalConversions],
  );
}
