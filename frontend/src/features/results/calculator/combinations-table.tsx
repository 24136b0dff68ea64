import { useDeferredValue, useMemo } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import { FIRST_LISTED_COMBINATIONS, MAX_LISTED_COMBINATIONS } from '#frontend/analysis/constants.ts';
import { bestCombinations, countCombinations, type LeadValue } from '#frontend/analysis/lead-values.ts';
import { combinationColumns } from '#frontend/exports/combinations.ts';
import { formatCount, formatWholeDollars } from '#frontend/lib/format.ts';
import { CopyButton } from '#frontend/ui/copy-button.tsx';
import { TableSection, Td, Th } from '#frontend/ui/table.tsx';
import { copyRows } from '../copy-rows.ts';
import { LongTable, type ColumnWidth } from '../long-table.tsx';
import { ValueName } from '../names.tsx';

const TITLE = 'All Lead Value Combinations';
const ROW_HEIGHT = 40;
/** The table is the last of its tab and rarely read to its end. */
const MOST_OPEN_ROWS = 15;
const ATTRIBUTE_COLUMN: ColumnWidth = { width: 200, narrow: 112 };
const LEAD_VALUE_COLUMN: ColumnWidth = { width: 120, narrow: 100 };

/** The best 10,000 combinations of values, highest lead value first, of however many there are. */
export function CombinationsTable({ analysis }: { analysis: Analysis }) {
  // Ten thousand rows are found in some milliseconds; neither the first of them nor a control that is turned waits.
  const shown = useDeferredValue(analysis);
  const limit = useDeferredValue(MAX_LISTED_COMBINATIONS, FIRST_LISTED_COMBINATIONS);
  const combinations = useMemo(() => bestCombinations(shown, limit), [shown, limit]);
  const columns = useMemo(() => combinationColumns(shown), [shown]);
  return (
    <TableSection
      title={TITLE}
      description={describe(countCombinations(shown))}
      actions={
        <CopyButton getText={() => copyRows(columns, bestCombinations(shown, MAX_LISTED_COMBINATIONS))} />
      }
    >
      <LongTable
        caption={TITLE}
        columns={[...shown.fields.map(() => ATTRIBUTE_COLUMN), LEAD_VALUE_COLUMN]}
        items={combinations}
        rowHeight={ROW_HEIGHT}
        maxOpenRows={MOST_OPEN_ROWS}
        header={
          <tr>
            {columns.map(({ title }, column) => (
              <Th key={title} numeric={column === columns.length - 1}>
                <ValueName name={title} />
              </Th>
            ))}
          </tr>
        }
        renderRow={(combination, place) => (
          <tr key={nameCombination(combination)} {...place} style={{ height: ROW_HEIGHT }}>
            {combination.values.map((value, field) => (
              <Td key={shown.fields[field]?.name}>
                <ValueName name={value} />
              </Td>
            ))}
            <Td numeric className="font-medium">
              {formatWholeDollars(combination.leadValue)}
            </Td>
          </tr>
        )}
      />
    </TableSection>
  );
}

function nameCombination({ values }: LeadValue): string {
  return JSON.stringify(values);
}

function describe(total: number): string {
  if (total === 1) return 'The only combination.';
  if (total <= MAX_LISTED_COMBINATIONS) return `All ${formatCount(total)} combinations, highest value first.`;
  return `The best ${formatCount(MAX_LISTED_COMBINATIONS)} of ${formatCount(total)} combinations, highest value first.`;
}
