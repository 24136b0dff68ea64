import { lazy, Suspense, useState } from 'react';
import { Button } from '#frontend/ui/button.tsx';
import type { Workflow } from '../use-workflow.ts';
import { IntakeNotices, useReread } from './intake-notices.tsx';
import { describeIntake } from './intake-text.ts';

/** To be rendered inside `Suspense`: its code comes when it is opened. */
export const IntakeDialog = lazy(() =>
  import('./intake-dialog.tsx').then((module) => ({ default: module.IntakeDialog })),
);

/** One line on what was found in the open file, what did not simply fit, and the way to have it read differently. */
export function IntakeLine({ workflow }: { workflow: Workflow }) {
  const { file } = workflow.state;
  const reread = useReread(workflow);
  // What fails in the dialog is said there.
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
          <IntakeDialog
            file={workflow.sourceFile}
            report={file.report}
            isBusy={inDialog.isBusy}
            problem={inDialog.problem}
            onApply={(how) => void inDialog.reread(how).then((isRead) => isRead && setChanging(false))}
            onClose={() => setChanging(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
