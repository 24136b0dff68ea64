import { useState, type FormEvent } from 'react';
import { useConnections } from '#frontend/api/connections.ts';
import { useSheetChoice } from '#frontend/features/connections/sheet-choice.ts';
import { firstSchedule } from './schedule-fields.tsx';
import type { OwnSource } from './use-own-source.tsx';

/** The entries for a sheet: the tab first, and once it is known, the schedule. */
export function useSheetStart(own: OwnSource, onStarted: () => void) {
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

export type SheetStart = ReturnType<typeof useSheetStart>;
