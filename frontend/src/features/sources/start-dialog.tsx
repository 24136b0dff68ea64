import { offeredSources, type SourceKind } from '#frontend/api/sources.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Dialog } from '#frontend/ui/dialog.tsx';
import { Fact, FactList } from '#frontend/ui/fact-list.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import { useSheetChoice } from '#frontend/features/connections/sheet-choice.ts';
import type { OwnSource } from './use-own-source.tsx';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useConnections, useNamed } from '#frontend/api/connections.ts';
import { useMay } from '#frontend/api/teams.ts';
import { ConnectionAccess, type AccessWords } from '#frontend/features/connections/connection-access.tsx';
import { SheetFields } from '#frontend/features/connections/sheet-fields.tsx';
import { TEAM } from '#frontend/lib/tab-team.ts';
import { firstSchedule, ScheduleFields } from './schedule-fields.tsx';

interface WayWords {
  label: string;
  description: string;
  rows: string;
}

const WAYS: Readonly<Record<SourceKind, WayWords>> = {
  sheet: {
    label: 'Google Sheet',
    description:
      'Our server reads a tab of a Google Sheet on a schedule, and makes a version of the figures each time.',
    rows: `Our server reads the rows of the tab with ${TEAM === null ? 'your' : 'the team’s'} connection to Google Sheets, counts them and forgets them. No row is stored.`,
  },
  inbox: {
    label: 'Inbox',
    description:
      'An inbox takes new leads from your CRM, Zapier, Make, n8n or a script, and makes a version of the figures each time.',
    rows: 'Our server reads the rows of each delivery, counts them and forgets them. No row is stored.',
  },
};

/** The question before anything is kept current: from where, and what the server will do with the rows. */
export function StartDialog({ own, onClose }: { own: OwnSource; onClose(): void }) {
  const [offered] = useState(offeredSources);
  const [way, setWay] = useState<SourceKind>(offered[0] ?? 'inbox');
  const formId = useId();
  const start = useSheetStart(own, onClose);
  return (
    <Dialog
      onClose={onClose}
      isBusy={own.isBusy}
      size="wide"
      title="Keep this analysis current"
      description={WAYS[way].description}
      footer={
        <>
          <Button disabled={own.isBusy} onClick={onClose}>
            Cancel
          </Button>
          {way === 'inbox' ? (
            <Button variant="primary" disabled={own.isBusy} onClick={() => void own.startInbox()}>
              {own.isBusy ? 'Making the inbox...' : 'Make an inbox'}
            </Button>
          ) : (
            start.isConnected && (
              <Button type="submit" form={formId} variant="primary" disabled={start.isBusy}>
                {start.label}
              </Button>
            )
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {offered.length > 1 && (
          <SegmentedControl<SourceKind>
            label="Leads come from"
            isLabelHidden={false}
            options={offered.map((kind) => ({ value: kind, label: WAYS[kind].label }))}
            value={way}
            onChange={setWay}
          />
        )}
        <Promises rows={WAYS[way].rows} />
        {way === 'sheet' && <SheetForm id={formId} {...start} />}
        {own.problem && <Notice tone="error">{own.problem}</Notice>}
      </div>
    </Dialog>
  );
}

/** The server's treatment of the rows, in plain words, before the button. */
function Promises({ rows }: Pick<WayWords, 'rows'>) {
  return (
    <FactList>
      <Fact name="The rows">{rows}</Fact>
      <Fact name="What is stored">
        Figures only: leads and conversions of each value, with the names of the values, as in the tables of
        this analysis, and the leads of each status.
      </Fact>
      <Fact name="How it counts">
        By the choices of this analysis: the same columns, names, ranges and converted values. Values that it
        has not met before are named.
      </Fact>
      <Fact name="Without it">
        If rows should stay in your browser, keep importing by hand, with ‘New file with these settings’.
      </Fact>
    </FactList>
  );
}

/** The entries for a sheet: the tab first, and once it is known, the schedule. */
function useSheetStart(own: OwnSource, onStarted: () => void) {
  // In a team the server reads with its connection, and this browser lists the tabs with that of the user.
  const { offered: forServer } = useConnections(true);
  const { offered: forBrowser } = useConnections(true, 'own');
  const sheet = useSheetChoice({ kept: null, isLookedUp: false });
  const [schedule, setSchedule] = useState(firstSchedule);
  const begin = async () => {
    const { chosen } = sheet;
    if (!chosen) return;
    const { spreadsheetId, title, tab } = chosen;
    const spec = { spreadsheetId, title, tabId: tab.id, tabTitle: tab.title };
    if (await own.startSheet(spec, schedule)) onStarted();
  };
  return {
    sheet,
    schedule,
    setSchedule,
    isConnected: [forServer, forBrowser].every(
      (offered) => offered?.find(({ kind }) => kind === 'sheets')?.connection?.isOver === false,
    ),
    isBusy: own.isBusy || sheet.progress !== null,
    label: own.isBusy ? 'Starting...' : sheet.spreadsheet ? 'Keep current' : 'Next: Choose Tab',
    onSubmit(event: FormEvent) {
      event.preventDefault();
      void (sheet.spreadsheet ? begin() : sheet.lookUp());
    },
  };
}

type SheetStart = ReturnType<typeof useSheetStart>;

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
function SheetForm(props: SheetFormProps) {
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
