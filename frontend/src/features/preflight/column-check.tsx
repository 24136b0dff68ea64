import type { ComponentProps } from 'react';
import type { Counts } from '#frontend/analysis/counts/valued-leads.ts';
import type { ColumnsCheck } from '#frontend/threads/leads/check-columns.ts';
import type { FileFindings } from '#frontend/counting/inspect-rows.ts';
import { type ColumnChecks, describeFewConversions } from '#frontend/features/wizard/column-checks.tsx';
import { useSettledPlan, useSteady } from '#frontend/features/wizard/file-answers.ts';
import { useAnswer } from '#frontend/features/wizard/thread-answers.tsx';
import { countNoun, formatCount, NAME_LENGTH, shortText } from '#frontend/lib/format.ts';
import { quote } from '#frontend/features/wizard/step-layout.tsx';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import { planOf } from '#frontend/choices/list.ts';
import { headerOf } from '#frontend/features/wizard/workflow-selectors.ts';
import type { WorkflowState } from '#frontend/features/wizard/workflow-state.ts';
import { faultText } from './file-findings.ts';
import { FindingLine, FindingList } from './file-check.tsx';

/** The findings about a chosen attribute; empty without findings. */
function AttributeCheck({ workflow, column, remedy }: ComponentProps<ColumnChecks['Attribute']>) {
  const file = useAnswer(workflow, 'checkFile', undefined);
  const check = useSettledCheck(workflow);
  const texts = describeAttribute(column, { check, file, state: workflow.state });
  if (texts.length === 0) return null;
  return (
    <FindingList label="Found in this column">
      {texts.map((text, index) => (
        // All findings have the same remedy, so only the first has a button.
        <FindingLine key={text} text={text} remedy={index === 0 ? remedy : undefined} isCaution />
      ))}
    </FindingList>
  );
}

/** A warning about few conversions under the status column, with a button that leads to its values. */
function StatusCheck({ workflow }: { workflow: Workflow }) {
  const total = useSettledCheck(workflow)?.total;
  const text = total && describeFewConversions(total);
  if (!text) return null;
  const goToStatuses = () => workflow.goTo(3, 0);
  return (
    <FindingList label="Found in this column">
      <FindingLine text={text} remedy={{ label: 'Choose the statuses', apply: goToStatuses }} isCaution />
    </FindingList>
  );
}

/** The columns are checked after a pause of this time, since a dragged range changes many times a second. */
const CHECK_DELAY_MS = 200;

/** The check of the chosen columns. The last result stays while they are checked again. */
function useSettledCheck(workflow: Pick<Workflow, 'state' | 'thread'>): ColumnsCheck | null {
  const plan = useSettledPlan(workflow.state, CHECK_DELAY_MS, () => planOf(workflow.state));
  return useSteady(useAnswer(workflow, 'checkColumns', plan));
}

/** The findings about one chosen attribute, in words. A mostly unique column has a notice of its own. */
function describeAttribute(
  column: number,
  { check, file, state }: { check: ColumnsCheck | null; file: FileFindings | null; state: WorkflowState },
): string[] {
  const header = (of: number) => shortText(headerOf(state, of), NAME_LENGTH);
  const faults = (file?.columns ?? [])
    .filter((finding) => finding.column === column && finding.fault !== 'unique')
    .map(({ fault }) => faultText(fault))
    .filter((text) => text !== null);
  const deciding = check?.deciding.find((found) => found.column === column);
  const alike = (check?.alike ?? []).filter(
    // The finding is about the later of two attributes; about the attribute if the other column is the status.
    ({ columns: [first, second] }) =>
      second === state.statusColumn ? first === column && !deciding : second === column,
  );
  return [
    ...(deciding
      ? [`${header(column)} all but decides the status: ${describeDeciding(deciding.example)}`]
      : []),
    ...alike.map(
      ({ columns: [first, second], exceptions, values: [a, b] }) =>
        `${header(first)} and ${header(second)} say the same: ${quote(a)} goes with ${quote(b)}, with ${countExceptions(exceptions)}.`,
    ),
    ...faults.map((text) => `${header(column)} ${text}.`),
  ];
}

function describeDeciding({ value, leads, conversions }: Counts & { value: string }): string {
  return `${formatCount(conversions)} of ${countNoun(leads, 'lead')} with ${quote(value)} converted. It was probably written after the sale.`;
}

function countExceptions(exceptions: number): string {
  return exceptions === 0 ? 'no exception' : countNoun(exceptions, 'exception');
}

/** The checks that the steps show beside the fields of columns. */
export const COLUMN_CHECKS: ColumnChecks = { Attribute: AttributeCheck, Status: StatusCheck };
