import { useEffect } from 'react';
import { labelOf, type Plan } from '#frontend/analysis/mapping.ts';
import type { Measurement } from '#frontend/analysis/measurement.ts';
import { knownValues, type KeptSettings } from '#frontend/thread/work.ts';
import { useColumnDetail } from '../thread-answers.tsx';
import type { Workflow } from '../use-workflow.ts';
import type { WorkflowState } from '../workflow-state.ts';

interface Results {
  plan: Plan;
  measurement: Measurement;
  /** The status values that count as converted. */
  converted: readonly string[];
}

type Shown = { [Part in keyof Results]: Results[Part] | null };

/** Keeps the settings of the results that are shown, so that the next file can be analysed alike. */
export function useKeepSettings(workflow: Workflow, { plan, measurement, converted }: Shown): void {
  const { state } = workflow;
  const { keepSettings } = workflow.draft;
  const statuses = useColumnDetail(workflow, state.statusColumn)?.values;
  useEffect(() => {
    if (plan && measurement && converted && statuses)
      keepSettings(() => packKept(state, { plan, measurement, converted }, statuses));
  }, [keepSettings, state, plan, measurement, converted, statuses]);
}

/** @param statuses all values of the status column */
function packKept(
  { file, settings, basis, dateFilter, numberFormats }: WorkflowState,
  { plan, measurement, converted }: Results,
  statuses: readonly string[],
): KeptSettings {
  const { statusColumn, attributes, worth = null, leads } = plan;
  return {
    name: file?.fileName ?? '',
    headers: file?.headers ?? [],
    settings,
    choices: {
      basis,
      dateFilter,
      numberFormats,
      statusColumn,
      attributeColumns: attributes.map(({ column }) => column),
      qualified: new Set(converted),
      leftOutStatuses: leads?.leftOutStatuses,
      ranges: new Map(attributes.flatMap(({ column, ranges }) => (ranges ? [[column, ranges]] : []))),
      dates: new Map(attributes.flatMap(({ column, dates }) => (dates ? [[column, dates]] : []))),
      mappings: new Map(attributes.map(({ column, mapping }) => [column, mapping])),
      worth,
    },
    known: new Map([
      ...knownValues(
        statusColumn,
        statuses.map((value) => labelOf(value, null)),
      ),
      ...attributes.flatMap(({ column, ranges, dates }, at) =>
        ranges || dates ? [] : knownValues(column, measurement.fields[at]?.values ?? []),
      ),
    ]),
  };
}
