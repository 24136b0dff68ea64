import { formatCount, formatFileSize } from '#frontend/lib/format.ts';
import type { OpenedFile } from '#frontend/thread/protocol.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Table, TableScroll, Td, Th } from '#frontend/ui/table.tsx';
import { StepActions } from '../columns/step-actions.tsx';
import type { Workflow } from '../use-workflow.ts';
import { IntakeLine } from './intake-line.tsx';

export interface OpenedFileViewProps {
  workflow: Workflow;
  file: OpenedFile;
  onReplace(): void;
}

/** The open file back in step 1: what it is, its first rows, and the two ways on. */
export function OpenedFileView({ workflow, file, onReplace }: OpenedFileViewProps) {
  return (
    <section aria-labelledby="opened-file" className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <div className="flex items-baseline gap-3">
          <h2 id="opened-file" className="truncate text-16" title={file.fileName}>
            {file.fileName}
          </h2>
          <span className="shrink-0 text-13 text-muted">{formatFileSize(file.sizeBytes)}</span>
        </div>
        <IntakeLine workflow={workflow} />
      </div>
      <Preview file={file} />
      <StepActions
        back={
          <Button className="max-sm:px-2.5!" onClick={onReplace}>
            Use Different Data
          </Button>
        }
        next={
          <Button
            variant="primary"
            className="max-sm:px-2.5!"
            onClick={() => workflow.dispatch({ type: 'stepChosen', step: 2 })}
          >
            Next: Select Columns
          </Button>
        }
      />
    </section>
  );
}

function Preview({ file }: { file: OpenedFile }) {
  const caption = `First ${formatCount(file.preview.length)} of ${formatCount(file.rowCount)} rows`;
  return (
    <TableScroll label={caption}>
      <Table caption={caption} className="[&_td]:py-1.5! [&_td]:text-13">
        <thead>
          <tr>
            {file.headers.map((header) => (
              <Th key={header} className="max-w-40 truncate" title={header}>
                {header}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {file.preview.map((row, index) => (
            // Rows have no identity but their place.
            <tr key={index}>
              {row.map((cell, column) => (
                <Td key={file.headers[column]} className="max-w-40 truncate" title={cell}>
                  {cell}
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
  );
}
