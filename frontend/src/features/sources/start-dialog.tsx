import { useId, useState } from 'react';
import { offeredSources, type SourceKind } from '#frontend/api/sources.ts';
import { TEAM } from '#frontend/lib/tab-team.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Dialog } from '#frontend/ui/dialog.tsx';
import { Fact, FactList } from '#frontend/ui/fact-list.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import { SheetForm } from './sheet-form.tsx';
import type { OwnSource } from './use-own-source.tsx';
import { useSheetStart } from './use-sheet-start.ts';

interface StartDialogProps {
  own: OwnSource;
  onClose(): void;
}

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
export function StartDialog({ own, onClose }: StartDialogProps) {
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
