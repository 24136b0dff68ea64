/** What the first script of the document (index.html) keeps until the program takes over. */
interface EarlyInput {
  /** Files that were dropped on the page. */
  files: File[];
  /** The button that was pressed last. */
  pressed: HTMLElement | null;
  stopPresses: AbortController;
  stopDrops: AbortController;
}

declare global {
  interface Window {
    earlyInput?: EarlyInput;
  }
}

/** Presses the button that was pressed before the page could react, if it stands in the part that now can. */
export function replayEarlyPress(part: 'header' | 'main'): void {
  const early = window.earlyInput;
  early?.stopPresses.abort();
  if (early?.pressed?.isConnected && early.pressed.closest(part)) early.pressed.click();
}

/** Hands over to a page that now can act what was pressed on it, and the files that were chosen or dropped. */
export function replayEarlyInput(): void {
  replayEarlyPress('main');
  const early = window.earlyInput;
  early?.stopDrops.abort();
  delete window.earlyInput;
  if (!early) return;
  for (const input of document.querySelectorAll<HTMLInputElement>('input[type="file"]'))
    if (input.files?.length) input.dispatchEvent(new Event('change', { bubbles: true }));
  if (early.files.length === 0) return;
  const dataTransfer = new DataTransfer();
  for (const file of early.files) dataTransfer.items.add(file);
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}
