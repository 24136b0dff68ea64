import { useMemo, type Dispatch } from 'react';
import type { Currency } from '#contract/currencies.ts';
import { MAX_AMOUNT } from '#contract/limits.ts';
import type { SettledCurrency } from '#frontend/analysis/counts/amount-currency.ts';
import { MIN_NUMERIC_PERCENT } from '#frontend/analysis/constants.ts';
import { asksForDate } from '#frontend/analysis/counts/mapping.ts';
import { readNumber, type NumberFormat } from '#frontend/analysis/columns/number-format.ts';
import { countAmounts, type AmountCounts } from '#frontend/analysis/counts/read-amounts.ts';
import type { ColumnDetail } from '#frontend/counting/file-facts.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { countNoun, formatCount, formatMoney, formatNumber, shortText } from '#frontend/lib/format.ts';
import {
  useAmountCurrency,
  useConversionsPerValue,
  useSteady,
  type OpenAsker,
} from '#frontend/features/wizard/file-answers.ts';
import { useColumnDetail } from '#frontend/features/wizard/thread-answers.tsx';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import { typedCurrency } from '#frontend/choices/amounts.ts';
import { headerOf } from '#frontend/features/wizard/workflow-selectors.ts';
import type { WorkflowEvent, WorkflowState } from '#frontend/features/wizard/workflow-state.ts';
import { ColumnChoice, columnOptions, slotLabel } from './column-options.tsx';
import { CurrencyField } from './currency-field.tsx';
import { NumberFormatField } from './number-format-field.tsx';

/** The dropdown of the column with amounts. Absent in a file without a free column of numbers. */
export function ValueColumnField({ workflow }: { workflow: Workflow }) {
  const { state, dispatch } = workflow;
  const column = state.valueColumn;
  const options = useMemo(() => columnOptions(state, 'value'), [state]);
  const detail = useColumnDetail(workflow, column);
  if (options.every(({ isNone, disabled }) => isNone || disabled)) return null;
  return (
    <div className="flex flex-col gap-3">
      <ColumnChoice
        label={slotLabel('value')}
        options={options}
        column={column}
        onChoose={(next) => dispatch({ type: 'valueColumnChosen', column: next })}
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
          <Read key={column} {...{ workflow, detail }} />
        ))}
    </div>
  );
}

/** Whether a point in the numbers has two meanings, so that the visitor must choose. */
function isUndecided({ index, isThousandsAmbiguous }: ColumnDetail, state: WorkflowState): boolean {
  return isThousandsAmbiguous && !state.numberFormats.has(index);
}

/** Asks for the meaning of a point. Until the answer the column has no amounts. */
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
          onClick={() => dispatch({ type: 'numberFormatChosen', column: detail.index, format })}
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
  const currency = useSteady(useAmountCurrency(workflow, detail.index));
  return (
    <div className="ml-1 flex flex-col gap-3 border-l-2 border-hairline pl-3 sm:pl-5">
      <NumberFormatField
        detail={detail}
        chosen={state.numberFormats.get(detail.index)}
        hasRanges={false}
        dispatch={dispatch}
      />
      {detail.numeric ? (
        <>
          {currency && <CurrencyField settled={currency} {...{ state, dispatch }} />}
          {currency && !currency.question && <Amounts {...{ workflow, detail, currency }} />}
          <DoubtfulCells detail={detail} />
        </>
      ) : (
        <Notice tone="caution" title="Few of these values are numbers">
          Under {MIN_NUMERIC_PERCENT}% of the cells can be read as an amount; the others count as 0.
        </Notice>
      )}
    </div>
  );
}

/** The amounts of the converted leads in the column, before the results use them. */
interface AmountsProps {
  workflow: Workflow;
  detail: ColumnDetail;
  currency: SettledCurrency;
}

function Amounts({ workflow, detail, currency }: AmountsProps) {
  const { state } = workflow;
  const counts = useAmounts(workflow, detail);
  if (!counts) return null;
  if (counts.converted === 0)
    return (
      <p className="text-13 text-muted">
        Amounts of converted leads count. You tick the converted values in the next step.
      </p>
    );
  return (
    <>
      <div className="tabular-nums">
        {counts.filled > 0 && currency.others.length === 0 && (
          <AmountsInAll counts={counts} currency={currency.code ?? typedCurrency(state)} />
        )}
        <p className="text-13 text-muted">{describeAmounts(counts, asksForDate(state.dateFilter))}</p>
      </div>
      {counts.negative > 0 && (
        <Notice tone="error" title="Negative amounts can't be used">
          {countNoun(counts.negative, 'converted lead has', 'converted leads have')} an amount below 0, such
          as a refund. Correct the file, or choose another column: until then the results show conversions
          only.
        </Notice>
      )}
    </>
  );
}

