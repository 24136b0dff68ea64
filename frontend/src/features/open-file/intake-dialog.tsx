import { useState, useId } from 'react';
import { cx } from '#frontend/lib/class-names.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Checkbox } from '#frontend/ui/field.tsx';
import { Dialog } from '#frontend/ui/dialog.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { Skeleton } from '#frontend/ui/skeleton.tsx';
import { TableScroll } from '#frontend/ui/table.tsx';
import type { UploadProblem } from '#frontend/features/wizard/use-upload.ts';
import { DELIMITER_NAMES, problemText } from './intake-text.ts';
import { type IntakePreview, useIntakePreview, usedOptions } from './intake-preview.ts';
import { ENCODINGS, type Encoding } from '#contract/encodings.ts';
import { nameEncoding } from '#frontend/csv/encoding-names.ts';
import type { Unpacked } from '#frontend/csv/packed.ts';
import type { IntakeReport, ReadOptions } from '#frontend/csv/read-csv.ts';
import { Dropdown } from '#frontend/ui/dropdown.tsx';

interface IntakeDialogProps {
  file: File | null;
  /** The report on the open file; null for a refused file. */
  report: IntakeReport | null;
  isBusy?: boolean;
  /** The reason why the file could not be read with the options chosen last. */
  problem?: UploadProblem | null;
  /** The contents of a zip or spreadsheet that is open or was refused; null for another file. */
  unpacked: Unpacked | null;
  onApply(options: ReadOptions): void;
  onClose(): void;
}

