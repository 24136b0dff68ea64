import { leaveOut } from '#frontend/features/wizard/undoable.ts';
import { memo, useMemo, useState, type ComponentType } from 'react';
import { CircleSlash } from 'lucide-react';
import type { Currency } from '#contract/currencies.ts';
import { MAX_AMOUNT } from '#contract/limits.ts';
import { countFrom } from '#frontend/analysis/measure/lead-age.ts';
import type { Counts } from '#frontend/analysis/counts/valued-leads.ts';
import { asksForDate, type ListedValue } from '#frontend/analysis/counts/mapping.ts';
import { nameMoney } from '#frontend/analysis/judge/settings.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import { Button } from '#frontend/ui/button.tsx';
import { Checkbox, TextField } from '#frontend/ui/field.tsx';
import { CutText } from '#frontend/ui/cut-text.tsx';
import { readTyped, writeBound } from '#frontend/features/wizard/typed-number.ts';
import { describeFewConversions, UniqueWarning } from '#frontend/features/wizard/column-checks.tsx';
import { NEEDS_CLOSING, useNeedsClosing } from '#frontend/features/wizard/open-statuses.ts';
import {
  countNoun,
  formatCount,
  formatMoney,
  formatRate,
  NAME_LENGTH,
  shortText,
} from '#frontend/lib/format.ts';
import { useAges, useSteady } from '#frontend/features/wizard/file-answers.ts';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import { headerOf } from '#frontend/features/wizard/workflow-selectors.ts';
import { statusAmountsOf, typedCurrency } from '#frontend/choices/amounts.ts';
import type { StatusAmounts } from '#frontend/choices/choices.ts';
import { leftOutStatuses } from '#frontend/choices/leads.ts';
import { qualifiedValues } from '#frontend/choices/qualified.ts';
import {
  CountBar,
  LeadCount,
  listColumnValues,
  useValueSearch,
  ValueList,
  ValueSearchField,
  ValuesLayout,
  type ColumnValuesProps,
  type ValueRowProps,
} from './value-list.tsx';
import { YoungLeads } from './lead-age.tsx';

const ROW_HEIGHT = 39;
const ROW_HEIGHT_WITH_AMOUNTS = 49;

/** Shows the sum of the amounts in a column. */
export type AmountsView = ComponentType<{ workflow: Workflow; column: number }>;

interface StatusValuesProps extends ColumnValuesProps {
  Amounts: AmountsView;
}

/** The values of the status column as checkboxes. Ticked values count as converted; others may be left out. */
export function StatusValues({ workflow, detail, Amounts }: StatusValuesProps) {
  const { state, dispatch } = workflow;
  const values = useMemo(() => listColumnValues(detail, null), [detail]);
  const search = useValueSearch(values);
  const qualified = qualifiedValues(state);
  const leftOut = leftOutStatuses(state);
  const ages = useSteady(useAges(workflow));
  const dated = useMemo(
    () =>
      ages && asksForDate(state.dateFilter) ? countFrom(ages, state.dateFilter.youngerThanDays ?? 0) : null,
    [ages, state.dateFilter],
  );
  const isSearching = search.foundFor !== '';
  const amounts = statusAmountsOf(state);
  const valueHeading = amounts && nameMoney('Value', typedCurrency(state));
  const mark = (isQualified: boolean) => dispatch({ type: 'qualifiedChanged', values: found(), isQualified });
  const found = () => search.found.map(({ value }) => value);

  return (
    <ValuesLayout
      summary={<StatusSummary {...{ workflow, values, qualified, leftOut, dated, amounts, Amounts }} />}
    >
      {detail.isMostlyUnique && <UniqueWarning use="status" detail={detail} />}
      <ValueSearchField search={search} />
      {state.valueColumn === null && (
        <div>
          <Checkbox
            label="Different values per status"
            checked={amounts !== null}
            onChange={(isOn) => dispatch({ type: 'statusAmountsSwitched', isOn })}
          />
          {!amounts && (
            <p className="pl-7.5 text-13 text-muted max-sm:hidden">
              For results in money: type what a lead of each status is worth.
            </p>
          )}
        </div>
      )}
      <div className="-ml-2.5 flex items-center gap-1">
        <Button size="small" variant="ghost" onClick={() => mark(true)}>
          {isSearching ? 'Select all found' : 'Select all'}
        </Button>
        <Button size="small" variant="ghost" onClick={() => mark(false)}>
          {isSearching ? 'Select none found' : 'Select none'}
        </Button>
        {isSearching && (
          <Button size="small" variant="ghost" onClick={() => leaveOut(workflow, found())}>
            Leave out all found
          </Button>
        )}
        <span
          aria-hidden
          className={cx('ml-auto text-13 text-muted max-sm:hidden', amounts ? 'pr-42' : 'pr-53')}
        >
          Leads
        </span>
        {valueHeading && (
          <span aria-hidden className="w-28 pr-3 text-right text-13 text-muted max-sm:hidden">
            {valueHeading}
          </span>
        )}
      </div>
      <ValueList
        label={`Values of ${headerOf(state, detail.index)}`}
        search={search}
        rowHeight={amounts ? ROW_HEIGHT_WITH_AMOUNTS : ROW_HEIGHT}
        renderRow={(row) => (
          <StatusRow
            {...row}
            isConverted={qualified.has(row.value)}
            isLeftOut={leftOut.has(row.value)}
            amount={amounts?.get(row.value)}
            {...{ valueHeading, dispatch }}
          />
        )}
      />
      <YoungLeads {...{ state, dispatch, ages }} />
    </ValuesLayout>
  );
}

