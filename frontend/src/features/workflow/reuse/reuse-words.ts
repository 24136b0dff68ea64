import { formatCount } from '#frontend/lib/format.ts';
import type { ReuseNote } from '../workflow-state.ts';

const SHOWN_VALUES = 6;

/** One difference between the file and the earlier one. */
export function describeNote(note: ReuseNote): string {
  const { header } = note;
  switch (note.kind) {
    case 'missing':
      return `${header}: not in this file: ${listNames(note.values)}`;
    case 'new':
      return `${header}: new in this file: ${listNames(note.values)}`;
    case 'column':
      return `${header}: this file has no such column, so what was chosen for it does not apply`;
    case 'ranges':
      return `${header}: has no numbers in this file, so its ranges do not apply`;
    case 'dates':
      return `${header}: has no dates in this file, so its values stay as they are`;
    case 'days':
      return `${header}: the first and last day that count hold no lead of this file, so all its days count`;
  }
}

/** 'Won, Sold and 5 more'. */
export function listNames(names: readonly string[]): string {
  const rest = names.length - SHOWN_VALUES;
  return names.slice(0, SHOWN_VALUES).join(', ') + (rest > 0 ? ` and ${formatCount(rest)} more` : '');
}
