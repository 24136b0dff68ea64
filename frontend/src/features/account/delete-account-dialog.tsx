import { useId, useState } from 'react';
import { accountDeletionSchema, type User } from '#contract/auth.ts';
import { CONFIRM_WITH_GOOGLE_URL, deleteAccount } from '#frontend/api/account.ts';
import { ApiError, isUnauthorized } from '#frontend/api/client.ts';
import { SIGN_IN_AGAIN_URL } from '#frontend/api/user.ts';
import { leaveDocument } from '#frontend/lib/leave-document.ts';
import { ConfirmDialog } from '#frontend/ui/dialog.tsx';
import { PasswordField } from '#frontend/ui/field.tsx';
import { toast } from '#frontend/ui/toast-store.ts';
import { useForm } from '#frontend/ui/use-form.ts';
import { leaveNothing } from './leave.ts';

const SIGN_IN_DELAY_MS = 500;
/** Loads the first page anew, which confirms the deletion: nothing of this document stays. */
const AFTERWARDS_URL = '/?notice=account-deleted';

const TITLE = 'Delete your account?';
const CONSEQUENCES =
  'This deletes your account, your saved analyses with their datasets, and your preferences. It cannot be undone.';

export interface DeleteAccountDialogProps {
  user: User;
  /** Google has just confirmed that the owner of the account is here. */
  isConfirmed: boolean;
  onClose(): void;
}

/** Deletes the account after the owner has confirmed with the password or, without one, at Google. */
export function DeleteAccountDialog({ user, isConfirmed, onClose }: DeleteAccountDialogProps) {
  const [isLeaving, setLeaving] = useState(false);
  const formId = useId();
  const { isPending, formProps, fieldProps } = useForm({
    schema: accountDeletionSchema,
    async submit({ password }) {
      await deleteAccount(password);
      await leaveNothing(AFTERWARDS_URL);
    },
    describeFailure(error) {
      if (error instanceof ApiError && error.code === 'WRONG_PASSWORD' && error.reason)
        return { password: error.reason };
      onClose();
      refuse(error);
      return {};
    },
  });
  const isBusy = isPending || isLeaving;
  const dialog = {
    open: true,
    onOpenChange: (open: boolean) => !open && !isBusy && onClose(),
    title: TITLE,
    isBusy,
  };
  if (!user.hasPassword && !isConfirmed)
    return (
      <ConfirmDialog
        {...dialog}
        description={`${CONSEQUENCES} Google must first confirm that the account is yours.`}
        confirmLabel="Continue with Google"
        tone="primary"
        onConfirm={() => {
          setLeaving(true);
          leaveDocument(CONFIRM_WITH_GOOGLE_URL);
        }}
      />
    );
  return (
    <ConfirmDialog
      {...dialog}
      description={CONSEQUENCES}
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
  const reason = error instanceof ApiError ? error.reason : null;
  toast({
    title: 'Error',
    description: reason ?? 'Failed to delete your account. Please try again.',
    tone: 'destructive',
  });
}
