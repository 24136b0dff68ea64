import {
  dealsFile,
  distinctFile,
  leanFile,
  narrowFile,
  quotedFile,
  tellingFile,
  wideFile,
  type BenchFile,
} from './shapes.ts';

export type FileName = 'narrow' | 'wide' | 'quoted';

/** How large everything is that is measured. */
export interface Sizes {
  /** The files with which most is measured. */
  files: readonly { name: FileName; file: BenchFile }[];
  /** The files that show how times grow with size. */
  growth: readonly { label: string; file: BenchFile }[];
  /** Two files of the same columns, whose times per row are compared. */
  fewAndMany: readonly [BenchFile, BenchFile];
  /** The file with which counts by value are measured. */
  deals: BenchFile;
  /** The file with which the reading of a spreadsheet is measured. */
  workbook: BenchFile;
  /** The file with which the search for columns is measured. */
  columns: BenchFile;
  /** The file with which the offer of values from all columns is measured. */
  telling: BenchFile;
  /** Of each of the three attributes whose combinations are listed. */
  combinedValues: number;
  /** Pause before what is timed, for what has just been opened to be done with work of its own. */
  settleMs: number;
}

const DISTINCT_ROWS = 100_000;

const count = (number: number) => number.toLocaleString('en');

/** Each of the three files is about as large as a file may be, 10 MB; the largest of the others has ten times that. */
export const FULL_SIZES: Sizes = {
  files: [
    { name: 'narrow', file: narrowFile(100_652) },
    { name: 'wide', file: wideFile(31_827) },
    { name: 'quoted', file: quotedFile(98_778) },
  ],
  growth: [
    ...[10_000, 100_000, 1_000_000].map((rows) => ({ label: `${count(rows)} rows`, file: narrowFile(rows) })),
    ...[10, 100, 1000, 10_000, 100_000].map((values) => ({
      label: `${count(values)} distinct values in ${count(DISTINCT_ROWS)} rows`,
      file: distinctFile(values, DISTINCT_ROWS),
    })),
  ],
  fewAndMany: [leanFile(100_000), leanFile(1_000_000)],
  deals: dealsFile(100_000),
  workbook: narrowFile(30_000),
  columns: wideFile(100_000),
  telling: tellingFile(100_000),
  combinedValues: 100,
  settleMs: 500,
};

/** Enough to see that everything runs. */
export const SMOKE_SIZES: Sizes = {
  files: [{ name: 'quoted', file: quotedFile(500) }],
  growth: [{ label: '1,000 rows', file: narrowFile(1000) }],
  fewAndMany: [leanFile(500), leanFile(1000)],
  deals: dealsFile(500),
  workbook: narrowFile(500),
  columns: wideFile(500),
  telling: tellingFile(5000),
  combinedValues: 10,
  settleMs: 0,
};
