import { useCallback, useMemo, type Dispatch } from 'react';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import { Button } from '#frontend/ui/button.tsx';
import { UniqueWarning } from '../columns/unique-warning.tsx';
import { headerOf, qualifiedValues } from '../workflow-selectors.ts';
import type { WorkflowEvent, WorkflowState } from '../workflow-state.ts';
import { listColumnValues } from './listed-values.ts';
import { StatusRow } from './status-row.tsx';
import { StatusSummary } from './status-summary.tsx';
import { useValueSearch } from './use-value-search.ts';
import { ValueList } from './value-list.tsx';
import { ValueSearchField } from './value-search-field.tsx';
import { ValuesLayout } from './values-layout.tsx';

const ROW_HEIGHT = 49;

interface StatusValuesProps {
  state: WorkflowState;
  dispatch: Dispatch<WorkflowEvent>;
  detail: ColumnDetail;
}

/** The values of the status column as a checklist: ticked ones count as converted. */
export function StatusValues({ state, dispatch, detail }: StatusValuesProps) {
  const values = useMemo(() => listColumnValues(detail, null), [detail]);
  const mostLeads = useMemo(() => values.reduce((most, { leads }) => Math.max(most, leads), 0), [values]);
  const search = useValueSearch(values);
  const qualified = qualifiedValues(state);
  const isSearching = search.foundFor !== '';

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
    <ValuesLayout summary={<StatusSummary {...{ values, qualified }} />}>
      {detail.isMostlyUnique && <UniqueWarning use="status" detail={detail} />}
      <ValueSearchField search={search} total={values.length} />
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
            leads={leads}
            share={leads / mostLeads}
            isConverted={qualified.has(value)}
            onMark={mark}
          />
        )}
      />
    </ValuesLayout>
  );
}
