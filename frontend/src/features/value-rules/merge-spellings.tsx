import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import type { TabStop } from '#frontend/ui/column-table.tsx';
import { useResults } from '#frontend/features/results/shown-results.tsx';

interface MergeSpellingsProps {
  segment: Pick<JudgedSegment, 'field' | 'value'>;
  /** The other spellings of its value; absent without any. */
  others: readonly string[] | undefined;
  /** Absent outside the table, whose rows are one stop each. */
  stop?: TabStop;
}

/** Counts all spellings of a value as one. Absent where nothing can be counted anew. */
export function MergeSpellings({ segment: { field, value }, others, stop }: MergeSpellingsProps) {
  const { mergeSpellings } = useResults();
  if (!others || !mergeSpellings) return null;
  return (
    <button
      type="button"
      aria-label={`Merge ${[value, ...others].join(' and ')}`}
      tabIndex={stop && !stop.isTabStop ? -1 : 0}
      onFocus={stop?.onFocus}
      className="text-12 font-medium text-accent hover:underline max-md:min-h-7"
      onClick={() => {
        // The button goes with its row.
        document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus({ preventScroll: true });
        mergeSpellings(field, [value, ...others]);
      }}
    >
      Merge
    </button>
  );
}
