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

/** Presses the button that was pressed before the page could react. */
export function replayEarlyPress(): void {
  const early = window.earlyInput;
  early?.stopPresses.abort();
  if (early?.pressed?.isConnected) early.pressed.click();
}

/** Hands over the files that were chosen or dropped before the page could take them. */
export function replayEarlyFiles(): void {
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
