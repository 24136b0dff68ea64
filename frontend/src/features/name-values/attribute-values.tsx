import { dispatchUndoable } from '#frontend/features/wizard/undoable.ts';
import { memo, useCallback, useState, type FormEvent, type MouseEvent } from 'react';
import type { Mapping, ListedValue } from '#frontend/analysis/counts/mapping.ts';
import {
  groupSpellings,
  findRareValues,
  mergeRareValues,
  restoreRareValues,
  type SpellingSuggestion,
} from '#frontend/analysis/counts/group-values.ts';
import { Button } from '#frontend/ui/button.tsx';
import { CutText } from '#frontend/ui/cut-text.tsx';
import { TextField } from '#frontend/ui/field.tsx';
import { type ColumnChecks, UniqueWarning } from '#frontend/features/wizard/column-checks.tsx';
import { listNames } from '#frontend/lib/cut-name.ts';
import { countNoun, formatCount, NAME_LENGTH, shortText } from '#frontend/lib/format.ts';
import { headerOf } from '#frontend/features/wizard/workflow-selectors.ts';
import { OTHER_LABEL, RARE_VALUE_LEADS } from '#frontend/analysis/constants.ts';
import { Notice } from '#frontend/ui/notice.tsx';
import { NumberStepper } from '#frontend/ui/stepper.tsx';
import { quote } from '#frontend/features/wizard/step-layout.tsx';
import { useColumnNames, type NameGroups, type Suggest } from './column-names.ts';
import { NameField } from './name-field.tsx';
import {
  CountBar,
  focusSummary,
  LeadCount,
  useValueSearch,
  ValueList,
  ValueSearchField,
  ValuesLayout,
  type ColumnValuesProps,
  type ValueRowProps,
} from './value-list.tsx';

const ROW_HEIGHT = 41;
const NO_MAPPING: Mapping = new Map();

interface AttributeValuesProps extends ColumnValuesProps {
  Check: ColumnChecks['Attribute'];
}

/** The values of an attribute. Each value has a field for its new name. */
export function AttributeValues({ workflow, detail, Check }: AttributeValuesProps) {
  const { state, dispatch } = workflow;
  const column = detail.index;
  const ranges = state.ranges.get(column) ?? null;
  const dates = state.dates.get(column) ?? null;
  const mapping = state.mappings.get(column) ?? NO_MAPPING;
  const { values, groups, spellings, suggest } = useColumnNames(detail, { ranges, dates }, mapping);
  const search = useValueSearch(values, mapping);
  const hasFoundSeveral = search.foundFor !== '' && search.found.length > 1;

  const rename = useCallback(
    (renamed: readonly string[], name: string) =>
      dispatch({ type: 'valuesMapped', column, values: renamed, replacement: name.trim() }),
    [dispatch, column],
  );
  const replace = (next: Mapping) =>
    dispatchUndoable(workflow, next.size === 0 ? 'Names removed' : 'Values renamed', {
      type: 'mappingReplaced',
      column,
      mapping: next,
    });
  const renameFound = (name: string) =>
    dispatchUndoable(workflow, 'Values renamed', {
      type: 'valuesMapped',
      column,
      values: search.found.map(({ value }) => value),
      replacement: name.trim(),
    });

  return (
    <ValuesLayout
      summary={<GroupsSummary groups={groups} total={values.length} onReset={() => replace(NO_MAPPING)} />}
    >
      {detail.isMostlyUnique && !ranges && !dates && <UniqueWarning use="attribute" detail={detail} />}
      <Check workflow={workflow} column={column} />
      <SpellingHint
        suggestions={spellings}
        onGroup={(suggestions) => replace(groupSpellings(suggestions, mapping))}
      />
      <RareValuesHint {...{ values, mapping }} onReplace={replace} />
      <ValueSearchField search={search} />
      {hasFoundSeveral && <NameFound count={search.found.length} onName={renameFound} />}
      <div aria-hidden className="-mb-2 flex justify-between text-13 text-muted">
        Value <span>Leads</span>
      </div>
      <ValueList
        label={`Values of ${headerOf(state, column)}`}
        search={search}
        rowHeight={ROW_HEIGHT}
        renderRow={(row) => (
          <NameRow {...row} name={mapping.get(row.value) ?? ''} suggest={suggest} onRename={rename} />
        )}
      />
    </ValuesLayout>
  );
}

