import { useId, useMemo } from 'react';
import { Choice } from '#frontend/ui/choice.tsx';
import { useColumnDetail } from '../use-column-detail.ts';
import type { Workflow } from '../use-workflow.ts';
import { useListAhead } from '../values/long-list.ts';
import { columnOptions, slotLabel } from './column-options.ts';
import { UniqueWarning } from './unique-warning.tsx';

/** The required dropdown of the status column. A guess is called one until it is confirmed or changed. */
export function StatusField({ workflow: { state, dispatch, thread } }: { workflow: Workflow }) {
  const { statusColumn, isStatusGuessed } = state;
  const options = useMemo(() => columnOptions(state, 'status'), [state]);
  const detail = useColumnDetail(thread, state.file, statusColumn);
  useListAhead(detail);
  const id = useId();
  const choose = (column: number) => dispatch({ type: 'statusChosen', column });
  return (
    <div className="relative flex flex-col gap-3">
      <Choice
        id={id}
        label={slotLabel('status')}
        required
        placeholder="Choose a column"
        options={options}
        value={statusColumn === null ? null : String(statusColumn)}
        onChange={(value) => choose(Number(value))}
      />
      {isStatusGuessed && statusColumn !== null && (
        <div className="absolute top-0 right-0 flex items-baseline gap-2 text-13 text-muted">
          <span>
            A guess<span className="max-[24rem]:sr-only"> from its name</span>
          </span>
          <button
            type="button"
            className="rounded-control font-medium text-accent underline-offset-2 hover:underline"
            onClick={() => {
              choose(statusColumn);
              // The button goes away; what it confirmed is beside it.
              document.getElementById(id)?.focus();
            }}
          >
            Confirm
          </button>
        </div>
      )}
      {detail?.isMostlyUnique && <UniqueWarning use="status" detail={detail} />}
    </div>
  );
}
