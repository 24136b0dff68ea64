import type { Epoch } from './cell-number.ts';
import { builtInFormat, PLAIN_NUMBER, readFormatCode, type CellFormat } from './number-formats.ts';
import { nameOf, type Attributes, type XmlHandler } from './xml.ts';

const ID = nameOf('id');
const NAME = nameOf('name');
const STATE = nameOf('state');
const TARGET = nameOf('Target');
const TYPE = nameOf('Type');
const MODE = nameOf('TargetMode');
const RELATION_ID = nameOf('Id');
const RELATIONSHIP = nameOf('Relationship');
const SHEET = nameOf('sheet');
const WORKBOOK_SETTINGS = nameOf('workbookPr');
const DATE_1904 = nameOf('date1904');
const FORMATS = nameOf('numFmts');
const FORMAT = nameOf('numFmt');
const FORMAT_ID = nameOf('numFmtId');
const FORMAT_CODE = nameOf('formatCode');
const CELL_STYLES = nameOf('cellXfs');
const STYLE = nameOf('xf');

/** A handler of a file of which only the tags count. */
abstract class TagHandler implements XmlHandler {
  readonly wantsText = false;
  abstract open(name: number, attributes: Attributes): void;
  close(_name: number): void {}
  text(): void {}
  rawText(): void {}
}

/** A part that another part names. */
export interface Relation {
  id: string;
  /** The last part of its type, as in 'worksheet'. */
  kind: string;
  target: string;
}

/** Reads the parts that a part of the workbook names. */
export class RelationsReader extends TagHandler {
  readonly relations: Relation[] = [];

  open(name: number, attributes: Attributes): void {
    if (name !== RELATIONSHIP || attributes.read(MODE) === 'External') return;
    this.relations.push({
      id: attributes.read(RELATION_ID) ?? '',
      kind: (attributes.read(TYPE) ?? '').split('/').at(-1) ?? '',
      target: attributes.read(TARGET) ?? '',
    });
  }
}

/** A sheet as the workbook lists it. */
export interface ListedSheet {
  name: string;
  /** The id of its relation. */
  id: string;
  isHidden: boolean;
}

/** Reads the list of sheets, and from which day the workbook counts. */
export class WorkbookReader extends TagHandler {
  readonly sheets: ListedSheet[] = [];
  epoch: Epoch = 1900;

  open(name: number, attributes: Attributes): void {
    if (name === WORKBOOK_SETTINGS && isTrue(attributes.read(DATE_1904))) this.epoch = 1904;
    if (name !== SHEET) return;
    const state = attributes.read(STATE);
    this.sheets.push({
      name: attributes.read(NAME) ?? '',
      id: attributes.read(ID) ?? '',
      isHidden: state === 'hidden' || state === 'veryHidden',
    });
  }
}

/** Reads how each style of cells writes numbers. */
export class StylesReader extends TagHandler {
  readonly #codes = new Map<number, CellFormat>();
  readonly #ids: number[] = [];
  #inFormats = false;
  #inStyles = false;

  /** The formats by the number of the style. */
  get formats(): CellFormat[] {
    return this.#ids.map((id) => this.#codes.get(id) ?? builtInFormat(id));
  }

  open(name: number, attributes: Attributes): void {
    if (name === FORMATS) this.#inFormats = true;
    else if (name === CELL_STYLES) this.#inStyles = true;
    else if (name === FORMAT && this.#inFormats)
      this.#codes.set(attributes.readNumber(FORMAT_ID), readFormatCode(attributes.read(FORMAT_CODE) ?? ''));
    else if (name === STYLE && this.#inStyles) this.#ids.push(attributes.readNumber(FORMAT_ID));
  }

  override close(name: number): void {
    if (name === FORMATS) this.#inFormats = false;
    else if (name === CELL_STYLES) this.#inStyles = false;
  }
}

/** The format of a style; that of plain numbers where the workbook has no such style. */
export function formatOf(formats: readonly CellFormat[], style: number): CellFormat {
  return formats[style] ?? PLAIN_NUMBER;
}

/** Whether a flag of XML is set. */
export function isTrue(text: string | null): boolean {
  return text === '1' || text === 'true' || text === 'on';
}
