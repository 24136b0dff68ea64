import { useEffect } from 'react';

declare global {
  interface Window {
    /** Files dropped on the page before the program started. A script in index.html keeps them. */
    earlyFiles?: { files: File[]; stop: AbortController };
  }
}

/**
 * Opens the files that were chosen or dropped before the program started. It must be rendered after the page that
 * opens files.
 */
export function EarlyFiles(): null {
  useEffect(openEarlyFiles, []);
  return null;
}

function openEarlyFiles(): void {
  const early = window.earlyFiles;
  if (!early) return;
  early.stop.abort();
  delete window.earlyFiles;
  for (const input of document.querySelectorAll<HTMLInputElement>('input[type="file"]'))
    if (input.files?.length) input.dispatchEvent(new Event('change', { bubbles: true }));
  if (early.files.length === 0) return;
  const dataTransfer = new DataTransfer();
  for (const file of early.files) dataTransfer.items.add(file);
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}
