import { MAX_PARTS_BYTES, MIB } from '#contract/limits.ts';
import type { UnpackOptions } from '../packed.ts';
import { SheetReader, type CellContext } from './sheet-reader.ts';
import { findTable, type SheetTable } from './sheet-table.ts';
import { StringsReader } from './shared-strings.ts';
import type { Slices } from './slices.ts';
import { damaged, UnpackFailure } from './unpack-failure.ts';
import { RelationsReader, StylesReader, WorkbookReader, type Relation } from './workbook-parts.ts';
import { XmlReader, type XmlHandler } from './xml.ts';
import { readEntryPieces, type Budget, type Zip, type ZipEntry } from './zip.ts';

/** More sheets are not looked into. */
const MAX_SHEETS = 200;
const ROOT_RELATIONS = '_rels/.rels';

/** A sheet of a workbook that was read as a table. */
export interface ReadSheet {
  sheet: string | null;
  sheets: string[];
  table: SheetTable;
  hiddenRows: number;
  errorCells: number;
  formulaCells: number;
}

/** Whether a zip is a file of Office, by the list of its parts. */
export function isWorkbook(zip: Zip): boolean {
  return findRelations(zip, ROOT_RELATIONS).some(
    ({ kind, target }) => kind === 'officeDocument' && /(?:^|\/)(?:xl\/|workbook)/i.test(target),
  );
}

/** Names of parts do not differ by case (ECMA-376, part 2, 6.2.2). */
function findPart(zip: Zip, path: string): ZipEntry | undefined {
  const wanted = path.toLowerCase();
  return zip.entries.find((entry) => entry.path.toLowerCase() === wanted);
}

/** Reads a small part at once. */
function readSmall(zip: Zip, path: string, handler: XmlHandler): void {
  const entry = findPart(zip, path);
  if (!entry) return;
  const reader = new XmlReader(handler);
  for (const piece of readEntryPieces(zip, entry, { left: MAX_SMALL_BYTES, limit: MAX_PARTS_BYTES }))
    reader.push(piece);
  reader.end();
}

/** Lists of parts and sheets are far smaller. */
const MAX_SMALL_BYTES = 10 * MIB;

function findRelations(zip: Zip, path: string): Relation[] {
  const reader = new RelationsReader();
  readSmall(zip, path, reader);
  return reader.relations;
}

/** The path of a part that another part names, from the root of the zip. */
function resolvePath(from: string, target: string): string {
  const parts = target.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function relationsPath(path: string): string {
  const parts = path.split('/');
  return [...parts.slice(0, -1), '_rels', `${parts.at(-1)}.rels`].join('/');
}

/**
 * Reads a sheet of a workbook as a table: the chosen one, else the first that holds a table, else the first that holds anything.
 * Hidden sheets are offered only where no other holds a table.
 */
export async function readWorkbook(zip: Zip, options: UnpackOptions, slices: Slices): Promise<ReadSheet> {
  const root = findRelations(zip, ROOT_RELATIONS).find(({ kind }) => kind === 'officeDocument');
  const path = resolvePath('', root?.target ?? '');
  if (/\.bin$/i.test(path)) throw new UnpackFailure({ reason: 'old-excel' }, 'It is a binary workbook');
  if (!findPart(zip, path)) throw damaged('The workbook is missing');
  const workbook = new WorkbookReader();
  readSmall(zip, path, workbook);
  const relations = findRelations(zip, relationsPath(path));
  const partOf = ({ target }: Relation) => findPart(zip, resolvePath(path, target));
  const parts = new PartReader(zip, slices);

  const sheets = workbook.sheets.slice(0, MAX_SHEETS).flatMap(({ name, id, isHidden }) => {
    const relation = relations.find((other) => other.id === id && other.kind === 'worksheet');
    const part = relation && partOf(relation);
    return part ? [{ name, isHidden, part }] : [];
  });
  const offered = await parts.findTables(sheets);
  const chosen = sheets.find(({ name }) => name === options.sheet) ?? offered[0] ?? sheets[0];
  if (!chosen) throw damaged('The workbook has no sheet');

  const find = (wanted: string) =>
    relations.filter(({ kind }) => kind === wanted).flatMap((found) => partOf(found) ?? []);
  const [styles] = find('styles');
  const [strings] = find('sharedStrings');
  parts.expect([styles, strings, chosen.part]);
  const context = { ...(await parts.readContext(styles, strings)), epoch: workbook.epoch };
  const lines = await parts.readSheet(chosen.part, context);
  return {
    sheet: chosen.name,
    sheets: offered.map(({ name }) => name),
    table: findTable(lines, options.wholeSheet ?? false),
    hiddenRows: lines.hiddenRows,
    errorCells: lines.errorCells,
    formulaCells: lines.formulaCells,
  };
}

interface Sheet {
  name: string;
  isHidden: boolean;
  part: ZipEntry;
}

/** Cells are looked at to tell a table, not to be read. */
const NO_CONTEXT: CellContext = { strings: null, formats: [], epoch: 1900 };

/** Reads the large parts of a workbook, in slices and within one limit for all of them. */
class PartReader {
  readonly #zip: Zip;
  readonly #slices: Slices;
  readonly #budget: Budget = { left: MAX_PARTS_BYTES, limit: MAX_PARTS_BYTES };

  constructor(zip: Zip, slices: Slices) {
    this.#zip = zip;
    this.#slices = slices;
  }

  /** The sheets that hold a table: those in sight, or where none of these does, the hidden ones. */
  async findTables(sheets: readonly Sheet[]): Promise<Sheet[]> {
    if (sheets.length === 1) return [...sheets];
    const found: Sheet[] = [];
    for (const sheet of sheets) if (await this.#holdsTable(sheet.part)) found.push(sheet);
    const inSight = found.filter(({ isHidden }) => !isHidden);
    return inSight.length > 0 ? inSight : found;
  }

  expect(parts: readonly (ZipEntry | undefined)[]): void {
    for (const part of parts) this.#slices.expect(part?.bytes ?? 0);
  }

  async readContext(
    styles: ZipEntry | undefined,
    strings: ZipEntry | undefined,
  ): Promise<Omit<CellContext, 'epoch'>> {
    const stylesReader = new StylesReader();
    const stringsReader = new StringsReader(MAX_PARTS_BYTES);
    if (styles) await this.#read(styles, stylesReader);
    if (strings) await this.#read(strings, stringsReader);
    return { formats: stylesReader.formats, strings: stringsReader.strings };
  }

  async readSheet(part: ZipEntry, context: CellContext) {
    const reader = new SheetReader(context);
    await this.#read(part, reader, () => reader.rowCount);
    return reader.finish();
  }

  /** Whether a sheet has at least two rows of two cells. No more of it is inflated than shows it. */
  async #holdsTable(part: ZipEntry): Promise<boolean> {
    const reader = new SheetReader(NO_CONTEXT);
    const xml = new XmlReader(reader);
    const budget = { left: MAX_PARTS_BYTES, limit: MAX_PARTS_BYTES };
    for (const piece of readEntryPieces(this.#zip, part, budget)) {
      xml.push(piece);
      if (reader.tableRows > 1) return true;
      await this.#slices.count(piece.length, 0);
    }
    return false;
  }

  async #read(part: ZipEntry, handler: XmlHandler, countRows: () => number = () => 0): Promise<void> {
    const xml = new XmlReader(handler);
    for (const piece of readEntryPieces(this.#zip, part, this.#budget)) {
      xml.push(piece);
      await this.#slices.count(piece.length, countRows());
    }
    xml.end();
  }
}
