import { expect, test } from 'vitest';
import { transferablesOf } from '#frontend/threads/leads/transferables.ts';

/** Messages of any shape: the types of questions and answers are no matter here. */
const transferred = (message: unknown) => transferablesOf(message as Parameters<typeof transferablesOf>[0]);

test('buffers and ports are handed over, each once, wherever they stand in a message', () => {
  const { port1 } = new MessageChannel();
  const buffer = new ArrayBuffer(8);
  const counts = new Uint32Array(2);
  expect(transferred(buffer)).toEqual([buffer]);
  expect(transferred({ port: port1, leads: counts, same: new Uint8Array(counts.buffer) })).toEqual([
    port1,
    counts.buffer,
  ]);
  const [first, second] = [new Uint32Array(1), new Float64Array(1)];
  expect(transferred({ byValue: { figures: { p: first } }, codes: [second] })).toEqual([
    first.buffer,
    second.buffer,
  ]);
});

test('nothing else is looked through: texts, lists that begin with something else, and what is nested deeper', () => {
  for (const message of [
    null,
    undefined,
    'text',
    7,
    ['a', new Uint8Array(1)],
    [],
    { a: { b: { c: { d: new Uint8Array(1) } } } },
  ])
    expect(transferred(message)).toEqual([]);
});
