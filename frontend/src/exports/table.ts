/** A cell of a download; figures are unrounded numbers. */
export type Cell = string | number;

/** One column of a download. */
export interface ExportColumn<Item> {
  heading: string;
  /** Null for a column that is in no download. */
  exported: ((item: Item) => Cell) | null;
}

export type ExportColumns<Item> = readonly ExportColumn<Item>[];

/** A table as rows: the headings, then one row per item. */
export function toRows<Item, Written = Cell>(
  columns: readonly { heading: string; exported: ((item: Item) => Written) | null }[],
  items: readonly Item[],
): (string | Written)[][] {
  const exported = columns.flatMap(({ heading, exported: cell }) => (cell ? [{ heading, cell }] : []));
  return [
    exported.map(({ heading }) => heading),
    ...items.map((item) => exported.map(({ cell }) => cell(item))),
  ];
}

/** A part of a download under its title. */
export type Section = [title: string, rows: Cell[][]];

/** Sections one below the other, with an empty row between two of them. */
export function joinSections(sections: readonly Section[]): Cell[][] {
  return sections.flatMap(([title, rows], index) => [...(index === 0 ? [] : [[]]), [title], ...rows]);
}

/** How many leads are left out for a reason. */
export interface LeftOutCount {
  leads: number;
  reason: string;
}

/** The rows of a download that say which leads are left out: 'Leads Left Out', 400, 'by status (Open)'. */
export function listLeftOutRows(leftOut: readonly LeftOutCount[]): Cell[][] {
  return leftOut.map(({ leads, reason }) => ['Leads Left Out', leads, reason]);
}

/** A fraction as a percent: 0.25 is 25. Unrounded. */
export function toPercent(fraction: number): number {
  return 100 * fraction;
}

/** A download: the name of the file and its rows, ready for writeCsv. */
export interface ExportFile {
  fileName: string;
  rows: (string | number)[][];
}

/** A download of several tables. */
export interface SectionsFile extends ExportFile {
  sections: readonly Section[];
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
 * The name of an uploaded file, made fit to be part of another file's name: without its ending, with one '_' for each run
 * of unfit characters, without dots and spaces at its ends. 'leads' where nothing remains.
 * Example: 'Q3: Kunden/Übersicht.CSV' is 'Q3_ Kunden_Übersicht'.
 */
export function cleanFileName(name: string): string {
  const fit = name
    .trim()
    .replace(/\.(?:csv|xlsx|zip)$/i, '')
    .replaceAll(UNFIT_CHARACTERS, '_');
  const short = [...fit].slice(0, MAX_NAME_CHARACTERS).join('');
  return short.replaceAll(/^[.\s]+|[.\s]+$/g, '') || 'leads';
}