interface StatusSummaryProps {
  workflow: Workflow;
  values: readonly ListedValue[];
  qualified: ReadonlySet<string>;
  leftOut: ReadonlySet<string>;
  /** The counts without the leads that a condition about dates leaves out; null without one. */
  dated: Counts | null;
  amounts: StatusAmounts | null;
  Amounts: AmountsView;
}

/** The number and rate of leads that count as converted. */
function StatusSummary(props: StatusSummaryProps) {
  const { workflow, values, qualified, leftOut, dated, amounts, Amounts } = props;
  const { valueColumn } = workflow.state;
  const all = useMemo(() => values.reduce((sum, { leads }) => sum + leads, 0), [values]);
  const byStatus = useMemo(
    () => ({
      leads: all - countConverted(values, leftOut).leads,
      conversions: countConverted(values, qualified).leads,
    }),
    [values, all, leftOut, qualified],
  );
  const { leads: total, conversions: converted } = dated ?? byStatus;
  const needsClosing = useNeedsClosing(workflow, qualified);
  const few = describeFewConversions({ leads: total, conversions: converted });
  return (
    <div className="flex flex-col gap-2">
      <output className="block text-14 text-muted tabular-nums">
        {`${formatCount(converted)} of ${countNoun(total, 'lead')} ${total === 1 ? 'counts' : 'count'} as converted: `}
        <strong className="block text-28 font-semibold tracking-tight text-text">
          {formatRate(total === 0 ? 0 : converted / total)}
        </strong>
        {total < all && `${countNoun(all - total, 'lead')} left out.`}
      </output>
      {needsClosing && <p className="text-13 text-caution">{NEEDS_CLOSING}</p>}
      {byStatus.conversions === 0 && <p className="text-13 text-caution">No value is ticked yet.</p>}
      {few && <p className="text-13 text-caution">{few}</p>}
      {total > 0 && converted === total && (
        <p className="text-13 text-caution">
          Every lead counts as converted, so there is nothing to compare.
        </p>
      )}
      {/* With a condition about dates, the leads of each status are not known here. */}
      {amounts && !dated && (
        <AmountsSummary
          values={values.filter(({ value }) => !leftOut.has(value))}
          amounts={amounts}
          currency={typedCurrency(workflow.state)}
        />
      )}
      {valueColumn !== null && <Amounts workflow={workflow} column={valueColumn} />}
    </div>
  );
}

/** The leads that count as converted, and the number of occurring values that do. @internal */
export function countConverted(
  values: readonly ListedValue[],
  qualified: ReadonlySet<string>,
): { values: number; leads: number } {
  const converted = values.filter(({ value }) => qualified.has(value));
  return { values: converted.length, leads: converted.reduce((sum, { leads }) => sum + leads, 0) };
}

interface StatusRowProps extends ValueRowProps {
  isConverted: boolean;
  isLeftOut: boolean;
  amount: number | undefined;
  /** Null if statuses have no amounts. */
  valueHeading: string | null;
  dispatch: Workflow['dispatch'];
}

