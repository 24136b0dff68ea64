import { useCallback, useDeferredValue, useMemo, type Dispatch } from 'react';
import type { Mapping } from '#frontend/analysis/mapping.ts';
import { cx } from '#frontend/lib/class-names.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import { UniqueWarning } from '../columns/unique-warning.tsx';
import { headerOf } from '../workflow-selectors.ts';
import type { WorkflowEvent, WorkflowState } from '../workflow-state.ts';
import { groupNames } from './group-names.ts';
import { GroupsSummary } from './groups-summary.tsx';
import { listColumnValues } from './listed-values.ts';
import { NameFound } from './name-found.tsx';
import { NAME_GRID, NameRow } from './name-row.tsx';
import { SpellingHint } from './spelling-hint.tsx';
import { findSpellings, groupSpellings, spellingKey, suggestSpellings } from './spellings.ts';
import { useSuggest } from './use-suggest.ts';
import { useValueSearch } from './use-value-search.ts';
import { ValueList } from './value-list.tsx';
import { ValueSearchField } from './value-search-field.tsx';
import { ValuesLayout } from './values-layout.tsx';

const ROW_HEIGHT = 57;
const MAX_COMPARED_AT_ONCE = 5000;
const NO_NAMES: readonly string[] = [];
const NO_MAPPING: Mapping = new Map();

interface AttributeValuesProps {
  state: WorkflowState;
  dispatch: Dispatch<WorkflowEvent>;
  detail: ColumnDetail;
}

/** The values of an attribute, each with a field for its name. */
export function AttributeValues({ state, dispatch, detail }: AttributeValuesProps) {
  const column = detail.index;
  const ranges = state.ranges.get(column) ?? null;
  const mapping = state.mappings.get(column) ?? NO_MAPPING;

  const values = useMemo(() => listColumnValues(detail, ranges), [detail, ranges]);
  const mostLeads = useMemo(() => values.reduce((most, { leads }) => Math.max(most, leads), 0), [values]);
  const leadsByValue = useMemo(() => new Map(values.map(({ value, leads }) => [value, leads])), [values]);
  const allNames = useMemo(() => values.map(({ value }) => value), [values]);
  // A long list is on the screen before its names are compared with each other.
  const names = useDeferredValue(allNames, allNames.length > MAX_COMPARED_AT_ONCE ? NO_NAMES : allNames);
  const keys = useMemo(() => names.map(spellingKey), [names]);
  const spellings = useMemo(() => findSpellings(names, keys), [names, keys]);
  const groups = useMemo(() => groupNames(leadsByValue, mapping), [leadsByValue, mapping]);
  const search = useValueSearch(values, mapping);
  const suggest = useSuggest({ names, keys, mapping, groups });

  const rename = useCallback(
    (renamed: readonly string[], name: string) =>
      dispatch({ type: 'valuesMapped', column, values: renamed, replacement: name.trim() }),
    [dispatch, column],
  );

  return (
    <ValuesLayout
      summary={
        <GroupsSummary
          groups={groups}
          total={values.length}
          onReset={() => dispatch({ type: 'mappingReplaced', column, mapping: NO_MAPPING })}
        />
      }
    >
      {detail.isMostlyUnique && !ranges && <UniqueWarning use="attribute" detail={detail} />}
      <SpellingHint
        suggestions={useMemo(() => suggestSpellings(spellings, mapping), [spellings, mapping])}
        onGroup={(suggestions) =>
          dispatch({ type: 'mappingReplaced', column, mapping: groupSpellings(suggestions, mapping) })
        }
      />
      <ValueSearchField search={search} total={values.length} />
      {search.foundFor !== '' && search.found.length > 1 && (
        <NameFound
          count={search.found.length}
          onName={(name) =>
            rename(
              search.found.map(({ value }) => value),
              name,
            )
          }
        />
      )}
      <div aria-hidden className={cx(NAME_GRID, '-mb-1 text-13 text-muted')}>
        <span className="flex justify-between">
          Value <span>Leads</span>
        </span>
        <span className="max-sm:hidden">Name</span>
      </div>
      <ValueList
        label={`Values of ${headerOf(state, column)}`}
        values={search.found}
        searchedFor={search.foundFor}
        rowHeight={ROW_HEIGHT}
        renderRow={({ value, leads }) => (
          <NameRow
            value={value}
            leads={leads}
            share={leads / mostLeads}
            name={mapping.get(value) ?? ''}
            suggest={suggest}
            onRename={rename}
          />
        )}
      />
    </ValuesLayout>
  );
}
