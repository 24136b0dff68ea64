import { useId } from 'react';
import { cx } from '#frontend/lib/class-names.ts';
import { TableScroll } from '#frontend/ui/table.tsx';

const SHOWN_COLUMNS = 12;

export interface HeaderRowPickerProps {
  records: readonly (readonly string[])[];
  /** Counted from 1. */
  headerRow: number;
  onChange(headerRow: number): void;
}

/** The first rows of the file, of which one is picked as the header. Rows above it look left out. */
export function HeaderRowPicker({ records, headerRow, onChange }: HeaderRowPickerProps) {
  const id = useId();
  const columns = Math.min(SHOWN_COLUMNS, Math.max(0, ...records.map((record) => record.length)));
  return (
    <fieldset className="min-w-0">
      <legend className="text-13 font-medium">Header row</legend>
      <p id={`${id}-hint`} className="mb-2 text-13 text-muted">
        The row that holds the column names. The rows under it are your leads.
      </p>
      <div className="rounded-control border border-hairline">
        <TableScroll label="First rows of the file" className="max-h-64">
          <table className="w-full border-collapse text-13" aria-describedby={`${id}-hint`}>
            <tbody>
              {records.map((record, index) => (
                <tr
                  // Records have no identity but their place.
                  key={index}
                  className={cx(
                    'border-b border-hairline last:border-b-0',
                    index + 1 === headerRow && 'bg-accent-wash font-medium',
                    index + 1 < headerRow && 'text-faint',
                  )}
                >
                  <td className="w-0 py-0 pr-1 pl-3">
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
                  </td>
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
