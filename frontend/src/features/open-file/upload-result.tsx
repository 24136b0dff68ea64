import { Suspense, useState, useEffect } from 'react';
import type { Unpacked } from '#frontend/csv/packed.ts';
import type { ReadOptions, ReadProgress } from '#frontend/csv/read-csv.ts';
import type { OpenedFile } from '#frontend/counting/file-facts.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { ProgressBar } from '#frontend/ui/progress.tsx';
import { Table, TableScroll, Th } from '#frontend/ui/table.tsx';
import { StepActions } from '#frontend/features/wizard/step-layout.tsx';
import type { UploadProblem, UploadStatus } from '#frontend/features/wizard/use-upload.ts';
import type { OpenWizard } from '#frontend/features/wizard/use-workflow.ts';
import { countNoun, formatConfidence, formatCount, formatFileSize, shortText } from '#frontend/lib/format.ts';
import { MAX_ATTRIBUTES, MAX_FILE_BYTES, MIN_COLUMNS } from '#contract/limits.ts';
import { createLeadThread } from '#frontend/threads/leads/client.ts';
import { intakeDialog, IntakeLine } from './intake-line.tsx';
import { mayBeReadNextTime, problemText } from './intake-text.ts';

interface UploadErrorProps {
  status: Extract<UploadStatus, { kind: 'problem' }>;
  /** The file that is still open, if any. */
  openFileName?: string;
  /** Opens the refused file again, with the same options or with others. */
  onRetry(file: File, options: ReadOptions): void;
}

/** The reason why the last file was refused. Buttons try again or with other options, if that can help. */
export function UploadError({ status, openFileName, onRetry }: UploadErrorProps) {
  const { fileName, file, options, problem } = status;
  const [isChanging, setChanging] = useState(false);
  const isOtherProgram = problem.reason === 'old-excel' || problem.reason === 'open-document';
  return (
    <Notice
      tone="error"
      title={
        isOtherProgram ? (
          problemText({ reason: 'not-csv' })
        ) : (
          <span className="line-clamp-2 wrap-anywhere" title={fileName}>
            {fileName} was not opened
          </span>
        )
      }
      action={
        <>
          {mayBeMisread(problem) && (
            <Button size="small" onClick={() => setChanging(true)}>
              Change how it is read
            </Button>
          )}
          {mayBeReadNextTime(problem) && options && (
            <Button size="small" onClick={() => onRetry(file, options)}>
              Try again
            </Button>
          )}
        </>
      }
    >
      <p>{problemText(problem)}</p>
      {isOtherProgram && <p className="wrap-anywhere text-muted">{fileName} was not opened.</p>}
      {problem.reason === 'too-large' && <TooLargeAdvice file={file} />}
      {openFileName && <p className="truncate text-muted">{openFileName} is still open.</p>}
      {isChanging && (
        <Suspense>
          <intakeDialog.Component
            file={file}
            report={null}
            unpacked={insideOf(problem)}
            onApply={(next) => onRetry(file, next)}
            onClose={() => setChanging(false)}
          />
        </Suspense>
      )}
    </Notice>
  );
}

/** Whether another delimiter, header row or sheet may give the file a table. */
function mayBeMisread(problem: UploadProblem): boolean {
  const { reason } = problem;
  if ('inFile' in problem && problem.inFile) return false;
  const isWrongTable = ['too-few-columns', 'too-many-columns', 'no-table'].includes(reason);
  return isWrongTable || (reason === 'too-few-rows' && hasOthers(insideOf(problem)));
}

/** Whether another sheet, or file of a zip, may be read instead. */
function hasOthers(unpacked: Unpacked | null): boolean {
  return unpacked !== null && unpacked.sheets.length + unpacked.entries.length > 1;
}

function insideOf(problem: UploadProblem): Unpacked | null {
  return ('unpacked' in problem && problem.unpacked) || null;
}

interface OpenedFileViewProps {
  workflow: OpenWizard;
  file: OpenedFile;
  onReplace(): void;
}

