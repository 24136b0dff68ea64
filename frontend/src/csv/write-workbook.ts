import { strToU8, zipSync } from 'fflate';
import { formatCell } from './write.ts';

/** A sheet of a workbook. Its title may be longer than Excel allows for a name. */
export type Sheet = readonly [title: string, rows: readonly (readonly (string | number)[])[]];

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Sheets as an Excel workbook: see `writeWorkbook`. */
export const workbookBlob = (sheets: readonly Sheet[]): Blob =>
  new Blob([writeWorkbook(sheets)], { type: XLSX });

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-';

/**
 * Sheets as an Excel workbook with no formats: ECMA-376, part 1, with texts inside their cells. Figures are numbers, in full.
 * Texts are marked as such, so that no spreadsheet runs one as a formula and none needs a ' in front.
 * Throws a RangeError on NaN and Infinity, which no figure may be.
 */
export function writeWorkbook(sheets: readonly Sheet[]): Uint8Array<ArrayBuffer> {
  const names = nameSheets(sheets.map(([title]) => title));
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`;
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${TYPE}officedocument.spreadsheetml.${type}+xml"/>`;
  const parts = {
    '[Content_Types].xml':
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="${TYPE}package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="application/xml"/>${override('workbook', 'sheet.main')}` +
      `${names.map((_, at) => override(`worksheets/sheet${at + 1}`, 'worksheet')).join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml':
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>` +
      `${names.map((name, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      `<Relationships xmlns="${PACKAGE}/relationships">` +
      `${names.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)).join('')}</Relationships>`,
    ...Object.fromEntries(
      sheets.map(([, rows], at) => [`xl/worksheets/sheet${at + 1}.xml`, writeSheet(rows)]),
    ),
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, strToU8(HEAD + xml)])));
}

function writeSheet(rows: Sheet[1]): string {
  const lines = rows.map((cells, row) => {
    const written = cells.map((cell, column) => writeCell(cell, `${columnName(column)}${row + 1}`));
    return `<row r="${row + 1}">${written.join('')}</row>`;
  });
  return `<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

/** Excel refuses a file with a longer text. */
const LONGEST_TEXT = 32_767;

function writeCell(cell: string | number, place: string): string {
  if (typeof cell === 'number') return `<c r="${place}"><v>${formatCell(cell)}</v></c>`;
  if (cell === '') return '';
  const text = escapeXml(cell.slice(0, LONGEST_TEXT));
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/** 0 as 'A', 25 as 'Z', 26 as 'AA'. */
function columnName(column: number): string {
  const last = String.fromCharCode(0x41 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML has no way to write these characters, so a sign of replacement stands for each. A line end of Windows becomes a line feed. */
const UNWRITABLE = /[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/gu;

function escapeXml(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .toWellFormed()
    .replace(UNWRITABLE, '\uFFFD')
    .replace(/_(?=x[\dA-F]{4}_)/gi, '_x005F_') // Excel would read '_x0041_' as 'A'
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}

const LONGEST_NAME = 31;

/** Names of sheets that Excel accepts: at most 31 characters, cut between words, without some signs, each once. */
function nameSheets(titles: readonly string[]): string[] {
  const taken = new Set<string>();
  return titles.map((title) => {
    const whole = title.replace(/[[\]/\\:*?'\s]+/g, ' ').trim() || 'Sheet';
    for (let turn = 1; ; turn++) {
      const end = turn === 1 ? '' : ` ${turn}`;
      const name = cutBetweenWords(whole, LONGEST_NAME - end.length) + end;
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      return name;
    }
  });
}

function cutBetweenWords(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.lastIndexOf(' ', length);
  return text.slice(0, end > 0 ? end : length);
}
