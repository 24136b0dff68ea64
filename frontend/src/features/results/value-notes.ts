import type { Analysis } from '#frontend/analysis/analyse.ts';
import { BLANK_LABEL } from '#frontend/analysis/columns.ts';
import type { JudgedSegment } from '#frontend/analysis/judge-segments.ts';
import type { Segment } from '#frontend/analysis/segments.ts';
import { countLargest } from '#frontend/analysis/valued-leads.ts';
import { findOtherSpellings } from '#frontend/analysis/group-values.ts';
import { formatCount, formatLift, formatMoney } from '#frontend/lib/format.ts';

/** A word about a value: for the page, and as a sentence for files and paper. */
export interface ValueNote {
  word: string;
  sentence: string;
}

/**
 * Why a segment rests on few deals: 'One deal holds over half of the value. With amounts capped at $2,681 the value lift is
 * 1.36x.' Null for all other segments, and by conversions.
 */
export function wordLargeDeal({ amounts, conversions }: JudgedSegment, analysis: Analysis): string | null {
  const { value, settings } = analysis;
  if (!amounts?.hasLargeDeal || !value) return null;
  const deals = countLargest(conversions);
  const held = deals === 1 ? 'One deal holds' : `The ${formatCount(deals)} largest deals hold`;
  const cap = formatMoney(value.shownCap, settings.currency);
  return `${held} over half of the value. With amounts capped at ${cap}, the 99th percentile of the file, the value lift is ${formatLift(amounts.cappedLift)}.`;
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
