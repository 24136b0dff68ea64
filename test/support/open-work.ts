import { DEFAULT_SETTINGS, type Settings } from '#frontend/analysis/judge/settings.ts';
import { NO_CHOICES } from '#frontend/choices/list.ts';
import { beginWork, reduceWorkflow } from '#frontend/features/wizard/reduce-work.ts';
import { isOpen, type WorkflowEvent, type WorkflowState } from '#frontend/features/wizard/workflow-state.ts';
import type { OpenedFile } from '#frontend/counting/file-facts.ts';

/** A file is opened, of which nothing is chosen yet. */
export const opening = (file: OpenedFile, openedAt = 1) =>
  ({ type: 'fileOpened', file, readOptions: {}, openedAt, empty: NO_CHOICES }) as const;

/** An open file of which nothing is chosen yet, not even the guesses. */
export const openWork = (file: OpenedFile | null, settings: Settings = DEFAULT_SETTINGS): WorkflowState => ({
  ...beginWork({ ...NO_CHOICES, settings }),
  file,
});

/** The work after these events. They leave a file open. */
export function change(before: WorkflowState, ...events: readonly WorkflowEvent[]): WorkflowState {
  const after = events.reduce(reduceWorkflow, before);
  if (!isOpen(after)) throw new Error('No file is open');
  return after;
}
