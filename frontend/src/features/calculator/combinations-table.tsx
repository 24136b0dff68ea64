import { useDeferredValue, useMemo } from 'react';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { FIRST_LISTED_COMBINATIONS, MAX_LISTED_COMBINATIONS } from '#frontend/analysis/constants.ts';
import {
  bestCombinations,
  countPossibleCombinations,
  isImpossible,
  type Multipliers,
} from '#frontend/analysis/judge/lead-values.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { withRangePerField, type Bounds } from '#frontend/features/results/columns.tsx';
import { TableSection } from '#frontend/features/results/table-section.tsx';
import { combinationColumns } from '#frontend/features/results/combination-columns.tsx';

/** A longer table scrolls under its header. */
const MOST_OPEN_ROWS = 15;

export interface CombinationsTableProps {
  analysis: Analysis;
  bounds: Bounds;
  multipliers: Multipliers;
}

/** The best 10,000 combinations of values, highest lead value first. */
export function CombinationsTable({ analysis, bounds, multipliers }: CombinationsTableProps) {
  // Finding 10,000 rows takes some milliseconds, so it is deferred and the controls stay quick.
  const shown = useDeferredValue(analysis);
  const limit = useDeferredValue(MAX_LISTED_COMBINATIONS, FIRST_LISTED_COMBINATIONS);
  const combinations = useMemo(
    () => bestCombinations(shown, limit, multipliers),
    [shown, limit, multipliers],
  );
  const columns = useMemo(
    () => withRangePerField(combinationColumns(shown, multipliers), bounds, shown.fields),
    [shown, bounds, multipliers],
  );
  const hasImpossible = combinations.some(
    ({ predictedRate, estimate }) =>
      isImpossible(shown, predictedRate) || isImpossible(shown, estimate?.balancedRate ?? 0),
  );
  return (
    <TableSection
      title="All Lead Value Combinations"
      description={describe(countPossibleCombinations(shown))}
      status={
        hasImpossible && (
          <p className="text-13 text-caution">
            ! Marked combinations predict more than 100% conversion, which is impossible. Take these values
            with caution.
          </p>
        )
      }
      columns={columns}
      items={combinations}
      keyOf={({ values }) => JSON.stringify(values)}
      rowHeight={40}
      maxOpenRows={MOST_OPEN_ROWS}
    />
  );
}

function describe(total: number): string {
  if (total === 1) return 'The only combination.';
  if (total <= MAX_LISTED_COMBINATIONS) return `All ${formatCount(total)} combinations, highest value first.`;
  return `Top ${formatCount(MAX_LISTED_COMBINATIONS)} of ${formatCount(total)} combinations, highest value first.`;
}
