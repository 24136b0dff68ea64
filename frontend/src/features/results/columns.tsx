import type { ReactNode } from 'react';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { rangeLabel } from '#frontend/analysis/counts/binning.ts';
import type { FieldValue } from '#frontend/analysis/measure/interactions.ts';
import { replaceName } from '#frontend/analysis/counts/mapping.ts';
import { type Cell, type ExportColumn, toPercent } from '#frontend/exports/table.ts';
import type { Precision } from '#frontend/csv/write.ts';
import {
  DECIMALS,
  formatConfidence,
  formatCount,
  formatLift,
  formatPValue,
  formatRate,
} from '#frontend/lib/format.ts';
import type { ColumnOnScreen, TableColumn } from '#frontend/ui/column-table.tsx';
import { Confidence, Lift } from './figures.tsx';

/**
 * One column of a table: on the page and in Copy (`screen`), in downloads (`exported`), in the printed report. A part is
 * null if the column is left out there. Each part is required, so that none is forgotten.
 */
export interface Column<Item> extends TableColumn<Item>, ExportColumn<Item> {
  report: ((item: Item) => ReactNode) | null;
  /** The precision of the page, in the unit of downloads. Copy uses it too. Absent in a column of texts. */
  precisionOf?(item: Item): Precision;
  /** The column in Copy, if downloads have its figure under another heading or in another position. */
  copied?: { heading: string; exported(item: Item): Cell } | null;
  /** Copy includes the column, although the page shows it in another form. */
  isCopied?: true;
  /** Rows have one short word each, so the column of the report is narrow. */
  isShort?: true;
}

export type Columns<Item> = readonly Column<Item>[];

/** The word under the heading 'Confidence', which is about the number of leads only. */
export const CONFIDENCE_NOTE = 'sample size';

interface ColumnLook<Item> extends Omit<ColumnOnScreen<Item>, 'cell'> {
  heading: string;
  /** Absent if the heading says enough. */
  meaning?: string;
}

interface TextColumn<Item> extends ColumnLook<Item> {
  text(item: Item): string;
  /** Draws the cell on the page and on paper; the text by default. */
  cell?: ColumnOnScreen<Item>['cell'];
  report?: Column<Item>['report'];
  isShort?: true;
}

export function textColumn<Item>(key: string, column: TextColumn<Item>): Column<Item> {
  const { heading, meaning = null, text, cell = text, report = text, isShort, ...look } = column;
  const screen = { ...look, cell };
  return { key, heading, meaning, isNumeric: false, isShort, screen, exported: text, report };
}

interface FigureKind extends Precision {
  format(figure: number): string;
  /** Draws the figure on the page and on paper; `format` by default. */
  draw?(figure: number): ReactNode;
  print?(figure: number): ReactNode;
  /** The figure in downloads; the figure itself by default. */
  write?(figure: number): number;
}

interface FigureColumn<Item> extends ColumnLook<Item>, FigureKind {
  /** Null for an item without a figure. */
  figure(item: Item): number | null;
}

export function figureColumn<Item>(key: string, column: FigureColumn<Item>): Column<Item> {
  const { heading, meaning = null, figure, format, draw = format, print = format, write, ...rest } = column;
  const { decimals, isFloored, ...look } = rest;
  const show = (item: Item, drawFigure: (figure: number) => ReactNode) => {
    const shown = figure(item);
    return shown === null ? <span className="text-faint">–</span> : drawFigure(shown);
  };
  return {
    key,
    heading,
    meaning,
    isNumeric: true,
    screen: { ...look, cell: (item) => show(item, draw) },
    exported: (item) => {
      const exported = figure(item);
      return exported === null ? '' : (write?.(exported) ?? exported);
    },
    report: (item) => show(item, print),
    precisionOf: () => ({ decimals, isFloored }),
  };
}

export const COUNT: FigureKind = { format: formatCount, decimals: DECIMALS.count };
const RATE: FigureKind = { format: formatRate, write: toPercent, decimals: DECIMALS.rate };
export const P_VALUE: FigureKind = { format: formatPValue, decimals: DECIMALS.pValue, isFloored: true };
export const LIFT: FigureKind = {
  format: formatLift,
  draw: (lift) => <Lift lift={lift} />,
  decimals: DECIMALS.ratio,
};
const CONFIDENCE: FigureKind = {
  format: formatConfidence,
  draw: (confidence) => <Confidence confidence={confidence} />,
  write: toPercent,
  decimals: DECIMALS.confidence,
};

/** The names of the properties of an item that are numbers. */
type FigureOf<Item> = { [Key in keyof Item]: Item[Key] extends number ? Key : never }[keyof Item] & string;

