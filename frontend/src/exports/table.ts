/** A cell of a table as text: figures stay unrounded numbers. */
export type Cell = string | number;

/** One column: its title as on the screen, and what it holds of an item. */
export interface Column<Item> {
  title: string;
  cell: (item: Item) => Cell;
}

/** A table as rows: the titles, then one row per item. */
export function toRows<Item>(columns: readonly Column<Item>[], items: readonly Item[]): Cell[][] {
  return [columns.map(({ title }) => title), ...items.map((item) => columns.map(({ cell }) => cell(item)))];
}

/** A fraction as a percent: 0.25 is 25. Unrounded. */
export function toPercent(fraction: number): number {
  return 100 * fraction;
}

/** How a claim reads in a table. */
export function yesOrNo(claim: boolean): string {
  return claim ? 'Yes' : 'No';
}

/** A field and its value in one cell. */
export function nameFieldValue({ field, value }: { field: string; value: string }): string {
  return `${field}: ${value}`;
}
