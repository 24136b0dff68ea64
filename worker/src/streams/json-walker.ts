import { openFrame, takeKey, valueShape, type Frame, type JsonEvent } from './json-frame.ts';
import { JsonProblem, type JsonReason } from './json-problem.ts';
import type { Shape } from './json-shape.ts';
import { LeafReader } from './leaf-reader.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN = { object: 0x7b, dictionary: 0x7b, list: 0x5b } as const;
const CLOSE = { object: 0x7d, dictionary: 0x7d, list: 0x5d } as const;
const SEPARATORS = new Set<number>([COMMA, COLON, CLOSE.object, CLOSE.list]);
const KEY_LIMITS = { maxDepth: 0, maxBytes: 1024 * 1024 };

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
    else if (frame.expected === 'next' || frame.expected === 'colon') this.#readSeparator(frame, byte);
    else if (frame.shape.kind === 'list') {
      frame.key = Number(frame.key) + 1;
      yield* this.#beginValue(valueShape(frame), byte);
    } else if (frame.expected === 'value') yield* this.#beginValue(valueShape(frame), byte);
    else this.#beginKey(byte);
  }

  #readSeparator(frame: Frame<Label>, byte: number): void {
    const isColon = frame.expected === 'colon';
    if (byte !== (isColon ? COLON : COMMA)) throw this.#problem('malformed');
    frame.expected = isColon || frame.shape.kind === 'list' ? 'value' : 'key';
  }

  #beginKey(byte: number): void {
    if (byte !== QUOTE) throw this.#problem('malformed');
    this.#leaf = new LeafReader(KEY_LIMITS);
  }

  *#beginValue(shape: Shape<Label>, byte: number): Generator<JsonEvent<Label>> {
    if (shape.kind === 'leaf') {
      if (SEPARATORS.has(byte)) throw this.#problem('malformed');
      this.#leaf = new LeafReader(shape);
      this.#label = shape.label;
      return;
    }
    if (byte !== OPEN[shape.kind]) throw this.#problem('misplaced');
    yield { type: 'open', path: this.#path(), isList: shape.kind === 'list' };
    this.#frames.push(openFrame(shape));
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
    const key = this.#parseKey(bytes);
    const frame = this.#frames.at(-1);
    if (frame && !takeKey(frame, key)) throw this.#problem('misplaced');
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
}
