import type { Dispatch } from 'react';
import { CURRENCIES, type Currency } from '#contract/currencies.ts';
import { DEFAULT_CURRENCY } from '#contract/limits.ts';
import {
  nameCurrencySource,
  nameFileCurrency,
  type SettledCurrency,
} from '#frontend/analysis/counts/amount-currency.ts';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { countNoun, shortText } from '#frontend/lib/format.ts';
import { typedCurrency } from '#frontend/choices/amounts.ts';
import { headerOf } from '#frontend/features/wizard/workflow-selectors.ts';
import type { WorkflowEvent, WorkflowState } from '#frontend/features/wizard/workflow-state.ts';
import { NO_COLUMN } from './column-options.tsx';

interface CurrencyFieldProps {
  state: WorkflowState;
  settled: SettledCurrency;
  dispatch: Dispatch<WorkflowEvent>;
}

/** The currency of the amounts with its source, and the question that only the visitor can answer. */
export function CurrencyField({ state, settled, dispatch }: CurrencyFieldProps) {
  const { code, question, others } = settled;
  const shown = code ?? (question === null ? (typedCurrency(state) ?? DEFAULT_CURRENCY) : null);
  return (
    <div className="flex flex-col gap-3">
      {question && <CurrencyQuestion {...settled} question={question} />}
      <div className="flex flex-wrap gap-x-4 gap-y-3">
        <Dropdown
          label="Currency of the amounts"
          options={listOptions(settled)}
          value={shown}
          placeholder="Choose a currency"
          hint={question ? undefined : describeSource(state, settled)}
          onChange={(currency) => dispatch({ type: 'currencyChosen', currency })}
          className="w-full sm:w-64"
        />
        <CurrencyColumnChoice {...{ state, settled, dispatch }} />
      </div>
      {code !== null && others.length > 0 && (
        <Notice tone="caution" title={`Only amounts in ${code} count by value`}>
          {describeOthers(others)} Nothing is converted: by value these leads are worth 0, so segments with
          many of them look worse than they are. Files with a value per lead leave them out. By conversions
          they count.
        </Notice>
      )}
    </div>
  );
}

function CurrencyQuestion({ question, findings }: SettledCurrency & { question: 'sign' | 'several' }) {
  const sign = findings.named[0]?.mark ?? findings.header ?? '';
  if (question === 'sign')
    return (
      <Notice tone="caution" title={`Which currency does ${sign} stand for?`}>
        Several currencies have this sign. The amounts are not used until you choose.
      </Notice>
    );
  const { named, unnamed } = findings;
  return (
    <Notice tone="caution" title="Which of these currencies counts?">
      {describeRowsPerCurrency([
        ...named,
        ...(unnamed > 0 ? [{ mark: findings.header ?? '', rows: unnamed }] : []),
      ])}{' '}
      Amounts of several currencies are never added up or converted. They are not used until you choose.
    </Notice>
  );
}

const ALL = CURRENCIES.map((code) => ({ value: code, label: code }));

/** The currencies to choose from. If rows name currencies, no others can be chosen. */
function listOptions({ options, findings }: SettledCurrency) {
  if (options.length === 0) return ALL;
  const named = options.map(({ code, rows }) => ({
    value: code,
    label: code,
    ...(options.length > 1 && { detail: countNoun(rows, 'row') }),
  }));
  return findings.named.length > 0
    ? named
    : [...named, ...ALL.filter(({ value }) => !hasCode(options, value))];
}

const hasCode = (options: readonly { code: Currency }[], value: string): boolean =>
  options.some(({ code }) => code === value);

function describeSource(state: WorkflowState, settled: SettledCurrency): string {
  const { file } = state;
  const named = nameCurrencySource(settled);
  if (named !== null) return `${named}.`;
  return file?.currency
    ? `${nameFileCurrency(file.currency)}.`
    : 'The file names none: this one is from your settings.';
}

const MOST_MARKS = 4;
const MARK_LENGTH = 20;

/** 'EUR: 1,900 rows, $: 700 rows.' */
function describeRowsPerCurrency(groups: SettledCurrency['others']): string {
  const shown = groups
    .slice(0, MOST_MARKS)
    .map(
      ({ mark, rows }) =>
        `${mark === '' ? 'none named' : shortText(mark, MARK_LENGTH)}: ${countNoun(rows, 'row')}`,
    );
  const more = groups.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

function describeOthers(others: SettledCurrency['others']): string {
  return `Others are left aside – ${describeRowsPerCurrency(others)}`;
}

/** The dropdown of the column that names the currency of each row. Absent in a file without such a column. */
function CurrencyColumnChoice({ state, settled, dispatch }: CurrencyFieldProps) {
  const columns = (state.file?.currencyColumns ?? []).filter((column) => column !== state.valueColumn);
  if (columns.length === 0) return null;
  const found = columns.find((column) => headerOf(state, column) === settled.findings.column);
  return (
    <Dropdown
      label="Currency column"
      options={[
        NO_COLUMN,
        ...columns.map((column) => ({ value: String(column), label: headerOf(state, column) })),
      ]}
      value={found === undefined ? NO_COLUMN.value : String(found)}
      onChange={(value) =>
        dispatch({
          type: 'currencyColumnChosen',
          column: value === NO_COLUMN.value ? null : Number(value),
        })
      }
      className="w-full sm:w-64"
    />
  );
}
