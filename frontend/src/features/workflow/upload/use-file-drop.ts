import { useEffect, useEffectEvent, useState } from 'react';
import { isTypedIn } from './typed-in.ts';

/** Browsers repeat `dragover` at least this often during a drag. Without it the drag has left the page. */
const HOVER_TIMEOUT_MS = 400;

/**
 * Passes files that are dropped anywhere on the page to `onFiles`; null ignores them. In both cases the browser does not
 * leave the page for a drop.
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

/** Text may be dropped into a text field. The browser would leave the page for any other drop. */
function isForField(event: DragEvent): boolean {
  return !carriesFiles(event.dataTransfer) && isTypedIn(event.target);
}

/** Whether files are dragged, and not text from a page. */
export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}

/** The files of a drop, without folders: browsers present a folder as a file that cannot be read. */
export function droppedFiles(transfer: DataTransfer | null): File[] {
  if (!transfer) return [];
  return [...transfer.items]
    .filter((item) => item.kind === 'file' && !item.webkitGetAsEntry?.()?.isDirectory)
    .map((item) => item.getAsFile())
    .filter((file) => file !== null);
}