/** Columns for one kind of figure. Each shows one property of the item, which is also its key. */
function propertyColumn(kind: FigureKind) {
  return <Item,>(key: FigureOf<Item>, look: ColumnLook<Item> & Partial<FigureKind>): Column<Item> =>
    // The type of `key` allows only properties that are numbers.
    figureColumn<Item>(key, { ...kind, ...look, figure: (item) => item[key] as number });
}

export const countColumn = propertyColumn(COUNT);
export const rateColumn = propertyColumn(RATE);
export const pValueColumn = propertyColumn(P_VALUE);
export const liftColumn = propertyColumn(LIFT);
const ofConfidence = propertyColumn(CONFIDENCE);
/** The column 'Confidence' of segments, with the word under its heading. */
export const confidenceColumn: typeof ofConfidence = (key, look) =>
  ofConfidence(key, { ...look, note: CONFIDENCE_NOTE });

/** The width of a column that narrow screens hide. */
export function wideOnly(wide: number) {
  return { wide, narrow: 0 };
}

/** A column for downloads only. */
export function downloadColumn<Item>(heading: string, exported: (item: Item) => Cell): Column<Item> {
  return { key: heading, heading, meaning: null, isNumeric: false, screen: null, exported, report: null };
}

/** The last of the columns of figures in Copy and downloads: all caveats of a row. The page shows them as marks. */
export function notesColumn<Item>(notesOf: (item: Item) => readonly (string | false)[]): Column<Item> {
  const write = (item: Item) => notesOf(item).filter(Boolean).join(' ');
  return { ...downloadColumn<Item>('Notes', write), key: 'notes', isCopied: true, report: write };
}

/** Notes of several tables. */
export const NOTES = {
  lowConfidence: 'Low confidence due to small sample size. Use conservative value shown.',
  notSignificant: 'Not significant.',
} as const;

export function yesOrNo(claim: boolean): string {
  return claim ? 'Yes' : 'No';
}

/** The bounds of values such as 'Q4 (High)', for each attribute with ranges. */
export type Bounds = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Bounds by attribute and by the name of a value in the results. Ranges with the same name are one value.
 * Example: 'Q4 (High)' is '11.01 and above'; Q1 and Q3 under one name are '0 to 1; 3.01 to 5'.
 */
export function findBounds({ attributes }: Pick<AnalysisContext, 'attributes'>): Bounds {
  const bounds = new Map<string, Map<string, string>>();
  for (const { field, ranges, mapping } of attributes) {
    if (!ranges) continue;
    const ofField = new Map<string, string>();
    for (const range of ranges) {
      const name = replaceName(rangeLabel(range), mapping);
      const own = rangeLabel({ ...range, label: '' });
      const others = ofField.get(name);
      ofField.set(name, others === undefined ? own : `${others}; ${own}`);
    }
    bounds.set(field, ofField);
  }
  return bounds;
}

/**
 * The columns with 'Range' before 'Notes', which stays the last one. Without ranges there is no such column. Copy includes
 * it, since only the page has a legend of the ranges.
 */
export function withRange<Item>(
  columns: readonly Column<Item>[],
  bounds: Bounds,
  sidesOf: (item: Item) => readonly FieldValue[],
): readonly Column<Item>[] {
  if (bounds.size === 0) return columns;
  const write = (item: Item) => {
    const known = sidesOf(item).flatMap(({ field, value }) => {
      const own = bounds.get(field)?.get(value);
      return own === undefined ? [] : [{ field, own }];
    });
    // With ranges of two attributes in one cell, each gets the name of its attribute.
    return known.map(({ field, own }) => (known.length > 1 ? `${field}: ${own}` : own)).join('; ');
  };
  return insertBeforeNotes(columns, [rangeColumn('Range', write)]);
}

/** The columns of combinations with a 'Range of …' for each attribute with ranges, before 'Notes'. */
export function withRangePerField<Item extends { values: readonly string[] }>(
  columns: readonly Column<Item>[],
  bounds: Bounds,
  fields: readonly { name: string }[],
): readonly Column<Item>[] {
  const ranges = fields.flatMap(({ name }, field) => {
    const ofField = bounds.get(name);
    const write = ({ values }: Item) => ofField?.get(values[field] ?? '') ?? '';
    return ofField ? [rangeColumn(`Range of ${name}`, write)] : [];
  });
  return insertBeforeNotes(columns, ranges);
}

function rangeColumn<Item>(heading: string, write: (item: Item) => string): Column<Item> {
  return { ...downloadColumn(heading, write), isCopied: true };
}

function insertBeforeNotes<Item>(columns: readonly Column<Item>[], added: readonly Column<Item>[]) {
  return columns.toSpliced(
    columns.findIndex(({ key }) => key === 'notes'),
    0,
    ...added,
  );
}
