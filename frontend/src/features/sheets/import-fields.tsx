import { formatFileSize } from '#frontend/lib/format.ts';
import { Choice } from '#frontend/ui/choice.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { ProgressBar } from '#frontend/ui/progress.tsx';
import { TextField } from '#frontend/ui/text-field.tsx';
import { isAboutAddress, problemText } from './problem-text.ts';
import type { ImportWork, SheetImport } from './use-sheet-import.ts';

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
        hint={spreadsheet?.title}
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
