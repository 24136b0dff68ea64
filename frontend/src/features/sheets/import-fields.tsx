import { MAX_FILE_BYTES, MIB } from '#contract/limits.ts';
import { formatFileSize } from '#frontend/lib/format.ts';
import { Choice } from '#frontend/ui/choice.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { ProgressBar } from '#frontend/ui/progress.tsx';
import { TextField } from '#frontend/ui/field.tsx';
import type { ImportWork, SheetImport, ImportProblem } from './use-sheet-import.ts';

/** The address of a sheet, its tabs once they are known, and what is being done. */
export function ImportFields({ sheet, googleAccount }: { sheet: SheetImport; googleAccount: string }) {
  const { address, spreadsheet, work, problem } = sheet;
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
        <Choice
          label="Tab"
          options={spreadsheet.tabs.map(({ id, title }) => ({ value: String(id), label: title }))}
          value={sheet.tab === null ? null : String(sheet.tab)}
          onChange={(id) => sheet.chooseTab(Number(id))}
        />
      )}
      {work && <Working work={work} />}
      {text && !isOfAddress && (
        <Notice tone="error" title={problem === 'disconnected' ? 'Connect again' : undefined}>
          {text}
        </Notice>
      )}
      <p className="text-13 text-muted">
        Only <em>Save Analysis</em> uploads the dataset, to your account.
      </p>
    </div>
  );
}

function Working({ work }: { work: ImportWork }) {
  return work.kind === 'looking' ? (
    <ProgressBar label="Looking for the sheet..." value={null} />
  ) : (
    <ProgressBar
      label="Reading the sheet..."
      value={null}
      detail={work.bytes > 0 ? formatFileSize(work.bytes) : undefined}
    />
  );
}

/** Problems of the address itself: their text belongs to the field. */
function isAboutAddress(problem: ImportProblem): boolean {
  return problem === 'no-address' || problem === 'published';
}

/** The text that tells the visitor why a sheet was not imported. */
function problemText(problem: ImportProblem, googleAccount: string): string {
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
