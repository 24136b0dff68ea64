export const PASTED_FILE_NAME = 'pasted-leads.csv';

/** Cells copied from a spreadsheet (tab-separated) or CSV text, as a file; null where there is no text. */
export function pastedText(text: string): File | null {
  return text.trim() === '' ? null : new File([text], PASTED_FILE_NAME, { type: 'text/csv' });
}

/**
 * What a paste brings: a copied file, else text. Spreadsheets add a picture of the cells, which is passed over; file
 * managers add the file's name as text, so files come first.
 */
export function pastedFile(data: DataTransfer): File | null {
  const file = [...data.files].find(({ type }) => !type.startsWith('image/'));
  return file ?? pastedText(data.getData('text/plain'));
}

/** The text on the clipboard, or null where the browser does not hand it over. */
export async function readClipboard(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return null;
  }
}
