import { useState, type ReactNode } from 'react';
import type { ConnectionKind } from '#contract/platforms.ts';
import { useSheetsOffered } from '#frontend/api/user.ts';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { useAddressMessage } from '#frontend/ui/use-address-message.ts';
import type { SheetsDialogProps } from './sheets-dialog.tsx';

// The dialog is not part of the first page's code.
const sheetsDialog = lazyWithPreload(async () => (await import('./sheets-dialog.tsx')).SheetsDialog);

/** The consent at Google ends here, with this parameter. */
const PARAMETER: ConnectionKind = 'sheets';

/** Google Sheets as a source of data. A button with this label opens the dialog. */
export interface SheetsImport {
  label: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  renderDialog(props: Pick<SheetsDialogProps, 'onFile' | 'keepWork'>): ReactNode;
}

/** Null if the site does not offer the import, and until that is known. After a visit to Google the dialog is open. */
export function useSheetsImport(): SheetsImport | null {
  const offers = useSheetsOffered();
  /** Null while the dialog is closed. */
  const [opened, setOpened] = useState<{ outcome: string | null } | null>(null);
  // The offer is state of its own: the end of a session empties the cache, and the open dialog then says so.
  const [isOffered, setOffered] = useState(false);
  if (offers && !isOffered) setOffered(true);

  useAddressMessage(PARAMETER, (outcome) => setOpened({ outcome }));

  if (!isOffered) return null;
  return {
    label: 'Import from Google Sheets',
    isOpen: opened !== null,
    onOpenChange: (isOpen) => setOpened(isOpen ? { outcome: null } : null),
    renderDialog: (props) => (
      <sheetsDialog.Component {...props} outcome={opened?.outcome ?? null} onClose={() => setOpened(null)} />
    ),
  };
}
