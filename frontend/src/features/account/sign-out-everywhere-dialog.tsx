import { useState } from 'react';
import { endAllSessions } from '#frontend/api/account.ts';
import { ConfirmDialog } from '#frontend/ui/dialog.tsx';
import { leaveAccount } from './leave.ts';

export function SignOutEverywhereDialog({ onClose }: { onClose(): void }) {
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
      description="Every browser and device that is signed in to your account is signed out, this one too. Work in progress that is kept in this browser is removed."
      confirmLabel={isBusy ? 'Signing out...' : 'Sign out everywhere'}
      tone="primary"
      isBusy={isBusy}
      onConfirm={() => void leave()}
    />
  );
}
