import { useMemo } from 'react';
import { Choice } from '#frontend/ui/choice.tsx';
import { useColumnDetail } from '../use-column-detail.ts';
import type { Workflow } from '../use-workflow.ts';
import { headerOf } from '../workflow-selectors.ts';
import type { AttributeSlot } from '../workflow-state.ts';
import { useListAhead } from '../values/long-list.ts';
import { columnIn, columnOptions, NO_COLUMN, slotLabel } from './column-options.ts';
import { RangePanel } from './range-panel.tsx';
import { UniqueWarning } from './unique-warning.tsx';

interface AttributeFieldProps {
  workflow: Workflow;
  slot: AttributeSlot;
}

/** The dropdown of one attribute and, under a numeric column, its ranges. */
export function AttributeField({ workflow, slot }: AttributeFieldProps) {
  const { state, dispatch, thread } = workflow;
  const column = columnIn(state, slot);
  const options = useMemo(() => columnOptions(state, slot), [state, slot]);
  const detail = useColumnDetail(thread, state.file, column);
  useListAhead(detail);
  const ranges = (column === null ? null : state.ranges.get(column)) ?? null;
  const isRequired = slot === 0;
  const nothing = isRequired ? null : NO_COLUMN;
  return (
    <div className="flex flex-col gap-3">
      <Choice
        label={slotLabel(slot)}
        required={isRequired}
        placeholder="Choose a column"
        options={options}
        value={column === null ? nothing : String(column)}
        onChange={(value) =>
          dispatch({ type: 'attributeChosen', slot, column: value === NO_COLUMN ? null : Number(value) })
        }
      />
      {detail?.isMostlyUnique && !detail.numeric && <UniqueWarning use="attribute" detail={detail} />}
      {detail?.numeric && column !== null && (
        <RangePanel
          key={column}
          workflow={workflow}
          header={headerOf(state, column)}
          detail={detail}
          summary={detail.numeric}
          ranges={ranges?.length ? ranges : null}
          onChange={(next) => dispatch({ type: 'rangesChanged', column, ranges: next })}
        />
      )}
    </div>
  );
}
