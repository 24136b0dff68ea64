import { useEffect } from 'react';
import { reloadDocument } from '#frontend/lib/leave-document.ts';
import { onLeave } from '#frontend/lib/leave-signal.ts';

/** Whoever logs out in one tab has logged out in all of them: what this one shows and keeps goes as well. */
export function useLeaveTogether(): void {
  useEffect(
    () => onLeave(() => void import('./leave.ts').then(({ beginAnew }) => beginAnew(), reloadDocument)),
    [],
  );
}