const TITLE_LENGTH = 40;
/** A cell of the preview shows at most this many characters. */
const CELL_LENGTH = 16;

/** The open file in step 1, with its first rows. */
export function OpenedFileView({ workflow, file, onReplace }: OpenedFileViewProps) {
  return (
    <section aria-labelledby="opened-file" className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <div className="flex items-baseline gap-3">
          <h2 id="opened-file" className="truncate text-16" title={file.fileName}>
            {shortText(file.fileName, TITLE_LENGTH)}
          </h2>
          <span className="shrink-0 text-13 text-muted">{formatFileSize(file.sizeBytes)}</span>
        </div>
        <IntakeLine workflow={workflow} />
      </div>
      <Preview file={file} />
      <StepActions
        back={
          <Button className="max-sm:px-2.5!" onClick={onReplace}>
            Use Different Data
          </Button>
        }
        next={
          <Button variant="primary" className="max-sm:px-2.5!" onClick={() => workflow.goTo(2)}>
            Next: Select Columns
          </Button>
        }
      />
    </section>
  );
}

function Preview({ file }: { file: OpenedFile }) {
  const caption = `First ${formatCount(file.preview.length)} of ${countNoun(file.rowCount, 'row')}`;
  return (
    <TableScroll label={caption}>
      <Table caption={caption} className="[&_td]:py-1.5! [&_td]:text-13">
        <thead>
          <tr>
            {file.headers.map((header) => (
              <Th key={header} className="max-w-40 truncate" title={header}>
                {shortText(header, CELL_LENGTH)}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {file.preview.map((row, index) => (
            // Rows have no other identity than their position.
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={file.headers[column]} className="max-w-40 truncate" title={cell}>
                  {shortText(cell, CELL_LENGTH)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
  );
}

interface ReadingProgressProps {
  fileName: string;
  /** Null until the first part has been read. */
  progress: ReadProgress | null;
  onCancel(): void;
}

/** The progress of reading, and a button to cancel it. */
export function ReadingProgress({ fileName, progress, onCancel }: ReadingProgressProps) {
  const share = progress && progress.bytesTotal > 0 ? progress.bytesRead / progress.bytesTotal : null;
  return (
    <div className="flex w-full max-w-md flex-col gap-4 text-left">
      <p className="truncate text-center text-16 font-semibold" title={fileName}>
        {fileName}
      </p>
      <ProgressBar
        label="Processing file..."
        value={share}
        max={1}
        detail={
          progress && share !== null
            ? `${countNoun(progress.rowsRead, 'row')} read, ${formatConfidence(share)}`
            : undefined
        }
      />
      <Button className="self-center" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

/** A line under the zone with a button that leads back to the open file. */
export function StillOpen({ fileName, onKeep }: { fileName: string; onKeep(): void }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-13 text-muted">
      {fileName} is still loaded.
      <Button variant="ghost" size="small" className="-mx-2.5 text-accent!" onClick={onKeep}>
        Go back to it
      </Button>
    </p>
  );
}

/** Advice for a file that is too large: its size, its widest columns, and the columns to leave out. */
function TooLargeAdvice({ file }: { file: File }) {
  const [columns, setColumns] = useState<readonly ColumnWidth[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    measureHead(file).then(
      (found) => isCurrent && setColumns(found),
      (error: unknown) => console.warn('The head of the file could not be read.', error),
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return <p className="mt-1">{adviseOn(file.size, columns ?? [])}</p>;
}

/** The advised size in bytes. It stays below the limit, since the columns are measured in the first rows only. */
const GOAL_BYTES = 0.9 * MAX_FILE_BYTES;
const NAMED_COLUMNS = 3;
/** Columns with a smaller share of the file are not named. */
const WIDE_SHARE = 0.05;
const MOST_LEFT_OUT = 8;

/**
 * Advises on the columns to leave out.
 *
 * @internal
 * @param columns the widest first; empty if they are not known
 */
export function adviseOn(bytes: number, columns: readonly ColumnWidth[]): string {
  const size = `It has ${formatFileSize(bytes)}.`;
  const fewest = `An analysis needs the status column and up to ${MAX_ATTRIBUTES} attributes: leave out other columns, or export fewer rows.`;
  if (columns.length === 0) return `${size} ${fewest}`;
  const wide = columns.slice(0, NAMED_COLUMNS).filter(({ share }, at) => at === 0 || share >= WIDE_SHARE);
  const widest = `${size} Widest ${wide.length === 1 ? 'column' : 'columns'}: ${nameAll(wide.map(nameWithShare))}.`;
  const leftOut = pickColumns(bytes, columns);
  if (!leftOut) return `${widest} ${fewest}`;
  const rest = leftOut.reduce((left, { share }) => left - share, 1);
  return `${widest} Export it without ${nameAll(leftOut.map(({ header }) => cut(header)))}: that leaves about ${formatFileSize(rest * bytes)}.`;
}

/** The fewest columns to leave out so that the file is small enough, without the status; null if these are too many. */
function pickColumns(bytes: number, columns: readonly ColumnWidth[]): ColumnWidth[] | null {
  const picked: ColumnWidth[] = [];
  let left = bytes;
  for (const column of columns.filter(({ isStatus }) => !isStatus)) {
    picked.push(column);
    left -= column.share * bytes;
    if (left <= GOAL_BYTES) break;
  }
  const isPossible = left <= GOAL_BYTES && columns.length - picked.length >= MIN_COLUMNS;
  return isPossible && picked.length <= MOST_LEFT_OUT ? picked : null;
}

function nameWithShare({ header, share }: ColumnWidth): string {
  return `${cut(header)} (${formatConfidence(share)} of the text)`;
}

const LONGEST_NAME = 40;

function cut(header: string): string {
  return header.length > LONGEST_NAME ? `${header.slice(0, LONGEST_NAME - 1)}…` : header;
}

function nameAll(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
}

const HEAD_BYTES = 512 * 1024;
const LINE_FEED = 0x0a;

/** A column of a file, measured in its first rows. */
interface ColumnWidth {
  header: string;
  /** Bytes of its text / bytes of the text in all columns, in UTF-8: 0 to 1. */
  share: number;
  /** True for the column that looks like the lead status. */
  isStatus: boolean;
}

/**
 * The columns of a file, the widest first, measured in its first 512 KB. A separate thread reads them, since another file may
 * be open. Null if these bytes are no table.
 */
async function measureHead(file: File): Promise<ColumnWidth[] | null> {
  const head = wholeLines(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  const thread = createLeadThread();
  try {
    const hooks = { onProgress: () => {}, signal: new AbortController().signal };
    const opened = await thread.ask('open', { file: new File([head], file.name), options: {} }, hooks);
    if (!opened.ok) return null;
    const { headers, guessedStatusColumn } = opened.value;
    const columns = await Promise.all(headers.map((_, column) => thread.ask('describeColumn', { column })));
    const encoder = new TextEncoder();
    const lengths = columns.map(({ values, leads }) =>
      values.reduce((sum, value, at) => sum + encoder.encode(value).length * (leads[at] ?? 0), 0),
    );
    const total = lengths.reduce((sum, length) => sum + length, 0);
    return headers
      .map((header, column) => ({
        header,
        share: (lengths[column] ?? 0) / (total || 1),
        isStatus: column === guessedStatusColumn,
      }))
      .toSorted((a, b) => b.share - a.share);
  } finally {
    thread.close();
  }
}

/** Removes the last line, which may be cut in the middle of a character. */
function wholeLines(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const end = bytes.lastIndexOf(LINE_FEED) + 1;
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  // In UTF-16 a line feed has two bytes.
  return end > 0 ? bytes.subarray(0, isUtf16 ? end + (end % 2) : end) : bytes;
}
