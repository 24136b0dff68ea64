import { useState } from 'react';
import type { IntakeReport, ReadOptions } from '#frontend/csv/read-csv.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Checkbox } from '#frontend/ui/checkbox.tsx';
import { Dialog } from '#frontend/ui/dialog.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { Select } from '#frontend/ui/select.tsx';
import { Skeleton } from '#frontend/ui/skeleton.tsx';
import type { UploadProblem } from '../use-upload.ts';
import { HeaderRowPicker } from './header-row-picker.tsx';
import { countNoun, DELIMITERS, ENCODINGS } from './intake-text.ts';
import { problemText } from './problem-text.ts';
import { howItWasRead, useIntakePreview, type IntakePreview } from './use-intake-preview.ts';

export interface IntakeDialogProps {
  file: File | null;
  /** On the file as it is open; null for one that was refused. */
  report: IntakeReport | null;
  isBusy?: boolean;
  /** Why the file could not be read in the way that was chosen last. */
  problem?: UploadProblem | null;
  onApply(how: ReadOptions): void;
  onClose(): void;
}

/** Changes how a file is read, with a look at the outcome first. */
export function IntakeDialog({ file, report, isBusy, problem, onApply, onClose }: IntakeDialogProps) {
  const [how, setHow] = useState(() => howItWasRead(report));
  /** Null while the header row is whatever is found. */
  const [pickedRow, setPickedRow] = useState<number | null>(null);
  const preview = useIntakePreview(file, report, how);
  const headerRow = pickedRow ?? preview?.headerRow ?? 1;
  const change = (part: ReadOptions) => setHow((last) => ({ ...last, ...part }));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="wide"
      title="How the file is read"
      description="Change this when letters look wrong, or when cells or column names are not where they belong."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={isBusy || (!report && !preview?.firstRecords.length)}
            // One that is not known yet is found when the file is read.
            onClick={() => onApply({ ...how, headerRow: pickedRow ?? preview?.headerRow })}
          >
            {isBusy ? 'Reading…' : 'Apply'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <HowFields
          how={how}
          onChange={(part) => {
            change(part);
            setPickedRow(null);
          }}
        />
        <div className="min-h-80">
          <PreviewedRows preview={preview} headerRow={headerRow} onPick={setPickedRow} />
        </div>
        <LineSwitches
          footerLines={report?.footer.lines ?? 0}
          how={how}
          headerRow={headerRow}
          onChange={change}
        />
        {problem && !preview?.problem && <Notice tone="error">{problemText(problem)}</Notice>}
      </div>
    </Dialog>
  );
}

interface HowProps {
  how: ReadOptions;
  onChange(part: ReadOptions): void;
}

function HowFields({ how, onChange }: HowProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Encoding"
        hint="How letters are stored. A wrong one turns “é” into “Ã©”."
        options={ENCODINGS}
        placeholder="As found"
        value={how.encoding ?? null}
        onChange={(value) => onChange({ encoding: optionOf(ENCODINGS, value) })}
      />
      <Select
        label="Delimiter"
        hint="The character between two cells of a row."
        options={DELIMITERS}
        placeholder="As found"
        value={how.delimiter ?? null}
        onChange={(value) => onChange({ delimiter: optionOf(DELIMITERS, value) })}
      />
    </div>
  );
}

function optionOf<T extends string>(options: readonly { value: T }[], picked: string): T | undefined {
  return options.find(({ value }) => value === picked)?.value;
}

interface PreviewedRowsProps {
  preview: IntakePreview | null;
  headerRow: number;
  onPick(row: number): void;
}

function PreviewedRows({ preview, headerRow, onPick }: PreviewedRowsProps) {
  if (!preview) return <Skeleton className="h-80" />;
  if (preview.problem) return <Notice tone="error">{problemText(preview.problem)}</Notice>;
  return <HeaderRowPicker records={preview.firstRecords} headerRow={headerRow} onChange={onPick} />;
}

interface LineSwitchesProps extends HowProps {
  footerLines: number;
  headerRow: number;
}

function LineSwitches({ footerLines, how, headerRow, onChange }: LineSwitchesProps) {
  if (headerRow === 1 && footerLines === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      {headerRow > 1 && (
        <Checkbox
          label={`Leave out the ${countNoun(headerRow - 1, 'row')} above the header row`}
          checked={!how.keepPreamble}
          onChange={(isChecked) => onChange({ keepPreamble: !isChecked })}
        />
      )}
      {footerLines > 0 && (
        <Checkbox
          label={`Leave out the ${countNoun(footerLines, 'line')} at the end that ${footerLines === 1 ? 'looks like a total or a note' : 'look like totals or notes'}`}
          checked={how.dropFooter ?? false}
          onChange={(isChecked) => onChange({ dropFooter: isChecked })}
        />
      )}
    </div>
  );
}
