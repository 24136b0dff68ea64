import type { ReactNode } from 'react';
import { MAX_FILE_BYTES, MIB } from '#contract/limits.ts';
import { formatFileSize } from '#frontend/lib/format.ts';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { TextField } from '#frontend/ui/field.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { ProgressBar } from '#frontend/ui/progress.tsx';
import type { SheetChoice, SheetProblem, SheetProgress } from './sheet-choice.ts';

interface SheetFieldsProps {
  sheet: SheetChoice;
  /** The account of the connection. */
  googleAccount: string;
  /** A note under the fields. */
  children?: ReactNode;
}

/** The address of a sheet, its tabs once they are known, and the progress. */
export function SheetFields({ sheet, googleAccount, children }: SheetFieldsProps) {
  const { address, spreadsheet, progress, problem } = sheet;
  const text = problem && problemText(problem, googleAccount);
  const isOfAddress = problem !== null && isAboutAddress(problem);
  return (
    <div className="flex flex-col gap-5">
      <TextField
        label="Address of the sheet"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://docs.google.com/spreadsheets/d/…"
        value={address}
        error={isOfAddress ? text : undefined}
        hint={
          spreadsheet && (
            <span className="line-clamp-2 wrap-anywhere" title={spreadsheet.title}>
              {spreadsheet.title}
            </span>
          )
        }
        onChange={(event) => sheet.changeAddress(event.target.value)}
      />
      {spreadsheet && (
        <Dropdown
          label="Tab"
          options={spreadsheet.tabs.map(({ id, title }) => ({ value: String(id), label: title }))}
          value={sheet.tab === null ? null : String(sheet.tab)}
          onChange={(id) => sheet.chooseTab(Number(id))}
        />
      )}
      {progress && <ImportBar progress={progress} />}
      {text && !isOfAddress && (
        <Notice tone="error" title={problem === 'disconnected' ? 'Connect again' : undefined}>
          {text}
        </Notice>
      )}
      {children && <p className="text-13 text-muted">{children}</p>}
    </div>
  );
}

function ImportBar({ progress }: { progress: SheetProgress }) {
  return progress.kind === 'looking' ? (
    <ProgressBar label="Looking for the sheet..." value={null} />
  ) : (
    <ProgressBar
      label="Reading the sheet..."
      value={null}
      detail={progress.bytes > 0 ? formatFileSize(progress.bytes) : undefined}
    />
  );
}

/** Whether a problem is about the address, so that its text belongs to the field. */
function isAboutAddress(problem: SheetProblem): boolean {
  return problem === 'no-address' || problem === 'published';
}

/** The text that tells the visitor why a sheet was not imported. */
function problemText(problem: SheetProblem, googleAccount: string): string {
  switch (problem) {
    case 'no-address':
      return 'Paste the address of a sheet, as https://docs.google.com/spreadsheets/d/…';
    case 'published':
      return 'This is the address of a published copy. Open the sheet itself and copy the address from there.';
    case 'signed-out':
      return 'You are signed out. Sign in again: the address stays.';
    case 'disconnected':
      return 'The permission was withdrawn or has expired. The address and your work stay.';
    case 'no-access':
      return `${googleAccount} may not open this sheet. Share it with that account, or connect another one.`;
    case 'not-found':
      return 'Google has no sheet at this address. Please check it.';
    case 'not-a-sheet':
      return 'This is a file of another program in Google Drive. Open it there and choose File, “Save as Google Sheets”, or download it as CSV.';
    case 'not-enabled':
      return 'The operator of this site has not enabled the Google Sheets API yet. Until then, download the sheet as CSV.';
    case 'tab-gone':
      return 'This tab is gone or has another name now. Please choose again.';
    case 'empty':
      return 'There is no text in this tab.';
    case 'too-large':
      return `This tab has more than ${MAX_FILE_BYTES / MIB} MB of text. Copy the columns that you need to another tab, and import that one.`;
    case 'too-often':
      return 'Google allows a limited number of requests per minute. Please try again in a minute.';
    case 'offline':
      return 'There is no connection. Please check it and try again.';
    case 'unavailable':
      return 'Google did not answer as expected. Please try again in a moment.';
  }
}
