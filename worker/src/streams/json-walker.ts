import { JsonProblem, type JsonReason } from './json-problem.ts';
import type { Shape } from './json-shape.ts';
import { LeafReader } from './leaf-reader.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN = { object: 0x7b, dictionary: 0x7b, list: 0x5b } as const;
const CLOSE = { object: 0x7d, dictionary: 0x7d, list: 0x5d } as const;
const KEY_BYTES = 1024 * 1024;

type Container<Label extends string> = Exclude<Shape<Label>, { kind: 'leaf' }>;
type Expected = 'first' | 'key' | 'colon' | 'value' | 'next';

interface Frame<Label extends string> {
  shape: Container<Label>;
  expected: Expected;
  /** Key or index of the value that is being read. */
  key: string | number;
  seen: Set<string>;
}

/**
 * What a document is made of. `path` leads to it and is only valid until the next event; `bytes` are the leaf's JSON
 * text, checked only where the reader parses it.
 */
export type JsonEvent<Label extends string> =
  | { type: 'open' | 'close'; path: JsonPath; isList: boolean }
  | { type: 'leaf'; path: JsonPath; label: Label; bytes: Uint8Array };

/** Keys and indices from the root. */
export type JsonPath = readonly (string | number)[];

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/**
 * Walks through a JSON document of a known shape as its bytes come in, without ever holding more than one leaf. Its
 * depth is that of the shape, so neither nesting nor length costs memory.
 */
export class JsonWalker<Label extends string> {
  readonly #root: Shape<Label>;
  readonly #frames: Frame<Label>[] = [];
  #leaf: LeafReader | null = null;
  #label: Label | null = null;
  #isDone = false;

  constructor(root: Shape<Label>) {
    this.#root = root;
  }

  /** @throws JsonProblem */
  *push(chunk: Uint8Array): Generator<JsonEvent<Label>> {
    for (let at = 0; at < chunk.length;) {
      if (this.#leaf) {
        at = this.#leaf.read(chunk, at);
        const { state } = this.#leaf;
        if (state === 'done') yield* this.#endLeaf(this.#leaf);
        else if (state !== 'more') throw this.#problem(state);
      } else {
        const byte = chunk[at] ?? 0; // always there
        if (!isSpace(byte)) yield* this.#readMark(byte);
        if (this.#leaf === null) at++; // else the byte begins the leaf
      }
    }
  }

  /** @throws JsonProblem unless the document is whole */
  finish(): void {
    if (!this.#isDone) throw this.#problem('malformed');
  }

  #problem(reason: JsonReason): JsonProblem {
    return new JsonProblem(reason, this.#path().join('.') || 'the body');
  }

  #path(): (string | number)[] {
    return this.#frames.map(({ key }) => key);
  }

  *#readMark(byte: number): Generator<JsonEvent<Label>> {
    const frame = this.#frames.at(-1);
    if (!frame) {
      if (this.#isDone) throw this.#problem('malformed');
      yield* this.#beginValue(this.#root, byte);
    } else if (byte === CLOSE[frame.shape.kind] && frame.expected !== 'colon') yield* this.#close(frame);
    else if (frame.expected === 'next') this.#readComma(frame, byte);
    else if (frame.expected === 'colon') this.#readColon(frame, byte);
    else if (frame.shape.kind === 'list') yield* this.#beginItem(frame, byte);
    else if (frame.expected === 'value') yield* this.#beginValue(this.#shapeOf(frame), byte);
    else this.#beginKey(byte);
  }

  #readComma(frame: Frame<Label>, byte: number): void {
    if (byte !== COMMA) throw this.#problem('malformed');
    frame.expected = frame.shape.kind === 'list' ? 'value' : 'key';
  }

  #readColon(frame: Frame<Label>, byte: number): void {
    if (byte !== COLON) throw this.#problem('malformed');
    frame.expected = 'value';
  }

  #beginKey(byte: number): void {
    if (byte !== QUOTE) throw this.#problem('malformed');
    this.#leaf = new LeafReader({ maxDepth: 0, maxBytes: KEY_BYTES });
  }

  *#beginItem(frame: Frame<Label>, byte: number): Generator<JsonEvent<Label>> {
    frame.key = Number(frame.key) + 1;
    yield* this.#beginValue(this.#shapeOf(frame), byte);
  }

  *#beginValue(shape: Shape<Label>, byte: number): Generator<JsonEvent<Label>> {
    if (shape.kind === 'leaf') {
      if (byte === COMMA || byte === COLON || byte === CLOSE.list || byte === CLOSE.object) {
        throw this.#problem('malformed');
      }
      this.#leaf = new LeafReader(shape);
      this.#label = shape.label;
      return;
    }
    if (byte !== OPEN[shape.kind]) throw this.#problem('misplaced');
    yield { type: 'open', path: this.#path(), isList: shape.kind === 'list' };
    const key = shape.kind === 'list' ? -1 : '';
    this.#frames.push({ shape, expected: 'first', key, seen: new Set() });
  }

  *#endLeaf(leaf: LeafReader): Generator<JsonEvent<Label>> {
    const label = this.#label; // a key has none
    this.#leaf = null;
    this.#label = null;
    if (label === null) return this.#endKey(leaf.bytes);
    yield { type: 'leaf', path: this.#path(), label, bytes: leaf.bytes };
    this.#endValue();
  }

  #endKey(bytes: Uint8Array): void {
    const frame = this.#frames.at(-1);
    if (!frame) return;
    frame.key = this.#parseKey(bytes);
    frame.expected = 'colon';
    if (frame.shape.kind !== 'object' || !frame.shape.members.has(frame.key)) return;
    if (frame.seen.has(frame.key)) throw this.#problem('misplaced');
    frame.seen.add(frame.key);
  }

  #parseKey(bytes: Uint8Array): string {
    try {
      return String(JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)));
    } catch {
      throw this.#problem('malformed');
    }
  }

  #endValue(): void {
    const frame = this.#frames.at(-1);
    if (frame) frame.expected = 'next';
    else this.#isDone = true;
  }

  *#close(frame: Frame<Label>): Generator<JsonEvent<Label>> {
    if (frame.expected !== 'first' && frame.expected !== 'next') throw this.#problem('malformed');
    this.#frames.pop();
    yield { type: 'close', path: this.#path(), isList: frame.shape.kind === 'list' };
    this.#endValue();
  }

  #shapeOf({ shape, key }: Frame<Label>): Shape<Label> {
    if (shape.kind === 'list') return shape.item;
    if (shape.kind === 'dictionary') return shape.entry;
    return shape.members.get(String(key)) ?? shape.other;
  }
}
