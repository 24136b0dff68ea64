/** Loads an address as a new document, so that nothing of this one stays in memory. */
export function leaveDocument(url: string): void {
  window.location.assign(url);
}

/** Loads the same address as a new document. */
export function reloadDocument(): void {
  window.location.reload();
}
