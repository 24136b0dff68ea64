import { dispatchUndoable } from '#frontend/features/wizard/undoable.ts';
import { useMemo, useId, useState, type MouseEvent } from 'react';
import type { ColumnDetail } from '#frontend/counting/file-facts.ts';
import { Button } from '#frontend/ui/button.tsx';
import type { ConvertedStatuses } from '#frontend/features/wizard/column-findings.ts';
import { type ColumnChecks, UniqueWarning } from '#frontend/features/wizard/column-checks.tsx';
import { useSteady } from '#frontend/features/wizard/file-answers.ts';
import { useColumnDetail } from '#frontend/features/wizard/thread-answers.tsx';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import { headerOf } from '#frontend/features/wizard/workflow-selectors.ts';
import type { AttributeSlot } from '#frontend/features/wizard/workflow-state.ts';
import { ColumnChoice, columnIn, columnOptions, slotLabel, type Verdicts } from './column-options.tsx';
import { NumberFormatField } from './number-format-field.tsx';
import { DatePanel } from './date-fields.tsx';
import { RangePanel } from './range-panel.tsx';

interface AttributeFieldProps {
  workflow: Workflow;
  slot: AttributeSlot;
  Check: ColumnChecks['Attribute'];
  verdicts: Verdicts;
}

/** The dropdown of one attribute and, under a numeric column, its ranges. */
export function AttributeField({ workflow, slot, Check, verdicts }: AttributeFieldProps) {
  const { state, dispatch } = workflow;
  const column = columnIn(state, slot);
  const options = useMemo(() => columnOptions(state, slot, verdicts), [state, slot, verdicts]);
  const detail = useSteadyDetail(workflow, column);
  const ranges = (column === null ? null : state.ranges.get(column)) ?? null;
  const chosen = column === null ? undefined : state.numberFormats.get(column);
  const dates = (column === null ? null : state.dates.get(column)) ?? null;
  const [dropped, setDropped] = useState<number | null>(null);
  const choose = (next: number | null) => {
    setDropped(null);
    dispatch({ type: 'attributeChosen', slot, column: next });
  };
  const remedy = {
    label: 'Choose another column',
    apply({ currentTarget }: MouseEvent<HTMLButtonElement>) {
      choose(null);
      setDropped(column);
      // The button disappears, so the focus moves to the field above it.
      focusColumn(currentTarget);
    },
  };
  const isFree = options.some(({ value, disabled }) => value === String(dropped) && !disabled);
  return (
    <div data-attribute className="flex flex-col gap-3">
      <ColumnChoice
        label={slotLabel(slot)}
        required={slot === 0}
        options={options}
        column={column}
        onChoose={choose}
      />
      {column === null && dropped !== null && isFree && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-muted">
          “{headerOf(state, dropped)}” was taken out.
          <Button
            size="small"
            variant="ghost"
            onClick={({ currentTarget }) => {
              focusColumn(currentTarget); // see above
              choose(dropped);
            }}
          >
            Undo
          </Button>
        </p>
      )}
      {detail?.isMostlyUnique && !detail.numeric && !dates && (
        <UniqueWarning use="attribute" detail={detail} remedy={remedy} />
      )}
      {column !== null && <Check {...{ workflow, column, remedy }} />}
      {detail && column !== null && detail.dates.length > 0 && (
        <DatePanel
          key={column}
          detail={detail}
          dates={dates}
          onChange={(next) => dispatch({ type: 'datesNamed', column, dates: next })}
        />
      )}
      {column !== null && detail && !dates && (detail.numeric || chosen) && (
        <div
          key={`numbers ${column}`}
          className="ml-1 flex flex-col gap-3 border-l-2 border-hairline pl-4 sm:pl-5"
        >
          <NumberFormatField
            {...{ detail, chosen, dispatch }}
            hasRanges={ranges !== null && ranges.length > 0}
          />
          {detail.numeric && (
            <RangePanel
              workflow={workflow}
              header={headerOf(state, column)}
              detail={detail}
              summary={detail.numeric}
              ranges={ranges?.length ? ranges : null}
              isByOutcome={state.rangeOrigins.has(column)}
              onChange={(next) => {
                const event = { type: 'rangesChanged', column, ranges: next } as const;
                if (next.length < (ranges?.length ?? 0)) dispatchUndoable(workflow, 'Range deleted', event);
                else dispatch(event);
              }}
              onReplace={(next, by) => {
                const event = { type: 'rangesChanged', column, ranges: next, by: by ?? null } as const;
                if (ranges?.length) dispatchUndoable(workflow, 'Ranges replaced', event);
                else dispatch(event);
              }}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** Moves the focus to the dropdown of the attribute that a button belongs to. */
function focusColumn(button: HTMLElement): void {
  button.closest('[data-attribute]')?.querySelector<HTMLElement>('[role="combobox"]')?.focus();
}

/** The detail of a column. The last detail stays while its numbers are read again, so that the focus is not lost. */
function useSteadyDetail(workflow: Workflow, column: number | null): ColumnDetail | null {
  const file = workflow.state.file?.number;
  const detail = useColumnDetail(workflow, column);
  const last = useSteady(useMemo(() => detail && { file, detail }, [file, detail]));
  return last?.file === file && last?.detail.index === column ? last.detail : null;
}

interface StatusFieldProps {
  workflow: Workflow;
  Check: ColumnChecks['Status'];
  statuses: ConvertedStatuses | null;
}

/** The dropdown of the status column. A guess is marked as one until the visitor confirms or changes it. */
export function StatusField({ workflow, Check, statuses }: StatusFieldProps) {
  const { state, dispatch } = workflow;
  const { statusColumn, isStatusGuessed } = state;
  const options = useMemo(() => columnOptions(state, 'status'), [state]);
  const detail = useColumnDetail(workflow, statusColumn);
  const id = useId();
  const choose = (column: number) => dispatch({ type: 'statusChosen', column });
  /** Ticks the proposed converted values too, unless the visitor has chosen some. */
  const confirm = (column: number) => {
    choose(column);
    if (!statuses || statuses.isChosen || statuses.values.length === 0) return;
    dispatch({ type: 'convertedReplaced', values: statuses.values });
  };
  return (
    <div className="relative flex flex-col gap-3">
      <ColumnChoice
        id={id}
        label={slotLabel('status')}
        required
        options={options}
        column={statusColumn}
        onChoose={(column) => column !== null && choose(column)}
      />
      {isStatusGuessed && statusColumn !== null && (
        <div className="absolute top-0 right-0 flex items-baseline gap-2 text-13 text-muted">
          <span>
            Guessed<span className="max-sm:sr-only"> from name and values – please check</span>
          </span>
          <button
            type="button"
            className="rounded-control font-medium text-accent underline-offset-2 hover:underline"
            onClick={() => {
              confirm(statusColumn);
              // The button disappears, so the focus moves to the field beside it.
              document.getElementById(id)?.focus();
            }}
          >
            Confirm
          </button>
        </div>
      )}
      {detail?.isMostlyUnique && <UniqueWarning use="status" detail={detail} />}
      <Check workflow={workflow} />
    </div>
  );
}
