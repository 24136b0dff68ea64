import { ConnectionAccess, type AccessWords } from '#frontend/features/connections/kit/connection-access.tsx';
import { SheetFields } from '#frontend/features/open-file/kit/sheet-fields.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import type { SheetStart } from './use-sheet-start.ts';

const ACCESS: AccessWords = {
  signedOut: 'Your session has ended.',
  missing: 'This site may not see your spreadsheets yet.',
  notOffered: 'This site no longer reads Google Sheets.',
  stays: 'this page stays open',
};

interface SheetFormProps extends Pick<SheetStart, 'sheet' | 'schedule' | 'setSchedule' | 'onSubmit'> {
  id: string;
}

/** The schedule appears below the fields that the visitor has filled in. */
const bringIntoView = (fields: HTMLElement | null): void => fields?.scrollIntoView({ block: 'nearest' });

/** The tab to read, and when. */
export function SheetForm({ id, sheet, schedule, setSchedule, onSubmit }: SheetFormProps) {
  return (
    <ConnectionAccess kind="sheets" words={ACCESS}>
      {(_, { account }) => (
        <form id={id} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
          <SheetFields sheet={sheet} googleAccount={account} />
          {sheet.spreadsheet && (
            <div ref={bringIntoView}>
              <ScheduleFields schedule={schedule} onChange={setSchedule} />
            </div>
          )}
        </form>
      )}
    </ConnectionAccess>
  );
}
