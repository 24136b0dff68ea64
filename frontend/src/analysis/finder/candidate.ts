/** The values of a candidate are made from a column's texts, ranges of its numbers, or a part of its dates. */
type CandidateKind = 'values' | 'ranges' | 'weekday' | 'hour' | 'calendar-month';

/** A column as the finder tries it. */
export interface Candidate {
  /** A column of dates has several candidates. */
  column: number;
  kind: CandidateKind;
  /** The header says that the column may be filled only after the click: such a column is never suggested. */
  isKnownLater: boolean;
  /** Its values are months, weeks or quarters, which no ad platform can use: such a column is never suggested. */
  isOfCalendar: boolean;
  /** The value of each lead that counts, as an index of `names`. */
  codes: Uint8Array;
  names: readonly string[];
}
