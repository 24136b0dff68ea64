import { joinNames, pickName } from '#frontend/analysis/counts/join-names.ts';
import type { Counted } from './results-input.ts';
import { quote } from './step-layout.tsx';
import { dispatchUndoable } from './undoable.ts';
import type { Workflow } from './use-workflow.ts';

/** As many letters of a name as a message has room for. */
const NAME_LENGTH = 40;

/** Counts values of a field that differ in their spelling alone as one, under the name with the most leads. */
export function mergeSpellings(
  workflow: Pick<Workflow, 'state' | 'dispatch'>,
  { plan, measurement }: Counted,
  field: number,
  names: readonly string[],
): void {
  const column = plan.attributes[field]?.column;
  if (column === undefined) return;
  const { fields, figures, figureOf } = measurement;
  const first = fields.slice(0, field).reduce((sum, { values }) => sum + values.length, 0);
  const positions = new Map(fields[field]?.values.map((value, at) => [value, first + at]));
  const leadsOf = (name: string) => figures.leads[figureOf[positions.get(name) ?? -1] ?? -1] ?? 0;
  const into = pickName(names.map((name) => ({ name, leads: leadsOf(name) })));
  const mapping = joinNames(names, into, workflow.state.mappings.get(column) ?? new Map<string, string>());
  dispatchUndoable(workflow, `Merged into ${quote(into, NAME_LENGTH)}`, {
    type: 'mappingReplaced',
    column,
    mapping,
  });
}
