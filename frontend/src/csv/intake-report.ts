import type { Decoded } from './decode.ts';
import type { IntakeReport, OutsideLines, ReadOptions } from './intake.ts';
import type { Layout } from './layout.ts';
import type { Scan } from './scan.ts';

const PREVIEW_RECORDS = 12;
const PREVIEW_CHARACTERS = 200;
const SAMPLE_LINES = 5;

interface Findings {
  decoded: Decoded;
  layout: Layout;
  options: ReadOptions;
  scan: Scan;
  footerRows: string[][];
}

export function describeIntake({ decoded, layout, options, scan, footerRows }: Findings): IntakeReport {
  const above = layout.records.slice(0, layout.headerIndex);
  return {
    encoding: decoded.encoding,
    encodingGuessed: decoded.isGuessed,
    delimiter: layout.delimiter,
    delimiterGuessed: layout.isDelimiterGuessed,
    headerRow: layout.headerIndex + 1,
    headerRowGuessed: layout.isHeaderGuessed,
    firstRecords: layout.records.slice(0, PREVIEW_RECORDS).map((record) => record.cells.map(cutText)),
    preamble: { ...describeLines(above.map((record) => record.cells)), kept: options.keepPreamble ?? false },
    footer: { ...describeLines(footerRows), kept: !(options.dropFooter ?? false) },
    emptyRowsSkipped: scan.emptyRowsSkipped,
    shortRowsPadded: scan.shortRowsPadded,
    longRowsCut: scan.longRowsCut,
    unterminatedQuoteLines: scan.quotes.lines,
    unterminatedQuotes: scan.quotes.total,
  };
}

function describeLines(rows: readonly string[][]): Pick<OutsideLines, 'lines' | 'sample'> {
  const sample = rows
    .slice(0, SAMPLE_LINES)
    .map((cells) => cutText(cells.filter((cell) => cell !== '').join(', ')));
  return { lines: rows.length, sample };
}

function cutText(text: string): string {
  return text.slice(0, PREVIEW_CHARACTERS);
}
