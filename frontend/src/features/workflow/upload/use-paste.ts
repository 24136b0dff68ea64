import { useEffect, useEffectEvent } from 'react';
import { pastedFile } from './pasted-file.ts';
import { isInDialog, isTypedIn } from './typed-in.ts';

/** Takes what is pasted anywhere on the page: a copied file, or the cells of a spreadsheet. */
export function usePaste(onFile: (file: File) => void): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    if (!event.clipboardData || isTypedIn(event.target) || isInDialog(event.target)) return;
    const file = pastedFile(event.clipboardData);
    if (!file) return;
    event.preventDefault();
    onFile(file);
  });

  useEffect(() => {
    const listener = (event: ClipboardEvent) => take(event);
    window.addEventListener('paste', listener);
    return () => window.removeEventListener('paste', listener);
  }, []);
}
