import { useEffect } from 'react';

declare global {
  interface Window {
    /** Files that were dropped on the page before the program had started: index.html keeps them. */
    earlyFiles?: { files: File[]; stop: AbortController };
  }
}

/** Opens the files that were chosen or dropped before the program had started. It stands behind the page that opens them. */
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
