export type Unit = 'ratio' | 'ms' | 'KB' | 'MB' | 'count';

/** The most that a figure may be, and a better one to aim at; of the figure's unit. */
export interface Goal {
  atMost?: number;
  aim?: number;
}

/** One measured figure: a number per round. */
export interface Figure {
  what: string;
  unit: Unit;
  values: readonly number[];
  goal?: Goal;
  /** Ours against itself: a difference below that says nothing. It stands in the table without a goal. */
  isNoise?: boolean;
  /** One of the five that stand in the README of the project. */
  isHeadline?: boolean;
  /** Where the figure stands in the table of its section, where it stands in one. */
  cell?: { row: string; column: string };
}

/** The figures that one part of the benchmark has measured. */
export interface MeasuredSection {
  title: string;
  figures: readonly Figure[];
}