interface NameRowProps extends ValueRowProps {
  /** The new name; '' for none. */
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

const MAX_NAMES = 6;

interface GroupsSummaryProps {
  groups: NameGroups;
  /** Distinct values of the column. */
  total: number;
  onReset(): void;
}

/** The number of segments, and the names that values were given. */
function GroupsSummary({ groups: { count, named }, total, onReset }: GroupsSummaryProps) {
  const unseen = named.length - MAX_NAMES;
  return (
    <div className="flex flex-col gap-3">
      <output className="block text-14 text-muted tabular-nums">
        <strong className="block text-28 font-semibold tracking-tight text-text">{formatCount(count)}</strong>
        {count === total
          ? `${total === 1 ? 'value' : 'values'}, none grouped`
          : `${count === 1 ? 'group' : 'groups'} from ${countNoun(total, 'value')}`}
      </output>
      {count === 1 && total > 1 && (
        <p className="text-13 text-caution">One group is left, so there is nothing to compare.</p>
      )}
      {named.length > 0 && (
        <>
          <ul className="flex flex-col gap-1 text-13 text-muted">
            {named.slice(0, MAX_NAMES).map(({ name, values }) => (
              <li key={name} className="wrap-break-word">
                {countNoun(values, 'value becomes', 'values become')} “{shortText(name, NAME_LENGTH)}”
              </li>
            ))}
            {unseen > 0 && <li>and {countNoun(unseen, 'more name')}</li>}
          </ul>
          <Button
            size="small"
            variant="ghost"
            className="-ml-2.5 self-start"
            onClick={(event) => {
              focusSummary(event.currentTarget);
              onReset();
            }}
          >
            Reset all names
          </Button>
        </>
      )}
    </div>
  );
}

interface NameFoundProps {
  /** Number of values found. */
  count: number;
  onName(name: string): void;
}

/** Gives one name to all values found. A search groups a long column faster than single names do. */
function NameFound({ count, onName }: NameFoundProps) {
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onName(name.trim());
    setName('');
  };
  return (
    <form className="flex items-end gap-2" onSubmit={submit}>
      <TextField
        label="One name for all values found"
        className="flex-1"
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" disabled={name.trim() === ''}>
        Name all {formatCount(count)}
      </Button>
    </form>
  );
}

const MAX_SPELLINGS = 3;
const MAX_VALUES = 3;
const VALUE_LENGTH = 40;

interface SpellingHintProps {
  suggestions: readonly SpellingSuggestion[];
  onGroup(suggestions: readonly SpellingSuggestion[]): void;
}

/** Offers to group values that differ only by capitals or spaces, since they most likely mean the same. */
function SpellingHint({ suggestions, onGroup }: SpellingHintProps) {
  if (suggestions.length === 0) return null;
  const group = (event: MouseEvent<HTMLButtonElement>, grouped: readonly SpellingSuggestion[]) => {
    focusSummary(event.currentTarget);
    onGroup(grouped);
  };
  const unseen = suggestions.length - MAX_SPELLINGS;
  return (
    <Notice
      tone="info"
      title="Some values differ only by capitals or spaces"
      action={
        suggestions.length > 1 && (
          <Button size="small" onClick={(event) => group(event, suggestions)}>
            Group all {formatCount(suggestions.length)}
          </Button>
        )
      }
    >
      <ul className="mt-1 flex flex-col gap-1">
        {suggestions.slice(0, MAX_SPELLINGS).map((suggestion) => (
          <li key={suggestion.values[0]} className="flex items-center justify-between gap-3">
            <span className="min-w-0 wrap-break-word whitespace-pre-wrap">
              {quoteValues(suggestion.values)}
            </span>
            <Button
              size="small"
              aria-label={`Group as ${quote(suggestion.name, VALUE_LENGTH)}`}
              onClick={(event) => group(event, [suggestion])}
            >
              Group
            </Button>
          </li>
        ))}
      </ul>
      {unseen > 0 && <p className="mt-1 text-muted">and {formatCount(unseen)} more</p>}
    </Notice>
  );
}

function quoteValues(values: readonly string[]): string {
  const quoted = values.map((value) => quote(value, VALUE_LENGTH));
  if (values.length > MAX_VALUES) return listNames(quoted, MAX_VALUES);
  return `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
}

interface RareValuesHintProps {
  values: readonly ListedValue[];
  mapping: Mapping;
  onReplace(mapping: Mapping): void;
}

/** The values of the last merge, with the names before it. */
interface Merge {
  values: readonly string[];
  before: Mapping;
}

/** Offers to merge values of few leads into one segment, and to undo it. */
function RareValuesHint({ values, mapping, onReplace }: RareValuesHintProps) {
  const [least, setLeast] = useState(RARE_VALUE_LEADS);
  const [merge, setMerge] = useState<Merge | null>(null);
  const rare = findRareValues(values, mapping, least);
  const isMerged = merge !== null && merge.values.some((value) => mapping.get(value) === OTHER_LABEL);
  if (!rare && !isMerged && least === RARE_VALUE_LEADS) return null;

  const apply = () => {
    if (!rare) return;
    setMerge({ values: rare.values, before: mapping });
    onReplace(mergeRareValues(rare, mapping));
  };
  const undo = () => {
    if (merge) onReplace(restoreRareValues(merge.values, merge.before, mapping));
    setMerge(null);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-13">
      <p className="w-full">
        {rare
          ? `${countNoun(rare.segments, 'value has', 'values have')} fewer than ${countNoun(least, 'lead')}: ${countNoun(rare.leads, 'lead')} in all.`
          : isMerged
            ? `${countNoun(merge.values.length, 'rare value')} merged into “${OTHER_LABEL}”.`
            : `No two values have fewer than ${countNoun(least, 'lead')}.`}
      </p>
      <NumberStepper
        label="Fewest leads of a value"
        isLabelHidden
        value={least}
        min={2}
        max={10_000}
        step={1}
        buttonStep={10}
        onChange={setLeast}
      />
      {rare && (
        <Button size="small" onClick={apply}>
          Merge into “{OTHER_LABEL}”
        </Button>
      )}
      {isMerged && (
        <Button size="small" variant="ghost" onClick={undo}>
          Undo merge
        </Button>
      )}
    </div>
  );
}