const StatusRow = memo(function StatusRow(props: StatusRowProps) {
  const { value, among, leads, share, isConverted, isLeftOut, amount, valueHeading, dispatch } = props;
  const text = shortText(value, NAME_LENGTH);
  return (
    <div className="relative flex flex-wrap items-center gap-x-2 border-b border-hairline hover:bg-sunken">
      <Checkbox
        label={text}
        checked={isConverted}
        onChange={(isQualified) => dispatch({ type: 'qualifiedChanged', values: [value], isQualified })}
        className={cx('min-w-0 flex-1 py-1.5', isLeftOut && 'text-faint')}
      >
        <span className="flex min-w-0 flex-1 items-baseline justify-between gap-3">
          <CutText text={text} among={among} />
          <LeadCount leads={leads} />
        </span>
        {/* At 320 px it would leave no room for the name; the box says the same. */}
        <span className="flex w-28 shrink-0 justify-end max-[22rem]:hidden">
          <Badge tone={isConverted ? 'accent' : 'neutral'}>
            {isLeftOut ? 'Left Out' : isConverted ? 'Converted' : 'Not Converted'}
          </Badge>
        </span>
      </Checkbox>
      <Button
        size="small"
        variant="ghost"
        aria-label={`Leave out ${text}`}
        aria-pressed={isLeftOut}
        title="Its leads count in no figure"
        className={cx(
          'shrink-0 aria-pressed:bg-accent-wash aria-pressed:text-accent',
          valueHeading ? 'px-2' : 'max-sm:px-2',
        )}
        onClick={() => dispatch({ type: 'leftOutChanged', values: [value], isLeftOut: !isLeftOut })}
      >
        <CircleSlash aria-hidden className={cx('size-4', !valueHeading && 'sm:hidden')} />
        <span className={valueHeading ? 'sr-only' : 'max-sm:sr-only'}>Leave out</span>
      </Button>
      {valueHeading && (
        <span className="flex items-center justify-end gap-3 py-1.5 max-sm:basis-full max-sm:pt-0">
          <span aria-hidden className="text-13 text-muted sm:hidden">
            {valueHeading}
          </span>
          <AmountField
            status={text}
            amount={amount}
            onChange={(next) => dispatch({ type: 'statusAmountTyped', status: value, amount: next })}
          />
        </span>
      )}
      <CountBar share={share} isStrong={isConverted} />
    </div>
  );
});

interface AmountFieldProps {
  status: string;
  /** Undefined if no amount was typed. */
  amount: number | undefined;
  /** Called with null for an emptied field. */
  onChange(amount: number | null): void;
}

/** The field for the amount of a lead of one status. A wrong text gets an error, and the last amount still counts. */
function AmountField({ status, amount, onChange }: AmountFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const error = typed === null ? null : explainAmount(typed);
  const type = (text: string) => {
    setTyped(text);
    if (explainAmount(text) === null) onChange(readTyped(text));
  };
  return (
    <TextField
      label={`Value of ${status}`}
      isLabelHidden
      inputMode="decimal"
      autoComplete="off"
      placeholder="0"
      error={error}
      value={typed ?? (amount === undefined ? '' : writeBound(amount))}
      onChange={(event) => type(event.target.value)}
      onBlur={() => error === null && setTyped(null)}
      inputClassName="text-right tabular-nums"
      className="w-28 shrink-0"
    />
  );
}

/** The error in a typed amount; null for an amount and for blank text. */
function explainAmount(text: string): string | null {
  if (text.trim() === '') return null;
  const amount = readTyped(text);
  if (amount === null) return 'Not a number';
  if (amount < 0) return 'Not below 0';
  return amount > MAX_AMOUNT ? 'Too large' : null;
}

interface AmountsSummaryProps {
  /** The statuses that are not left out. */
  values: readonly ListedValue[];
  amounts: StatusAmounts;
  currency: Currency | undefined;
}

/** The sum and the average of the amounts of all leads. */
function AmountsSummary({ values, amounts, currency }: AmountsSummaryProps) {
  const leads = values.reduce((sum, listed) => sum + listed.leads, 0);
  const total = values.reduce((sum, listed) => sum + listed.leads * (amounts.get(listed.value) ?? 0), 0);
  return (
    <p className="text-13 text-muted tabular-nums">
      {total > 0 ? (
        <>
          All {formatCount(leads)} leads are worth {formatMoney(total, currency)}:{' '}
          <strong className="block text-16 font-semibold text-text">
            {formatMoney(total / leads, currency)} per lead.
          </strong>
        </>
      ) : (
        'Type what a lead of each status is worth, ticked or not.'
      )}
    </p>
  );
}
