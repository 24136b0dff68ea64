/** Goes to an address with a new document: nothing that this one holds in memory is left. */
export function leaveDocument(url: string): void {
  window.location.assign(url);
}

/** The same address with a new document. */
export function reloadDocument(): void {
  window.location.reload();
}