/** The column of amounts in the summary of step 3, with the sum of the ticked statuses. */
export function AmountsOfColumn({ workflow, column }: { workflow: Workflow; column: number }) {
  const { state } = workflow;
  const detail = useColumnDetail(workflow, column);
  const isUsed = detail !== null && !isUndecided(detail, state);
  const counts = useAmounts(workflow, isUsed ? detail : null);
  const currency = useAmountCurrency(workflow, column);
  const isOneCurrency = currency !== null && !currency.question && currency.others.length === 0;
  const hasAmounts = counts !== null && counts.filled > 0 && counts.negative === 0 && isOneCurrency;
  return (
    <div className="text-13 text-muted tabular-nums">
      <p className="wrap-anywhere" title={headerOf(state, column)}>
        Value from “{shortText(headerOf(state, column), HEADER_LENGTH)}”
      </p>
      {/* With a condition about dates, the amounts of the remaining leads are not known here. */}
      {isUsed && hasAmounts && !asksForDate(state.dateFilter) && (
        <AmountsInAll counts={counts} currency={currency.code ?? typedCurrency(state)} />
      )}
    </div>
  );
}

const HEADER_LENGTH = 60;

function AmountsInAll({ counts: { sum, filled }, currency }: AmountsInAllProps) {
  const write = (amount: number) => formatMoney(amount, currency);
  return (
    <p className="text-16 text-text">
      <strong className="font-semibold">{write(sum)}</strong> in all,{' '}
      <strong className="font-semibold">{write(sum / filled)}</strong> on average
    </p>
  );
}

interface AmountsInAllProps {
  counts: AmountCounts;
  currency: Currency | undefined;
}

/** The counts of amounts of the converted leads; null until they are known. */
function useAmounts(workflow: OpenAsker, detail: ColumnDetail | null): AmountCounts | null {
  const conversions = useConversionsPerValue(workflow, detail?.index ?? null);
  const counts = useMemo(
    () => conversions && detail && countAmounts(detail.values, conversions, detail.numberFormat),
    [detail, conversions],
  );
  return useSteady(counts);
}

/** Lists the cells that are no amounts, of converted and other leads, so that the visitor knows which count as 0. */
function DoubtfulCells({ detail: { values, leads, numberFormat } }: { detail: ColumnDetail }) {
  const words = useMemo(
    () =>
      [
        describeDoubtfulCells(
          listCells(values, leads, (cell) => isUnreadable(cell, numberFormat)),
          "that can't be read",
        ),
        describeDoubtfulCells(
          listCells(values, leads, (cell) => (readNumber(cell, numberFormat) ?? 0) < 0),
          'below 0',
        ),
      ].filter((part) => part !== null),
    [values, leads, numberFormat],
  );
  if (words.length === 0) return null;
  return <p className="text-13 wrap-anywhere text-caution">In the whole column, {words.join(' and ')}.</p>;
}

interface DoubtfulList {
  rows: number;
  cells: readonly string[];
}

const isUnreadable = (cell: string, format: NumberFormat): boolean =>
  cell.trim() !== '' && !((readNumber(cell, format) ?? Infinity) <= MAX_AMOUNT);

function listCells(
  values: readonly string[],
  leads: Uint32Array,
  isWanted: (cell: string) => boolean,
): DoubtfulList {
  const cells = values.filter(isWanted);
  const rows = values.reduce((sum, cell, code) => (isWanted(cell) ? sum + (leads[code] ?? 0) : sum), 0);
  return { rows, cells };
}

const SHOWN_CELLS = 3;
const CELL_LENGTH = 20;

/** '2 leads have an amount below 0 (-20, -5)'. */
function describeDoubtfulCells({ rows, cells }: DoubtfulList, what: string): string | null {
  if (rows === 0) return null;
  const shown = cells.slice(0, SHOWN_CELLS).map((cell) => shortText(cell, CELL_LENGTH));
  const more = cells.length > SHOWN_CELLS ? ', …' : '';
  return `${countNoun(rows, 'lead has', 'leads have')} an amount ${what} (${shown.join(', ')}${more})`;
}

/** '1,204 of 1,310 converted leads have an amount. 106 without one count as 0.' */
function describeAmounts(
  { converted, filled, empty, unreadable }: AmountCounts,
  leavesOutDates: boolean,
): string {
  const have = `${formatCount(filled)} of ${countNoun(converted, 'converted lead')} ${filled === 1 ? 'has' : 'have'} an amount`;
  return [
    `${have}.`,
    empty > 0 && countNoun(empty, 'without one counts as 0.', 'without one count as 0.'),
    unreadable > 0 &&
      countNoun(unreadable, 'that is no number counts as 0.', 'that are no numbers count as 0.'),
    leavesOutDates && 'Leads of all dates are included here; the results use only the dates you chose.',
  ]
    .filter((text) => text !== false)
    .join(' ');
}
