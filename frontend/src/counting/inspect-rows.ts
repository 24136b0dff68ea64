import { groupItems, type Coding } from '#frontend/analysis/counts/coding.ts';
import { maxOrdinaryTexts } from '#frontend/analysis/columns/columns.ts';
import { MIN_ORDINARY_COLUMNS, areRepeatsBeyondChance } from '#frontend/analysis/preflight/chance-repeats.ts';
import {
  findColumnFaults,
  type CheckedColumn,
  type ColumnFinding,
} from '#frontend/analysis/preflight/column-findings.ts';
import { leadKeyOf } from '#frontend/analysis/preflight/header-words.ts';
import { markNobody } from '#frontend/analysis/preflight/key-cells.ts';
import {
  findKeyColumn,
  type DistinctCells,
  type Repeated,
  markTestValues,
} from '#frontend/analysis/preflight/row-findings.ts';
import { codeColumn, type CodedTexts, type FileTable } from '#frontend/csv/table.ts';
import { CleanedTable } from './cleaned-table.ts';

/** How many leads were found, and the cell that identified the first of them. */
export interface RowFinding {
  leads: number;
  column: number;
  value: string;
}

/** The findings about a file before any column is chosen. */
export interface FileFindings {
  testLeads: RowFinding | null;
  /** Leads that repeat an earlier one. */
  duplicates: (RowFinding & { by: Repeated }) | null;
  columns: readonly ColumnFinding[];
}

/** The findings, and the rows that they are about: 1 for each test lead or duplicate, else 0. */
export interface InspectedRows extends FileFindings {
  isTestLead: Uint8Array;
  isDuplicate: Uint8Array;
}

type OnSlice = () => Promise<void>;

/** One slice compares this many whole rows. */
const ROWS_PER_SLICE = 2000;
/** Rows are first compared by the codes of this many columns: reading their texts takes much longer. */
const COMPARED_COLUMNS = 3;
/** Cells that name nobody are counted in this many values of a column that was not read to its end. */
const LOOKED_AT = 1000;

/**
 * Reads every column of a table once, then looks for duplicates: by the column that identifies leads, else by whole rows, where chance gives
 * fewer (methods H). It works in slices of a column and awaits `onSlice` before
 * each. The reading of a mostly unique column ends as soon as it is known to be one, except for the column that identifies
 * duplicates. Meta's test leads are looked for in the part that was read.
 */
export async function inspectRows(table: FileTable, onSlice: OnSlice): Promise<InspectedRows> {
  const marks = new TestMarks(table);
  const columns: ColumnFinding[] = [];
  const cells: DistinctCells[] = [];
  let compared: Coding[] = [];
  for (const [column, header] of table.headers.entries()) {
    await onSlice();
    const { isWhole, categories, leads, ...coded } = codeOrdinary(table, column);
    const known = isWhole ? leads : null;
    const checked = { index: column, header, categories, leads: known, rowCount: table.rowCount };
    columns.push(...findColumnFaults(checked));
    cells.push({ column, header, ...countTelling(checked) });
    marks.add(column, categories, isWhole ? coded.codes : null);
    if (isWhole) compared = mostDistinct([...compared, { codes: coded.codes, count: categories.length }]);
  }
  const naming = findKeyColumn(cells);
  const key = naming ?? { column: widestOf(cells), by: 'row' as const };
  await onSlice();
  const coded = codeColumn(table, key.column);
  marks.add(key.column, coded.categories, coded.codes);
  const found = marks.result();
  const rows = { isLeftOut: found.isTestLead, onSlice };
  const markRows = () => markRepeatedRows(table, groupRows(coded, compared), rows);
  const markDuplicates = async () => {
    if (key.by !== 'row') return markRepeatedCells(coded, found.isTestLead);
    const none = new Uint8Array(table.rowCount);
    // Rows of ordinary columns are often alike, so chance is asked first: it reads no texts.
    if (!naming) return areWide(cells) && (await areMoreThanChance(table, rows)) ? markRows() : none;
    const marks = await markRows();
    return marks.includes(1) && (await areMoreThanChance(table, rows)) ? marks : none;
  };
  const isDuplicate = await markDuplicates();
  const first = isDuplicate.indexOf(1);
  const value = coded.categories[coded.codes[first] ?? -1] ?? '';
  const duplicates = first === -1 ? null : { ...key, leads: countMarks(isDuplicate), value };
  return { columns, ...found, duplicates, isDuplicate };
}

const looks = new WeakMap<FileTable, { findings: Promise<FileFindings>; waiting: OnSlice[] }>();

/**
 * The findings about a file. They are made once: a slice begins as soon as one of the questions that wait for them lets it. If an `onSlice`
 * ends it, the next question begins again.
 */
export function findFileFaults(table: FileTable, onSlice: OnSlice): Promise<FileFindings> {
  const last = looks.get(table);
  last?.waiting.push(onSlice);
  if (last) return last.findings;
  const waiting = [onSlice];
  const onNext = () => Promise.race(waiting.map((wait) => wait()));
  const findings = inspectRows(table, onNext).then(({ testLeads, duplicates, columns }) => ({
    testLeads,
    duplicates,
    columns,
  }));
  looks.set(table, { findings, waiting });
  findings.catch(() => looks.delete(table));
  return findings;
}

/** A column, read to its end only if it is not mostly unique. */
function codeOrdinary(table: FileTable, column: number): CodedTexts & { isWhole: boolean } {
  return table.codeRows(column, maxOrdinaryTexts(table.rowCount));
}

