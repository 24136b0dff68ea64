/** Goes to an address with a new document: nothing that this one holds in memory is left. */
export function leaveDocument(url: string): void {
  window.location.assign(url);
}
