import type { Delimiter } from '#frontend/csv/dialect.ts';
import { nameEncoding } from '#frontend/csv/encoding-names.ts';
import { PartMissing } from '#frontend/csv/part-missing.ts';
import { countNoun } from '#frontend/lib/format.ts';
import { PART_MISSING } from '#frontend/lib/prefetch.ts';
import type { OpenedFile } from '#frontend/counting/file-facts.ts';
import { MAX_COLUMNS, MAX_FILE_BYTES, MIB, MIN_COLUMNS } from '#contract/limits.ts';
import type { UploadProblem } from '#frontend/features/wizard/use-upload.ts';

interface Named<T> {
  value: T;
  label: string;
  detail: string;
}

export const DELIMITER_NAMES: readonly (Named<Delimiter> & { adjective: string })[] = [
  { value: ',', label: 'Comma', detail: 'Source,Country,Device', adjective: 'comma-separated' },
  { value: ';', label: 'Semicolon', detail: 'Source;Country;Device', adjective: 'semicolon-separated' },
  { value: '\t', label: 'Tab', detail: 'Source → Country → Device', adjective: 'tab-separated' },
  { value: '|', label: 'Pipe', detail: 'Source|Country|Device', adjective: 'pipe-separated' },
];

/**
 * The open file in one line: '9,240 leads, 37 columns, comma-separated, UTF-8'. For a spreadsheet it names the sheet, for a
 * zip the file: '9,240 leads, 37 columns, sheet “May” (2 of 3)'. Several files: '3 files, 6,100 leads, 12 columns'.
 */
export function describeIntake({ rowCount, headers, report }: OpenedFile): string {
  const { unpacked } = report;
  const parts = [countNoun(rowCount, 'lead'), countNoun(headers.length, 'column')];
  if (unpacked?.joined) return [`${unpacked.joined.names.length} files`, ...parts].join(', ');
  if (unpacked?.isPage) parts.push('table of a web page');
  else if (unpacked?.sheet)
    parts.push(`sheet “${unpacked.sheet}”${describePosition(unpacked.sheet, unpacked.sheets)}`);
  else
    parts.push(
      DELIMITER_NAMES.find(({ value }) => value === report.delimiter)?.adjective ?? '',
      nameEncoding(report.encoding),
    );
  if (unpacked?.entry)
    parts.push(`${unpacked.entry}${describePosition(unpacked.entry, unpacked.entries)} in the zip`);
  return parts.join(', ');
}

/** The position of one of several sheets or files: ' (2 of 3)'. */
function describePosition(name: string, names: readonly string[]): string {
  return names.length < 2 ? '' : ` (${names.indexOf(name) + 1} of ${names.length})`;
}

/** Whether a second attempt can succeed. A drive, a moved file or the connection may be back. */
export function mayBeReadNextTime({ reason }: UploadProblem): boolean {
  return reason === 'unreadable';
}

/** The text that tells the visitor why a file was refused. */
export function problemText(problem: UploadProblem): string {
  const text = reasonText(problem);
  return 'inFile' in problem && problem.inFile ? `${problem.inFile}: ${text}` : text;
}

function reasonText(problem: UploadProblem): string {
  switch (problem.reason) {
    case 'not-csv':
      return 'Please upload a CSV file';
    case 'too-large':
      return `File size must be less than ${MAX_FILE_BYTES / MIB}MB`;
    case 'too-few-rows':
      return 'CSV file must contain at least a header row and one data row';
    case 'too-few-columns':
      return `CSV must have at least ${MIN_COLUMNS} columns (1 for Status + 1 for attribute)`;
    case 'too-many-columns':
      return `CSV has ${problem.columns} columns but maximum is ${MAX_COLUMNS}. Please remove ${problem.columns - MAX_COLUMNS} column(s).`;
    case 'old-excel':
      return 'This file was saved by an old Excel. Open it in Excel, save it as .xlsx or .csv, then open that.';
    case 'open-document':
      return 'This is an OpenDocument spreadsheet. Save it as .xlsx or .csv, then open that.';
    case 'encrypted':
      return 'This file is protected with a password. Save it without one, then open that.';
    case 'damaged':
      return 'This file is damaged or incomplete. Save or download it again, then open that.';
    case 'too-large-unpacked':
      return `Unpacked, this file has more than ${problem.limitMib} MB. Leave out columns or rows, then save it again.`;
    case 'zip-in-zip':
      return 'This zip holds another zip. Unpack it, then open the file that is inside.';
    case 'nothing-to-read':
      return 'This zip holds no .csv or .xlsx file. Unpack it, and save what is inside as one of these.';
    case 'web-page':
      return `This is a web page ${problem.tables === 0 ? 'without a table of leads' : `with ${problem.tables} tables, and only a page with one is read`}. Export the leads as .csv or .xlsx, then open that.`;
    case 'web-archive':
      return 'This is a web page that was saved as one file. Open it in Excel, save it as .xlsx or .csv, then open that.';
    case 'no-table':
      return 'This text is no table: most of its lines differ in the number of cells. Export the leads as .csv, then open that.';
    case 'not-joined':
      return 'A spreadsheet or zip is opened alone. Save it as .csv to open it with others.';
    case 'other-columns':
      return `${differenceText(problem)} Files that are opened together need the same columns.`;
    case 'unreadable':
      return isPartMissing(problem) ? PART_MISSING : 'Failed to parse CSV file';
  }
}

function isPartMissing(problem: UploadProblem): boolean {
  return 'error' in problem && problem.error instanceof PartMissing;
}

const NAMED_COLUMNS = 5;

/** 'The column “Phone” of leads-a.csv is missing, and “Mobile” is not in leads-a.csv.' */
function differenceText({
  first,
  missing,
  added,
}: Extract<UploadProblem, { reason: 'other-columns' }>): string {
  const name = (columns: readonly string[]) => {
    const more = columns.length - NAMED_COLUMNS;
    const shown = columns.slice(0, NAMED_COLUMNS).map((column) => `“${column}”`);
    return [shown.join(', '), more > 0 && `${more} more`].filter(Boolean).join(' and ');
  };
  return [
    missing.length > 0 && `It lacks ${name(missing)}, which ${first} has.`,
    added.length > 0 && `It has ${name(added)}, which ${first} lacks.`,
  ]
    .filter(Boolean)
    .join(' ');
}
