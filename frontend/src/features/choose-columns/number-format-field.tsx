import { useMemo, useState, type Dispatch } from 'react';
import { summariseNumeric, type NumericSummary } from '#frontend/analysis/columns/columns.ts';
import { quartilesOfMany } from '#frontend/analysis/counts/range-presets.ts';
import { MIN_NUMERIC_PERCENT } from '#frontend/analysis/constants.ts';
import {
  NUMBER_FORMATS,
  parseNumber,
  readNumber,
  type NumberFormat,
} from '#frontend/analysis/columns/number-format.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import type { ColumnDetail } from '#frontend/counting/file-facts.ts';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import type { WorkflowEvent } from '#frontend/features/wizard/workflow-state.ts';

const WRITTEN: Record<NumberFormat, string> = {
  plain: '1234.50',
  'comma-grouped': '1,234.50',
  'decimal-comma': '1.234,50',
  'apostrophe-grouped': "1'234.50",
  'space-grouped': '1 234.50',
  'lakh-grouped': '12,34,567.50',
  'short-point': '1.2k or 3.0 million',
  'short-comma': '1,2 Tsd. or 3,0 Mio.',
};

interface NumberFormatFieldProps {
  detail: ColumnDetail;
  /** Undefined while the format that the file was found to have is used. */
  chosen: NumberFormat | undefined;
  hasRanges: boolean;
  dispatch: Dispatch<WorkflowEvent>;
}

/** Chooses the number format of a column, with one of its cells as the example. Absent if plain is the only format. */
export function NumberFormatField({ detail, chosen, hasRanges, dispatch }: NumberFormatFieldProps) {
  const [change, setChange] = useState<RangesChange | null>(null);
  const marked = useMemo(() => findMarkedCell(detail), [detail]);
  const options = useMemo(() => listWays(detail.values, marked), [detail, marked]);
  if (chosen === undefined && detail.numberFormat === 'plain' && marked === undefined) return null;

  const choose = (way: string) => {
    const format = NUMBER_FORMATS.find((known) => known === way) ?? 'plain';
    const numeric = summariseNumeric(detail.values, detail.leads, format);
    const isRanged = (hasRanges || change !== null) && !isSame(numeric, detail.numeric);
    const ranges = numeric && quartilesOfMany(numeric);
    if (isRanged) setChange(ranges ? 'replaced' : 'removed');
    dispatch({ type: 'numberFormatChosen', column: detail.index, format, ...(isRanged && { ranges }) });
  };

  return (
    <div className="flex flex-col gap-1">
      <Dropdown
        label="How numbers are written"
        isLabelHidden
        options={options}
        value={chosen ?? detail.numberFormat}
        onChange={choose}
        className="w-full sm:w-96"
      />
      {detail.isThousandsAmbiguous && chosen === undefined && (
        <p className="text-13 text-caution">
          A point may separate decimals or thousands here. Please check how the numbers are read.
        </p>
      )}
      <output className="text-13 text-caution empty:hidden">{explain(detail, change)}</output>
    </div>
  );
}

/** The effect of another format on the ranges of the column. */
type RangesChange = 'replaced' | 'removed';

const CHANGES: Record<RangesChange, string> = {
  replaced: 'These are other numbers: their quartiles are set.',
  removed: 'The ranges were removed: these are other numbers.',
};

function explain({ numeric }: ColumnDetail, change: RangesChange | null): string {
  if (!numeric) return `Fewer than ${MIN_NUMERIC_PERCENT}% of the cells are numbers written like this.`;
  return change ? CHANGES[change] : '';
}

/** A cell that is another number, or no number, in another format. */
function findMarkedCell({ values, numberFormat, isThousandsAmbiguous }: ColumnDetail): string | undefined {
  const isMarked = (cell: string) =>
    (isThousandsAmbiguous && cell.includes('.')) ||
    (parseNumber(cell) === null && NUMBER_FORMATS.some((way) => readNumber(cell, way) !== null));
  const marked = values.filter(isMarked);
  return marked.find((cell) => readNumber(cell, numberFormat) !== null) ?? marked[0];
}

function listWays(values: readonly string[], marked: string | undefined) {
  const first = marked ?? values.find((cell) => parseNumber(cell) !== null) ?? '';
  return NUMBER_FORMATS.map((way) => {
    const number = readNumber(first, way);
    return {
      value: way,
      label: `Numbers like ${WRITTEN[way]}`,
      detail: number === null ? `${first} is text` : `${first} is ${formatNumber(number)}`,
    };
  });
}

/** Whether a column has the same numbers in both formats, so that its ranges still fit. */
function isSame(a: NumericSummary | null, b: NumericSummary | null): boolean {
  return (
    a !== null &&
    b !== null &&
    a.values.length === b.values.length &&
    a.values.every((value, index) => value === b.values[index])
  );
}
