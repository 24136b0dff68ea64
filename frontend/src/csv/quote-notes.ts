import { countLineBreaks } from './bytes.ts';

const MAX_NOTED_LINES = 20;

/** The opening quotes that had to be read as plain characters. */
export interface QuoteNotes {
  total: number;
  /** Line numbers of the first of them, from 1. */
  lines: number[];
  /** How far lines have been counted, so that no line is counted twice. */
  counted: { lines: number; to: number };
}

export function createQuoteNotes(): QuoteNotes {
  return { total: 0, lines: [], counted: { lines: 0, to: 0 } };
}

/** Notes the stray quote at `at`. Quotes are noted in the order of the file. */
export function noteStrayQuote(notes: QuoteNotes, bytes: Uint8Array, at: number): void {
  notes.total++;
  if (notes.lines.length >= MAX_NOTED_LINES) return;
  const { counted } = notes;
  counted.lines += countLineBreaks(bytes, counted.to, at);
  counted.to = at;
  notes.lines.push(counted.lines + 1);
}
