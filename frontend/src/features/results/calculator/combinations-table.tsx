import { useDeferredValue, useMemo } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import { FIRST_LISTED_COMBINATIONS, MAX_LISTED_COMBINATIONS } from '#frontend/analysis/constants.ts';
import { bestCombinations, countCombinations, type LeadValue } from '#frontend/analysis/lead-values.ts';
import { formatCount, formatRate, formatWholeDollars } from '#frontend/lib/format.ts';
import { notesColumn, type Column } from '../columns.tsx';
import { ValueName } from '../names.tsx';
import { withRangePerField, type Bounds } from '../ranges.ts';
import { TableSection } from '../table-section.tsx';

/** The columns of 'All Lead Value Combinations': one per attribute, the lead value, and the leads where they are known. */
export function combinationColumns({ fields, combinations }: Analysis): readonly Column<LeadValue>[] {
  return [
    ...fields.map(({ name }, field) => attributeColumn(name, ({ values }) => values[field] ?? '')),
    {
      key: 'leadValue',
      heading: 'Lead Value ($)',
      meaning: null,
      isNumeric: true,
      screen: {
        width: { wide: 168, narrow: 132 },
        isSortable: false,
        cell: (combination) => <LeadValueCell {...combination} />,
      },
      exported: ({ leadValue }) => leadValue,
      report: ({ leadValue }) => formatWholeDollars(leadValue),
    },
    ...(combinations ? [LEADS_COLUMN] : []),
    notesColumn(({ predictedRate, leads }) => [
      predictedRate > 1 &&
        `Predicts ${formatRate(predictedRate)} conversion. More than 100% is impossible, so take this value with caution.`,
      leads === 0 && 'No lead has this combination.',
    ]),
  ];
}

const LEADS_COLUMN: Column<LeadValue> = {
  key: 'leads',
  heading: 'Leads',
  meaning: null,
  isNumeric: true,
  screen: { width: 88, isSortable: false, cell: ({ leads }) => formatCount(leads ?? 0) },
  exported: ({ leads }) => leads ?? '',
  report: ({ leads }) => formatCount(leads ?? 0),
};

/** A lead value, with a warning where it is more than a sale is worth. */
function LeadValueCell({ leadValue, predictedRate }: LeadValue) {
  return (
    <>
      <span className="font-medium">{formatWholeDollars(leadValue)}</span>
      {predictedRate > 1 && (
        <span className="block text-12 whitespace-normal text-caution">
          <span aria-hidden>! </span>predicts {formatRate(predictedRate)}
        </span>
      )}
    </>
  );
}

function attributeColumn(name: string, valueOf: (combination: LeadValue) => string): Column<LeadValue> {
  return {
    key: `attribute ${name}`,
    heading: name,
    meaning: null,
    isNumeric: false,
    screen: {
      width: { wide: 200, narrow: 112 },
      isSortable: false,
      header: () => <ValueName name={name} />,
      cell: (combination) => <ValueName name={valueOf(combination)} field={name} />,
    },
    exported: valueOf,
    report: valueOf,
  };
}

/** The table is the last of its tab, and few readers reach its end. */
const MOST_OPEN_ROWS = 15;

/** The best 10,000 combinations of values, highest lead value first. */
export function CombinationsTable({ analysis, bounds }: { analysis: Analysis; bounds: Bounds }) {
  // Finding 10,000 rows takes some milliseconds. The first rows are shown before that, and the controls stay quick.
  const shown = useDeferredValue(analysis);
  const limit = useDeferredValue(MAX_LISTED_COMBINATIONS, FIRST_LISTED_COMBINATIONS);
  const combinations = useMemo(() => bestCombinations(shown, limit), [shown, limit]);
  const columns = useMemo(
    () => withRangePerField(combinationColumns(shown), bounds, shown.fields),
    [shown, bounds],
  );
  // The highest comes first.
  const isImpossible = (combinations[0]?.predictedRate ?? 0) > 1;
  return (
    <TableSection
      title="All Lead Value Combinations"
      description={describe(countCombinations(shown))}
      status={
        isImpossible && (
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
