import { writeZip } from './zip-writer.ts';

/** A cell of a sheet: a text that is shared, a number, a flag, none, or its XML, as in `<c t="e"><v>#N/A</v></c>`. */
export type Cell = string | number | boolean | null | { type?: string; format?: string; xml: string };

interface WrittenSheet {
  name?: string;
  rows: readonly (readonly Cell[])[];
  /** Rows that are hidden, from 1. */
  hidden?: readonly number[];
  merges?: readonly string[];
  state?: 'hidden' | 'veryHidden';
  /** The columns that the sheet is moved to the right. */
  left?: number;
}

export interface WrittenWorkbook {
  sheets: readonly WrittenSheet[];
  is1904?: boolean;
  /** More files of the package, or others in place of those that are written. */
  parts?: Record<string, string | Uint8Array>;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** A number in a cell with this code of its format. */
export function formatted(value: number | string, format: string): Cell {
  return { format, xml: `<v>${value}</v>` };
}

export function columnName(column: number): string {
  const rest = String.fromCharCode(0x41 + (column % 26));
  return column < 26 ? rest : columnName(Math.floor(column / 26) - 1) + rest;
}

/** Writes workbooks for tests, with nothing in them but what is said. */
export function writeWorkbook({
  sheets,
  is1904 = false,
  parts = {},
}: WrittenWorkbook): Uint8Array<ArrayBuffer> {
  const strings = new Map<string, number>();
  const formats = new Map<string, number>([['General', 0]]);
  const numberOf = (list: Map<string, number>, text: string) => {
    if (!list.has(text)) list.set(text, list.size);
    return list.get(text);
  };
  const writeCell = (cell: Cell, place: string): string => {
    if (cell === null) return '';
    if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
    if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${Number(cell)}</v></c>`;
    if (typeof cell === 'string') return `<c r="${place}" t="s"><v>${numberOf(strings, cell)}</v></c>`;
    const type = cell.type ? ` t="${cell.type}"` : '';
    const style = cell.format ? ` s="${numberOf(formats, cell.format)}"` : '';
    return `<c r="${place}"${style}${type}>${cell.xml}</c>`;
  };
  const files: Record<string, string | Uint8Array> = {};
  sheets.forEach(({ rows, hidden = [], merges = [], left = 0 }, index) => {
    const lines = rows.flatMap((cells, row) => {
      const written = cells.map((cell, column) => writeCell(cell, `${columnName(column + left)}${row + 1}`));
      const flag = hidden.includes(row + 1) ? ' hidden="1"' : '';
      return written.join('') === '' ? [] : [`<row r="${row + 1}"${flag}>${written.join('')}</row>`];
    });
    const merged = merges.map((range) => `<mergeCell ref="${range}"/>`).join('');
    files[`xl/worksheets/sheet${index + 1}.xml`] =
      `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData>` +
      `${merged && `<mergeCells>${merged}</mergeCells>`}</worksheet>`;
  });
  const ids = sheets.map((_, index) => `rId${index + 1}`);
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`;
  files['_rels/.rels'] =
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`;
  files['xl/_rels/workbook.xml.rels'] =
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">` +
    ids.map((id, index) => relation(id, 'worksheet', `worksheets/sheet${index + 1}.xml`)).join('') +
    `${relation('rIdS', 'styles', 'styles.xml')}${relation('rIdT', 'sharedStrings', '/xl/sharedStrings.xml')}</Relationships>`;
  files['xl/workbook.xml'] =
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>` +
    sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${escapeXml(name ?? `Sheet${index + 1}`)}" sheetId="${index + 1}"` +
          `${state ? ` state="${state}"` : ''} r:id="${ids[index]}"/>`,
      )
      .join('') +
    '</sheets></workbook>';
  const codes = [...formats.keys()];
  files['xl/styles.xml'] =
    `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${codes.length}">` +
    codes.map((code, id) => `<numFmt numFmtId="${164 + id}" formatCode="${escapeXml(code)}"/>`).join('') +
    '</numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>' +
    `<cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs count="${codes.length}">` +
    `${codes.map((_, id) => `<xf numFmtId="${164 + id}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`;
  files['xl/sharedStrings.xml'] =
    `${HEAD}<sst xmlns="${MAIN}">${[...strings.keys()].map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('')}</sst>`;
  files['[Content_Types].xml'] =
    `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>' +
    sheets
      .map(
        (_, index) =>
          `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
      )
      .join('') +
    '<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>' +
    '<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>';
  return zipFiles({ ...files, ...parts });
}

/** A zip of these files. */
export function zipFiles(
  files: Record<string, string | Uint8Array>,
  level: 0 | 6 = 6,
): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(files).map(([path, content]) => ({ path, content }));
  return writeZip(entries, { method: level === 0 ? 0 : 8 });
}
