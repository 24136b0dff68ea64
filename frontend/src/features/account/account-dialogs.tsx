import { useState } from 'react';
import type { User } from '#contract/auth.ts';
import { endAllSessions } from '#frontend/api/account.ts';
import { ConfirmDialog } from '#frontend/ui/dialog.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { leaveAccount } from './leave.ts';
import { PreferencesDialog } from './preferences-dialog.tsx';

export type AccountDialogName = 'preferences' | 'password' | 'everywhere' | 'delete';

export interface AccountDialogProps {
  name: AccountDialogName;
  user: User;
  /** Google has just confirmed that the owner of the account is here. */
  isConfirmed: boolean;
  onClose(): void;
}

/** The dialogs of the account menu. */
export function AccountDialog({ name, user, isConfirmed, onClose }: AccountDialogProps) {
  switch (name) {
    case 'preferences':
      return <PreferencesDialog onClose={onClose} />;
    case 'password':
      return <ChangePasswordDialog email={user.email} onClose={onClose} />;
    case 'everywhere':
      return <SignOutEverywhereDialog onClose={onClose} />;
    case 'delete':
      return <DeleteAccountDialog user={user} isConfirmed={isConfirmed} onClose={onClose} />;
  }
}

function SignOutEverywhereDialog({ onClose }: { onClose(): void }) {
  const [isBusy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    if (await leaveAccount(endAllSessions)) return;
    setBusy(false);
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title="Sign out everywhere?"
      description="This signs you out of every browser and device, including this one, and removes the work in progress from this browser."
      confirmLabel={isBusy ? 'Signing out...' : 'Sign out everywhere'}
      tone="primary"
      isBusy={isBusy}
      onConfirm={() => void leave()}
    />
  );
}
