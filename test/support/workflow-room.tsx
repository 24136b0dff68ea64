import { useReducer, type ReactNode } from 'react';
import { render } from '@testing-library/react';
import { beforeEach, vi } from 'vitest';
import type { Workflow } from '#frontend/features/workflow/use-workflow.ts';
import {
  DEFAULT_SETTINGS,
  initialState,
  reduceWorkflow,
  type WorkflowState,
} from '#frontend/features/workflow/workflow-state.ts';
import type { LeadThread } from '#frontend/thread/client.ts';
import { columnDetail } from './column-detail.ts';
import { openedFile } from './opened-file.ts';

/** Nothing is laid out in jsdom; a list that draws what is in view needs a height and rows of one. */
export function giveListsRoom(): void {
  beforeEach(() => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(360);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(50);
  });
}

/** Columns of a made-up file: header and one cell per lead. */
export type Columns = Readonly<Record<string, readonly string[]>>;

/** Draws a step over the real reducer and a thread that knows the columns; `state()` is what was chosen so far. */
export function renderStep(
  columns: Columns,
  choices: Partial<WorkflowState>,
  drawStep: (workflow: Workflow) => ReactNode,
) {
  const headers = Object.keys(columns);
  const cells = Object.values(columns);
  const file = openedFile(headers, {
    rowCount: cells[0]?.length ?? 0,
    columns: headers.map((header, index) => ({
      index,
      header,
      samples: [...new Set(cells[index])].filter((cell) => cell !== '').slice(0, 3),
      hasBlanks: cells[index]?.includes('') ?? false,
    })),
  });
  // The steps ask the thread these questions; what is left out would fail loudly.
  const thread = {
    describeColumn: async (column: number) => columnDetail(column, cells[column] ?? []),
    countConversions: async ({ column, statusColumn, qualified }) =>
      Uint32Array.from(
        columnDetail(column, cells[column] ?? []).values,
        (value) =>
          (cells[column] ?? []).filter(
            (cell, lead) => cell === value && qualified.has(cells[statusColumn]?.[lead] || '(Blank)'),
          ).length,
      ),
  } as LeadThread;
  const seen: WorkflowState[] = [];

  function Room() {
    const [state, dispatch] = useReducer(reduceWorkflow, {
      ...initialState(DEFAULT_SETTINGS),
      file,
      ...choices,
    });
    seen.push(state);
    // Reading, keeping and starting over are no business of a step that is tested here.
    return drawStep({ state, dispatch, thread } as Workflow);
  }

  const view = render(<Room />);
  return {
    ...view,
    state(): WorkflowState {
      const latest = seen.at(-1);
      if (!latest) throw new Error('nothing was drawn');
      return latest;
    },
  };
}
