import { dismissToast, readToast, toast } from '#frontend/ui/toast-store.ts';
import { countNoun } from '#frontend/lib/format.ts';
import { reduceWork } from './reduce-work.ts';
import { quote } from './step-layout.tsx';
import type { Workflow } from './use-workflow.ts';
import type { MadeChange, WorkEvent } from './workflow-state.ts';

/** Long enough to read the message, to find the button and to think. */
const DURATION_MS = 10_000;

/** The last message, and the changes that its button takes back. */
let last: { id: number; title: string; fileNumber: number; changes: readonly MadeChange[] } | null = null;

/**
 * Makes a change of the open work and says it in a message whose 'Undo' brings back what the change has changed, and nothing else. Changes
 * with the same title in a row, such as those of a number that is being typed, have one message: it brings back what was before all of them.
 */
export function dispatchUndoable(
  { state, dispatch }: Pick<Workflow, 'state' | 'dispatch'>,
  title: string,
  ...events: readonly WorkEvent[]
): void {
  if (!state.file) return;
  const fileNumber = state.file.number;
  const made = { before: state, after: events.reduce(reduceWork, state) };
  const shown = readToast();
  const isSame = last !== null && shown?.id === last.id && shown.isOpen && last.title === title;
  const earlier = isSame && last?.fileNumber === fileNumber ? last.changes : [];
  const changes = [...earlier, made];
  for (const event of events) dispatch(event);
  if (isSame && last) {
    last.changes = changes;
    return;
  }
  const message = { id: 0, title, fileNumber, changes };
  message.id = toast({
    title,
    duration: DURATION_MS,
    action: {
      label: 'Undo',
      onSelect() {
        dismissToast(message.id);
        dispatch({ type: 'undone', fileNumber, changes: message.changes });
      },
    },
  });
  last = message;
}

/** Closes the message about a change of a file that is open no more, or is no more on this page. Nothing would undo it. */
export function closeUndo(): void {
  if (last) dismissToast(last.id);
}

/** Leaves out the leads with these statuses. */
export function leaveOut(workflow: Pick<Workflow, 'state' | 'dispatch'>, values: readonly string[]): void {
  const left =
    values.length === 1
      ? quote(values[0] ?? '', NAME_LENGTH)
      : countNoun(values.length, 'status', 'statuses');
  dispatchUndoable(workflow, `Left out: ${left}`, { type: 'leftOutChanged', values, isLeftOut: true });
}

/** Counts open leads by their chance, or as before. */
export function countOpenByChance(workflow: Pick<Workflow, 'state' | 'dispatch'>, isByChance: boolean): void {
  const { openByChance: _, ...stages } = workflow.state.stages;
  dispatchUndoable(workflow, isByChance ? 'Open leads count by their chance' : 'Open leads count as before', {
    type: 'chosen',
    choices: { stages: isByChance ? { ...stages, openByChance: true } : stages },
    keepsResults: true,
  });
}

const NAME_LENGTH = 40;
