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
