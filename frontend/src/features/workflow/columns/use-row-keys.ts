import { useState } from 'react';

let lastKey = 0;

function newKeys(count: number): number[] {
  return Array.from({ length: count }, () => ++lastKey);
}

export interface RowKeys {
  keys: readonly number[];
  add(): void;
  remove(index: number): void;
  /** Other rows altogether: what was half typed in the old ones goes with them. */
  replace(count: number): void;
}

/** An identity for each row of a list that has none of its own, so that half-typed text stays with its row. */
export function useRowKeys(count: number): RowKeys {
  const [keys, setKeys] = useState(() => newKeys(count));
  const current = keys.length === count ? keys : keys.slice(0, count).concat(newKeys(count - keys.length));
  if (current !== keys) setKeys(current);
  return {
    keys: current,
    add: () => setKeys([...current, ...newKeys(1)]),
    remove: (index) => setKeys(current.toSpliced(index, 1)),
    replace: (next) => setKeys(newKeys(next)),
  };
}
