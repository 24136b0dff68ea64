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
      description="This signs you out of every browser and device, including this one, and removes the work in progress from this browser."
      confirmLabel={isBusy ? 'Signing out...' : 'Sign out everywhere'}
      tone="primary"
      isBusy={isBusy}
      onConfirm={() => void leave()}
    />
  );
}
