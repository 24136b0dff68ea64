import type { User } from '#contract/auth.ts';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { PreferencesDialog } from './preferences-dialog.tsx';
import { SignOutEverywhereDialog } from './sign-out-everywhere-dialog.tsx';

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
