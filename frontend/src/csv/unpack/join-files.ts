import { MAX_FILE_BYTES } from '#contract/limits.ts';
import { BUNDLE_MARK } from '../file-bundle.ts';
import {
  type IntakeProblem,
  type IntakeReport,
  isProse,
  type ReadOptions,
  type ReadProgress,
} from '../intake.ts';
import { isPacked, type JoinedFiles, OLD_OFFICE_MARK } from '../packed.ts';
import { headerLine, plainLine } from '../quote.ts';
import type { Read, ReadTable } from '../read-table.ts';
import type { Result } from '../result.ts';
import { hasFileEnding } from '../validate-file.ts';

type ReadText = (
  bytes: Uint8Array,
  options: ReadOptions,
  onSlice: (progress: ReadProgress) => Promise<void> | void,
) => Promise<Read>;

interface Part extends ReadTable {
  name: string;
  /** The columns that are read. */
  columns: readonly number[];
}

const ROWS_AT_ONCE = 1000;
const SHOWN_LINES = 5;

/** Several files as one: its table as CSV in UTF-8, and the findings about each of them put together. */
interface Joined {
  csv: Uint8Array<ArrayBuffer>;
  findings: Partial<IntakeReport>;
  files: JoinedFiles;
}

/**
 * Reads the files of a bundle, each alone with its own encoding, delimiter and header, and joins their rows by the names of the columns,
 * in the order of the first file. A line that stands in several files counts as often as in the file that has it most often: once, where each
 * file has it once. Where most lines repeat within their own file, a line cannot tell leads apart, and all count.
 *
 * Refused are files whose columns differ, spreadsheets and zips, and files that would be refused alone; the problem names the file.
 */
export async function joinFiles(
  bundle: Uint8Array,
  {
    options,
    readText,
    onSlice,
  }: { options: ReadOptions; readText: ReadText; onSlice(progress: ReadProgress): Promise<void> | void },
): Promise<Result<Joined, IntakeProblem>> {
  const files = splitBundle(bundle);
  if (!files) return { ok: false, error: { reason: 'damaged' } };
  if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > MAX_FILE_BYTES)
    return { ok: false, error: { reason: 'too-large' } };
  const { keepPreamble, dropFooter, keepOtherLines } = options;
  const parts: Part[] = [];
  for (const { name, bytes } of files) {
    const refused = refuseFile(name, bytes);
    if (refused) return { ok: false, error: { reason: refused, inFile: name } };
    const read = await readText(bytes, { keepPreamble, dropFooter, keepOtherLines }, (progress) =>
      onSlice({
        ...progress,
        bytesRead: bytes.byteOffset - bundle.byteOffset + progress.bytesRead,
        bytesTotal: bundle.length,
      }),
    );
    if (!read.ok) return { ok: false, error: { ...read.error, inFile: name } };
    if (isProse(name, options, read.value)) return { ok: false, error: { reason: 'no-table', inFile: name } };
    const part = { name, ...read.value, columns: namedColumns(read.value) };
    const difference = parts[0] ? compareColumns(parts[0], part) : null;
    if (difference) return { ok: false, error: difference };
    parts.push(part);
  }
  return { ok: true, value: joinParts(parts, options) };
}

/** The files of a bundle; null where it is cut off. */
function splitBundle(bundle: Uint8Array): { name: string; bytes: Uint8Array }[] | null {
  const end = bundle.indexOf(LINE_FEED);
  const list = new TextDecoder().decode(bundle.subarray(BUNDLE_MARK.length, Math.max(end, 0)));
  const sizes = readList(list);
  let at = end + 1;
  const files = sizes.map(([name, size]) => ({ name, bytes: bundle.subarray(at, (at += size)) }));
  return sizes.length > 0 && at === bundle.length ? files : null;
}

const LINE_FEED = 0x0a;

function readList(list: string): readonly [name: string, size: number][] {
  try {
    const read: unknown = JSON.parse(list);
    return Array.isArray(read) ? read.map(([name, size]: unknown[]) => [String(name), Number(size)]) : [];
  } catch {
    return [];
  }
}

function refuseFile(name: string, bytes: Uint8Array): 'not-csv' | 'old-excel' | 'not-joined' | null {
  if (!hasFileEnding(name)) return 'not-csv';
  if (!isPacked(bytes)) return null;
  return OLD_OFFICE_MARK.every((byte, at) => bytes[at] === byte) ? 'old-excel' : 'not-joined';
}

