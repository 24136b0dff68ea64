import { program } from './assembly.wasm';

/** Where the file begins in the memory, as in assembly/memory.ts. */
export const FILE = 64;
/** The program reads whole blocks: up to so many bytes after a text. */
export const MARGIN = 64;

/** What the compiled files of `assembly` export; places and counts are 32 bits wide. */
export interface CompiledProgram {
  setFile(length: number): void;
  setIndex(rowStarts: number, starts: number): void;
  passUtf8(from: number): number;
  setDelimiters(a: number, b: number, c: number, d: number): void;
  scanRows(
    position: number,
    stop: number,
    columnCount: number,
    keepsEmptyRows: boolean,
    mostLines: number,
  ): number;
  rowCount: WebAssembly.Global<'i32'>;
  shortRows: WebAssembly.Global<'i32'>;
  longRows: WebAssembly.Global<'i32'>;
  isOdd: WebAssembly.Global<'i32'>;
  clearDictionary(
    texts: number,
    ends: number,
    units: number,
    leads: number,
    hashes: number,
    slots: number,
  ): void;
  size: WebAssembly.Global<'i32'>;
  codeRows(column: number, from: number, to: number, codes: number, most: number): number;
  clearCombinations(
    firstRows: number,
    leads: number,
    flagged: number,
    slots: number,
    slotCount: number,
  ): void;
  countCombinations(from: number, to: number, a: number, b: number, c: number, flags: number): void;
  pickCodes(codes: number, picked: number): void;
  combinationCount: WebAssembly.Global<'i32'>;
  findBlanks(from: number, to: number, columnCount: number, hasBlanks: number, scratch: number): void;
}

/** Null where the browser cannot compile it. */
const compiled = compile();

function compile(): WebAssembly.Module | null {
  try {
    return new WebAssembly.Module(Uint8Array.from(atob(program), (unit) => unit.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** A program and the memory that it works on. */
export interface StartedProgram {
  memory: WebAssembly.Memory;
  program: CompiledProgram;
}

/** Starts the program over a memory of so many bytes; null where the browser cannot run it or has no such memory. */
export function startProgram(bytes: number): StartedProgram | null {
  if (!compiled) return null;
  try {
    const memory = new WebAssembly.Memory({ initial: pagesFor(bytes) });
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
    return { memory, program: exports as unknown as CompiledProgram }; // the exports of `assembly`
  } catch {
    return null;
  }
}

const PAGE_BYTES = 65536;

function pagesFor(bytes: number): number {
  return Math.ceil(bytes / PAGE_BYTES);
}

/** Whether the memory could grow. Arrays of it that were taken before are empty then. */
export function growBy(memory: WebAssembly.Memory, bytes: number): boolean {
  try {
    memory.grow(pagesFor(bytes));
    return true;
  } catch {
    return false;
  }
}

/** The next place that entries of any size may begin at. */
export function align(place: number): number {
  return Math.ceil(place / 16) * 16;
}
