import { useCallback, useMemo, type Dispatch, memo } from 'react';
import type { ListedValue } from '#frontend/analysis/mapping.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { countNoun, formatCount, formatRate } from '#frontend/lib/format.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import { Button } from '#frontend/ui/button.tsx';
import { Checkbox } from '#frontend/ui/checkbox.tsx';
import { CutText } from '#frontend/ui/cut-text.tsx';
import { UniqueWarning } from '../columns/attribute-field.tsx';
import { describeFewConversions } from '../preflight/chosen-findings.ts';
import { headerOf, qualifiedValues, statusAmountsOf } from '../workflow-selectors.ts';
import type { StatusAmounts, WorkflowEvent, WorkflowState } from '../workflow-state.ts';
import { NAME_LENGTH, shortText } from './short-text.ts';
import { AmountField, AmountsSummary } from './status-amounts.tsx';
import { listColumnValues, useTextsOfRows, ValueList } from './value-list.tsx';
import { useValueSearch, ValueSearchField } from './value-search-field.tsx';
import { CountBar, LeadCount } from './lead-count.tsx';
import { ValuesLayout } from './values-layout.tsx';

const ROW_HEIGHT = 39;

interface StatusValuesProps {
  state: WorkflowState;
  dispatch: Dispatch<WorkflowEvent>;
  detail: ColumnDetail;
}

/** The values of the status column as checkboxes. The ticked values count as converted. */
export function StatusValues({ state, dispatch, detail }: StatusValuesProps) {
  const values = useMemo(() => listColumnValues(detail, null), [detail]);
  const texts = useTextsOfRows(values);
  const mostLeads = useMemo(() => values.reduce((most, { leads }) => Math.max(most, leads), 0), [values]);
  const search = useValueSearch(values);
  const qualified = qualifiedValues(state);
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
  const markFound = (isQualified: boolean) =>
    mark(
      search.found.map(({ value }) => value),
      isQualified,
    );

  return (
    <ValuesLayout summary={<StatusSummary {...{ values, qualified, amounts }} />}>
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
        <span aria-hidden className="ml-auto pr-31 text-13 text-muted">
          Leads
        </span>
      </div>
      <ValueList
        label={`Values of ${headerOf(state, detail.index)}`}
        values={search.found}
        searchedFor={search.foundFor}
        rowHeight={ROW_HEIGHT}
        renderRow={({ value, leads }) => (
          <StatusRow
            value={value}
            among={texts}
            leads={leads}
            share={leads / mostLeads}
            isConverted={qualified.has(value)}
            onMark={mark}
            amount={amounts?.get(value)}
            onAmountChange={amounts ? changeAmount : undefined}
          />
        )}
      />
    </ValuesLayout>
  );
}

interface StatusSummaryProps {
  values: readonly ListedValue[];
  qualified: ReadonlySet<string>;
  amounts: StatusAmounts | null;
}

/** The number and rate of leads that count as converted. */
function StatusSummary({ values, qualified, amounts }: StatusSummaryProps) {
  const total = useMemo(() => values.reduce((sum, { leads }) => sum + leads, 0), [values]);
  const converted = useMemo(() => countConverted(values, qualified), [values, qualified]);
  const few = describeFewConversions({ leads: total, conversions: converted.leads });
  return (
    <div className="flex flex-col gap-2">
      <output className="block text-14 text-muted tabular-nums">
        {`${formatCount(converted.leads)} of ${countNoun(total, 'lead')} ${total === 1 ? 'counts' : 'count'} as converted: `}
        <strong className="block text-28 font-semibold tracking-tight text-text">
          {formatRate(converted.leads / total)}
        </strong>
      </output>
      {converted.leads === 0 && <p className="text-13 text-caution">No value is ticked yet.</p>}
      {few && <p className="text-13 text-caution">{few}</p>}
      {converted.leads === total && (
        <p className="text-13 text-caution">
          Every lead counts as converted, so there is nothing to compare.
        </p>
      )}
      {amounts && <AmountsSummary values={values} amounts={amounts} />}
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
  onMark(values: readonly string[], isQualified: boolean): void;
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
  onMark,
  amount,
  onAmountChange,
}: StatusRowProps) {
  const text = shortText(value, NAME_LENGTH);
  const box = (
    <Checkbox
      label={text}
      checked={isConverted}
      onChange={(checked) => onMark([value], checked)}
      className={cx(
        'relative border-b border-hairline py-1.5 hover:bg-sunken',
        onAmountChange && 'min-w-0 flex-1',
      )}
    >
      <span className="flex min-w-0 flex-1 items-baseline justify-between gap-3">
        <CutText text={text} among={among} />
        <LeadCount leads={leads} />
      </span>
      <span className="flex w-28 shrink-0 justify-end">
        <Badge tone={isConverted ? 'accent' : 'neutral'}>{isConverted ? 'Converted' : 'Not Converted'}</Badge>
      </span>
      <CountBar share={share} isStrong={isConverted} />
    </Checkbox>
  );
  if (!onAmountChange) return box;
  return (
    <div className="flex items-center gap-3">
      {box}
      <AmountField status={text} amount={amount} onChange={(next) => onAmountChange(value, next ?? null)} />
    </div>
  );
});
