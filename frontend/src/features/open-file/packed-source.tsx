import type { Unpacked } from '#frontend/csv/packed.ts';
import type { ReadOptions } from '#frontend/csv/read-csv.ts';
import { Dropdown } from '#frontend/ui/dropdown.tsx';

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
export function PackedSource({ unpacked, options, onChange }: PackedSourceProps) {
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
