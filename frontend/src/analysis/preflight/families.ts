import { MIN_ORDINARY_COLUMNS, areRepeatsBeyondChance, countPairs } from './chance-repeats.ts';
import { namesFamily } from './header-words.ts';
import { markNobody } from './key-cells.ts';
import { groupItems, type Coding } from '../counts/coding.ts';

/** A column of the file, without those of the outcome. */
export interface FamilyColumn {
  header: string;
  codes: Uint32Array;
  categories: readonly string[];
  /** Of each category. */
  leads: Uint32Array;
  isDate: boolean;
}

/** A value that more of the leads share names no family: the number of a switchboard. */
const MAX_SHARE_OF_KEY = 0.05;
/** Columns of so many values, as a share of the leads, tell families apart together. */
const MIN_DISTINCT_SHARE = 1 / 20;
const MOST_TELLING_COLUMNS = 3;
/** Chance gives a smaller share of the pairs of rows that are equal in these columns. */
const MAX_CHANCE_SHARE = 0.05;

/**
 * The number of the family of each lead (`methods.md` J): rows that are one customer, one company, one form sent twice. Leads are related
 * that share a key, or all of the three columns with the most values where chance pairs few, or all cells but ids and dates where
 * H says that these are more than chance gives. Relatives of relatives are relatives. Null where no lead has one.
 *
 * @param onSlice awaited before each comparison of all rows
 */
export async function findFamilies(
  columns: readonly FamilyColumn[],
  onSlice: () => Promise<void>,
): Promise<Uint32Array | null> {
  const rows = columns[0]?.codes.length ?? 0;
  const families = new Relatives(rows);
  for (const column of columns) {
    await onSlice();
    if (namesFamily(column.header)) joinByKey(families, column);
  }
  const others = columns.filter(
    ({ header, isDate, categories }) => !isDate && !namesFamily(header) && categories.length > 1,
  );
  const ordinary = others.filter(({ leads }) => !isUniqueId(leads)).map(toCoding);
  const telling = ordinary
    .filter(({ count }) => count >= MIN_DISTINCT_SHARE * rows)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST_TELLING_COLUMNS);
  if (telling.length > 1) {
    const { equal, expected } = await countPairs(telling, onSlice);
    if (expected < MAX_CHANCE_SHARE * equal) families.joinEqual(groupItems(telling));
  }
  if (ordinary.length >= MIN_ORDINARY_COLUMNS && (await areRepeatsBeyondChance(ordinary, onSlice)))
    families.joinEqual(groupItems(ordinary));
  return families.number();
}

const toCoding = ({ codes, categories }: FamilyColumn): Coding => ({ codes, count: categories.length });

const isUniqueId = (leads: Uint32Array): boolean => leads.every((count) => count <= 1);

function joinByKey(families: Relatives, { codes, categories, leads }: FamilyColumn): void {
  const isNobody = markNobody(categories, null);
  const isShared = leads.some(
    (count, code) => isNobody[code] === 0 && count > MAX_SHARE_OF_KEY * codes.length,
  );
  if (!isShared) families.joinEqual({ codes, count: categories.length }, isNobody);
}

/** Rows in sets that can be joined (union-find with path halving: Tarjan and van Leeuwen, Journal of the ACM 31 (1984)). */
class Relatives {
  readonly #parents: Uint32Array;

  constructor(rows: number) {
    this.#parents = Uint32Array.from({ length: rows }, (_, row) => row);
  }

  /** Joins the rows of each code that is not left out. */
  joinEqual({ codes, count }: Coding, isLeftOut?: Uint8Array): void {
    const first = new Uint32Array(count);
    for (let row = 0; row < codes.length; row++) {
      const code = codes[row]!; // below the length
      if (isLeftOut?.[code] === 1) continue;
      if (first[code] === 0) first[code] = row + 1;
      else this.#parents[this.#find(row)] = this.#find(first[code]! - 1); // a row per code
    }
  }

  /** A number per row from 0 on in order of first appearance; null where each row has its own. */
  number(): Uint32Array | null {
    const rows = this.#parents.length;
    const numbers = new Uint32Array(rows);
    const families = new Uint32Array(rows);
    let count = 0;
    for (let row = 0; row < rows; row++) {
      const root = this.#find(row);
      if (numbers[root] === 0) numbers[root] = ++count;
      families[row] = numbers[root]! - 1; // as many
    }
    return count < rows ? families : null;
  }

  #find(row: number): number {
    const parents = this.#parents;
    // The `!` here: each parent is a row.
    while (parents[row] !== row) row = parents[row] = parents[parents[row]!]!;
    return row;
  }
}
