import { createHeap } from './heap.ts';

/** One factor from each list, by its rank there, and their product. */
export interface RankedProduct {
  ranks: readonly number[];
  product: number;
}

/** Order of two products that are equal. */
type CompareTies = (a: readonly number[], b: readonly number[]) => number;

/**
 * The `limit` largest products of one factor from each list, largest first. Takes time by `limit`, never by
 * the number of products: from the largest product on, each one taken offers those one rank further in one
 * list, and a heap gives the next.
 *
 * @param lists positive factors, each list in descending order
 * @param compareTies must put lower ranks first where the factors themselves are equal
 */
export function bestProducts(
  lists: readonly (readonly number[])[],
  limit: number,
  compareTies: CompareTies,
): RankedProduct[] {
  const compare = (a: RankedProduct, b: RankedProduct) =>
    b.product - a.product || compareTies(a.ranks, b.ranks);
  const heap = createHeap(compare);
  const best: RankedProduct[] = [];
  const start = lists.map(() => 0);
  let next = multiplyAt(lists, start);
  while (next !== undefined && best.length < limit) {
    best.push(next);
    for (const ranks of successorsOf(next.ranks)) {
      const successor = multiplyAt(lists, ranks);
      if (successor !== undefined) heap.push(successor);
    }
    next = heap.pop();
  }
  // Where rounding makes two products equal, a successor may belong before its predecessor.
  return best.sort(compare);
}

/** One rank further in one list, none before the last list that has moved: so each product is offered once. */
function successorsOf(ranks: readonly number[]): number[][] {
  const lastMoved = Math.max(
    0,
    ranks.findLastIndex((rank) => rank > 0),
  );
  return ranks.slice(lastMoved).map((rank, offset) => ranks.with(lastMoved + offset, rank + 1));
}

/** The product at these ranks, undefined where a list is not that long. */
function multiplyAt(
  lists: readonly (readonly number[])[],
  ranks: readonly number[],
): RankedProduct | undefined {
  let product = 1;
  for (const [index, list] of lists.entries()) {
    const factor = list[ranks[index] ?? 0];
    if (factor === undefined) return undefined;
    product *= factor;
  }
  return { ranks, product };
}
