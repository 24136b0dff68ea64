import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { LeadValueFactor } from '#frontend/analysis/lead-values.ts';
import { formatDollars, formatLift, formatRate } from '#frontend/lib/format.ts';
import { ColumnTable, type ColumnOnScreen, type TableColumn } from '#frontend/ui/column-table.tsx';
import { Lift, OVERLAP_CUT } from '../figures.tsx';
import { ValueName } from '../names.tsx';
import { listValueSteps, type LeadValueProps, type ValueStep } from './value-steps.ts';

/** Each factor of a lead value with the dollars up to it: the figures of the waterfall. */
export function FactorTable({ analysis, result }: LeadValueProps) {
  return (
    <ColumnTable
      caption="Factors of the lead value"
      className="max-w-step"
      columns={factorColumns(analysis)}
      items={listValueSteps(analysis.baselineLeadValue, result).slice(0, -1)}
      keyOf={({ name, factor }) => (factor ? `factor ${name}` : name)}
      rowHeight={40}
      hasLowRows
    />
  );
}

/** No download and no report has this table, so its columns have only the part for the page. */
function factorColumns({ settings, baselineRate }: Analysis): readonly TableColumn<ValueStep>[] {
  const baseline = `${formatDollars(settings.conversionValue)} × ${formatRate(baselineRate)} baseline rate`;
  return [
    textColumn('Factor', {
      width: { wide: 230, narrow: 0 },
      isRowName: true,
      cell: (step) => <ValueName name={fieldOf(step)} isWrapped className="text-muted" />,
    }),
    textColumn('Value', {
      width: { wide: 266, narrow: 120 },
      grows: true,
      cell: (step) => (
        <>
          <ValueName name={fieldOf(step)} className="text-12 text-muted md:hidden" />
          {step.factor ? <FactorValue {...step.factor} /> : <span className="text-muted">{baseline}</span>}
        </>
      ),
    }),
    figureColumn('Lift', {
      width: { wide: 96, narrow: 80 },
      cell: ({ factor }) => factor && <Lift lift={factor.lift} />,
    }),
    figureColumn('Lead Value ($)', {
      width: { wide: 128, narrow: 88 },
      cell: ({ to }) => formatDollars(to),
    }),
  ];
}

type Shown = Omit<ColumnOnScreen<ValueStep>, 'isSortable'>;

function textColumn(heading: string, shown: Shown): TableColumn<ValueStep> {
  const screen = { ...shown, isSortable: false };
  return { key: heading, heading, meaning: null, isNumeric: false, screen };
}

function figureColumn(heading: string, shown: Shown): TableColumn<ValueStep> {
  return { ...textColumn(heading, shown), isNumeric: true };
}

function fieldOf({ name, factor }: ValueStep): string {
  return factor?.field ?? name;
}

function FactorValue({ value, isCut, liftBeforeCut }: LeadValueFactor) {
  return (
    <>
      <ValueName name={value} isWrapped className="font-medium" />
      {isCut && (
        <span className="block text-12 text-muted">
          was {formatLift(liftBeforeCut)}, reduced by {OVERLAP_CUT}
        </span>
      )}
    </>
  );
}
