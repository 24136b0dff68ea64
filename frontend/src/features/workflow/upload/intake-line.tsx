import { Suspense, useState } from 'react';
import { Button } from '#frontend/ui/button.tsx';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import type { Workflow } from '../use-workflow.ts';
import { IntakeNotices, useReread } from './intake-notices.tsx';
import { describeIntake } from './intake-text.ts';

/** To be rendered inside `Suspense`: few visitors open it, and it brings a reader of CSV of its own. */
export const intakeDialog = lazyWithPreload(async () => (await import('./intake-dialog.tsx')).IntakeDialog);

/** One line about the open file, its notices, and a button to read it with other options. */
export function IntakeLine({ workflow }: { workflow: Workflow }) {
  const { file } = workflow.state;
  const reread = useReread(workflow);
  // The dialog shows its own failures.
  const inDialog = useReread(workflow);
  const [isChanging, setChanging] = useState(false);
  if (!file) return null;

  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline gap-x-3 text-14 text-muted">
        <p>{describeIntake(file)}</p>
        <Button
          variant="ghost"
          size="small"
          className="-mx-2.5 text-accent!"
          onClick={() => setChanging(true)}
        >
          Change
        </Button>
      </div>
      <IntakeNotices report={file.report} reread={reread} />
      {isChanging && (
        <Suspense>
          <intakeDialog.Component
            file={workflow.sourceFile}
            report={file.report}
            isBusy={inDialog.isBusy}
            problem={inDialog.problem}
            onApply={(options) =>
              void inDialog.reread(options).then((isRead) => isRead && setChanging(false))
            }
            onClose={() => setChanging(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
