import { formatCount } from '#frontend/lib/format.ts';
import type { MadeFile } from '#frontend/threads/leads/make-leads-file.ts';
import { Table, TableScroll, TextHead } from '#frontend/ui/table.tsx';

interface CountsProps {
  caption: string;
  /** The counts, each with its words. */
  counts: readonly (readonly [string, number])[];
}

/** A table of counts with their words; nothing where there are none. */
export function CountTable({ caption, counts }: CountsProps) {
  if (counts.length === 0) return null;
  return (
    <table className="text-13">
      <caption className="pb-1 text-left text-muted">{caption}</caption>
      <tbody>
        {counts.map(([words, count]) => (
          <tr key={words} className="align-baseline">
            <td className="border-t border-hairline py-1.5 pr-4 text-right tabular-nums">
              {formatCount(count)}
            </td>
            <th scope="row" className="w-full border-t border-hairline py-1.5 text-left font-normal">
              {words}
            </th>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface FirstRowsProps {
  file: Pick<MadeFile, 'headings' | 'preview'>;
  caption: string;
}

/** The first rows of a file. A cell shows only its beginning, since hashes are long. */
export function FirstRows({ file: { headings, preview }, caption }: FirstRowsProps) {
  return (
    <TableScroll label={caption}>
      <Table caption={caption} isCaptionHidden={false} className="text-13">
        <TextHead titles={headings} />
        <tbody>
          {preview.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows of a file that does not change
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={headings[column]} title={cell} className="max-w-48 truncate tabular-nums">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
  );
}
