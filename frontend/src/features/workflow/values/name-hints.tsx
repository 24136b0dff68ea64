import { useState, type MouseEvent } from 'react';
import { OTHER_LABEL, RARE_VALUE_LEADS } from '#frontend/analysis/constants.ts';
import type { ListedValue, Mapping } from '#frontend/analysis/mapping.ts';
import {
  findRareValues,
  mergeRareValues,
  restoreRareValues,
  type SpellingSuggestion,
} from '#frontend/analysis/group-values.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { NumberStepper } from '#frontend/ui/stepper.tsx';
import { listNames, quote } from '../short-text.ts';
import { focusSummary } from './value-list.tsx';

const MAX_SHOWN = 3;
const MAX_VALUES = 3;
const VALUE_LENGTH = 40;

interface SpellingHintProps {
  suggestions: readonly SpellingSuggestion[];
  onGroup(suggestions: readonly SpellingSuggestion[]): void;
}

/** Offers to group values that differ only by capitals or spaces: they most likely mean the same. */
export function SpellingHint({ suggestions, onGroup }: SpellingHintProps) {
  if (suggestions.length === 0) return null;
  const group = (event: MouseEvent<HTMLButtonElement>, grouped: readonly SpellingSuggestion[]) => {
    focusSummary(event.currentTarget);
    onGroup(grouped);
  };
  const unseen = suggestions.length - MAX_SHOWN;
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
        {suggestions.slice(0, MAX_SHOWN).map((suggestion) => (
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
export function RareValuesHint({ values, mapping, onReplace }: RareValuesHintProps) {
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
