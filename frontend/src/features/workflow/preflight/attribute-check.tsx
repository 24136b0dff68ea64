import { useEffect, useState } from 'react';
import type { Plan } from '#frontend/analysis/mapping.ts';
import type { ColumnsCheck } from '#frontend/thread/check-columns.ts';
import { planKey, useAnswer, type Asker } from '../thread-answers.tsx';
import { useFileFindings } from './file-check.tsx';
import type { Workflow } from '../use-workflow.ts';
import { planOf } from '../workflow-selectors.ts';
import type { AttributeSlot } from '../workflow-state.ts';
import { describeAttribute, describeFewConversions } from './chosen-findings.ts';
import { FindingLine, FindingList, type Remedy } from './finding-line.tsx';

interface AttributeCheckProps {
  workflow: Pick<Workflow, 'state' | 'thread'>;
  column: number;
  remedy?: Remedy;
}

/** What was found about a chosen attribute; nothing where nothing was found. */
export function AttributeCheck({ workflow, column, remedy }: AttributeCheckProps) {
  const file = useFileFindings(workflow);
  const check = useSettledCheck(workflow);
  const texts = describeAttribute(column, { check, file, state: workflow.state });
  if (texts.length === 0) return null;
  return (
    <FindingList label="Found in this column">
      {texts.map((text, index) => (
        // One button for all: they ask for the same.
        <FindingLine key={text} text={text} remedy={index === 0 ? remedy : undefined} isCaution />
      ))}
    </FindingList>
  );
}

/** A button's action that empties the dropdown of an attribute and moves the focus to it, since the button disappears. */
export function chooseAnother({ dispatch }: Workflow, slot: AttributeSlot): Remedy['apply'] {
  return ({ currentTarget }) => {
    dispatch({ type: 'attributeChosen', slot, column: null });
    focusColumn(currentTarget);
  };
}

/** Moves the focus to the dropdown of the attribute that a button belongs to. */
export function focusColumn(button: HTMLElement): void {
  button.closest('[data-attribute]')?.querySelector<HTMLElement>('[role="combobox"]')?.focus();
}

/** A word on too few conversions under the status column, with a button that leads to its values. */
export function StatusCheck({ workflow }: { workflow: Workflow }) {
  const { dispatch } = workflow;
  const total = useSettledCheck(workflow)?.total;
  const text = total && describeFewConversions(total);
  if (!text) return null;
  const goToStatuses = () => {
    dispatch({ type: 'valuesPositionChosen', position: 0 });
    dispatch({ type: 'stepChosen', step: 3 });
  };
  return (
    <FindingList label="Found in this column">
      <FindingLine text={text} remedy={{ label: 'Choose the statuses', apply: goToStatuses }} isCaution />
    </FindingList>
  );
}

/** Pause after a change before the columns are checked: a dragged range changes many times a second. */
const CHECK_DELAY_MS = 200;

/** The check of the columns as they were chosen last; while they are being checked again, what was found before. */
function useSettledCheck(workflow: Pick<Workflow, 'state' | 'thread'>): ColumnsCheck | null {
  const { state } = workflow;
  const [plan, setPlan] = useState<Plan | null>(() => planOf(state));
  useEffect(() => {
    const timer = setTimeout(() => setPlan(planOf(state)), CHECK_DELAY_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const check = useColumnsCheck(workflow, plan);
  const [seen, setSeen] = useState(check);
  if (check && check !== seen) setSeen(check);
  return check ?? seen;
}

/** The findings about the columns of a plan; null while the thread looks. */
function useColumnsCheck(workflow: Asker, plan: Plan | null): ColumnsCheck | null {
  return useAnswer(planKey('checkColumns', workflow, plan), () => workflow.thread.checkColumns(plan!)); // without a plan the key is null
}