/** Changes the options with which a file is read, and shows a preview. */
export function IntakeDialog(props: IntakeDialogProps) {
  const { file, report, isBusy, problem, onApply, onClose } = props;
  const [options, setOptions] = useState(() => usedOptions(report, props.unpacked));
  /** Null if the reader shall find the header row. */
  const [pickedRow, setPickedRow] = useState<number | null>(null);
  const preview = useIntakePreview({ file, report, isPacked: props.unpacked !== null }, options);
  const unpacked = preview?.unpacked ?? (props.unpacked && withoutSheets(props.unpacked, options));
  const headerRow = pickedRow ?? preview?.headerRow ?? 1;
  const change = (part: ReadOptions) => setOptions((last) => ({ ...last, ...part }));
  const readAnew = (part: ReadOptions) => {
    change(part);
    setPickedRow(null);
  };
  return (
    <Dialog
      onClose={onClose}
      size="wide"
      title="How the file is read"
      description="Change this if characters look wrong or columns don't line up."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={isBusy || (!report && !preview?.firstRecords.length)}
            // Until there is a preview, the reader finds the header row.
            onClick={() => onApply({ ...options, headerRow: pickedRow ?? preview?.headerRow })}
          >
            {isBusy ? 'Reading…' : 'Apply'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        {unpacked && <PackedSource unpacked={unpacked} options={options} onChange={readAnew} />}
        {unpacked?.sheet ? (
          <OtherTables unpacked={unpacked} options={options} onChange={readAnew} />
        ) : (
          <DialectFields options={options} onChange={readAnew} />
        )}
        <div className="min-h-80">
          <PreviewedRows preview={preview} headerRow={headerRow} onPick={setPickedRow} />
        </div>
        <LineSwitches
          footer={report?.footer ?? { lines: 0, dropped: 0 }}
          options={options}
          headerRow={headerRow}
          onChange={change}
        />
        {problem && !preview?.problem && <Notice tone="error">{problemText(problem)}</Notice>}
      </div>
    </Dialog>
  );
}

interface OptionsProps {
  options: ReadOptions;
  onChange(part: ReadOptions): void;
}

/** The contents of a zip. If another file in it is chosen, the sheets of that file are not known before it is read. */
function withoutSheets(unpacked: Unpacked, { entry }: ReadOptions): Unpacked {
  return (entry ?? null) === unpacked.entry ? unpacked : { ...unpacked, sheet: null, sheets: [] };
}

/** A checkbox to read all of a sheet that has more than one table. */
function OtherTables({ unpacked, options, onChange }: OptionsProps & { unpacked: Unpacked }) {
  const { isWhole, otherRows, otherColumns } = unpacked;
  if (!isWhole && otherRows + otherColumns === 0) return null;
  return (
    <Checkbox
      label="Read only the first table of the sheet"
      checked={!options.wholeSheet}
      onChange={(isChecked) => onChange({ wholeSheet: !isChecked, headerRow: undefined })}
    />
  );
}

function DialectFields({ options, onChange }: OptionsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Dropdown
        label="Encoding"
        hint="The wrong one turns “é” into “Ã©”."
        options={ENCODING_CHOICES}
        placeholder="As found"
        value={options.encoding ?? null}
        onChange={(value) => onChange({ encoding: optionOf(ENCODING_CHOICES, value) })}
      />
      <Dropdown
        label="Delimiter"
        hint="The character between two cells."
        options={DELIMITER_NAMES}
        placeholder="As found"
        value={options.delimiter ?? null}
        onChange={(value) => onChange({ delimiter: optionOf(DELIMITER_NAMES, value) })}
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

interface LineSwitchesProps extends OptionsProps {
  footer: Pick<IntakeReport['footer'], 'lines' | 'dropped'>;
  headerRow: number;
}

function LineSwitches({ footer, options, headerRow, onChange }: LineSwitchesProps) {
  if (headerRow === 1 && footer.lines === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      {headerRow > 1 && (
        <Checkbox
          label={`Leave out the ${countNoun(headerRow - 1, 'row')} above the header row`}
          checked={!options.keepPreamble}
          onChange={(isChecked) => onChange({ keepPreamble: !isChecked })}
        />
      )}
      {footer.lines > 0 && (
        <Checkbox
          label={`Leave out the ${footer.lines === 1 ? 'last line, which looks' : `last ${formatCount(footer.lines)} lines, which look`} like a report footer`}
          checked={options.dropFooter ?? footer.dropped === footer.lines}
          onChange={(isChecked) => onChange({ dropFooter: isChecked })}
        />
      )}
    </div>
  );
}

const SHOWN_COLUMNS = 12;

interface HeaderRowPickerProps {
  records: readonly (readonly string[])[];
  /** The number of the row, counted from 1. */
  headerRow: number;
  onChange(headerRow: number): void;
}

/** Shows the first rows of the file, to choose the header row. The rows above it are faint. */
function HeaderRowPicker({ records, headerRow, onChange }: HeaderRowPickerProps) {
  const id = useId();
  const columns = Math.min(SHOWN_COLUMNS, Math.max(0, ...records.map((record) => record.length)));
  return (
    <fieldset className="min-w-0">
      <legend className="text-13 font-medium">Header row</legend>
      <p id={`${id}-hint`} className="mb-2 text-13 text-muted">
        The row with the column names. The rows below it are your leads.
      </p>
      <div className="rounded-control border border-hairline">
        <TableScroll label="First rows of the file" className="max-h-64">
          <table
            aria-label="First rows of the file"
            className="w-full border-collapse text-13"
            aria-describedby={`${id}-hint`}
          >
            <tbody>
              {records.map((record, index) => (
                <tr
                  // Rows have no other identity than their position.
                  key={index}
                  className={cx(
                    'border-b border-hairline last:border-b-0',
                    index + 1 === headerRow && 'bg-accent-wash font-medium',
                    index + 1 < headerRow && 'text-faint',
                  )}
                >
                  <th scope="row" className="w-0 py-0 pr-1 pl-3 text-left font-normal">
                    <label className="flex min-h-8 items-center gap-2 text-faint tabular-nums coarse:min-h-control">
                      <input
                        type="radio"
                        name={id}
                        className="size-4 accent-accent"
                        aria-label={`Row ${index + 1}`}
                        checked={index + 1 === headerRow}
                        onChange={() => onChange(index + 1)}
                      />
                      <span aria-hidden className="w-5 text-right font-normal">
                        {index + 1}
                      </span>
                    </label>
                  </th>
                  {Array.from({ length: columns }, (_, column) => (
                    <td key={column} className="max-w-40 truncate px-3 py-1" title={record[column]}>
                      {record[column]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      </div>
    </fieldset>
  );
}

const WRITTEN_BY: Readonly<Record<Encoding, string>> = {
  'utf-8': 'Most web tools and Google Sheets',
  'utf-16le': 'Meta lead downloads, “Unicode text” from Excel',
  'utf-16be': 'Rare, from older systems',
  'utf-32le': 'Rare, from scripts',
  'utf-32be': 'Rare, from scripts',
  'windows-1252': 'Excel on Windows in Western Europe and the Americas',
  'windows-1250': 'Excel on Windows in Central Europe',
  'windows-1251': 'Excel on Windows with Cyrillic letters',
  'windows-1253': 'Excel on Windows in Greece',
  'windows-1254': 'Excel on Windows in Turkey',
  'windows-1255': 'Excel on Windows with Hebrew letters',
  'windows-1256': 'Excel on Windows with Arabic letters',
  'windows-1257': 'Excel on Windows in the Baltic states',
  'windows-874': 'Excel on Windows in Thailand',
  'iso-8859-2': 'Older systems in Central Europe',
  'iso-8859-15': 'Older systems in Western Europe',
  'koi8-r': 'Older systems with Cyrillic letters',
  macintosh: '“CSV (Macintosh)” from Excel',
  shift_jis: 'Excel on Windows in Japan',
  'euc-jp': 'Older systems in Japan',
  gbk: 'Excel on Windows in China',
  gb18030: 'Systems in China',
  big5: 'Excel on Windows in Taiwan and Hong Kong',
  'euc-kr': 'Excel on Windows in Korea',
};

/** The encodings to choose from. */
export const ENCODING_CHOICES = ENCODINGS.map((value) => ({
  value,
  label: nameEncoding(value),
  detail: WRITTEN_BY[value],
}));

interface PackedSourceProps {
  unpacked: Unpacked;
  options: ReadOptions;
  onChange(change: ReadOptions): void;
}

/** The reader finds these options again in another file or sheet. */
const FOUND_ANEW: ReadOptions = {
  encoding: undefined,
  delimiter: undefined,
  headerRow: undefined,
  wholeSheet: undefined,
};

/** Chooses the file of a zip and the sheet of a spreadsheet. Empty if there is only one of each. */
function PackedSource({ unpacked, options, onChange }: PackedSourceProps) {
  const { entries, sheets } = unpacked;
  if (entries.length < 2 && sheets.length < 2) return null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {entries.length > 1 && (
        <Dropdown
          label="File in the zip"
          options={entries.map((value) => ({ value, label: value }))}
          value={options.entry ?? unpacked.entry}
          onChange={(entry) => onChange({ ...FOUND_ANEW, entry, sheet: undefined })}
        />
      )}
      {sheets.length > 1 && (
        <Dropdown
          label="Sheet"
          options={sheets.map((value) => ({ value, label: value }))}
          value={options.sheet ?? unpacked.sheet}
          onChange={(sheet) => onChange({ ...FOUND_ANEW, sheet })}
        />
      )}
    </div>
  );
}
