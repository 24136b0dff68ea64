import type { IntakeReport } from '#frontend/csv/read-csv.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { countNoun } from './intake-text.ts';

export interface IntakeNotice {
  id: 'preamble' | 'footer' | 'empty' | 'short' | 'long' | 'quotes' | 'reader';
  text: string;
  /** The lines or line numbers that it is about. */
  evidence?: string;
  /** A figure may be wrong because of it. */
  needsLook?: boolean;
  /** The other choice, for notices about a choice. */
  choice?: { label: string; change: { keepPreamble: boolean } | { dropFooter: boolean } };
}

function quoteLines(lines: readonly string[], total: number): string {
  const shown = lines.map((line) => `“${line}”`).join(', ');
  return total > lines.length && lines.length > 0
    ? `${shown} and ${formatCount(total - lines.length)} more`
    : shown;
}

function preambleNotice({ preamble }: IntakeReport): IntakeNotice | null {
  const { lines, kept, sample } = preamble;
  if (lines === 0) return null;
  const subject = countNoun(lines, 'line above the column headers', 'lines above the column headers');
  return {
    id: 'preamble',
    needsLook: kept,
    text: kept
      ? `${subject} ${lines === 1 ? 'counts as a lead' : 'count as leads'}.`
      : `${subject} ${lines === 1 ? 'was' : 'were'} left out.`,
    evidence: quoteLines(sample, lines),
    choice: { label: kept ? 'Leave out' : 'Keep', change: { keepPreamble: !kept } },
  };
}

function footerNotice({ footer }: IntakeReport): IntakeNotice | null {
  const { lines, kept, sample } = footer;
  if (lines === 0) return null;
  const subject = `${countNoun(lines, 'line')} at the end ${lines === 1 ? 'looks like a total or a note' : 'look like totals or notes'}`;
  return {
    id: 'footer',
    needsLook: kept,
    text: kept
      ? `${subject} and ${lines === 1 ? 'counts as a lead' : 'count as leads'}.`
      : `${subject} and ${lines === 1 ? 'was' : 'were'} left out.`,
    evidence: quoteLines(sample, lines),
    choice: { label: kept ? 'Leave out' : 'Keep', change: { dropFooter: kept } },
  };
}

function rowNotices(report: IntakeReport): IntakeNotice[] {
  const { emptyRowsSkipped: empty, shortRowsPadded: short, longRowsCut: long } = report;
  const notices: IntakeNotice[] = [];
  if (empty > 0)
    notices.push({
      id: 'empty',
      text: `${countNoun(empty, 'empty row')} ${empty === 1 ? 'was' : 'were'} skipped.`,
    });
  if (short > 0)
    notices.push({
      id: 'short',
      text: `${countNoun(short, 'row')} had fewer cells than there are columns; the missing cells count as blank.`,
    });
  if (long > 0)
    notices.push({
      id: 'long',
      needsLook: true,
      text: `${countNoun(long, 'row')} had more cells than there are columns; the extra cells were left out.`,
    });
  return notices;
}

function quoteNotice({ unterminatedQuotes, unterminatedQuoteLines }: IntakeReport): IntakeNotice | null {
  if (unterminatedQuotes === 0) return null;
  const lines = unterminatedQuoteLines.map((line) => formatCount(line)).join(', ');
  const more = unterminatedQuotes - unterminatedQuoteLines.length;
  return {
    id: 'quotes',
    needsLook: true,
    text: `${countNoun(unterminatedQuotes, 'quotation mark')} (") ${unterminatedQuotes === 1 ? 'is opened and never closed, so the cell' : 'are opened and never closed, so the cells'} there may be wrong.`,
    evidence: `${unterminatedQuotes === 1 ? 'Line' : 'Lines'} ${lines}${more > 0 ? ` and ${formatCount(more)} more` : ''}`,
  };
}

function readerNotice({ reader }: IntakeReport): IntakeNotice | null {
  if (reader === 'compiled') return null;
  return { id: 'reader', text: 'Read without WebAssembly, so damaged quotes may be read differently.' };
}

/** Everything about a file that did not simply fit, what was done about it, and where there is a choice, the other one. */
export function intakeNotices(report: IntakeReport): IntakeNotice[] {
  return [
    preambleNotice(report),
    footerNotice(report),
    ...rowNotices(report),
    quoteNotice(report),
    readerNotice(report),
  ].filter((notice) => notice !== null);
}
