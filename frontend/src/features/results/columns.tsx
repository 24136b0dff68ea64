import type { ReactNode } from 'react';
import { CONFIDENCE_PRIOR_LEADS } from '#frontend/analysis/constants.ts';
import { toPercent, type Cell, type Column as ExportColumn } from '#frontend/exports/table.ts';
import { formatConfidence, formatCount, formatLift, formatPValue, formatRate } from '#frontend/lib/format.ts';
import type { ColumnOnScreen, TableColumn } from '#frontend/ui/column-table.tsx';
import { Confidence, Lift } from './figures.tsx';

/**
 * One column of a table: on the page and in Copy (`screen`), in downloads (`exported`), in the printed report. A part
 * is null where that place leaves the column out. Each part is required, so that none is forgotten.
 */
export interface Column<Item> extends TableColumn<Item>, ExportColumn<Item> {
  report: ((item: Item) => ReactNode) | null;
  /** Copy takes the column along although the page shows it in another form. */
  isCopied?: true;
  /** Each row has one short word, so the report keeps the column narrow. */
  isShort?: true;
}

export type Columns<Item> = readonly Column<Item>[];

/** The properties of an item that are numbers. */
type FigureOf<Item> = { [Key in keyof Item]: Item[Key] extends number ? Key : never }[keyof Item] & string;

interface FigureColumn extends Pick<ColumnOnScreen<never>, 'isLeft' | 'width'> {
  heading: string;
  meaning: string | null;
}

interface FigureKind {
  format(figure: number): string;
  /** For the page; `format` by default. */
  draw?(figure: number): ReactNode;
  /** For downloads; the figure itself by default. */
  write?(figure: number): Cell;
}

/** Columns for one kind of figure. Each shows one property of the item, which is also its key. */
function figureColumns({ format, draw = format, write = (figure) => figure }: FigureKind) {
  return <Item,>(key: FigureOf<Item>, { heading, meaning, ...look }: FigureColumn): Column<Item> => {
    // The type of `key` allows only properties that are numbers.
    const figureOf = (item: Item) => item[key] as number;
    return {
      key,
      heading,
      meaning,
      isNumeric: true,
      screen: { ...look, isSortable: true, cell: (item) => draw(figureOf(item)) },
      exported: (item) => write(figureOf(item)),
      report: (item) => format(figureOf(item)),
    };
  };
}

export const countColumn = figureColumns({ format: formatCount });
export const rateColumn = figureColumns({ format: formatRate, write: toPercent });
export const pValueColumn = figureColumns({ format: formatPValue });
export const liftColumn = figureColumns({ format: formatLift, draw: (lift) => <Lift lift={lift} /> });
export const confidenceColumn = figureColumns({
  format: formatConfidence,
  draw: (confidence) => <Confidence confidence={confidence} />,
  write: toPercent,
});

/** Holds for segments only: pairs have a confidence of their own. */
export const CONFIDENCE_MEANING = `Sample size only: leads ÷ (leads + ${CONFIDENCE_PRIOR_LEADS}). Not statistical confidence.`;

/** A narrow screen leaves columns out: `md` in class names. */
export const NARROW = '(width < 48rem)';

/** A column for downloads only. */
export function downloadColumn<Item>(heading: string, exported: (item: Item) => Cell): Column<Item> {
  return { key: heading, heading, meaning: null, isNumeric: false, screen: null, exported, report: null };
}

/** The last column of every table that leaves the page: all caveats of a row, which the page shows as marks. */
export function notesColumn<Item>(notesOf: (item: Item) => readonly (string | false)[]): Column<Item> {
  const write = (item: Item) => notesOf(item).filter(Boolean).join(' ');
  return {
    key: 'notes',
    heading: 'Notes',
    meaning: null,
    isNumeric: false,
    isCopied: true,
    screen: null,
    exported: write,
    report: write,
  };
}

/** Notes that several tables have. */
export const NOTES = {
  lowConfidence: 'Low confidence due to small sample size. Use conservative value shown.',
  notSignificant: 'Not significant.',
} as const;

export function yesOrNo(claim: boolean): string {
  return claim ? 'Yes' : 'No';
}
