/** A priority queue of numbers that stand for something, each with its value. */
export interface Heap {
  push(value: number, item: number): void;
  /** Removes and returns the item of the highest value, or undefined when there is none. */
  pop(): { value: number; item: number } | undefined;
}

/**
 * A binary heap: push and pop take logarithmic time (Knuth, The Art of Computer Programming 3, 5.2.3). Values and items
 * stand in two lists of numbers, so that neither allocates.
 *
 * @param compareTies order of two items of one value
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

  function siftUp(value: number, item: number): void {
    let child = values.length - 1;
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
    push(value, item) {
      values.push(value);
      items.push(item);
      siftUp(value, item);
    },
    pop() {
      const [value, item] = [values[0], items[0]];
      const [lastValue, lastItem] = [values.pop(), items.pop()];
      if (value === undefined || item === undefined) return undefined;
      if (values.length > 0) siftDown(lastValue!, lastItem!); // not empty, as it had a first
      return { value, item };
    },
  };
}
