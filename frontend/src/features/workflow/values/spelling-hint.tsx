import type { MouseEvent } from 'react';
import { formatCount } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { shortText } from './short-text.ts';
import type { SpellingSuggestion } from '#frontend/analysis/group-values.ts';
import { focusSummary } from './values-layout.tsx';

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
              aria-label={`Group as ${quote(suggestion.name)}`}
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
  const shown = values.slice(0, MAX_VALUES).map(quote);
  const unseen = values.length - shown.length;
  if (unseen > 0) return `${shown.join(', ')} and ${formatCount(unseen)} more`;
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

function quote(value: string): string {
  return `“${shortText(value, VALUE_LENGTH)}”`;
}
