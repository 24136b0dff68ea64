/** One factor from each list, by its rank there, and their product. */
export interface RankedProduct {
  ranks: readonly number[];
  product: number;
}

/** Order of two products that are equal. */
type CompareTies = (a: readonly number[], b: readonly number[]) => number;

/**
 * The `limit` largest products of one factor from each list, largest first. The time grows with `limit`, not with the
 * number of products: a heap starts with the largest product, and each product taken from it adds the ones that are
 * one rank further in one list.
 *
 * @param lists positive factors, each list in descending order; at most 2^53 products
 * @param compareTies must put lower ranks first where the factors themselves are equal
 */
export function bestProducts(
  lists: readonly (readonly number[])[],
  limit: number,
  compareTies: CompareTies,
): RankedProduct[] {
  if (lists.some((list) => list.length === 0)) return [];
  const ranksOf = (place: number) => readRanks(lists, place);
  const compare = (a: RankedProduct, b: RankedProduct) =>
    b.product - a.product || compareTies(a.ranks, b.ranks);
  const heap = createHeap((a, b) => compareTies(ranksOf(a), ranksOf(b)));
  const best: RankedProduct[] = [];
  const first = lists.map(() => 0);
  heap.push(multiply(lists, first), 0);
  for (let next = heap.pop(); next !== undefined && best.length < limit; next = heap.pop()) {
    const ranks = ranksOf(next.item);
    best.push({ ranks, product: next.value });
    offerSuccessors(lists, { ranks, place: next.item }, heap.push);
  }
  // Where rounding makes two products equal, a successor may belong before its predecessor.
  return best.sort(compare);
}

/** Goes one rank further in each list from the last one that has moved on, so that each product is offered once. */
function offerSuccessors(
  lists: readonly (readonly number[])[],
  { ranks, place }: { ranks: readonly number[]; place: number },
  offer: (product: number, place: number) => void,
): void {
  const further = [...ranks];
  let step = 1;
  const lastMoved = ranks.findLastIndex((rank) => rank > 0);
  lists.forEach((list, index) => {
    const rank = ranks[index] ?? 0;
    if (index >= lastMoved && rank + 1 < list.length) {
      further[index] = rank + 1;
      offer(multiply(lists, further), place + step);
      further[index] = rank;
    }
    step *= list.length;
  });
}

/**
 * The ranks that a number encodes: each rank is a digit to the base of its list's length, the first list's rank being
 * the lowest digit.
 */
function readRanks(lists: readonly (readonly number[])[], place: number): number[] {
  let rest = place;
  return lists.map((list) => {
    const rank = rest % list.length;
    rest = (rest - rank) / list.length;
    return rank;
  });
}

function multiply(lists: readonly (readonly number[])[], ranks: readonly number[]): number {
  let product = 1;
  for (let index = 0; index < lists.length; index++) product *= lists[index]![ranks[index]!]!; // ranks within the lists
  return product;
}

/** A priority queue of items, given as numbers, by their values. */
interface Heap {
  push(value: number, item: number): void;
  /** Removes and returns the item of the highest value; undefined when the heap is empty. */
  pop(): { value: number; item: number } | undefined;
}

/**
 * A binary heap: push and pop take logarithmic time (Knuth, The Art of Computer Programming 3, 5.2.3). Values and
 * items are in two lists of numbers, so that neither operation allocates.
 *
 * @param compareTies order of two items of the same value
 */
export function createHeap(compareTies: (a: number, b: number) => number): Heap {
  const values: number[] = [];
  const items: number[] = [];
  // The `!` here: positions are always computed within the lists.
  const comesBefore = (value: number, item: number, other: number) =>
    value > values[other]! || (value === values[other]! && compareTies(item, items[other]!) < 0);
  const put = (position: number, value: number, item: number) => {
    values[position] = value;
    items[position] = item;
  };

  // The place after the last one is made by writing to it.
  function siftUp(value: number, item: number): void {
    let child = values.length;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (!comesBefore(value, item, parent)) break;
      put(child, values[parent]!, items[parent]!);
      child = parent;
    }
    put(child, value, item);
  }

  function siftDown(value: number, item: number): void {
    let parent = 0;
    for (let child = 1; child < values.length; child = 2 * parent + 1) {
      const right = child + 1;
      const next = right < values.length && comesBefore(values[right]!, items[right]!, child) ? right : child;
      if (comesBefore(value, item, next)) break;
      put(parent, values[next]!, items[next]!);
      parent = next;
    }
    put(parent, value, item);
  }

  return {
    push: siftUp,
    pop() {
      const [value, item] = [values[0], items[0]];
      const [lastValue, lastItem] = [values.pop(), items.pop()];
      if (value === undefined || item === undefined) return undefined;
      if (values.length > 0) siftDown(lastValue!, lastItem!); // not empty, as it had a first
      return { value, item };
    },
  };
}
