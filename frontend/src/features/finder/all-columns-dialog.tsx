import { useMemo } from 'react';
import { cleanFileName, stampDate, toRows } from '#frontend/exports/table.ts';
import type { ColumnFindings, FileColumn } from '#frontend/threads/leads/find-file-columns.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Dialog } from '#frontend/ui/dialog.tsx';
import { downloadExport } from '#frontend/features/results/downloads.ts';
import { TableSection } from '#frontend/features/results/table-section.tsx';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import { findingColumns, listFindings, type FindingRow } from './finding-columns.tsx';
import { describeFound } from './found-columns.ts';

interface AllColumnsDialogProps {
  workflow: Workflow;
  findings: ColumnFindings;
  onClose(): void;
}

/** A table of all columns with their verdicts and figures, with Copy and a download. */
export function AllColumnsDialog({ workflow, findings, onClose }: AllColumnsDialogProps) {
  const rows = useMemo(() => listFindings(findings, workflow.state), [findings, workflow.state]);
  const columns = useMemo(
    () => findingColumns((row) => <Verdict row={row} workflow={workflow} />),
    [workflow],
  );
  const download = () =>
    downloadExport({
      fileName: `${cleanFileName(workflow.state.file?.fileName ?? '')}_columns_${stampDate(new Date())}.csv`,
      rows: toRows(columns, rows),
    });
  return (
    <Dialog onClose={onClose} title="All columns" size="page">
      <TableSection
        title="What each column tells"
        description="Suggested columns first. Two samples of the same leads may suggest different ones."
        columns={columns}
        items={rows}
        keyOf={({ name }) => name}
        rowHeight={44}
        hasLowRows
        actions={
          <Button size="small" onClick={download}>
            Download CSV
          </Button>
        }
      />
    </Dialog>
  );
}

function Verdict({ row: { word, why, found, name }, workflow }: { row: FindingRow; workflow: Workflow }) {
  const { state, dispatch } = workflow;
  const isUsed = found !== null && state.attributeColumns.includes(found.column);
  const use = async (column: FileColumn) => {
    dispatch({ type: 'suggestionsAccepted', isOneMore: true, ...(await describeFound(workflow, [column])) });
  };
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span>{word}</span>
      {why && found && (
        <Button
          size="small"
          variant="ghost"
          disabled={isUsed}
          aria-label={`${isUsed ? 'In use' : 'Use anyway'}: ${name}`}
          onClick={() => void use(found)}
        >
          {isUsed ? 'In use' : 'Use anyway'}
        </Button>
      )}
      {why && <span className="block basis-full text-13 text-muted">{why}</span>}
    </span>
  );
}
