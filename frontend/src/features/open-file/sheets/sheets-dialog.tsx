import { useEffect, useId, useState, type FormEvent, type ReactNode } from 'react';
import { PAGES } from '#contract/pages.ts';
import { findOutcomeText } from '#contract/connections.ts';
import { isUnauthorized } from '#frontend/api/client.ts';
import { describeFailure } from '#frontend/api/ask.ts';
import { askConsent, useOwnConnection, useDisconnect } from '#frontend/api/connections.ts';
import { useMay } from '#frontend/api/teams.ts';
import { useForgetUser, useUser } from '#frontend/api/user.ts';
import { TEAM } from '#frontend/lib/tab-team.ts';
import { leaveDocument } from '#frontend/lib/leave-document.ts';
import { Button, buttonClasses } from '#frontend/ui/button.tsx';
import { Dialog } from '#frontend/ui/dialog.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { untilReturn, useAction } from '#frontend/ui/use-action.ts';
import { requestTab } from '#frontend/threads/sheets/sheets-client.ts';
import {
  forgetSheet,
  keepSheet,
  readKeptSheet,
  useSheetChoice,
} from '#frontend/features/connections/sheet-choice.ts';
import { SheetFields } from '#frontend/features/connections/sheet-fields.tsx';

export interface SheetsDialogProps {
  /** The outcome of the consent at Google; null if the visitor does not come from there. */
  outcome: string | null;
  onFile(file: File): void;
  /** Stores the work in this browser, before the visitor leaves for Google. */
  keepWork(): Promise<void>;
  onClose(): void;
}

/** Where a saved analysis goes. */
const OWNER = TEAM === null ? 'your account' : 'the team';

/** The import from Google Sheets in step 1: sign in, connect once, enter an address, choose a tab. */
export function SheetsDialog({ outcome, onFile, keepWork, onClose }: SheetsDialogProps) {
  const { user } = useUser();
  const connection = useOwnConnection('sheets');
  /** The message after 'Disconnect'. */
  const [ended, setEnded] = useState<string | null>(null);
  const isConnected = user !== null && connection !== null && !connection.isOver;
  const [kept] = useState(() => readKeptSheet(user?.email ?? null));
  useEffect(forgetSheet, []);
  const sheet = useSheetChoice({ kept, isLookedUp: isConnected && outcome === 'connected' });
  const formId = useId();
  // The e-mail address stays when the session ends, since the entries are kept for this account.
  const [account] = useState(user?.email ?? '');
  const keep = () => keepSheet({ account, address: sheet.address, tab: sheet.tab });
  const forgetUser = useForgetUser();
  useEffect(() => {
    if (sheet.problem === 'signed-out') forgetUser();
  }, [sheet.problem, forgetUser]);
  const leaving = useConsent(async () => {
    keep();
    await keepWork();
  });
  const mustConnect = !isConnected || sheet.problem === 'disconnected';
  const may = useMay();
  const mayImport = user === null || may('edit');
  const isAgain = connection !== null;

  const read = async () => {
    const { chosen } = sheet;
    if (!chosen) return;
    const { tab, ...question } = chosen;
    const answer = await sheet.ask((hooks) => requestTab({ ...question, tab: tab.title }, hooks));
    if (answer?.ok) onFile(answer.value);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void (sheet.spreadsheet ? read() : sheet.lookUp());
  };
  const next =
    user === null ? (
      <Link to={PAGES.login.path} className={buttonClasses('primary')} onClick={keep}>
        Sign in
      </Link>
    ) : !mayImport ? null : mustConnect ? (
      <Button variant="primary" disabled={leaving.isBusy} onClick={() => void leaving.run()}>
        {connectLabel(leaving.isBusy, isAgain)}
      </Button>
    ) : (
      <Button type="submit" form={formId} variant="primary" disabled={sheet.progress !== null}>
        {sheet.spreadsheet ? 'Import' : 'Next: Choose Tab'}
      </Button>
    );

  return (
    <Dialog
      onClose={onClose}
      title="Import from Google Sheets"
      description="This browser asks Google for the cells itself: none passes our server."
      footer={
        <>
          <Button onClick={sheet.progress ? sheet.cancel : onClose}>Cancel</Button>
          {next}
        </>
      }
    >
      <div className="flex flex-col gap-5 pt-2">
        <Outcome outcome={outcome} />
        {user === null ? (
          <SignInFirst />
        ) : !mayImport ? (
          <NotForViewers />
        ) : connection === null ? (
          <>
            {ended && <output className="block rounded-surface bg-hover px-4 py-3 text-14">{ended}</output>}
            <BeforeConnecting />
          </>
        ) : (
          <>
            <Account email={connection.account} onEnded={setEnded} />
            {connection.isOver ? (
              <Notice tone="caution" title="Connect again">
                The connection has ended. Nothing of your work is lost.
              </Notice>
            ) : (
              <form id={formId} noValidate onSubmit={submit}>
                <SheetFields sheet={sheet} googleAccount={connection.account}>
                  Only <em>Save Analysis</em> uploads the dataset, to {OWNER}.
                </SheetFields>
              </form>
            )}
          </>
        )}
        {leaving.problem && <Notice tone="error">{leaving.problem}</Notice>}
      </div>
    </Dialog>
  );
}

