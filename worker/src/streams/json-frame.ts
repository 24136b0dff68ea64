import type { Shape } from './json-shape.ts';

/** Keys and indices from the root. */
export type JsonPath = readonly (string | number)[];

/** What a document is made of. `bytes` are the leaf's JSON text, checked only where the reader parses it. */
export type JsonEvent<Label extends string> =
  | { type: 'open' | 'close'; path: JsonPath; isList: boolean }
  | { type: 'leaf'; path: JsonPath; label: Label; bytes: Uint8Array };

/** An object or list that is being read. */
export interface Frame<Label extends string> {
  shape: Exclude<Shape<Label>, { kind: 'leaf' }>;
  /** What may come next, beside the end. */
  expected: 'first' | 'key' | 'colon' | 'value' | 'next';
  /** Key or index of the value that is being read. */
  key: string | number;
  /** Known members that have come already. */
  seen: Set<string>;
}

export const openFrame = <Label extends string>(shape: Frame<Label>['shape']): Frame<Label> => ({
  shape,
  expected: 'first',
  key: shape.kind === 'list' ? -1 : '',
  seen: new Set(),
});

/** Shape of the value under the frame's key. */
export function valueShape<Label extends string>({ shape, key }: Frame<Label>): Shape<Label> {
  if (shape.kind === 'list') return shape.item;
  if (shape.kind === 'dictionary') return shape.entry;
  return shape.members.get(String(key)) ?? shape.other;
}

/** Sets the key of the value that comes next. False where a known member comes for the second time. */
export function takeKey<Label extends string>(frame: Frame<Label>, key: string): boolean {
  frame.key = key;
  frame.expected = 'colon';
  if (frame.shape.kind !== 'object' || !frame.shape.members.has(key)) return true;
  const isFirst = !frame.seen.has(key);
  frame.seen.add(key);
  return isFirst;
}
