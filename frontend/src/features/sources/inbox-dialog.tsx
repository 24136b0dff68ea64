import { useState } from 'react';
import { INBOX_DELIVERIES, MAX_FILE_BYTES, MIB } from '#contract/limits.ts';
import { PAGES } from '#contract/pages.ts';
import type { InboxSource } from '#contract/sources.ts';
import { inboxAddress } from '#frontend/api/sources.ts';
import { Button } from '#frontend/ui/button.tsx';
import { CopyButton } from '#frontend/ui/copy-button.tsx';
import { ConfirmDialog, Dialog } from '#frontend/ui/dialog.tsx';
import { Fact, FactList } from '#frontend/ui/fact-list.tsx';
import { TextField } from '#frontend/ui/field.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import type { OwnSource } from './use-own-source.tsx';

interface InboxDialogProps {
  own: OwnSource;
  source: InboxSource;
  onClose(): void;
  onEnd(): void;
}

/** The address of an inbox, its token while it is shown, and how to deliver. */
export function InboxDialog({ own, source, onClose, onEnd }: InboxDialogProps) {
  const [asked, setAsked] = useState<'renew' | 'end' | null>(null);
  const address = inboxAddress(source);
  const close = () => {
    own.forgetToken();
    onClose();
  };
  const renew = async () => {
    await own.renew();
    setAsked(null);
  };
  return (
    <Dialog
      onClose={close}
      isBusy={own.isBusy}
      size="wide"
      title="Inbox"
      description={`Send a CSV file with the columns of this analysis: at most ${MAX_FILE_BYTES / MIB} MB, ${INBOX_DELIVERIES.count} times a day.`}
      footer={
        <>
          <Button disabled={own.isBusy} onClick={() => setAsked('end')} className="mr-auto">
            End inbox
          </Button>
          <Button variant="primary" disabled={own.isBusy} onClick={close}>
            Done
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {own.problem && <Notice tone="error">{own.problem}</Notice>}
        <Copied label="Address" text={address} />
        {own.token === null ? (
          <FactList>
            <Fact
              name="Token"
              action={
                <Button size="small" disabled={own.isBusy} onClick={() => setAsked('renew')}>
                  New token
                </Button>
              }
            >
              Was shown once, when it was made. A new token replaces it.
            </Fact>
          </FactList>
        ) : (
          <div className="flex flex-col gap-2">
            <Copied label="Token" text={own.token} />
            <p className="text-13 text-muted">
              Copy it now: it is shown this once. We keep no copy, only what is needed to recognise it.
            </p>
          </div>
        )}
        <Example command={writeCurl(address, own.token)} hasToken={own.token !== null} />
      </div>
      <ConfirmDialog
        open={asked === 'renew'}
        onClose={() => setAsked(null)}
        title="Replace the token?"
        description="The token that works now ends at once: put the new one into every sender. Address and versions stay."
        confirmLabel={own.isBusy ? 'Replacing...' : 'Replace token'}
        isBusy={own.isBusy}
        onConfirm={() => void renew()}
      />
      <ConfirmDialog
        open={asked === 'end'}
        onClose={() => setAsked(null)}
        title="End this inbox?"
        description="Its address and its token stop working at once. The versions stay with the analysis."
        confirmLabel="End inbox"
        onConfirm={onEnd}
      />
    </Dialog>
  );
}

/** A delivery by `curl`, to try it or to read it for another program. */
function Example({ command, hasToken }: { command: string; hasToken: boolean }) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-4">
        <p id={EXAMPLE} className="text-13 font-medium">
          Try it with curl
        </p>
        <CopyButton getText={() => command} label="Copy command" />
      </div>
      <pre
        aria-labelledby={EXAMPLE}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a line that is wider than the dialog scrolls
        tabIndex={0}
        className="overflow-x-auto rounded-surface bg-sunken px-4 py-3 text-13 leading-5"
      >
        <code>{command}</code>
      </pre>
      <p className="text-13 text-muted">
        {hasToken ? '' : 'Put your token in place of TOKEN. '}The answer has the number of the version, its
        counts and new values. What each program needs stands in the{' '}
        <Link to={`${PAGES.docs.path}#keeping-current`} className="font-medium underline">
          documentation
        </Link>
        .
      </p>
    </div>
  );
}

const EXAMPLE = 'inbox-example';

function writeCurl(address: string, token: string | null): string {
  return [
    `curl -X PUT`,
    `-H 'Authorization: Bearer ${token ?? 'TOKEN'}'`,
    `-H 'Content-Type: text/csv'`,
    `--data-binary @leads.csv`,
    `'${address}'`,
  ].join(' \\\n  ');
}

function Copied({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex items-end gap-2">
      <TextField
        label={label}
        readOnly
        value={text}
        onFocus={(event) => event.target.select()}
        className="min-w-0 flex-1"
      />
      <CopyButton getText={() => text} label={`Copy ${label.toLowerCase()}`} className="min-h-control!" />
    </div>
  );
}