const connectLabel = (isLeaving: boolean, isAgain: boolean): string => {
  if (isLeaving) return 'Connecting...';
  return isAgain ? 'Connect Again' : 'Connect Google Sheets';
};

/** Leads to Google's page of consent. */
function useConsent(keepAll: () => Promise<void>) {
  const forgetUser = useForgetUser();
  return useAction(
    async () => {
      const address = await askConsent('sheets', 'start', 'own');
      await keepAll();
      leaveDocument(address);
      await untilReturn();
    },
    (error) => {
      if (!isUnauthorized(error)) return describeFailure(error);
      forgetUser();
      return null;
    },
  );
}

/** Says why the visit to Google did not connect an account. */
function Outcome({ outcome }: { outcome: string | null }) {
  const text = outcome === 'connected' ? null : findOutcomeText('sheets', outcome);
  return text && <Notice tone={outcome === 'cancelled' ? 'info' : 'error'}>{text}</Notice>;
}

function SignInFirst() {
  return (
    <Text>
      <p>
        Please sign in first: the connection to Google Sheets belongs to your account. A file that is open
        here stays open.
      </p>
      <p>Without an account, copy the cells and paste them on the first step, or download them as CSV.</p>
    </Text>
  );
}

function BeforeConnecting() {
  return (
    <Text>
      <p>
        You choose a Google account and allow this site to see its spreadsheets, and nothing else. It may be
        another account than the one you sign in with. You can disconnect at any time.
        {TEAM !== null && ' The connection is your own: the team’s serves our server alone.'}
      </p>
      <p>
        Your leads stay in this browser, as with a file. Only <em>Save Analysis</em> uploads the dataset, to{' '}
        {OWNER}.
      </p>
    </Text>
  );
}

function NotForViewers() {
  return (
    <Text>
      <p>
        Viewers of a team import nothing into it. Switch to Personal beside the account menu, or open a file:
        its results are yours to see and to export.
      </p>
    </Text>
  );
}

function Text({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-3 text-14">{children}</div>;
}

/** The Google account, with a button that ends the connection. */
function Account({ email, onEnded }: { email: string; onEnded(message: string): void }) {
  const disconnect = useDisconnect('own');
  const { isBusy, problem, run } = useAction(
    async () => onEnded(await disconnect('sheets')),
    describeFailure,
  );
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-4 rounded-surface border border-hairline py-2 pr-2 pl-4">
        <div className="min-w-0">
          <p className="text-13 text-muted">Google account</p>
          <p className="text-14 font-medium wrap-anywhere">{email}</p>
        </div>
        <Button size="small" variant="ghost" disabled={isBusy} onClick={() => void run()}>
          Disconnect
        </Button>
      </div>
      {problem && <Notice tone="error">{problem}</Notice>}
    </div>
  );
}
