import type { AnalysisContext } from '#frontend/analysis/analysis-context.ts';
import { rangeLabel } from '#frontend/analysis/binning.ts';
import type { FieldValue } from '#frontend/analysis/interactions.ts';
import { replaceName } from '#frontend/analysis/mapping.ts';
import { downloadColumn, type Column } from './columns.tsx';

/** The bounds that values such as 'Q4 (High)' stand for, of each attribute that has ranges. */
export type Bounds = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Bounds by attribute and by the name that a value has in the results. Ranges that were given one name are one value.
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
 * The columns with 'Range' before 'Notes', which stays the last one. Without ranges there is no such column. Copy takes
 * it along, since only the page has a legend of the ranges.
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
    // Two attributes with ranges in one cell need their names.
    return known.map(({ field, own }) => (known.length > 1 ? `${field}: ${own}` : own)).join('; ');
  };
  return insertBeforeNotes(columns, [rangeColumn('Range', write)]);
}

/** The columns of combinations with a 'Range of …' for each attribute that has ranges, before 'Notes'. */
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
