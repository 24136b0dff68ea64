import type { ReactNode } from 'react';
import type { Counts } from '#frontend/analysis/counts/valued-leads.ts';
import { toPercent } from '#frontend/exports/table.ts';
import { DECIMALS, formatRate } from '#frontend/lib/format.ts';
import type { ColumnFindings, FileColumn } from '#frontend/threads/leads/find-file-columns.ts';
import { CutText } from '#frontend/ui/cut-text.tsx';
import { figureColumn, P_VALUE, textColumn, type Columns } from '#frontend/features/results/columns.tsx';
import { judgeColumn, UNFIT } from '#frontend/features/wizard/column-findings.ts';
import { headerOf } from '#frontend/features/wizard/workflow-selectors.ts';
import type { WorkflowState } from '#frontend/features/wizard/workflow-state.ts';
import { nameColumn } from './found-columns.ts';

/** A row of the table. A column that was not tried has no figures. */
export interface FindingRow {
  name: string;
  word: string;
  why: string | null;
  found: FileColumn | null;
  /** Information gain of the column / entropy of the outcome; null without figures. */
  alone: number | null;
  added: number | null;
}

/** First the columns that were tried, then those that could not be. */
export function listFindings({ columns, unfit, total }: ColumnFindings, state: WorkflowState): FindingRow[] {
  const uncertainty = total.leads * entropyOf(total);
  const shareOf = (gain: number | undefined) =>
    gain === undefined || uncertainty === 0 ? null : gain / uncertainty;
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

/** The entropy of the outcome in natural logarithms, the unit of gains. */
function entropyOf({ leads, conversions }: Counts): number {
  const rate = leads === 0 ? 0 : conversions / leads;
  return rate === 0 || rate === 1 ? 0 : -rate * Math.log(rate) - (1 - rate) * Math.log(1 - rate);
}

/** A smaller share is written as 0, without a sign. */
const SMALLEST_SHARE = 0.0005;
const formatShare = (share: number) => formatRate(Math.abs(share) < SMALLEST_SHARE ? 0 : share);

const SHARE = { format: formatShare, write: toPercent, decimals: DECIMALS.rate };

/** `drawVerdict` draws the cell with the verdict on a column. */
export function findingColumns(drawVerdict: (row: FindingRow) => ReactNode): Columns<FindingRow> {
  return [
    textColumn<FindingRow>('column', {
      heading: 'Column',
      width: 200,
      grows: true,
      isRowName: true,
      text: ({ name }) => name,
      cell: ({ name }) => <CutText text={name} className="font-medium" />,
    }),
    textColumn<FindingRow>('verdict', {
      heading: 'Tells',
      width: 260,
      text: ({ word }) => word,
      cell: drawVerdict,
    }),
    figureColumn<FindingRow>('alone', {
      ...SHARE,
      heading: 'Alone',
      meaning:
        'How much of what there is to know about the outcome this column tells alone, on leads that it was not learned from.',
      width: 100,
      figure: ({ alone }) => alone,
    }),
    figureColumn<FindingRow>('added', {
      ...SHARE,
      heading: 'Added',
      meaning: 'What it adds to the suggested columns. Below 0 it adds nothing but noise.',
      width: 100,
      figure: ({ added }) => added,
    }),
    figureColumn<FindingRow>('low', {
      ...SHARE,
      heading: 'Lowest Rate',
      width: 100,
      figure: ({ found }) => found?.rates?.low ?? null,
    }),
    figureColumn<FindingRow>('high', {
      ...SHARE,
      heading: 'Highest Rate',
      meaning: 'The lowest and the highest conversion rate of its values with at least 30 leads.',
      width: 110,
      figure: ({ found }) => found?.rates?.high ?? null,
    }),
    figureColumn<FindingRow>('q', {
      ...P_VALUE,
      heading: 'By Chance (q)',
      meaning: 'How many of the columns that look at least as good would do so by chance.',
      width: 120,
      figure: ({ found }) => found?.qValue ?? null,
    }),
  ];
}
