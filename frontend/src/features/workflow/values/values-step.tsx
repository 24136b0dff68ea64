import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { StepTerm } from '../terms.tsx';
import { useColumnDetail } from '../thread-answers.tsx';
import type { Workflow } from '../use-workflow.ts';
import { columnsToMap, headerOf } from '../workflow-selectors.ts';
import { AttributeValues } from './attribute-values.tsx';
import { shortText } from './short-text.ts';
import { StatusValues } from './status-values.tsx';
import { ValuesActions } from './values-actions.tsx';

/** About two lines; three on a small screen. */
const TITLE_LENGTH = 90;

/** Step 3, one column at a time: the status values that count as converted, then the names of the attribute values. */
export function ValuesStep({ workflow }: { workflow: Workflow }) {
  const { state, dispatch, thread } = workflow;
  const columns = columnsToMap(state);
  const position = Math.min(state.valuesPosition, columns.length - 1);
  const column = columns[position] ?? null;
  const statusDetail = useColumnDetail(workflow, state.statusColumn);
  const detail = useColumnDetail(workflow, column);
  const title = useTopOfPage(position, workflow.isRevisited);

  if (column === null) return null;
  return (
    <section aria-labelledby="step-title" className="flex flex-col gap-6">
      {/* At least as high as the window, so that the buttons do not move from column to column. */}
      <div key={column} className="flex min-h-[calc(100dvh-19rem)] flex-col gap-6">
        <header>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h1 id="step-title" ref={title} tabIndex={-1} className="text-28 tracking-tight outline-none">
              Map Values
            </h1>
            <p className="text-13 text-muted tabular-nums">
              Column {position + 1} of {columns.length}
            </p>
          </div>
          <h2 className="mt-4 text-20 tracking-tight wrap-anywhere" title={headerOf(state, column)}>
            {shortText(headerOf(state, column), TITLE_LENGTH)}
          </h2>
          <p className="text-14 text-muted">
            {position === 0 ? (
              <>
                Tick the values that count as <StepTerm term="converted">converted</StepTerm>. Leave out those
                that should count in no figure, such as open or test leads.
              </>
            ) : (
              <>
                Each value is a <StepTerm term="segment">segment</StepTerm>. Click a value to rename it; give
                several the same name to group them.
              </>
            )}
          </p>
        </header>
        {detail === null ? (
          <SkeletonLines label="Loading values" lines={8} />
        ) : position === 0 ? (
          <StatusValues detail={detail} {...{ state, dispatch, thread }} />
        ) : (
          <AttributeValues detail={detail} {...{ state, dispatch, thread }} />
        )}
      </div>
      <ValuesActions {...{ state, dispatch, statusDetail, position }} count={columns.length} />
    </section>
  );
}

/** Scrolls to the top and focuses the title at every new column. After Back or Forward the browser scrolls instead. */
function useTopOfPage(position: number, isRevisited: boolean) {
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(position);
  const begin = useEffectEvent(() => {
    const atTop = !isRevisited;
    const focused = document.activeElement;
    // In the next frame: scroll and focus need a layout, and the frame computes one anyway.
    return requestAnimationFrame(() => {
      if (atTop) window.scrollTo(0, 0);
      // A visitor who has moved the focus meanwhile keeps it.
      if (document.activeElement === focused) title.current?.focus({ preventScroll: true });
    });
  });
  useLayoutEffect(() => {
    if (shown.current === position) return;
    shown.current = position;
    const frame = begin();
    return () => cancelAnimationFrame(frame);
  }, [position]);
  return title;
}
