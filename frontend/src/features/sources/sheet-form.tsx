import type { ReactNode } from 'react';
import { useNamed } from '#frontend/api/connections.ts';
import { useMay } from '#frontend/api/teams.ts';
import { ConnectionAccess, type AccessWords } from '#frontend/features/connections/connection-access.tsx';
import { SheetFields } from '#frontend/features/connections/sheet-fields.tsx';
import { TEAM } from '#frontend/lib/tab-team.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import type { SheetStart } from './use-sheet-start.ts';

const ACCESS: AccessWords = {
  signedOut: 'Your session has ended.',
  missing: 'This site may not see your spreadsheets yet.',
  notOffered: 'This site no longer reads Google Sheets.',
  stays: 'this page stays open',
};

/** In a team: the server reads with the connection of the team, and this browser lists the tabs with that of the user. */
const OWN_ACCESS: AccessWords = {
  ...ACCESS,
  missing:
    'Your own connection to Google Sheets is missing. This browser lists the tabs with it; our server then reads with that of the team.',
};

interface SheetFormProps extends Pick<SheetStart, 'sheet' | 'schedule' | 'setSchedule' | 'onSubmit'> {
  id: string;
}

/** The schedule appears below the fields that the visitor has filled in. */
const bringIntoView = (fields: HTMLElement | null): void => fields?.scrollIntoView({ block: 'nearest' });

/** The tab to read, and when. */
export function SheetForm(props: SheetFormProps) {
  return (
    <ConnectionAccess kind="sheets" words={ACCESS}>
      {(_, { account }) =>
        TEAM === null ? (
          <Fields {...props} account={account} />
        ) : (
          <ConnectionAccess kind="sheets" words={OWN_ACCESS} whose="own">
            {(__, own) => (
              <Fields {...props} account={own.account}>
                <NamedSheets />
              </Fields>
            )}
          </ConnectionAccess>
        )
      }
    </ConnectionAccess>
  );
}

interface FieldsProps extends SheetFormProps {
  account: string;
  children?: ReactNode;
}

function Fields({ id, sheet, schedule, setSchedule, onSubmit, account, children }: FieldsProps) {
  return (
    <form id={id} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {children}
      <SheetFields sheet={sheet} googleAccount={account} />
      {sheet.spreadsheet && (
        <div ref={bringIntoView}>
          <ScheduleFields schedule={schedule} onChange={setSchedule} />
        </div>
      )}
    </form>
  );
}

/** The spreadsheets that the server reads for the team. */
function NamedSheets() {
  const { data: named } = useNamed('sheets');
  const mayName = useMay()('connect');
  if (!named) return null;
  const wanted = named.length > 0 ? 'another one' : 'one';
  const advice = mayName ? `Name ${wanted}` : `Ask an admin to name ${wanted}`;
  return (
    <p className="max-w-prose text-14 text-muted wrap-anywhere">
      {named.length > 0
        ? `Our server may read ${listNames(named)}.`
        : 'No spreadsheet is named for this team yet.'}{' '}
      {advice} on the page Connections.
    </p>
  );
}

/** As many names as fit a line or two. */
const SHOWN_NAMES = 5;

/** '“Leads of May”, “Leads of June” and 3 more' */
function listNames(named: readonly { name: string }[]): string {
  const names = named.map(({ name }) => `“${name}”`);
  const shown = names.slice(0, SHOWN_NAMES).join(', ');
  return names.length > SHOWN_NAMES ? `${shown} and ${names.length - SHOWN_NAMES} more` : shown;
}
