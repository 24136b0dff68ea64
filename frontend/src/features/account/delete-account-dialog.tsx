import { useState } from 'react';
import { ApiError, isUnauthorized } from '#frontend/api/client.ts';
import { deleteAccount, SIGN_IN_AGAIN_URL } from '#frontend/api/user.ts';
import { leaveDocument } from '#frontend/lib/leave-document.ts';
import { ConfirmDialog } from '#frontend/ui/dialog.tsx';
import { toast } from '#frontend/ui/toast-store.ts';
import { leaveNothing } from './leave.ts';

const SIGN_IN_DELAY_MS = 500;
/** The first page says what has happened: this document, with everything in it, is left. */
const AFTERWARDS_URL = '/?notice=account-deleted';

export function DeleteAccountDialog({ onClose }: { onClose(): void }) {
  const [isBusy, setBusy] = useState(false);

  const remove = async () => {
    setBusy(true);
    try {
      await deleteAccount();
    } catch (error) {
      setBusy(false);
      onClose();
      refuse(error);
      return;
    }
    await leaveNothing(AFTERWARDS_URL);
  };

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title="Delete your account?"
      description="Your account, your saved analyses with their datasets, and your preferences are deleted for good. This cannot be undone."
      confirmLabel={isBusy ? 'Deleting...' : 'Delete account'}
      isBusy={isBusy}
      onConfirm={() => void remove()}
    />
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
