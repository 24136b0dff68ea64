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
 * @param lists positive factors, each list in descending order; at most 2^53 products
 * @param compareTies must put lower ranks first where the factors themselves are equal
 */
export function bestProducts(
  lists: readonly (readonly number[])[],
  limit: number,
  compareTies: CompareTies,
): RankedProduct[] {
  if (limit < 1 || lists.some((list) => list.length === 0)) return [];
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

/** One rank further in one list, none before the last list that has moved: so each product is offered once. */
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

/** A choice of ranks is known by one number: its place in the list of all, the first list turning fastest. */
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
