import { useEffect, useEffectEvent } from 'react';
import { isInDialog, isTypedIn } from './typed-in.ts';

/** Passes on a copied file, or copied cells of a spreadsheet, pasted anywhere on the page. */
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

export const PASTED_FILE_NAME = 'pasted-leads.csv';

/** Makes a file of CSV text or of cells from a spreadsheet, which are tab-separated. Null without text. */
export function pastedText(text: string): File | null {
  return text.trim() === '' ? null : new File([text], PASTED_FILE_NAME, { type: 'text/csv' });
}

/**
 * The pasted file, or else the pasted text as a file. Spreadsheets add a picture of the cells, which is ignored. File
 * managers add the name of the file as text, so files come first.
 */
export function pastedFile(data: DataTransfer): File | null {
  const file = [...data.files].find(({ type }) => !type.startsWith('image/'));
  return file ?? pastedText(data.getData('text/plain'));
}

/** The text on the clipboard; null where the browser refuses access. */
export async function readClipboard(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return null;
  }
}
