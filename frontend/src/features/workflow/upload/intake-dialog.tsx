import { useState } from 'react';
import type { OpenedFile } from '#frontend/thread/protocol.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Checkbox } from '#frontend/ui/checkbox.tsx';
import { Dialog } from '#frontend/ui/dialog.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { Select } from '#frontend/ui/select.tsx';
import { Skeleton } from '#frontend/ui/skeleton.tsx';
import type { Workflow } from '../use-workflow.ts';
import { HeaderRowPicker } from './header-row-picker.tsx';
import { countNoun, DELIMITERS, ENCODINGS } from './intake-text.ts';
import { problemText } from './problem-text.ts';
import { howItWasRead, useIntakePreview, type HowRead, type IntakePreview } from './use-intake-preview.ts';
import { useReread } from './use-reread.ts';

export interface IntakeDialogProps {
  workflow: Workflow;
  file: OpenedFile;
  onClose(): void;
}

/** Changes how the open file is read, with a look at the outcome first. */
export function IntakeDialog({ workflow, file, onClose }: IntakeDialogProps) {
  const [how, setHow] = useState(() => howItWasRead(file.report));
  /** Null while the header row is whatever is found. */
  const [pickedRow, setPickedRow] = useState<number | null>(null);
  const preview = useIntakePreview(workflow.sourceFile, file.report, how);
  const { reread, isBusy, problem } = useReread(workflow);
  const headerRow = pickedRow ?? preview?.headerRow ?? 1;
  const change = (part: Partial<HowRead>) => setHow((last) => ({ ...last, ...part }));

  const apply = async () => {
    if (await reread({ ...how, headerRow })) onClose();
  };
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
          <Button variant="primary" disabled={isBusy} onClick={() => void apply()}>
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
        <LineSwitches file={file} how={how} headerRow={headerRow} onChange={change} />
        {problem && !preview?.problem && <Notice tone="error">{problemText(problem)}</Notice>}
      </div>
    </Dialog>
  );
}

interface HowProps {
  how: HowRead;
  onChange(part: Partial<HowRead>): void;
}

function HowFields({ how, onChange }: HowProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Encoding"
        hint="How letters are stored. A wrong one turns “é” into “Ã©”."
        options={ENCODINGS}
        value={how.encoding}
        onChange={(value) => onChange({ encoding: optionOf(ENCODINGS, value) })}
      />
      <Select
        label="Delimiter"
        hint="The character between two cells of a row."
        options={DELIMITERS}
        value={how.delimiter}
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
  file: OpenedFile;
  headerRow: number;
}

function LineSwitches({ file, how, headerRow, onChange }: LineSwitchesProps) {
  const { footer } = file.report;
  if (headerRow === 1 && footer.lines === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      {headerRow > 1 && (
        <Checkbox
          label={`Leave out the ${countNoun(headerRow - 1, 'row')} above the header row`}
          checked={!how.keepPreamble}
          onChange={(isChecked) => onChange({ keepPreamble: !isChecked })}
        />
      )}
      {footer.lines > 0 && (
        <Checkbox
          label={`Leave out the ${countNoun(footer.lines, 'line')} at the end that ${footer.lines === 1 ? 'looks like a total or a note' : 'look like totals or notes'}`}
          checked={how.dropFooter}
          onChange={(isChecked) => onChange({ dropFooter: isChecked })}
        />
      )}
    </div>
  );
}
