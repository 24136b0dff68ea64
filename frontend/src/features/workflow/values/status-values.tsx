import { useCallback, useMemo, type Dispatch, memo } from 'react';
import { CircleSlash } from 'lucide-react';
import { countFrom, type AgeCounts } from '#frontend/analysis/lead-age.ts';
import { asksForDate } from '#frontend/analysis/lead-filter.ts';
import type { Counts } from '#frontend/analysis/lift.ts';
import type { ListedValue } from '#frontend/analysis/mapping.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { countNoun, formatCount, formatRate } from '#frontend/lib/format.ts';
import type { LeadThread } from '#frontend/thread/client.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import { Button } from '#frontend/ui/button.tsx';
import { Checkbox } from '#frontend/ui/checkbox.tsx';
import { CutText } from '#frontend/ui/cut-text.tsx';
import { UniqueWarning } from '../columns/attribute-field.tsx';
import { describeFewConversions } from '../preflight/chosen-findings.ts';
import { useAnswer, type Asker } from '../thread-answers.tsx';
import { headerOf, leftOutStatuses, qualifiedValues, statusAmountsOf } from '../workflow-selectors.ts';
import type { StatusAmounts, WorkflowEvent, WorkflowState } from '../workflow-state.ts';
import { NAME_LENGTH, shortText } from './short-text.ts';
import { AmountField, AmountsSummary } from './status-amounts.tsx';
import { listColumnValues, useTextsOfRows, ValueList } from './value-list.tsx';
import { useValueSearch, ValueSearchField } from './value-search-field.tsx';
import { CountBar, LeadCount } from './lead-count.tsx';
import { ValuesLayout } from './values-layout.tsx';
import { YoungLeads } from './young-leads.tsx';

const ROW_HEIGHT = 39;
const ROW_HEIGHT_WITH_AMOUNTS = 49;

interface StatusValuesProps {
  state: WorkflowState;
  dispatch: Dispatch<WorkflowEvent>;
  thread: LeadThread;
  detail: ColumnDetail;
}

/** The values of the status column as checkboxes. The ticked ones count as converted, others may be left out. */
export function StatusValues({ state, dispatch, thread, detail }: StatusValuesProps) {
  const values = useMemo(() => listColumnValues(detail, null), [detail]);
  const texts = useTextsOfRows(values);
  const mostLeads = useMemo(() => values.reduce((most, { leads }) => Math.max(most, leads), 0), [values]);
  const search = useValueSearch(values);
  const qualified = qualifiedValues(state);
  const leftOut = leftOutStatuses(state);
  const ages = useAges({ state, thread });
  const dated = useMemo(
    () =>
      ages && asksForDate(state.dateFilter) ? countFrom(ages, state.dateFilter.youngerThanDays ?? 0) : null,
    [ages, state.dateFilter],
  );
  const isSearching = search.foundFor !== '';
  const amounts = statusAmountsOf(state);
  const changeAmount = useCallback(
    (status: string, amount: number | null) => dispatch({ type: 'statusAmountTyped', status, amount }),
    [dispatch],
  );

  const mark = useCallback(
    (marked: readonly string[], isQualified: boolean) =>
      dispatch({ type: 'qualifiedChanged', values: marked, isQualified }),
    [dispatch],
  );
  const leaveOut = useCallback(
    (marked: readonly string[], isLeftOut: boolean) =>
      dispatch({ type: 'leftOutChanged', values: marked, isLeftOut }),
    [dispatch],
  );
  const found = () => search.found.map(({ value }) => value);
  const markFound = (isQualified: boolean) => mark(found(), isQualified);

  return (
    <ValuesLayout summary={<StatusSummary {...{ state, values, qualified, leftOut, dated, amounts }} />}>
      {detail.isMostlyUnique && <UniqueWarning use="status" detail={detail} />}
      <ValueSearchField search={search} total={values.length} />
      {state.valueColumn === null && (
        <Checkbox
          label="Different values per status"
          checked={amounts !== null}
          onChange={(isOn) => dispatch({ type: 'statusAmountsSwitched', isOn })}
        />
      )}
      <div className="-ml-2.5 flex items-center gap-1">
        <Button size="small" variant="ghost" onClick={() => markFound(true)}>
          {isSearching ? 'Select all found' : 'Select all'}
        </Button>
        <Button size="small" variant="ghost" onClick={() => markFound(false)}>
          {isSearching ? 'Select none found' : 'Select none'}
        </Button>
        {isSearching && (
          <Button size="small" variant="ghost" onClick={() => leaveOut(found(), true)}>
            Leave out all found
          </Button>
        )}
        <span
          aria-hidden
          className={cx('ml-auto text-13 text-muted max-sm:hidden', amounts ? 'pr-42' : 'pr-53')}
        >
          Leads
        </span>
        {amounts && (
          <span aria-hidden className="w-28 pr-3 text-right text-13 text-muted max-sm:hidden">
            Value
          </span>
        )}
      </div>
      <ValueList
        label={`Values of ${headerOf(state, detail.index)}`}
        values={search.found}
        searchedFor={search.foundFor}
        rowHeight={amounts ? ROW_HEIGHT_WITH_AMOUNTS : ROW_HEIGHT}
        renderRow={({ value, leads }) => (
          <StatusRow
            value={value}
            among={texts}
            leads={leads}
            share={leads / mostLeads}
            isConverted={qualified.has(value)}
            isLeftOut={leftOut.has(value)}
            onMark={mark}
            onLeaveOut={leaveOut}
            amount={amounts?.get(value)}
            onAmountChange={amounts ? changeAmount : undefined}
          />
        )}
      />
      <YoungLeads {...{ state, dispatch, ages }} />
    </ValuesLayout>
  );
}

