import type { ShownCounts } from '#contract/pair-tables.ts';

/** Leads that share all their values, one per field. */
export interface Cell {
  values: readonly string[];
  leads: number;
  conversions: number;
}

/** The counts of all values and of all pairs of values that occur. */
export function shownCounts(cells: readonly Cell[]): ShownCounts {
  const fields = cells[0]?.values.map((_, at) => `Field ${at + 1}`) ?? [];
  const sum = (holds: (cell: Cell) => boolean) => {
    const found = cells.filter(holds);
    return {
      leads: found.reduce((all, { leads }) => all + leads, 0),
      qualifiedLeads: found.reduce((all, { conversions }) => all + conversions, 0),
    };
  };
  const valuesOf = (field: number) => [...new Set(cells.map(({ values }) => values[field] ?? ''))];
  const metrics = fields.flatMap((fieldName, field) =>
    valuesOf(field).map((fieldValue) => {
      const { leads, qualifiedLeads } = sum(({ values }) => values[field] === fieldValue);
      return { fieldName, fieldValue, totalLeads: leads, qualifiedLeads };
    }),
  );
  const correlationTests = fields.flatMap((first, a) =>
    fields.slice(a + 1).flatMap((second, after) => {
      const b = a + 1 + after;
      return valuesOf(a).flatMap((one) =>
        valuesOf(b).map((other) => ({
          attributes: [
            { field: first, value: one },
            { field: second, value: other },
          ] as [{ field: string; value: string }, { field: string; value: string }],
          ...sum(({ values }) => values[a] === one && values[b] === other),
        })),
      );
    }),
  );
  const { leads: totalLeads, qualifiedLeads: totalQualified } = sum(() => true);
  return { totalLeads, totalQualified, metrics, correlationTests };
}

/**
 * The groups of 1 to 4 leads whose size an attacker can compute, each as the places of its cells. The attacker knows which cells each
 * shown figure adds up, and tries every set of cells: its size is known if the set is a sum of multiples of figures. Where a
 * known size is 0, all cells of the set are empty, and everything is tried again without them. So for leads, for conversions and for
 * the others; a set whose conversions and others are both known is known too. For up to 12 cells.
 */
export function listSmallGroups(cells: readonly Cell[], counts: ShownCounts): number[][] {
  const figures = listFigures(cells, counts);
  const known = {
    leads: makeLayer(
      figures,
      cells.map(({ leads }) => leads),
    ),
    conversions: makeLayer(
      figures,
      cells.map(({ conversions }) => conversions),
    ),
    others: makeLayer(
      figures,
      cells.map(({ leads, conversions }) => leads - conversions),
    ),
  };
  const bothEmpty = known.conversions.empty & known.others.empty;
  known.leads.empty |= bothEmpty;
  known.leads.learn();
  const small: number[][] = [];
  for (let set = 1; set < 2 ** cells.length; set++) {
    const isKnown = known.leads.isKnown(set) || (known.conversions.isKnown(set) && known.others.isKnown(set));
    const places = cells.flatMap((_, at) => (set & (1 << at) ? [at] : []));
    const leads = places.reduce((sum, at) => sum + (cells[at]?.leads ?? 0), 0);
    if (isKnown && leads >= 1 && leads <= 4) small.push(places);
  }
  return small;
}

/** Which cells each figure adds up. */
function listFigures(cells: readonly Cell[], { metrics, correlationTests }: ShownCounts): boolean[][] {
  const fieldOf = (name: string) => Number(name.slice('Field '.length)) - 1;
  return [
    cells.map(() => true),
    ...metrics.map(({ fieldName, fieldValue }) =>
      cells.map(({ values }) => values[fieldOf(fieldName)] === fieldValue),
    ),
    ...correlationTests.map(({ attributes }) =>
      cells.map(({ values }) => attributes.every(({ field, value }) => values[fieldOf(field)] === value)),
    ),
  ];
}

function makeLayer(figures: readonly boolean[][], sizes: readonly number[]) {
  let free: number[][] = [];
  const layer = {
    /** The cells that are known to be empty, as bits. */
    empty: 0,
    /** A set is known if no change of the cells that keeps all figures changes its size. */
    isKnown: (set: number): boolean =>
      free.every((change) => Math.abs(sumOver(set & ~layer.empty, change)) < 1e-9),
    learn() {
      for (let before = -1; before !== layer.empty;) {
        before = layer.empty;
        const alive = sizes.flatMap((_, at) => (layer.empty & (1 << at) ? [] : [at]));
        free = listFreeChanges(figures, alive, sizes.length);
        for (let set = 1; set < 2 ** sizes.length; set++)
          if (sumOver(set, sizes) === 0 && layer.isKnown(set)) layer.empty |= set;
      }
    },
  };
  layer.learn();
  return layer;
}

function sumOver(set: number, numbers: readonly number[]): number {
  return numbers.reduce((sum, number, at) => (set & (1 << at) ? sum + number : sum), 0);
}

/** A basis of the changes of these cells that change no figure, by Gauss-Jordan elimination. */
function listFreeChanges(
  figures: readonly boolean[][],
  alive: readonly number[],
  length: number,
): number[][] {
  const rows = figures.map((figure) => alive.map((at) => Number(figure[at])));
  const pivots: number[] = [];
  for (let column = 0; column < alive.length; column++) {
    const top = pivots.length;
    const found = rows.findIndex((row, at) => at >= top && Math.abs(row[column] ?? 0) > 1e-9);
    if (found < 0) continue;
    [rows[top], rows[found]] = [rows[found]!, rows[top]!]; // both are rows
    const pivot = rows[top].map((entry) => entry / (rows[top]?.[column] ?? 1));
    rows[top] = pivot;
    rows.forEach((row, at) => {
      const factor = row[column] ?? 0;
      if (at !== top && factor !== 0)
        rows[at] = row.map((entry, place) => entry - factor * (pivot[place] ?? 0));
    });
    pivots.push(column);
  }
  const freeColumns = alive.flatMap((_, column) => (pivots.includes(column) ? [] : [column]));
  return freeColumns.map((column) => {
    const change = Array.from({ length }, () => 0);
    change[alive[column] ?? 0] = 1;
    pivots.forEach((pivot, row) => (change[alive[pivot] ?? 0] = -(rows[row]?.[column] ?? 0)));
    return change;
  });
}
