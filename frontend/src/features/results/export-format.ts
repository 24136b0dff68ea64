import { useSyncExternalStore } from 'react';
import type { CsvFormat } from '#frontend/csv/write.ts';

const KEY = 'export-format';
const listeners = new Set<() => void>();
let unsavedChoice: CsvFormat = 'comma';

/** The format of CSV exports that was chosen in this browser; 'comma' by default. */
export function readExportFormat(): CsvFormat {
  try {
    return localStorage.getItem(KEY) === 'semicolon' ? 'semicolon' : 'comma';
  } catch {
    // Storage is forbidden: the choice lasts as long as the page.
    return unsavedChoice;
  }
}

/** Keeps the choice in this browser. */
export function chooseExportFormat(format: CsvFormat): void {
  unsavedChoice = format;
  try {
    localStorage.setItem(KEY, format);
  } catch {
    // See readExportFormat.
  }
  tellListeners();
}

export function useExportFormat(): CsvFormat {
  return useSyncExternalStore(subscribe, readExportFormat, () => 'comma');
}

/** Follows the other tabs while there is a listener. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', tellListeners);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', tellListeners);
  };
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}