interface StatusSummaryProps {
  state: WorkflowState;
  values: readonly ListedValue[];
  qualified: ReadonlySet<string>;
  leftOut: ReadonlySet<string>;
  /** The counts where a condition about dates leaves out more. */
  dated: Counts | null;
  amounts: StatusAmounts | null;
}

/** The number and rate of leads that count as converted. */
function StatusSummary({ state, values, qualified, leftOut, dated, amounts }: StatusSummaryProps) {
  const all = useMemo(() => values.reduce((sum, { leads }) => sum + leads, 0), [values]);
  const byStatus = useMemo(
    () => ({
      leads: all - countConverted(values, leftOut).leads,
      conversions: countConverted(values, qualified).leads,
    }),
    [values, all, leftOut, qualified],
  );
  const { leads: total, conversions: converted } = dated ?? byStatus;
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
      {byStatus.conversions === 0 && <p className="text-13 text-caution">No value is ticked yet.</p>}
      {few && <p className="text-13 text-caution">{few}</p>}
      {total > 0 && converted === total && (
        <p className="text-13 text-caution">
          Every lead counts as converted, so there is nothing to compare.
        </p>
      )}
      {/* How many leads of each status the dates leave out is not known here. */}
      {amounts && !dated && (
        <AmountsSummary
          values={values.filter(({ value }) => !leftOut.has(value))}
          amounts={amounts}
          currency={state.settings.currency}
        />
      )}
    </div>
  );
}

/** Leads whose status counts as converted, and how many of the values that occur do. */
export function countConverted(
  values: readonly ListedValue[],
  qualified: ReadonlySet<string>,
): { values: number; leads: number } {
  const converted = values.filter(({ value }) => qualified.has(value));
  return { values: converted.length, leads: converted.reduce((sum, { leads }) => sum + leads, 0) };
}

interface StatusRowProps {
  value: string;
  /** The texts of all rows. */
  among: readonly string[];
  leads: number;
  /** Leads relative to those of the most frequent value. */
  share: number;
  isConverted: boolean;
  isLeftOut: boolean;
  onMark(values: readonly string[], isQualified: boolean): void;
  onLeaveOut(values: readonly string[], isLeftOut: boolean): void;
  amount: number | undefined;
  /** Absent where statuses have no amounts of their own. */
  onAmountChange: ((status: string, amount: number | null) => void) | undefined;
}

const StatusRow = memo(function StatusRow({
  value,
  among,
  leads,
  share,
  isConverted,
  isLeftOut,
  onMark,
  onLeaveOut,
  amount,
  onAmountChange,
}: StatusRowProps) {
  const text = shortText(value, NAME_LENGTH);
  return (
    <div className="relative flex flex-wrap items-center gap-x-2 border-b border-hairline hover:bg-sunken">
      <Checkbox
        label={text}
        checked={isConverted}
        onChange={(checked) => onMark([value], checked)}
        className={cx('min-w-0 flex-1 py-1.5', isLeftOut && 'text-faint')}
      >
        <span className="flex min-w-0 flex-1 items-baseline justify-between gap-3">
          <CutText text={text} among={among} />
          <LeadCount leads={leads} />
        </span>
        <span className="flex w-28 shrink-0 justify-end">
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
          onAmountChange ? 'px-2' : 'max-sm:px-2',
        )}
        onClick={() => onLeaveOut([value], !isLeftOut)}
      >
        <CircleSlash aria-hidden className={cx('size-4', !onAmountChange && 'sm:hidden')} />
        <span className={onAmountChange ? 'sr-only' : 'max-sm:sr-only'}>Leave out</span>
      </Button>
      {onAmountChange && (
        <span className="flex items-center justify-end gap-3 py-1.5 max-sm:basis-full max-sm:pt-0">
          <span aria-hidden className="text-13 text-muted sm:hidden">
            Value
          </span>
          <AmountField
            status={text}
            amount={amount}
            onChange={(next) => onAmountChange(value, next ?? null)}
          />
        </span>
      )}
      <CountBar share={share} isStrong={isConverted} />
    </div>
  );
});

/** The ages of the leads that count; null without a column of dates, and while the thread counts. */
function useAges({ state, thread }: Asker): AgeCounts | null {
  const { file, statusColumn, dateFilter } = state;
  const qualified = qualifiedValues(state);
  const leftOut = leftOutStatuses(state);
  const question = useMemo(
    () => ({
      statusColumn: statusColumn ?? 0,
      qualified,
      leads: { leftOutStatuses: leftOut, ...dateFilter, youngerThanDays: null },
    }),
    [statusColumn, qualified, leftOut, dateFilter],
  );
  const isAsked = file !== null && statusColumn !== null && dateFilter.dateColumn !== null;
  return useAnswer(isAsked ? [file.number, 'countAges', question] : null, () => thread.countAges(question));
}
