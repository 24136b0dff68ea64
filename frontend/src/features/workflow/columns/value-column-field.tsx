import { useMemo, type Dispatch } from 'react';
import type { Currency } from '#contract/limits.ts';
import { readNumber, type NumberFormat } from '#frontend/analysis/number-format.ts';
import { countAmounts, type AmountCounts } from '#frontend/analysis/read-amounts.ts';
import { countNoun, formatCount, formatMoney, formatNumber } from '#frontend/lib/format.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Choice } from '#frontend/ui/choice.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { useColumnDetail } from '../thread-answers.tsx';
import type { Workflow } from '../use-workflow.ts';
import type { WorkflowEvent, WorkflowState } from '../workflow-state.ts';
import { columnOptions, NO_COLUMN, slotLabel } from './column-options.ts';
import { NumberFormatField } from './number-format-field.tsx';
import { useConversionsPerValue } from './use-conversions.ts';

/** The dropdown of the column with amounts. A file without another column of numbers has none. */
export function ValueColumnField({ workflow }: { workflow: Workflow }) {
  const { state, dispatch } = workflow;
  const column = state.valueColumn;
  const options = useMemo(() => columnOptions(state, 'value'), [state]);
  const detail = useColumnDetail(workflow, column);
  if (options.every(({ isNone, disabled }) => isNone || disabled)) return null;
  return (
    <div className="flex flex-col gap-3">
      <Choice
        label={slotLabel('value')}
        options={options}
        value={column === null ? NO_COLUMN : String(column)}
        onChange={(value) =>
          dispatch({ type: 'valueColumnChosen', column: value === NO_COLUMN ? null : Number(value) })
        }
      />
      {column === null && (
        <p className="text-13 text-muted">
          The amount of each deal, so that the results also show which leads bring more money.
        </p>
      )}
      {detail &&
        (isUndecided(detail, state) ? (
          <Undecided {...{ detail, dispatch }} />
        ) : (
          <Read {...{ workflow, detail }} />
        ))}
    </div>
  );
}

/** Whether only the visitor knows what a point in the numbers means. */
function isUndecided({ index, isThousandsAmbiguous }: ColumnDetail, state: WorkflowState): boolean {
  return isThousandsAmbiguous && !state.numberFormats.has(index);
}

/** Asks what a point means. Until the answer the column has no amounts. */
function Undecided({ detail, dispatch }: { detail: ColumnDetail; dispatch: Dispatch<WorkflowEvent> }) {
  const cell = detail.values.find((value) => value.includes('.')) ?? '';
  const ways: NumberFormat[] = [
    readNumber(cell, 'plain') === null ? 'comma-grouped' : 'plain',
    'decimal-comma',
  ];
  return (
    <Notice
      tone="caution"
      title={`What does ${cell} mean?`}
      action={ways.map((format) => (
        <Button
          key={format}
          size="small"
          onClick={() =>
            dispatch({ type: 'numberFormatChosen', column: detail.index, format, keepsRanges: true })
          }
        >
          {formatNumber(readNumber(cell, format) ?? 0)}
        </Button>
      ))}
    >
      A point may separate decimals or thousands here. The amounts are not used until you choose.
    </Notice>
  );
}

function Read({ workflow, detail }: { workflow: Workflow; detail: ColumnDetail }) {
  const { state, dispatch } = workflow;
  return (
    <div className="flex flex-col gap-2">
      <NumberFormatField
        detail={detail}
        chosen={state.numberFormats.get(detail.index)}
        hasRanges={false}
        dispatch={dispatch}
      />
      <Amounts workflow={workflow} detail={detail} />
    </div>
  );
}

/** What the column says of the converted leads, before the results use it. */
function Amounts({ workflow, detail }: { workflow: Workflow; detail: ColumnDetail }) {
  const conversions = useConversionsPerValue(workflow, detail.index);
  const counts = useMemo(
    () => conversions && countAmounts(detail.values, conversions, detail.numberFormat),
    [detail, conversions],
  );
  const write = useMemo(
    () => amountWriter(detail, workflow.state.settings.currency),
    [detail, workflow.state.settings.currency],
  );
  if (!detail.numeric)
    return (
      <Notice tone="caution" title="Few of these values are numbers">
        Under 80% of the cells can be read as an amount; the others count as 0.
      </Notice>
    );
  if (!counts) return null;
  if (counts.converted === 0)
    return (
      <p className="text-13 text-muted">
        Amounts of converted leads count. You tick the converted values in the next step.
      </p>
    );
  return (
    <div className="flex flex-col gap-2">
      <p className="text-13 text-muted tabular-nums">{describeAmounts(counts, write)}</p>
      {counts.negative > 0 && (
        <Notice tone="error" title="Negative amounts can't be used">
          {countNoun(counts.negative, 'converted lead')} {counts.negative === 1 ? 'has' : 'have'} an amount
          below 0, such as a refund. Correct the file, or choose another column: until then the results show
          conversions only.
        </Notice>
      )}
    </div>
  );
}

/** Cells with a sign, code or unit of their own. */
const HAS_UNIT = /[^\d.,\s+\-−e]/i;

/** Money in the visitor's currency; plain numbers where the file names its own, which may be another one. */
function amountWriter({ values, numberFormat }: ColumnDetail, currency: Currency | undefined) {
  const isNamed = values.some((cell) => HAS_UNIT.test(cell) && readNumber(cell, numberFormat) !== null);
  return (amount: number) =>
    isNamed ? formatNumber(Math.round(100 * amount) / 100) : formatMoney(amount, currency);
}

/** '1,204 of 1,310 converted leads have an amount: $1,204,000.00 in all, $1,000.00 on average. 106 without one count as 0.' */
function describeAmounts(
  { converted, filled, sum, empty, unreadable }: AmountCounts,
  write: (amount: number) => string,
): string {
  const have = `${formatCount(filled)} of ${countNoun(converted, 'converted lead')} ${filled === 1 ? 'has' : 'have'} an amount`;
  const total = filled > 0 ? `: ${write(sum)} in all, ${write(sum / filled)} on average.` : '.';
  const blank =
    empty > 0 ? ` ${formatCount(empty)} without one ${empty === 1 ? 'counts' : 'count'} as 0.` : '';
  const odd =
    unreadable > 0
      ? ` ${formatCount(unreadable)} that ${unreadable === 1 ? 'is no number counts' : 'are no numbers count'} as 0.`
      : '';
  return have + total + blank + odd;
}
