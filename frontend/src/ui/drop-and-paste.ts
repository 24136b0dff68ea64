import { useEffect, useEffectEvent, useState } from 'react';

/** Browsers repeat `dragover` at least this often. Without another one, the drag has left the page. */
const HOVER_TIMEOUT_MS = 400;

/**
 * Passes files that are dropped anywhere on the page to `onFiles`; null ignores them. In both cases the browser stays on
 * the page.
 *
 * @returns true while dragged files are over the page and would be accepted
 */
export function useFileDrop(onFiles: ((files: File[]) => void) | null): boolean {
  const [isOver, setOver] = useState(false);
  const accepts = onFiles !== null;
  const take = useEffectEvent((files: File[]) => onFiles?.(files));

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = () => {
      clearTimeout(timer);
      setOver(false);
    };
    const hover = (event: DragEvent) => {
      if (isForField(event)) return;
      event.preventDefault();
      const isTaken = accepts && carriesFiles(event.dataTransfer);
      if (event.dataTransfer) event.dataTransfer.dropEffect = isTaken ? 'copy' : 'none';
      setOver(isTaken);
      clearTimeout(timer);
      timer = setTimeout(leave, HOVER_TIMEOUT_MS);
    };
    const drop = (event: DragEvent) => {
      if (isForField(event)) return;
      event.preventDefault();
      leave();
      const files = droppedFiles(event.dataTransfer);
      if (files.length > 0) take(files);
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('dragenter', hover, { signal });
    window.addEventListener('dragover', hover, { signal });
    window.addEventListener('drop', drop, { signal });
    return () => {
      listening.abort();
      leave();
    };
  }, [accepts]);

  return isOver;
}

/** Whether text is dropped into a text field, which the browser handles. It would leave the page for other drops. */
function isForField(event: DragEvent): boolean {
  return !carriesFiles(event.dataTransfer) && isTypedIn(event.target);
}

/** Whether files are dragged, and not text from a page. @internal */
export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}

/**
 * The files of a drop, without folders: browsers present a folder as a file that cannot be read.
 *
 * @internal
 */
export function droppedFiles(transfer: DataTransfer | null): File[] {
  if (!transfer) return [];
  return [...transfer.items]
    .filter((item) => item.kind === 'file' && !item.webkitGetAsEntry?.()?.isDirectory)
    .map((item) => item.getAsFile())
    .filter((file) => file !== null);
}

/** Passes on copied files, or copied cells of a spreadsheet, pasted anywhere on the page. */
export function usePaste(onFiles: (files: File[]) => void): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    if (!event.clipboardData || isTypedIn(event.target) || isInDialog(event.target)) return;
    const files = pastedFiles(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  });

  useEffect(() => {
    const listener = (event: ClipboardEvent) => take(event);
    window.addEventListener('paste', listener);
    return () => window.removeEventListener('paste', listener);
  }, []);
}

/** @internal */
export const PASTED_FILE_NAME = 'pasted-leads.csv';

/** Makes a file of CSV text or of cells from a spreadsheet, which are tab-separated. Null without text. */
export function pastedText(text: string): File | null {
  return text.trim() === '' ? null : new File([text], PASTED_FILE_NAME, { type: 'text/csv' });
}

/**
 * The pasted files, or else the pasted text as a file. Spreadsheets add a picture of the cells, which is ignored. File
 * managers add the names of the files as text, so files come first.
 *
 * @internal
 */
export function pastedFiles(data: DataTransfer): File[] {
  const files = [...data.files].filter(({ type }) => !type.startsWith('image/'));
  return files.length > 0 ? files : [pastedText(data.getData('text/plain'))].filter((file) => file !== null);
}

/** The text on the clipboard; null if the browser refuses access. */
export async function readClipboard(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return null;
  }
}

const TYPED_IN = 'textarea, select, input:not([type=file], [type=checkbox], [type=radio])';

/** Whether the target of an event is a text field: the browser pastes and drops text there. */
function isTypedIn(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED_IN));
}

const DIALOG = '[role=dialog], [role=alertdialog]';

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(DIALOG) !== null;
}

/** Whether a dialog asks something, which comes before a dropped file. */
export const isDialogOpen = (): boolean => document.querySelector(DIALOG) !== null;
