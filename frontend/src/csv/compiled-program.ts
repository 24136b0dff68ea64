import program from './assembly.wasm';

/** A number that the program keeps: a count, or an address in its memory. */
export interface Value {
  value: number;
}

/** The exports of `assembly` that the front end uses. */
export interface Program {
  /** It is not shared. */
  memory: WebAssembly.Memory & { readonly buffer: ArrayBuffer };
  FILE: Value;
  layOutIndex(length: number): number;
  layOutLists(rows: number): number;
  setFile(length: number, isAll: boolean): void;

  measureUtf8(from: number): number;

  setDelimiters(a: number, b: number, c: number, d: number): void;
  startScan(): void;
  scanRows(position: number, stop: number, columnCount: number, keepsEmptyRows: boolean): number;
  rowStarts: Value;
  starts: Value;
  rowCount: Value;
  emptyRows: Value;
  shortRows: Value;
  longRows: Value;
  strayQuotes: Value;
  STRAY_LINES: Value;
  MAX_STRAY_LINES: Value;
  countCells(row: number): number;

  copyCells(from: number, to: number, columnCount: number): number;
  COPIED_CELLS: Value;
  cellUnits: Value;
  cellTexts: Value;
  forgetBlanks(): void;
  findBlanks(from: number, to: number, columnCount: number): boolean;
  hasBlank(column: number): boolean;

  clearDictionary(): void;
  codeRows(column: number, from: number, to: number, most: number): number;
  size: Value;
  codes: Value;
  ends: Value;
  units: Value;
  leads: Value;
  texts: Value;

  startNumbers(least: number): void;
  readNumbers(column: number, from: number, to: number): number;
  flags: Value;
  points: Value;
  numberCount: Value;
  numbers: Value;
  numberedRows: Value;
  negatives: Value;
  zeros: Value;
  unreadable: Value;

  countCrosstab(end: number, from: number, rows: number, columns: number): void;
  sumCrosstab(count: number, cap: number, from: number, rows: number, columns: number): void;
  rowFlags: Value;
  rowCodes: Value;
  columnCodes: Value;
  rowPlaces: Value;
  columnPlaces: Value;
  cells: Value;

  clearCombinations(most: number): void;
  countCombinations(from: number, to: number): void;
  combinationCount: Value;
  flagged: Value;
}

const PAGE_BYTES = 65536;

const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });

/** Null where the browser cannot compile the program. */
const compiled = compile();

/** The program as a module, which the Worker's bundle has, or in base64 as in the scripts of the page. */
function compile(): WebAssembly.Module | null {
  if (typeof program !== 'string') return program;
  try {
    const bytes = Uint8Array.from(atob(program), (unit) => unit.charCodeAt(0));
    // By its constructor, which the types of the Worker do not have: there nothing may be compiled.
    return Reflect.construct(WebAssembly.Module, [bytes]) as WebAssembly.Module;
  } catch {
    return null;
  }
}

/** Starts the program with a memory of its own; null where the browser cannot run it. */
export function startProgram(): Program | null {
  try {
    return compiled && (new WebAssembly.Instance(compiled).exports as unknown as Program); // the exports of `assembly`
  } catch {
    return null;
  }
}

/**
 * Grows the memory to at least this many bytes. False if that fails, and for 0, which the program returns if addresses of 32
 * bits are too short. Growing empties all arrays over the memory.
 */
export function ensureMemory({ memory }: Program, bytes: number): boolean {
  if (bytes === 0) return false;
  const missing = bytes - memory.buffer.byteLength;
  try {
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    return true;
  } catch {
    return false;
  }
}

/** Bytes of the memory from an address on. The program's number has a sign, an address has none. */
export function bytesAt({ memory }: Program, place: Value, length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(memory.buffer, place.value >>> 0, length);
}

/** As `bytesAt`, in 64-bit numbers; `length` counts these. */
export function numbersAt({ memory }: Program, place: Value, length: number): Float64Array<ArrayBuffer> {
  return new Float64Array(memory.buffer, place.value >>> 0, length);
}

/** As `bytesAt`, in unsigned 32-bit integers; `length` counts these. */
export function entriesAt({ memory }: Program, place: Value, length: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(memory.buffer, place.value >>> 0, length);
}

/**
 * The texts in `bytes`, one after the other; `units` has the end of each in UTF-16 units. Decoding all at once is faster than
 * decoding each.
 */
export function cutTexts(bytes: Uint8Array, units: Uint32Array): string[] {
  const all = decoder.decode(bytes);
  const texts: string[] = [];
  let from = 0;
  for (const to of units) {
    texts.push(all.slice(from, to));
    from = to;
  }
  return texts;
}
