import type { Comparison, SegmentChange } from '#frontend/analysis/compare.ts';
import { cleanFileName, stampDate, type ExportFile } from './file-name.ts';
import { joinSections, toRows, type Cell, type Columns, type Section } from './table.ts';

/** One figure of all leads in two files. */
export interface TotalChange {
  name: string;
  before: number;
  after: number;
  isRate: boolean;
}

/** One attribute in the split of the baseline change. */
export type SplitRow = Comparison['splits'][number];

export interface ComparisonParts {
  /** The names of the two, as the page shows them. */
  names: { before: string; after: string };
  /** What the reader has to know, sentence by sentence. */
  notices: readonly string[];
  totals: readonly TotalChange[];
  columns: {
    totals: Columns<TotalChange>;
    splits: Columns<SplitRow>;
    segments: Columns<SegmentChange>;
  };
}

/** 'Download CSV' of a comparison: the two names and the notices, then all of its tables. */
export function exportComparison(comparison: Comparison, parts: ComparisonParts, date: Date): ExportFile {
  const { names, notices, totals, columns } = parts;
  const head: Cell[][] = [
    ['Before', names.before],
    ['After', names.after],
    ...notices.map((notice): Cell[] => ['Notice', notice]),
  ];
  const sections: Section[] = [
    ['Comparison', head],
    ['All leads', toRows(columns.totals, totals)],
    ['Change of the baseline rate (points)', toRows(columns.splits, comparison.splits)],
    ['Segments', toRows(columns.segments, comparison.segments)],
  ];
  const name = `comparison_${cleanFileName(names.before)}_${cleanFileName(names.after)}`;
  return { fileName: `${name}_${stampDate(date)}.csv`, rows: joinSections(sections) };
}
