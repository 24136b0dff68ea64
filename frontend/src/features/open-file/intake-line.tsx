import { Suspense, useState } from 'react';
import { Button } from '#frontend/ui/button.tsx';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import type { OpenWizard } from '#frontend/features/wizard/use-workflow.ts';
import type { IntakeReport, ReadOptions } from '#frontend/csv/read-csv.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import { nameEncoding } from '#frontend/csv/encoding-names.ts';
import type { OpenedFile } from '#frontend/counting/file-facts.ts';
import { Notice } from '#frontend/ui/notice.tsx';
import { type Reread, useReread } from '#frontend/features/wizard/use-reread.ts';
import { describeIntake, mayBeReadNextTime, problemText } from './intake-text.ts';

/** To be rendered inside `Suspense`. Few visitors open the dialog, and its code includes a reader of CSV. */
export const intakeDialog = lazyWithPreload(async () => (await import('./intake-dialog.tsx')).IntakeDialog);

/** One line about the open file, its notices, and a button to read it with other options. */
export function IntakeLine({ workflow }: { workflow: OpenWizard }) {
  const { file } = workflow.state;
  const reread = useReread(workflow);
  // The dialog has its own hook, since it shows its own failures.
  const inDialog = useReread(workflow);
  const [isChanging, setChanging] = useState(false);
  if (!file) return null;

  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline gap-x-3 text-14 text-muted">
        <p>{describeIntake(file)}</p>
        {/* Each of several files is read in its own way. */}
        {!file.report.unpacked?.joined && (
          <Button
            variant="ghost"
            size="small"
            className="-mx-2.5 text-accent!"
            onClick={() => setChanging(true)}
          >
            Change
          </Button>
        )}
      </div>
      <IntakeNotices file={file} reread={reread} />
      {isChanging && (
        <Suspense>
          <intakeDialog.Component
            file={workflow.sourceFile}
            report={file.report}
            unpacked={file.report.unpacked}
            isBusy={inDialog.isBusy}
            problem={inDialog.problem}
            onApply={(options) =>
              void inDialog.reread(options).then((isRead) => isRead && setChanging(false))
            }
            onClose={() => setChanging(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The notices about the open file, with a button for the other choice if there is one. */
function IntakeNotices({ file, reread }: { file: OpenedFile; reread: Reread }) {
  const notices = intakeNotices(file);
  return (
    <>
      {notices.length > 0 && (
        <Notice tone={notices.some(({ needsLook }) => needsLook) ? 'caution' : 'info'}>
          <ul className="flex flex-col gap-2">
            {notices.map((notice) => (
              <NoticeLine key={notice.id} notice={notice} reread={reread} />
            ))}
          </ul>
        </Notice>
      )}
      {reread.problem && (
        <Notice
          tone="error"
          action={
            mayBeReadNextTime(reread.problem) && (
              <Button size="small" onClick={reread.retry}>
                Try again
              </Button>
            )
          }
        >
          {problemText(reread.problem)}
        </Notice>
      )}
    </>
  );
}

function NoticeLine({ notice, reread }: { notice: IntakeNotice; reread: Reread }) {
  const { text, evidence, choice } = notice;
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span className="min-w-0 flex-1 basis-60">
        {text}
        {evidence && (
          <span className="block truncate text-13 text-muted" title={evidence}>
            {evidence}
          </span>
        )}
      </span>
      {choice && (
        <Button
          size="small"
          aria-label={`${choice.label}: ${text}`}
          disabled={reread.isBusy}
          onClick={() => void reread.reread(choice.change)}
        >
          {choice.label}
        </Button>
      )}
    </li>
  );
}

type NoticedFile = Pick<OpenedFile, 'headers' | 'report'>;

interface IntakeNotice {
  id:
    | 'headers'
    | 'encodings'
    | 'twice'
    | 'repeated'
    | 'characters'
    | 'preamble'
    | 'footer'
    | 'noLeads'
    | 'empty'
    | 'short'
    | 'long'
    | 'quotes'
    | 'reader'
    | 'tables'
    | 'hidden'
    | 'errors'
    | 'formulas'
    | 'backslashes';
  text: string;
  /** The lines or line numbers in question. */
  evidence?: string;
  /** True where figures may be wrong as a result. */
  needsLook?: boolean;
  /** The other choice, if the reader had to choose. */
  choice?: {
    label: string;
    change: Pick<
      ReadOptions,
      | 'encoding'
      | 'keepPreamble'
      | 'dropFooter'
      | 'keepOtherLines'
      | 'keepRepeated'
      | 'wholeSheet'
      | 'keepBackslashQuotes'
    >;
  };
}

function quoteLines(lines: readonly string[], total: number): string {
  const shown = lines.map((line) => `“${line}”`).join(', ');
  return total > lines.length && lines.length > 0
    ? `${shown} and ${formatCount(total - lines.length)} more`
    : shown;
}

/** NUL and other control characters, which no column name has, and characters that could not be read. */
// eslint-disable-next-line no-control-regex
const UNREADABLE = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffd]/;

/** The notices about encodings. A wrong one is told by characters that no column name has. */
function encodingNotices({ headers, report }: NoticedFile): IntakeNotice[] {
  const { damagedCharacters: damaged, otherLines, encodedTwice: twice } = report;
  const notices: IntakeNotice[] = [];
  const unreadable = headers.find((header) => UNREADABLE.test(header));
  if (unreadable !== undefined)
    notices.push({
      id: 'headers',
      needsLook: true,
      text: 'Column names hold characters that cannot be read. If names look wrong, choose another encoding under Change.',
      evidence: quoteLines([unreadable.replaceAll(new RegExp(UNREADABLE, 'g'), '\ufffd')], 1),
    });
  if (otherLines)
    notices.push({
      id: 'encodings',
      text: `${countNoun(otherLines.lines, 'line is', 'lines are')} in ${nameEncoding(otherLines.encoding)}, all others in UTF-8, as in a file that was put together. Each was read as what it is.`,
      choice: report.unpacked?.joined
        ? undefined
        : { label: 'Read all as UTF-8', change: { encoding: 'utf-8' } },
    });
  if (twice)
    notices.push({
      id: 'twice',
      needsLook: true,
      text: `${countNoun(twice.words, 'word')} in the first rows ${twice.words === 1 ? 'looks' : 'look'} like text that a program has encoded twice. Export the file anew, as UTF-8, to see the letters.`,
      evidence: quoteLines([twice.sample], 1),
    });
  if (damaged > 0)
    notices.push({
      id: 'characters',
      needsLook: true,
      text: `${countNoun(damaged, 'character')} could not be read and ${damaged === 1 ? 'shows' : 'show'} as “\ufffd”: the text was cut or damaged before.`,
    });
  return notices;
}

function preambleNotice({ preamble }: IntakeReport): IntakeNotice | null {
  const { lines, kept, sample } = preamble;
  if (lines === 0) return null;
  const subject = countNoun(lines, 'line above the column headers', 'lines above the column headers');
  return {
    id: 'preamble',
    needsLook: kept,
    text: kept
      ? `${subject} ${lines === 1 ? 'is counted as a lead' : 'are counted as leads'}.`
      : `${subject} ${lines === 1 ? 'was' : 'were'} left out.`,
    evidence: quoteLines(sample, lines),
    choice: { label: kept ? 'Leave out' : 'Keep', change: { keepPreamble: !kept } },
  };
}

function footerNotice({ footer }: IntakeReport): IntakeNotice | null {
  const { lines, dropped, sample } = footer;
  if (lines === 0) return null;
  const kept = lines - dropped;
  const subject = `The last ${lines === 1 ? 'line looks' : `${formatCount(lines)} lines look`} like a report footer`;
  const counted = kept === 1 ? 'is counted as a lead' : 'are counted as leads';
  const leftOut = dropped === 1 ? 'was left out' : 'were left out';
  const outcome =
    dropped === 0
      ? ` but ${counted}`
      : kept === 0
        ? ` and ${leftOut}`
        : `: ${formatCount(kept)} ${counted}, ${formatCount(dropped)} ${leftOut}`;
  return {
    id: 'footer',
    needsLook: kept > 0,
    text: `${subject}${outcome}.`,
    evidence: quoteLines(sample, lines),
    choice: { label: kept > 0 ? 'Leave out' : 'Keep', change: { dropFooter: kept > 0 } },
  };
}

/** The notice of lines that stand in more than one of several files. */
function repeatedNotice({ unpacked }: IntakeReport): IntakeNotice | null {
  const { lines, kept } = unpacked?.joined?.repeated ?? { lines: 0, kept: false };
  if (lines === 0) return null;
  const stands = lines === 1 ? 'stands' : 'stand';
  return {
    id: 'repeated',
    text: kept
      ? `${countNoun(lines, 'line')} ${stands} in another of the files too and ${lines === 1 ? 'counts' : 'count'} each time.`
      : `${countNoun(lines, 'line')} ${stands} in another of the files too and ${lines === 1 ? 'counts' : 'count'} once.`,
    choice: { label: kept ? 'Count once' : 'Count each time', change: { keepRepeated: !kept } },
  };
}

function noLeadsNotice({ noLeads, unpacked }: IntakeReport): IntakeNotice | null {
  const { lines, kept, secondTable, sample } = noLeads;
  if (lines === 0) return null;
  const places =
    unpacked?.joined?.secondTables ?? (secondTable === null ? [] : [`line ${formatCount(secondTable)}`]);
  const second = places.map((place) => ` A second table begins in ${place}.`).join('');
  const subject = countNoun(lines, 'line among the leads is none', 'lines among the leads are none');
  const outcome = kept ? 'counted as a lead all the same' : 'left out';
  return {
    id: 'noLeads',
    needsLook: kept,
    text: `${subject}, such as column names, headings of groups or units, and ${lines === 1 ? 'was' : 'were'} ${outcome}.${second}`,
    evidence: quoteLines(sample, lines),
    choice: { label: kept ? 'Leave out' : 'Keep', change: { keepOtherLines: !kept } },
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
      text: `${countNoun(short, 'row')} had too few cells; the missing ones count as blank.`,
    });
  if (long > 0)
    notices.push({
      id: 'long',
      needsLook: true,
      text: `${countNoun(long, 'row')} had too many cells; the extra ones were left out.`,
    });
  return notices;
}

function quoteNotice(report: IntakeReport): IntakeNotice | null {
  const { unterminatedQuotes, unterminatedQuoteLines, unpacked } = report;
  if (unterminatedQuotes === 0) return null;
  const places = unpacked?.joined?.quotes;
  const shown = places ?? unterminatedQuoteLines.map((line) => formatCount(line));
  const lines = shown.join(', ');
  const more = unterminatedQuotes - shown.length;
  return {
    id: 'quotes',
    needsLook: true,
    text: `${countNoun(unterminatedQuotes, 'quotation mark')} (") ${unterminatedQuotes === 1 ? 'is never closed, so the cell' : 'are never closed, so the cells'} there may be wrong.`,
    evidence: `${places ? '' : unterminatedQuotes === 1 ? 'Line ' : 'Lines '}${lines}${more > 0 ? ` and ${formatCount(more)} more` : ''}`,
  };
}

function backslashNotice({
  backslashQuotes: quotes,
  shortRowsPadded,
  longRowsCut,
}: IntakeReport): IntakeNotice | null {
  if (quotes === null) return null;
  const isKept = shortRowsPadded + longRowsCut > 0;
  const subject = countNoun(quotes, 'quotation mark after a backslash', 'quotation marks after a backslash');
  return {
    id: 'backslashes',
    needsLook: isKept,
    text: isKept
      ? `${subject} (\\") ${quotes === 1 ? 'ends its cell' : 'end their cells'}, so rows have different numbers of cells.`
      : `${subject} (\\") ${quotes === 1 ? 'is' : 'are'} read as part of the text, so that all rows have the same number of cells. Two backslashes in quotes are read as one.`,
    choice: {
      label: isKept ? 'Read as part of the text' : 'Read as the end of a cell',
      change: { keepBackslashQuotes: !isKept },
    },
  };
}

function readerNotice({ reader }: IntakeReport): IntakeNotice | null {
  if (reader === 'compiled') return null;
  return { id: 'reader', text: 'Read without WebAssembly, so damaged quotes may be read differently.' };
}

/** The notices that only a spreadsheet can have. */
function sheetNotices({ unpacked }: IntakeReport): IntakeNotice[] {
  if (!unpacked) return [];
  const { otherRows, otherColumns, hiddenRows, errorCells, formulaCells } = unpacked;
  const others = [
    otherRows > 0 && `${countNoun(otherRows, 'row')} below it`,
    otherColumns > 0 && `${countNoun(otherColumns, 'column')} beside it`,
  ].filter(Boolean);
  const notices: IntakeNotice[] = [];
  if (others.length > 0)
    notices.push({
      id: 'tables',
      text: `The first table of the sheet is read; ${others.join(' and ')} ${otherRows + otherColumns === 1 ? 'was' : 'were'} left out.`,
      choice: { label: 'Read the whole sheet', change: { wholeSheet: true } },
    });
  if (hiddenRows > 0)
    notices.push({
      id: 'hidden',
      text: `${countNoun(hiddenRows, 'row')} that the spreadsheet hides ${hiddenRows === 1 ? 'is' : 'are'} counted too.`,
    });
  if (formulaCells > 0)
    notices.push({
      id: 'formulas',
      needsLook: true,
      text: 'This workbook holds formulas without results. Open and save it in Excel.',
      evidence: `${countNoun(formulaCells, 'cell counts', 'cells count')} as blank.`,
    });
  if (errorCells > 0)
    notices.push({
      id: 'errors',
      text: `${countNoun(errorCells, 'cell')} with an error, such as #N/A, ${errorCells === 1 ? 'counts' : 'count'} as blank.`,
    });
  return notices;
}

/**
 * A notice for each irregularity of a file. It says how the file was read, and offers the other choice if there is one.
 *
 * @internal
 */
export function intakeNotices(file: NoticedFile): IntakeNotice[] {
  const { report } = file;
  return [
    ...encodingNotices(file),
    ...sheetNotices(report),
    preambleNotice(report),
    footerNotice(report),
    noLeadsNotice(report),
    repeatedNotice(report),
    ...rowNotices(report),
    quoteNotice(report),
    backslashNotice(report),
    readerNotice(report),
  ].filter((notice) => notice !== null);
}
