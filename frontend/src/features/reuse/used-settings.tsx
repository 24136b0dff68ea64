import type { ReuseNote } from '#frontend/choices/choice.ts';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import type { Reuse } from '#frontend/features/wizard/workflow-state.ts';
import { listNames } from '#frontend/lib/cut-name.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { useAction } from '#frontend/ui/use-action.ts';
import { ACTIONS, SameSettings, SHOWN_NAMES, tellFailure } from './reuse-bar.tsx';
import { fitsWhole, showWhatChanged, undoTakeOver } from './take-over.ts';

interface UsedSettingsProps {
  used: Extract<Reuse, { kind: 'used' }>;
  workflow: Workflow;
}

/** Reports how the settings of an earlier analysis fit, and leads on to the results where all of them do. */
export function UsedSettings({ used, workflow }: UsedSettingsProps) {
  const { before, earlier } = used;
  const { state } = workflow;
  const leadsOn = before && fitsWhole(used.notes, state, state.file?.headers ?? []);
  const { isBusy, run } = useAction(
    async () => before && undoTakeOver(before, workflow),
    (error) => tellFailure(error, used),
  );
  return (
    <section aria-label="Earlier settings">
      <Notice tone="info">
        <p>
          Settings of <strong className="font-medium">{used.name}</strong> in use
          {used.notes.length > 0 ? '. What differs in this file:' : '. This file has the same values.'}
        </p>
        {used.notes.length > 0 && (
          <ul className="mt-1 flex list-disc flex-col gap-1 pl-4 text-13 text-muted">
            {used.notes.map((note) => (
              <li key={`${note.kind} ${note.header}`} className="wrap-anywhere">
                {describeNote(note)}
              </li>
            ))}
          </ul>
        )}
        {before && (
          <div className={ACTIONS}>
            {leadsOn && (
              <SameSettings
                name={used.name}
                hasFigures={earlier !== undefined}
                onClick={() => showWhatChanged(workflow)}
              />
            )}
            <Button size="small" aria-disabled={isBusy} onClick={() => void run()}>
              Undo
            </Button>
          </div>
        )}
      </Notice>
    </section>
  );
}

/** One difference between the file and the earlier one. */
function describeNote(note: ReuseNote): string {
  const { header } = note;
  switch (note.kind) {
    case 'missing':
      return `${header}: not in this file: ${listNames(note.values, SHOWN_NAMES)}`;
    case 'new':
      return `${header}: new in this file: ${listNames(note.values, SHOWN_NAMES)}`;
    case 'column':
      return `${header}: this file has no such column, so what was chosen for it does not apply`;
    case 'ranges':
      return `${header}: has no numbers in this file, so its ranges do not apply`;
    case 'dates':
      return `${header}: has no dates in this file, so its values stay as they are`;
    case 'days':
      return `${header}: the first and last day that count hold no lead of this file, so all its days count`;
  }
}
