import { MIN_ORDINARY_COLUMNS, MOST_TIMES, RowHashes, expectPairs, pairsIn } from './chance-repeats.ts';
import { leadKeyOf, namesPhones } from './header-words.ts';
import { MAX_LEADS_OF_A_PERSON, markNobody } from './key-cells.ts';
import { foldText } from '../columns/words.ts';
import { groupItems, type Coding } from '../counts/coding.ts';
import { countSizes } from '../counts/families.ts';

/** A column of the file, without those of the outcome. */
export interface FamilyColumn {
  header: string;
  codes: Uint32Array;
  categories: readonly string[];
  /** Of each category. */
  leads: Uint32Array;
  isDate: boolean;
}

/** Customers, companies and accounts, of which one may have several leads; in several languages. */
const OWNERS = (
  'customer client company organization organisation account household kunde kunden kundennummer firma unternehmen ' +
  'cliente empresa entreprise societe azienda klant bedrijf'
).split(' ');
const OWNER_KEYS = 'id number no nr code key name nummer numero nombre nom nome naam'.split(' ');

/** More of the leads are no family: the number of a switchboard, or forms that nobody has filled in. */
const MAX_SHARE_OF_LEADS = 0.05;
/** Where fewer of the leads have a relative, no figure that anybody sees changes. */
const MIN_RELATED_SHARE = 0.01;
/** Columns tell families apart together where their values are this share of the leads. */
const MIN_DISTINCT_SHARE = 1 / 20;
const MOST_TELLING_COLUMNS = 3;
/** Rows have relatives where chance gives a smaller share of the equal pairs. */
const MAX_CHANCE_SHARE = 0.05;

/**
 * The number of the family of each lead (`methods.md` J): rows that are one customer, one company, one form sent twice. Leads are related
 * that share a key, or all of the three columns with the most values, or all cells but ids and dates; the last two where chance gives few
 * of the equal pairs. Relatives of relatives are relatives. A kind that would make one family of over 5% of the leads is left out. Null
 * where under 1% of the leads have a relative.
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
    if (!namesFamily(column.header)) continue;
    await onSlice();
    families.joinEqual(toCoding(column), markNobody(column.categories, null));
  }
  const ordinary = columns.filter(isOrdinary).map(toCoding);
  const telling = ordinary
    .filter(({ count }) => count >= MIN_DISTINCT_SHARE * rows)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST_TELLING_COLUMNS);
  if (await arePairsBeyondChance(telling, { onSlice })) families.joinEqual(groupItems(telling));
  // Rows that nobody has filled in are equal in large numbers, which says nothing about the others.
  const most = MAX_LEADS_OF_A_PERSON;
  if (ordinary.length >= MIN_ORDINARY_COLUMNS && (await arePairsBeyondChance(ordinary, { most, onSlice })))
    families.joinEqual(groupItems(ordinary));
  return numberFamilies(families.roots());
}

/**
 * Whether a header names somebody who may have several leads: an e-mail address, a phone number, a lead's own id, 'Customer ID', 'Company'.
 * 'Number of customers' and 'Company size' do not.
 */
function namesFamily(header: string): boolean {
  if (leadKeyOf(header) !== null || namesPhones(header)) return true;
  const words = foldText(header).split(' ');
  const isKey =
    words.length === 1 || [words[0], words.at(-1)].some((word) => OWNER_KEYS.includes(word ?? ''));
  return isKey && words.some((word) => OWNERS.includes(word));
}

/**
 * Whether chance gives under 5% of the pairs of rows that are equal in these columns (E of `methods.md` H, J). Never with fewer than two
 * columns, and where different rows occur over three times on average.
 *
 * @param most rows that are equal in larger numbers are not counted
 * @internal
 */
export async function arePairsBeyondChance(
  columns: readonly Coding[],
  { most = Infinity, onSlice }: { most?: number; onSlice(): Promise<void> },
): Promise<boolean> {
  if (columns.length < 2) return false;
  await onSlice();
  const hashes = new RowHashes(columns);
  const sizes = hashes.sizesWithout([]);
  const counted = pairsIn(sizes.filter((size) => size <= most));
  if (counted === 0 || hashes.rows > MOST_TIMES * sizes.length) return false;
  const limit = MAX_CHANCE_SHARE * counted;
  return (await expectPairs({ hashes, equal: pairsIn(sizes) }, columns, { limit, onSlice })) < limit;
}

const toCoding = ({ codes, categories }: FamilyColumn): Coding => ({ codes, count: categories.length });

/** Not a key, a date, a unique id or a column of one value. */
function isOrdinary({ header, isDate, categories, leads }: FamilyColumn): boolean {
  const isUnique = leads.every((count, code) => count <= 1 || categories[code] === '');
  return !isDate && !namesFamily(header) && categories.length > 1 && !isUnique;
}

/**
 * Families numbered from 0 on in order of first appearance; null where under 1% of the leads have a relative.
 *
 * @param families a number per lead, the same for the leads of one family, each below 2^32
 */
export function numberFamilies(families: Uint32Array): Uint32Array | null {
  const sizes = countSizes(families);
  let related = 0;
  for (const size of sizes) if (size > 1) related += size;
  if (related === 0 || related < MIN_RELATED_SHARE * families.length) return null;
  const numbers = new Uint32Array(sizes.length);
  let count = 0;
  // The `!` here: a number per family.
  return families.map((family) => (numbers[family] ||= ++count) - 1);
}

/** Rows in sets that can be joined (union-find with path halving: Tarjan and van Leeuwen, Journal of the ACM 31 (1984)). */
class Relatives {
  #parents: Uint32Array<ArrayBuffer>;

  constructor(rows: number) {
    this.#parents = Uint32Array.from({ length: rows }, (_, row) => row);
  }

  /** Joins the rows of each code that names somebody, unless that makes one family of too many leads. */
  joinEqual({ codes, count }: Coding, isNobody?: Uint8Array): void {
    const before = this.#parents.slice();
    const first = new Uint32Array(count);
    for (let row = 0; row < codes.length; row++) {
      const code = codes[row]!; // below the length
      if (isNobody?.[code] === 1) continue;
      if (first[code] === 0) first[code] = row + 1;
      else this.#parents[this.#find(row)] = this.#find(first[code]! - 1); // a row per code
    }
    const isTooLarge = (size: number) => size > MAX_SHARE_OF_LEADS * codes.length;
    if (countSizes(this.roots()).some(isTooLarge)) this.#parents = before;
  }

  /** A row for each row, the same for rows of one set. */
  roots(): Uint32Array {
    return this.#parents.map((_, row) => this.#find(row));
  }

  #find(row: number): number {
    const parents = this.#parents;
    // The `!` here: each parent is a row.
    while (parents[row] !== row) row = parents[row] = parents[parents[row]!]!;
    return row;
  }
}
