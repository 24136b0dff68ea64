import { useEffect, useEffectEvent, useState } from 'react';
import { isTypedIn } from './typed-in.ts';

/** Browsers repeat `dragover` at least this often while something hovers; when it stops, the drag has left. */
const HOVER_TIMEOUT_MS = 400;

/** Text may be dropped into a field; anything else would make the browser leave the page. */
function isForField(event: DragEvent): boolean {
  return !carriesFiles(event.dataTransfer) && isTypedIn(event.target);
}

/**
 * Takes files dropped anywhere on the page while `onFiles` is given. With or without it the browser never leaves the
 * page for what is dropped. Returns whether files that would be taken hover over the page.
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

/** Whether a drag carries files, and not text out of a page. */
export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}

/** The files of a drop. Folders are left out: browsers hand them over as files that cannot be read. */
export function droppedFiles(transfer: DataTransfer | null): File[] {
  if (!transfer) return [];
  return [...transfer.items]
    .filter((item) => item.kind === 'file' && !item.webkitGetAsEntry?.()?.isDirectory)
    .map((item) => item.getAsFile())
    .filter((file) => file !== null);
}
