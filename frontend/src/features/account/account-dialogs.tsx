import { useId } from 'react';
import { type User, passwordChangeOf, accountDeletionSchema } from '#contract/auth.ts';
import {
  endAllSessions,
  changePassword,
  CONFIRM_WITH_GOOGLE_URL,
  deleteAccount,
  weakPasswordOf,
  wrongPasswordOf,
} from '#frontend/api/account.ts';
import { NOTICE_SEPARATOR } from '#contract/google.ts';
import { ConfirmDialog } from '#frontend/ui/dialog.tsx';
import { FormDialog } from '#frontend/ui/form-dialog.tsx';
import { AccountEnd } from './account-end.tsx';
import { leaveAccount, leaveNothing } from './leave.ts';
import { DevicesDialog } from './devices-dialog.tsx';
import { NewTeamDialog } from './new-team-dialog.tsx';
import { PreferencesDialog, describePreferencesFailure } from './preferences-dialog.tsx';
import { MIN_PASSWORD_LENGTH } from '#contract/limits.ts';
import { isUnauthorized, reasonOf } from '#frontend/api/client.ts';
import { Notice } from '#frontend/ui/notice.tsx';
import { PasswordField } from '#frontend/ui/field.tsx';
import { toast } from '#frontend/ui/toast-store.ts';
import { untilReturn, useAction } from '#frontend/ui/use-action.ts';
import { useForm } from '#frontend/ui/use-form.ts';
import { SIGN_IN_AGAIN_URL } from '#frontend/api/user.ts';
import { leaveDocument } from '#frontend/lib/leave-document.ts';

export type AccountDialogName = 'preferences' | 'password' | 'devices' | 'new-team' | 'everywhere' | 'delete';

interface AccountDialogProps {
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
    case 'devices':
      return <DevicesDialog onClose={onClose} />;
    case 'new-team':
      return <NewTeamDialog onClose={onClose} />;
    case 'everywhere':
      return <SignOutEverywhereDialog onClose={onClose} />;
    case 'delete':
      return <DeleteAccountDialog user={user} isConfirmed={isConfirmed} onClose={onClose} />;
  }
}

function SignOutEverywhereDialog({ onClose }: { onClose(): void }) {
  const { isBusy, run } = useAction(async () => {
    if (await leaveAccount(endAllSessions)) await untilReturn();
    else onClose();
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Sign out everywhere?"
      description="This signs you out of every browser and device, including this one, and removes the work in progress from this browser."
      confirmLabel={isBusy ? 'Signing out...' : 'Sign out everywhere'}
      tone="primary"
      isBusy={isBusy}
      onConfirm={() => void run()}
    />
  );
}

const FAILED = 'Your password could not be changed. Please try again.';

function ChangePasswordDialog({ email, onClose }: { email: string; onClose(): void }) {
  const formId = useId();
  const { isPending, problem, formProps, fieldProps } = useForm({
    schema: passwordChangeOf(email),
    async submit(change) {
      await changePassword(change);
      toast({ title: 'Password changed', description: 'All other devices have been signed out.' });
      onClose();
    },
    describeFailure(error) {
      const wrong = wrongPasswordOf(error);
      if (wrong) return { password: wrong };
      const weak = weakPasswordOf(error);
      return weak ? { newPassword: weak } : describePreferencesFailure(error, 'change your password', FAILED);
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      isBusy={isPending}
      title="Change password"
      description="All other devices are signed out. This one stays signed in."
      formId={formId}
      submitLabel={isPending ? 'Changing...' : 'Change Password'}
    >
      <form {...formProps} id={formId} className="flex flex-col gap-5 pt-2">
        {/* Tells password managers which account the new password belongs to. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordField {...fieldProps('password')} label="Current password" autoComplete="current-password" />
        <PasswordField
          {...fieldProps('newPassword')}
          label="New password"
          autoComplete="new-password"
          hint={`At least ${MIN_PASSWORD_LENGTH} characters`}
        />
        {problem && <Notice tone="error">{problem}</Notice>}
      </form>
    </FormDialog>
  );
}

const SIGN_IN_DELAY_MS = 500;
/** A new load of the first page, which confirms the deletion. It removes all data of this document from memory. */
const AFTERWARDS_URL = '/?notice=account-deleted';

const TITLE = 'Delete your account?';

interface DeleteAccountDialogProps {
  user: User;
  /** Google has just confirmed that the owner of the account is here. */
  isConfirmed: boolean;
  onClose(): void;
}

/** Deletes the account after the owner has confirmed with the password or, without one, at Google. */
function DeleteAccountDialog({ user, isConfirmed, onClose }: DeleteAccountDialogProps) {
  const confirming = useAction(async () => {
    leaveDocument(CONFIRM_WITH_GOOGLE_URL);
    await untilReturn();
  });
  const formId = useId();
  const { isPending, formProps, fieldProps } = useForm({
    schema: accountDeletionSchema,
    async submit({ password }) {
      // The services where a right may be left stand behind the notice, which names them.
      const accessLeft = await deleteAccount(password);
      await leaveNothing([AFTERWARDS_URL, ...accessLeft].join(NOTICE_SEPARATOR));
    },
    describeFailure(error) {
      const wrong = wrongPasswordOf(error);
      if (wrong) return { password: wrong };
      onClose();
      refuse(error);
      return {};
    },
  });
  const isBusy = isPending || confirming.isBusy;
  const dialog = { onClose, title: TITLE, isBusy };
  if (!user.hasPassword && !isConfirmed)
    return (
      <ConfirmDialog
        {...dialog}
        description={<AccountEnd>Google must first confirm that the account is yours.</AccountEnd>}
        confirmLabel="Continue with Google"
        tone="primary"
        onConfirm={() => void confirming.run()}
      />
    );
  return (
    <ConfirmDialog
      {...dialog}
      description={<AccountEnd>It cannot be undone.</AccountEnd>}
      confirmLabel={isPending ? 'Deleting...' : 'Delete account'}
      formId={formId}
    >
      <form {...formProps} id={formId} className={user.hasPassword ? 'mt-3' : undefined}>
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        {user.hasPassword && <PasswordField {...fieldProps('password')} autoComplete="current-password" />}
      </form>
    </ConfirmDialog>
  );
}

function refuse(error: unknown): void {
  if (isUnauthorized(error)) {
    toast({
      title: 'Unauthorized',
      description: 'You are logged out. Logging in again...',
      tone: 'destructive',
    });
    setTimeout(() => leaveDocument(SIGN_IN_AGAIN_URL), SIGN_IN_DELAY_MS);
    return;
  }
  toast({
    title: 'Error',
    description: reasonOf(error) ?? 'Failed to delete your account. Please try again.',
    tone: 'destructive',
  });
}
