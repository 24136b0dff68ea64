/**
 * The positions of items from the highest value to the lowest, equal ones in their given order: a counting sort over the
 * distinct values, several times faster than sort() with a comparator where values repeat.
 * Example: values 1, 3, 2 with the items 0, 1, 0, 2, which stand for 1, 3, 1, 2: positions 1, 3, 0, 2.
 *
 * @param valueOf index of the value of each item
 */
export function orderDescending(values: Float64Array, valueOf: Uint32Array): Uint32Array {
  const ranks = rankDescending(values);
  const nextPlaces = new Uint32Array(values.length + 1);
  // The `!` here: items have values, and values ranks below their number.
  for (let item = 0; item < valueOf.length; item++) nextPlaces[ranks[valueOf[item]!]! + 1]!++;
  for (let rank = 1; rank < nextPlaces.length; rank++) nextPlaces[rank]! += nextPlaces[rank - 1]!;
  const order = new Uint32Array(valueOf.length);
  for (let item = 0; item < valueOf.length; item++) order[nextPlaces[ranks[valueOf[item]!]!]!++] = item;
  return order;
}

/** How many distinct values are higher than each. */
function rankDescending(values: Float64Array): Uint32Array {
  const distinct = Float64Array.from(new Set(values)).sort().reverse();
  const rankOf = new Map(Array.from(distinct, (value, rank) => [value, rank]));
  return Uint32Array.from(values, (value) => rankOf.get(value)!); // one of these
}

/** Two sorted lists as one, in linear time. Equal items of the first list come first. */
export function mergeSorted<Item>(
  first: readonly Item[],
  second: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Item[] {
  const merged: Item[] = [];
  let taken = 0;
  for (const item of second) {
    for (let other = first[taken]; other !== undefined && compare(other, item) <= 0; other = first[taken]) {
      merged.push(other);
      taken++;
    }
    merged.push(item);
  }
  return merged.concat(first.slice(taken));
}
