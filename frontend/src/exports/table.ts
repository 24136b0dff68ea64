/** A cell of a download; figures are unrounded numbers. */
export type Cell = string | number;

/** One column of a download. */
export interface Column<Item> {
  heading: string;
  /** Null for a column that is in no download. */
  exported: ((item: Item) => Cell) | null;
}

export type Columns<Item> = readonly Column<Item>[];

/** A table as rows: the headings, then one row per item. */
export function toRows<Item>(columns: Columns<Item>, items: readonly Item[]): Cell[][] {
  const exported = columns.flatMap(({ heading, exported: cell }) => (cell ? [{ heading, cell }] : []));
  return [
    exported.map(({ heading }) => heading),
    ...items.map((item) => exported.map(({ cell }) => cell(item))),
  ];
}

/** A part of a download under its title. */
export type Section = [title: string, rows: Cell[][]];

/** Sections one below the other, with an empty row between two of them. */
export function joinSections(sections: readonly Section[]): Cell[][] {
  return sections.flatMap(([title, rows], index) => [...(index === 0 ? [] : [[]]), [title], ...rows]);
}

/** A reason for which leads are left out, and how many. */
export interface LeftOutReason {
  leads: number;
  reason: string;
}

/** The rows of a download that say which leads are left out: 'Leads Left Out', 400, 'by status (Open)'. */
export function listLeftOutRows(leftOut: readonly LeftOutReason[]): Cell[][] {
  return leftOut.map(({ leads, reason }) => ['Leads Left Out', leads, reason]);
}

/** A fraction as a percent: 0.25 is 25. Unrounded. */
export function toPercent(fraction: number): number {
  return 100 * fraction;
}
