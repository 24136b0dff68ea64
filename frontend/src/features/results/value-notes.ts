import type { Analysis } from '#frontend/analysis/analyse.ts';
import { BLANK_LABEL } from '#frontend/analysis/columns.ts';
import type { Segment } from '#frontend/analysis/segments.ts';
import { findOtherSpellings } from '#frontend/analysis/spellings.ts';

/** A word about a value: for the page, and as a sentence for files and paper. */
export interface ValueNote {
  word: string;
  sentence: string;
}

/** 'no answer given' for a blank, 'also written google ads' where another spelling is a segment of its own. */
export function findValueNotes(fields: Analysis['fields']): (segment: Segment) => ValueNote | null {
  const known = new Map<number, ReturnType<typeof findOtherSpellings>>();
  return ({ field, value }) => {
    if (value === BLANK_LABEL) return { word: 'no answer given', sentence: 'No answer given.' };
    // The values of a field are compared once, and only if one of its notes is asked for.
    const spellings = known.get(field) ?? findOtherSpellings(fields[field]?.values ?? []);
    known.set(field, spellings);
    const others = spellings.get(value)?.join(', ');
    return others ? { word: `also written ${others}`, sentence: `Also written ${others}.` } : null;
  };
}
