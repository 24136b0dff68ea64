/** A download: the name of the file and its rows, ready for writeCsv. */
export interface ExportFile {
  fileName: string;
  rows: (string | number)[][];
}

/** A local calendar day as yyyy-mm-dd. */
export function stampDate(date: Date): string {
  const year = String(date.getFullYear()).padStart(4, '0');
  const month = String(date.getMonth() + 1).padStart(2, '0');
  const day = String(date.getDate()).padStart(2, '0');
  return `${year}-${month}-${day}`;
}

/** File systems allow names of 255 bytes. At 4 bytes per character, this leaves room for the rest of the name. */
const MAX_NAME_CHARACTERS = 50;
/** Characters that Windows, macOS or Linux refuses in file names, and invisible ones. */
const UNFIT_CHARACTERS = /[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;

/**
 * The name of an uploaded file, made fit to be part of another file's name: without .csv, with one '_' for each run
 * of unfit characters, without dots and spaces at its ends. 'leads' where nothing remains.
 * Example: 'Q3: Kunden/Übersicht.CSV' is 'Q3_ Kunden_Übersicht'.
 */
export function cleanFileName(name: string): string {
  const fit = name
    .trim()
    .replace(/\.csv$/i, '')
    .replaceAll(UNFIT_CHARACTERS, '_');
  const short = [...fit].slice(0, MAX_NAME_CHARACTERS).join('');
  return short.replaceAll(/^[.\s]+|[.\s]+$/g, '') || 'leads';
}
