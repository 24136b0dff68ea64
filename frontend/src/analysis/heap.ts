/** A priority queue. */
export interface Heap<Item> {
  push(item: Item): void;
  /** Removes and returns the first item in the order of `compare`, or undefined when there is none. */
  pop(): Item | undefined;
}

/** A binary heap: push and pop take logarithmic time (Knuth, The Art of Computer Programming 3, 5.2.3). */
export function createHeap<Item>(compare: (a: Item, b: Item) => number): Heap<Item> {
  const items: Item[] = [];
  // Positions are always computed within `items`.
  const comesBefore = (a: number, b: number) => compare(items[a]!, items[b]!) < 0;
  const swap = (a: number, b: number) => ([items[a], items[b]] = [items[b]!, items[a]!]);

  function siftUp(position: number): void {
    for (let child = position; child > 0;) {
      const parent = (child - 1) >> 1;
      if (!comesBefore(child, parent)) return;
      swap(child, parent);
      child = parent;
    }
  }

  function siftDown(position: number): void {
    for (let parent = position; ;) {
      const [left, right] = [2 * parent + 1, 2 * parent + 2];
      if (left >= items.length) return;
      const child = right < items.length && comesBefore(right, left) ? right : left;
      if (!comesBefore(child, parent)) return;
      swap(child, parent);
      parent = child;
    }
  }

  return {
    push(item) {
      siftUp(items.push(item) - 1);
    },
    pop() {
      if (items.length > 1) swap(0, items.length - 1);
      const first = items.pop();
      siftDown(0);
      return first;
    },
  };
}
