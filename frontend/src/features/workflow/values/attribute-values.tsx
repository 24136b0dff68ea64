import { useCallback, type Dispatch, memo } from 'react';
import type { Mapping } from '#frontend/analysis/mapping.ts';
import type { LeadThread } from '#frontend/thread/client.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import { CutText } from '#frontend/ui/cut-text.tsx';
import { AttributeCheck } from '../preflight/attribute-check.tsx';
import { RareValuesHint } from '../preflight/rare-values-hint.tsx';
import { UniqueWarning } from '../columns/attribute-field.tsx';
import { headerOf } from '../workflow-selectors.ts';
import type { WorkflowEvent, WorkflowState } from '../workflow-state.ts';
import { GroupsSummary } from './groups-summary.tsx';
import { NameField } from './name-field.tsx';
import { NAME_LENGTH, shortText } from './short-text.ts';
import { SpellingHint } from './spelling-hint.tsx';
import { groupSpellings } from '#frontend/analysis/group-values.ts';
import { useColumnNames, type Suggest } from './use-column-names.ts';
import { useTextsOfRows, ValueList } from './value-list.tsx';
import { NameFound, useValueSearch, ValueSearchField } from './value-search-field.tsx';
import { CountBar, LeadCount } from './lead-count.tsx';
import { ValuesLayout } from './values-layout.tsx';

const ROW_HEIGHT = 41;
const NO_MAPPING: Mapping = new Map();

interface AttributeValuesProps {
  state: WorkflowState;
  dispatch: Dispatch<WorkflowEvent>;
  thread: LeadThread;
  detail: ColumnDetail;
}

/** The values of an attribute. Each is a field that renames it in place. */
export function AttributeValues({ state, dispatch, thread, detail }: AttributeValuesProps) {
  const column = detail.index;
  const ranges = state.ranges.get(column) ?? null;
  const dates = state.dates.get(column) ?? null;
  const mapping = state.mappings.get(column) ?? NO_MAPPING;
  const { values, mostLeads, groups, spellings, suggest } = useColumnNames(
    detail,
    { ranges, dates },
    mapping,
  );
  const search = useValueSearch(values, mapping);
  const texts = useTextsOfRows(values);
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
      {detail.isMostlyUnique && !ranges && !dates && <UniqueWarning use="attribute" detail={detail} />}
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
            among={texts}
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
    <div aria-hidden className="-mb-2 flex justify-between text-13 text-muted">
      Value <span>Leads</span>
    </div>
  );
}

interface NameRowProps {
  value: string;
  /** The texts of all rows. */
  among: readonly string[];
  leads: number;
  /** Leads relative to those of the most frequent value. */
  share: number;
  /** The new name, '' for none. */
  name: string;
  suggest: Suggest;
  onRename(values: readonly string[], name: string): void;
}

const NameRow = memo(function NameRow({ value, among, leads, share, name, suggest, onRename }: NameRowProps) {
  return (
    <div className="relative flex items-center gap-3 border-b border-hairline py-0.5">
      <NameField {...{ value, among, name, suggest, onRename }} />
      {name && (
        <span className="flex max-w-[45%] min-w-0 gap-1 text-13 text-muted">
          was <CutText text={shortText(value, NAME_LENGTH)} among={among} />
        </span>
      )}
      <LeadCount leads={leads} />
      <CountBar share={share} />
    </div>
  );
});