/**
 * How many cells of a column tell leads apart, and how many leads have one. In a column that should name its leads, cells that
 * name nobody do not count; of a column that was not read to its end, the first cells show how many these are.
 */
function countTelling({
  header,
  categories,
  rowCount,
  leads,
}: CheckedColumn): Pick<DistinctCells, 'distinct' | 'leads'> {
  const some = leads ? categories : categories.slice(0, LOOKED_AT);
  const isNobody =
    leadKeyOf(header) === null ? some.map((cell) => Number(cell === '')) : markNobody(some, leads);
  let [telling, without] = [0, 0];
  for (let code = 0; code < some.length; code++) {
    if (isNobody[code] === 0) telling++;
    else without += leads?.[code] ?? 0;
  }
  return {
    distinct: Math.round((telling / some.length) * categories.length) || 0,
    leads: rowCount - without,
  };
}

const areWide = (cells: readonly DistinctCells[]): boolean =>
  cells.filter(({ distinct }) => distinct > 1).length >= MIN_ORDINARY_COLUMNS;

/** The column with the most different cells. A table has a column. */
const widestOf = (cells: readonly DistinctCells[]): number =>
  cells.reduce((widest, next) => (next.distinct > widest.distinct ? next : widest)).column;

/** Whether more rows equal an earlier one than chance gives. */
async function areMoreThanChance(
  table: FileTable,
  { isLeftOut, onSlice }: { isLeftOut: Uint8Array; onSlice: OnSlice },
): Promise<boolean> {
  const columns: Coding[] = [];
  for (const column of table.headers.keys()) {
    await onSlice();
    const { codes, categories } = codeColumn(table, column);
    columns.push({ codes: codes.filter((_, row) => isLeftOut[row] === 0), count: categories.length });
  }
  return areRepeatsBeyondChance(columns, onSlice);
}

/** The test leads of a table, column by column. */
class TestMarks {
  readonly #table: FileTable;
  readonly #isTestLead: Uint8Array;
  #first: { column: number; value: string } | null = null;

  constructor(table: FileTable) {
    this.#table = table;
    this.#isTestLead = new Uint8Array(table.rowCount);
  }

  /** `codes` are null for a column that was not read to its end. With a test lead in it, it is read again, to its end. */
  add(column: number, categories: readonly string[], codes: Uint32Array | null): void {
    const marks = markTestValues(this.#table.headers[column] ?? '', categories);
    if (!marks) return;
    if (codes === null) {
      const whole = codeColumn(this.#table, column);
      return this.add(column, whole.categories, whole.codes);
    }
    this.#first ??= { column, value: categories[marks.indexOf(1)] ?? '' };
    for (let row = 0; row < codes.length; row++) this.#isTestLead[row]! |= marks[codes[row]!]!; // a mark per code
  }

  result(): { testLeads: RowFinding | null; isTestLead: Uint8Array } {
    const leads = countMarks(this.#isTestLead);
    return { testLeads: this.#first && { leads, ...this.#first }, isTestLead: this.#isTestLead };
  }
}

function countMarks(marks: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < marks.length; row++) count += marks[row]!; // below the length
  return count;
}

/** 1 for each row whose cell, which names somebody, stands in an earlier row. */
function markRepeatedCells({ codes, categories, leads }: CodedTexts, isLeftOut: Uint8Array): Uint8Array {
  const isRepeated = new Uint8Array(codes.length);
  const seen = new Uint8Array(categories.length);
  const isNobody = markNobody(categories, leads);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]!; // below the length
    if (isLeftOut[row] === 1 || isNobody[code] === 1) continue;
    isRepeated[row] = seen[code]!; // one per category
    seen[code] = 1;
  }
  return isRepeated;
}

function mostDistinct(columns: readonly Coding[]): Coding[] {
  return columns.toSorted((a, b) => b.count - a.count).slice(0, COMPARED_COLUMNS);
}

/** The rows grouped by their cells in these columns, and how many rows each group has. */
function groupRows({ codes, categories }: CodedTexts, others: readonly Coding[]) {
  const groups = groupItems([{ codes, count: categories.length }, ...others]);
  const leads = new Uint32Array(groups.count);
  for (let row = 0; row < groups.codes.length; row++) leads[groups.codes[row]!]!++; // a group per row
  return { codes: groups.codes, leads };
}

/** 1 for each row that equals an earlier one. Only rows that share their group are read. */
async function markRepeatedRows(
  table: FileTable,
  { codes, leads }: Pick<CodedTexts, 'codes' | 'leads'>,
  { isLeftOut, onSlice }: { isLeftOut: Uint8Array; onSlice: OnSlice },
): Promise<Uint8Array> {
  const isRepeated = new Uint8Array(table.rowCount);
  // Else the first row that is read looks for the marks of all columns, in one slice.
  if (table instanceof CleanedTable)
    for (const column of table.headers.keys()) {
      await onSlice();
      table.changesOf(column);
    }
  const seen = new Set<string>();
  let compared = 0;
  for (let row = 0; row < table.rowCount; row++) {
    if (isLeftOut[row] === 1 || leads[codes[row]!]! < 2) continue; // a group per row, rows per group
    if (++compared % ROWS_PER_SLICE === 0) await onSlice();
    const text = JSON.stringify(table.readRows(row, row + 1)[0]);
    isRepeated[row] = Number(seen.has(text));
    seen.add(text);
  }
  return isRepeated;
}