/** All columns but those that have neither a name nor a cell, as a delimiter at the end of each line makes. */
function namedColumns({ table, report }: ReadTable): number[] {
  const header = report.firstRecords[report.headerRow - 1];
  return table.headers.flatMap((_, column) => {
    const isNamed = header?.[column] !== '';
    return isNamed || table.codeRows(column, 1).categories.join('') !== '' ? [column] : [];
  });
}

const namesOf = ({ table, columns }: Part): string[] => columns.map((column) => table.headers[column] ?? '');

function compareColumns(first: Part, other: Part): IntakeProblem | null {
  const [names, otherNames] = [namesOf(first), namesOf(other)];
  const missing = names.filter((name) => !otherNames.includes(name));
  const added = otherNames.filter((name) => !names.includes(name));
  if (missing.length + added.length === 0) return null;
  return { reason: 'other-columns', inFile: other.name, first: first.name, missing, added };
}

function joinParts(parts: readonly [Part, ...Part[]] | readonly Part[], options: ReadOptions): Joined {
  const names = parts[0] ? namesOf(parts[0]) : [];
  const lines: string[] = [];
  const repeated = new Uint8Array(parts.reduce((sum, { table }) => sum + table.rowCount, 0));
  const most = new Map<string, number>();
  let different = 0;
  for (const part of parts) {
    const own = new Map<string, number>();
    for (const line of linesOf(part, names)) {
      const count = (own.get(line) ?? 0) + 1;
      own.set(line, count);
      if (count <= (most.get(line) ?? 0)) repeated[lines.length] = 1;
      lines.push(line);
    }
    different += own.size;
    for (const [line, count] of own) most.set(line, Math.max(count, most.get(line) ?? 0));
  }
  const kept = options.keepRepeated ?? different < lines.length / 2;
  const counted = kept ? lines : lines.filter((_, at) => repeated[at] === 0);
  return {
    csv: new TextEncoder().encode(headerLine(names) + counted.join('')),
    findings: joinFindings(parts.map(({ report }) => report)),
    files: {
      names: parts.map(({ name }) => name),
      repeated: { lines: repeated.filter((mark) => mark === 1).length, kept },
      quotes: parts.flatMap(({ name, report }) =>
        report.unterminatedQuoteLines.map((line) => placeOf(line, name)),
      ),
      secondTables: parts.flatMap(({ name, report }) =>
        report.noLeads.secondTable === null ? [] : placeOf(report.noLeads.secondTable, name),
      ),
    },
  };
}

const placeOf = (line: number, name: string): string => `line ${line.toLocaleString('en-US')} of ${name}`;

/** The rows of a part as lines of CSV, with the columns in this order. */
function* linesOf(part: Part, names: readonly string[]): Generator<string> {
  const own = namesOf(part);
  const order = names.map((name) => part.columns[own.indexOf(name)] ?? 0); // the names are the same
  for (let from = 0; from < part.table.rowCount; from += ROWS_AT_ONCE)
    for (const row of part.table.readRows(from, from + ROWS_AT_ONCE))
      yield plainLine(order.map((column) => row[column] ?? ''));
}

function joinFindings(reports: readonly IntakeReport[]): Partial<IntakeReport> {
  const sum = (count: (report: IntakeReport) => number) =>
    reports.reduce((all, report) => all + count(report), 0);
  const join = (pick: (report: IntakeReport) => { lines: number; sample: string[] }) => ({
    lines: sum((report) => pick(report).lines),
    sample: reports.flatMap((report) => pick(report).sample).slice(0, SHOWN_LINES),
  });
  const others = reports.flatMap(({ otherLines }) => otherLines ?? []);
  return {
    reader: reports.find(({ reader }) => reader !== 'compiled')?.reader ?? 'compiled',
    damagedCharacters: sum(({ damagedCharacters }) => damagedCharacters),
    otherLines: others[0] ? { ...others[0], lines: others.reduce((all, { lines }) => all + lines, 0) } : null,
    preamble: { ...join(({ preamble }) => preamble), kept: reports.some(({ preamble }) => preamble.kept) },
    footer: { ...join(({ footer }) => footer), dropped: sum(({ footer }) => footer.dropped) },
    noLeads: {
      ...join(({ noLeads }) => noLeads),
      kept: reports.some(({ noLeads }) => noLeads.kept),
      secondTable: null,
    },
    emptyRowsSkipped: sum(({ emptyRowsSkipped }) => emptyRowsSkipped),
    shortRowsPadded: sum(({ shortRowsPadded }) => shortRowsPadded),
    longRowsCut: sum(({ longRowsCut }) => longRowsCut),
    unterminatedQuotes: sum(({ unterminatedQuotes }) => unterminatedQuotes),
    unterminatedQuoteLines: [],
  };
}
