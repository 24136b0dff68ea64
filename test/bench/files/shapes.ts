import {
  category,
  identifier,
  number,
  place,
  remark,
  spread,
  status,
  tellingCells,
  time,
  words,
} from './cells.ts';
import type { FileShape } from './generate.ts';

const STATUS = { header: 'Lead Status', make: status() };

/** The counts to make of a file: the leads, and those of these statuses, by the values of the attributes. */
export interface CountJob {
  status: string;
  qualified: readonly string[];
  attributes: readonly string[];
  /** The column with the amounts of converted leads: the counts by value too. Absent: conversions only. */
  amounts?: string;
}

export interface BenchFile {
  shape: FileShape;
  job: CountJob;
  /** For ranges. */
  numericColumn: string;
}

function countBy(...attributes: string[]): CountJob {
  return { status: STATUS.header, qualified: ['Qualified'], attributes };
}

/** Few columns of short texts: 100 bytes in a row. */
export function narrowFile(rows: number): BenchFile {
  return {
    job: countBy('Source', 'Device', 'Region'),
    numericColumn: 'Visits',
    shape: {
      name: `narrow-${rows}`,
      rows,
      columns: [
        { header: 'Lead ID', make: identifier() },
        { header: 'Created', make: time() },
        STATUS,
        { header: 'Source', make: category('Source', 24) },
        { header: 'Device', make: category('Device', 4) },
        { header: 'Region', make: category('Region', 40) },
        { header: 'Visits', make: number(300) },
        { header: 'Campaign', make: words(23) },
      ],
    },
  };
}

/** The narrow file with an amount in each row. */
export function dealsFile(rows: number): BenchFile {
  const { shape, ...rest } = narrowFile(rows);
  const columns = [...shape.columns, { header: 'Amount', make: number(20_000) }];
  return { ...rest, shape: { ...shape, name: `deals-${rows}`, columns } };
}

/** The narrow file without its longest column: 80 bytes in a row. */
export function leanFile(rows: number): BenchFile {
  const { shape, ...rest } = narrowFile(rows);
  return { ...rest, shape: { ...shape, name: `lean-${rows}`, columns: shape.columns.slice(0, -1) } };
}

/** As many columns as are allowed, most of them never looked at. */
export function wideFile(rows: number): BenchFile {
  const rest = Array.from({ length: 36 }, (_, index) => ({
    header: `Field ${index + 1}`,
    make: index % 3 === 0 ? number(100_000) : category('Option', 5 + index),
  }));
  return {
    job: countBy('Source', 'Device', 'Region'),
    numericColumn: 'Field 1',
    shape: {
      name: `wide-${rows}`,
      rows,
      columns: [
        ...rest.slice(0, 12),
        { header: 'Source', make: category('Source', 24) },
        STATUS,
        ...rest.slice(12, 30),
        { header: 'Device', make: category('Device', 4) },
        { header: 'Region', make: category('Region', 40) },
        ...rest.slice(30),
      ],
    },
  };
}

/** Twenty columns, most of which tell something of the outcome, so that values from all columns are offered. */
export function tellingFile(rows: number): BenchFile {
  const { telling, status: outcome } = tellingCells();
  const rest = Array.from({ length: 16 }, (_, index) => ({
    header: `Field ${index + 1}`,
    make: telling(index % 3 === 0 ? number(100_000) : category('Option', 5 + index)),
  }));
  return {
    job: countBy('Source', 'Device', 'Region'),
    numericColumn: 'Field 1',
    shape: {
      name: `telling-${rows}`,
      rows,
      columns: [
        { header: 'Source', make: telling(category('Source', 24)) },
        { header: 'Device', make: telling(category('Device', 4)) },
        { header: 'Region', make: telling(category('Region', 40)) },
        ...rest,
        { header: STATUS.header, make: outcome },
      ],
    },
  };
}

/** Quotes, commas and line breaks inside cells, and 20,000 distinct values in an attribute. */
export function quotedFile(rows: number): BenchFile {
  return {
    job: countBy('Source', 'Place', 'Device'),
    numericColumn: 'Visits',
    shape: {
      name: `quoted-${rows}`,
      rows,
      columns: [
        { header: 'Lead ID', make: identifier() },
        STATUS,
        { header: 'Source', make: category('Source', 24), isQuoted: true },
        { header: 'Place', make: place(20_000), isQuoted: true },
        { header: 'Device', make: category('Device', 4) },
        { header: 'Visits', make: number(300) },
        { header: 'Remark', make: remark(9), isQuoted: true },
        { header: 'Region', make: category('Region', 40), isQuoted: true },
      ],
    },
  };
}

/** 100,000 leads, one attribute of which has `values` distinct values. */
export function distinctFile(values: number, rows: number): BenchFile {
  return {
    job: countBy('Keyword', 'Device'),
    numericColumn: 'Visits',
    shape: {
      name: `distinct-${values}`,
      rows,
      columns: [
        { header: 'Lead ID', make: identifier() },
        STATUS,
        { header: 'Keyword', make: spread('keyword', values) },
        { header: 'Device', make: category('Device', 4) },
        { header: 'Visits', make: number(300) },
        { header: 'Campaign', make: words(20) },
      ],
    },
  };
}
