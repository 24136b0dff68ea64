import type { ReactNode } from 'react';
import { Table, TableScroll, Th } from '#frontend/ui/table.tsx';

interface DocsTableProps {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}

export function DocsTable({ caption, head, rows }: DocsTableProps) {
  return (
    <TableScroll label={caption}>
      <Table caption={caption}>
        <thead>
          <tr>
            {head.map((title) => (
              <Th key={title}>{title}</Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
  );
}
