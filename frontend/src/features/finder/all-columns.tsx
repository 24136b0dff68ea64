import { useMemo } from 'react';
import type { Counts } from '#frontend/analysis/judge/lift.ts';
import { cleanFileName, stampDate, toPercent, toRows } from '#frontend/exports/table.ts';
import { DECIMALS, formatRate } from '#frontend/lib/format.ts';
import type { ColumnFindings, FileColumn } from '#frontend/thread/find-file-columns.ts';
import { Button } from '#frontend/ui/button.tsx';
import { CutText } from '#frontend/ui/cut-text.tsx';
import { Dialog } from '#frontend/ui/dialog.tsx';
import { figureColumn, P_VALUE, textColumn, type Columns } from '#frontend/features/results/kit/columns.tsx';
import { downloadExport } from '#frontend/features/results/kit/downloads.ts';
import { TableSection } from '#frontend/features/results/kit/table-section.tsx';
import { judgeColumn, UNFIT } from '#frontend/features/wizard/kit/column-findings.ts';
import { headerOf } from '#frontend/features/wizard/kit/workflow-selectors.ts';
import type { Workflow } from '#frontend/features/wizard/kit/use-workflow.ts';
import { nameColumn } from './finding-words.ts';
import { addAttribute, chooseFound } from './take-columns.ts';

/** A row of the table; a column that was not tried has no figures. */
interface Row {
  name: string;
  word: string;
  why: string | null;
  found: FileColumn | null;
  /** The share of what there is to know about the outcome; null without figures. */
  alone: number | null;
  added: number | null;
}

interface AllColumnsProps {
  workflow: Workflow;
  findings: ColumnFindings;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** What each column of the file tells, with Copy and a download. */
export function AllColumns({ workflow, findings, open, onOpenChange }: AllColumnsProps) {
  const rows = useMemo(() => listRows(findings, workflow), [findings, workflow]);
  const columns = useMemo(() => columnsOf(workflow), [workflow]);
  const download = () =>
    downloadExport({
      fileName: `${cleanFileName(workflow.state.file?.fileName ?? '')}_columns_${stampDate(new Date())}.csv`,
      rows: toRows(columns, rows),
    });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="All columns" size="page">
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

function listRows({ columns, unfit, total }: ColumnFindings, { state }: Workflow): Row[] {
  const known = total.leads * entropyOf(total);
  const shareOf = (gain: number | undefined) => (gain === undefined || known === 0 ? null : gain / known);
  return [
    ...columns.map((found) => ({
      name: nameColumn(found, state),
      ...judgeColumn(found),
      found,
      alone: shareOf(found.alone.gain),
      added: shareOf(found.added?.gain),
    })),
    ...unfit.map(({ column, why }) => ({
      name: headerOf(state, column),
      word: UNFIT[why],
      why: null,
      found: null,
      alone: null,
      added: null,
    })),
  ];
}

/** In natural logarithms, as gains are. */
function entropyOf({ leads, conversions }: Counts): number {
  const rate = leads === 0 ? 0 : conversions / leads;
  return rate === 0 || rate === 1 ? 0 : -rate * Math.log(rate) - (1 - rate) * Math.log(1 - rate);
}

/** Less than this is written as 0, without a sign. */
const SMALLEST_SHARE = 0.0005;
const formatShare = (share: number) => formatRate(Math.abs(share) < SMALLEST_SHARE ? 0 : share);

const SHARE = { format: formatShare, write: toPercent, decimals: DECIMALS.rate };

function columnsOf(workflow: Workflow): Columns<Row> {
  return [
    textColumn<Row>('column', {
      heading: 'Column',
      width: 200,
      grows: true,
      isRowName: true,
      text: ({ name }) => name,
      cell: ({ name }) => <CutText text={name} className="font-medium" />,
    }),
    textColumn<Row>('verdict', {
      heading: 'Tells',
      width: 260,
      text: ({ word }) => word,
      cell: (row) => <VerdictCell row={row} workflow={workflow} />,
    }),
    figureColumn<Row>('alone', {
      ...SHARE,
      heading: 'Alone',
      meaning:
        'How much of what there is to know about the outcome this column tells alone, on leads that it was not learned from.',
      width: 100,
      figure: ({ alone }) => alone,
    }),
    figureColumn<Row>('added', {
      ...SHARE,
      heading: 'Added',
      meaning: 'What it adds to the suggested columns. Below 0 it adds nothing but noise.',
      width: 100,
      figure: ({ added }) => added,
    }),
    figureColumn<Row>('low', {
      ...SHARE,
      heading: 'Lowest Rate',
      width: 100,
      figure: ({ found }) => found?.rates?.low ?? null,
    }),
    figureColumn<Row>('high', {
      ...SHARE,
      heading: 'Highest Rate',
      meaning: 'The lowest and the highest conversion rate of its values with at least 30 leads.',
      width: 110,
      figure: ({ found }) => found?.rates?.high ?? null,
    }),
    figureColumn<Row>('q', {
      ...P_VALUE,
      heading: 'By Chance (q)',
      meaning: 'How many of the columns that look at least as good would do so by chance.',
      width: 120,
      figure: ({ found }) => found?.qValue ?? null,
    }),
  ];
}

interface VerdictCellProps {
  row: Row;
  workflow: Workflow;
}

function VerdictCell({ row: { word, why, found, name }, workflow }: VerdictCellProps) {
  const { state, dispatch } = workflow;
  const isUsed = found !== null && state.attributeColumns.includes(found.column);
  const use = async (column: FileColumn) => {
    const { ranges, dates } = await chooseFound(workflow, [column]);
    const attributeColumns = addAttribute(state.attributeColumns, column.column);
    dispatch({ type: 'chosen', choices: { attributeColumns, ranges, dates } });
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
