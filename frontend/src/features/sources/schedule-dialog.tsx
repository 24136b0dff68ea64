import { useState } from 'react';
import type { SheetSource } from '#contract/sources.ts';
import { Button } from '#frontend/ui/button.tsx';
import { ConfirmDialog, Dialog } from '#frontend/ui/dialog.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import type { OwnSource } from './use-own-source.tsx';

interface ScheduleDialogProps {
  own: OwnSource;
  source: SheetSource;
  onClose(): void;
  onEnd(): void;
}

/** The schedule of a sheet, and its end. */
export function ScheduleDialog({ own, source, onClose, onEnd }: ScheduleDialogProps) {
  const [schedule, setSchedule] = useState(source.schedule);
  const [isEnding, setEnding] = useState(false);
  const { title, tabTitle } = source.sheet;
  const save = async () => {
    if (await own.reschedule(schedule)) onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      isBusy={own.isBusy}
      size="wide"
      title="Schedule"
      description={
        <span className="wrap-anywhere">
          The tab “{tabTitle}” of “{title}”. To read another one, end this and keep the analysis current anew.
        </span>
      }
      footer={
        <>
          <Button disabled={own.isBusy} onClick={() => setEnding(true)} className="mr-auto">
            Stop reading
          </Button>
          <Button disabled={own.isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" disabled={own.isBusy} onClick={() => void save()}>
            {own.isBusy ? 'Saving...' : 'Save Schedule'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ScheduleFields schedule={schedule} onChange={setSchedule} />
        {own.problem && <Notice tone="error">{own.problem}</Notice>}
      </div>
      <ConfirmDialog
        open={isEnding}
        onClose={() => setEnding(false)}
        title="Stop reading this sheet?"
        description="It is read no more, and no alert comes. The versions stay with the analysis."
        confirmLabel="Stop reading"
        onConfirm={onEnd}
      />
    </Dialog>
  );
}
