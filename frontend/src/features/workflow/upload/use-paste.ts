import { useEffect, useEffectEvent } from 'react';
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

export const PASTED_FILE_NAME = 'pasted-leads.csv';

/** Cells copied from a spreadsheet (tab-separated) or CSV text, as a file; null where there is no text. */
export function pastedText(text: string): File | null {
  return text.trim() === '' ? null : new File([text], PASTED_FILE_NAME, { type: 'text/csv' });
}

/**
 * What a paste brings: a copied file, else text. Spreadsheets add a picture of the cells, which is passed over; file
 * managers add the file's name as text, so files come first.
 */
export function pastedFile(data: DataTransfer): File | null {
  const file = [...data.files].find(({ type }) => !type.startsWith('image/'));
  return file ?? pastedText(data.getData('text/plain'));
}

/** The text on the clipboard, or null where the browser does not hand it over. */
export async function readClipboard(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return null;
  }
}
