import type { Segment } from '#frontend/analysis/measure/segments.ts';
import { type TabChoice, useTabChoice } from './shown-results.tsx';

/** The key of a segment's row in the table of value rules. */
export function segmentRowKey({ field, value }: Pick<Segment, 'field' | 'value'>): string {
  return `${field} ${value}`;
}

const OPEN: TabChoice<ReadonlySet<string>> = { first: new Set() };
const SOUGHT: TabChoice<{ key: string } | null> = { first: null };

/** The rows of value rules that are open, and the one to bring into view. They stay while another tab is shown. */
export function useRuleRows() {
  const [open, setOpen] = useTabChoice(OPEN);
  const [sought, seek] = useTabChoice(SOUGHT);
  return {
    open,
    sought,
    toggle(key: string) {
      const others = [...open].filter((other) => other !== key);
      setOpen(new Set(open.has(key) ? others : [...others, key]));
    },
    /** Opens the row, and brings it into view. */
    reveal(key: string) {
      setOpen(new Set(open).add(key));
      seek({ key });
    },
  };
}
