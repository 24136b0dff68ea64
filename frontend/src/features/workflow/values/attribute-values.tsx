import { useCallback, type Dispatch, memo } from 'react';
import type { Mapping } from '#frontend/analysis/mapping.ts';
import { cx } from '#frontend/lib/class-names.ts';
import type { LeadThread } from '#frontend/thread/client.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import { AttributeCheck } from '../preflight/attribute-check.tsx';
import { RareValuesHint } from '../preflight/rare-values-hint.tsx';
import { UniqueWarning } from '../columns/attribute-field.tsx';
import { headerOf } from '../workflow-selectors.ts';
import type { WorkflowEvent, WorkflowState } from '../workflow-state.ts';
import { GroupsSummary } from './groups-summary.tsx';
import { NameField } from './name-field.tsx';
import { NAME_LENGTH, shortText } from './short-text.ts';
import { SpellingHint } from './spelling-hint.tsx';
import { groupSpellings } from '#frontend/analysis/spellings.ts';
import { useColumnNames, type Suggest } from './use-column-names.ts';
import { ValueList } from './value-list.tsx';
import { NameFound, useValueSearch, ValueSearchField } from './value-search-field.tsx';
import { CountBar, LeadCount, ValueText } from './value-text.tsx';
import { ValuesLayout } from './values-layout.tsx';

const ROW_HEIGHT = 57;
const NO_MAPPING: Mapping = new Map();

interface AttributeValuesProps {
  state: WorkflowState;
  dispatch: Dispatch<WorkflowEvent>;
  thread: LeadThread;
  detail: ColumnDetail;
}

/** The values of an attribute, each with a field for its name. */
export function AttributeValues({ state, dispatch, thread, detail }: AttributeValuesProps) {
  const column = detail.index;
  const ranges = state.ranges.get(column) ?? null;
  const mapping = state.mappings.get(column) ?? NO_MAPPING;
  const { values, mostLeads, groups, spellings, suggest } = useColumnNames(detail, ranges, mapping);
  const search = useValueSearch(values, mapping);
  const hasFoundSeveral = search.foundFor !== '' && search.found.length > 1;

  const rename = useCallback(
    (renamed: readonly string[], name: string) =>
      dispatch({ type: 'valuesMapped', column, values: renamed, replacement: name.trim() }),
    [dispatch, column],
  );
  const replace = (next: Mapping) => dispatch({ type: 'mappingReplaced', column, mapping: next });
  const renameFound = (name: string) =>
    rename(
      search.found.map(({ value }) => value),
      name,
    );

  return (
    <ValuesLayout
      summary={<GroupsSummary groups={groups} total={values.length} onReset={() => replace(NO_MAPPING)} />}
    >
      {detail.isMostlyUnique && !ranges && <UniqueWarning use="attribute" detail={detail} />}
      <AttributeCheck workflow={{ state, thread }} column={column} />
      <SpellingHint
        suggestions={spellings}
        onGroup={(suggestions) => replace(groupSpellings(suggestions, mapping))}
      />
      <RareValuesHint {...{ values, mapping }} onReplace={replace} />
      <ValueSearchField search={search} total={values.length} />
      {hasFoundSeveral && <NameFound count={search.found.length} onName={renameFound} />}
      <ListHeader />
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

function ListHeader() {
  return (
    <div aria-hidden className={cx(NAME_GRID, '-mb-1 text-13 text-muted')}>
      <span className="flex justify-between">
        Value <span>Leads</span>
      </span>
      <span className="max-sm:hidden">Name</span>
    </div>
  );
}

/** Two columns: the value with its leads, and its name. One column on a small screen. */
const NAME_GRID = 'grid grid-cols-1 items-center gap-x-5 gap-y-1.5 sm:grid-cols-2';

interface NameRowProps {
  value: string;
  leads: number;
  /** Leads relative to those of the most frequent value. */
  share: number;
  /** The new name, '' for none. */
  name: string;
  suggest: Suggest;
  onRename(values: readonly string[], name: string): void;
}

const NameRow = memo(function NameRow({ value, leads, share, name, suggest, onRename }: NameRowProps) {
  const text = shortText(value, NAME_LENGTH);
  return (
    <div className={cx(NAME_GRID, 'border-b border-hairline py-2.5')}>
      <div className="min-w-0">
        <div className="flex items-baseline justify-between gap-3">
          <ValueText text={text} className={cx('text-14', name && 'text-muted')} />
          <LeadCount leads={leads} />
        </div>
        <CountBar share={share} />
      </div>
      <NameField {...{ value, name, suggest, onRename }} />
    </div>
  );
});
