import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonEmitter } from '#worker/streams/json-emitter.ts';
import { JsonProblem } from '#worker/streams/json-problem.ts';
import { dictionary, list, object, type Shape } from '#worker/streams/json-shape.ts';
import type { JsonEvent } from '#worker/streams/json-frame.ts';
import { JsonWalker } from '#worker/streams/json-walker.ts';

type Label = 'text' | 'entry' | 'other';

const leaf = (label: Label, maxDepth: number): Shape<Label> => ({
  kind: 'leaf',
  label,
  maxDepth,
  maxBytes: 1000,
});
const shape = object<Label>(
  { name: leaf('text', 0), items: list(leaf('entry', 2)), names: dictionary(dictionary(leaf('text', 0))) },
  leaf('other', 8),
);

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function walk(text: string, step = 1000): JsonEvent<Label>[] {
  const walker = new JsonWalker(shape);
  const bytes = new TextEncoder().encode(text);
  const events: JsonEvent<Label>[] = [];
  for (let at = 0; at < bytes.length; at += step) {
    for (const event of walker.push(bytes.subarray(at, at + step))) {
      events.push(event.type === 'leaf' ? { ...event, bytes: event.bytes.slice() } : event);
    }
  }
  walker.finish();
  return events;
}

function problemOf(text: string): string {
  try {
    walk(text, 1);
    return 'none';
  } catch (error) {
    return error instanceof JsonProblem ? `${error.reason} at ${error.path}` : String(error);
  }
}

/** What the events write, which must be the document again. */
async function rewrite(events: JsonEvent<Label>[]): Promise<string> {
  let text = '';
  const emitter = new JsonEmitter(async (bytes) => {
    text += decode(bytes);
  });
  for (const event of events) {
    if (event.type === 'leaf') await emitter.value(event.path, JSON.parse(decode(event.bytes)));
    else if (event.path.length === 0) continue;
    else if (event.type === 'open') await emitter.open(event.path, event.isList);
    else await emitter.close(event.isList);
  }
  await emitter.finish();
  return `{${text}}`;
}

const documents = fc.record(
  {
    name: fc.string({ unit: 'binary' }),
    items: fc.array(
      fc.oneof(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.array(fc.boolean()),
        fc.record({ a: fc.string() }),
      ),
    ),
    names: fc.dictionary(fc.string({ unit: 'binary' }), fc.dictionary(fc.string(), fc.string())),
    unknown: fc.json({ maxDepth: 2 }),
  },
  { requiredKeys: [] },
);

test('a document comes out as it went in, in pieces of any size and with any spacing', async () => {
  await fc.assert(
    fc.asyncProperty(
      documents,
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('', ' ', '\n', '\t'),
      async (document, step, space) => {
        const text = JSON.stringify(document, null, space);
        expect(JSON.parse(await rewrite(walk(text, step)))).toEqual(JSON.parse(text));
      },
    ),
  );
});

test('a name like __proto__ is a name', async () => {
  const text = '{"names":{"__proto__":{"__proto__":"x","constructor":"y"}}}';
  expect(await rewrite(walk(text))).toBe(text);
});

test('what JSON.parse refuses is refused, at the latest where a leaf is parsed', async () => {
  const piece = fc.tuple(
    fc.nat(),
    fc.constantFrom('', '"', '\\', ',', ':', '[', ']', '{', '}', '1', ' ', 'x'),
  );
  await fc.assert(
    fc.asyncProperty(documents, piece, async (document, [at, change]) => {
      const text = JSON.stringify(document);
      const changed = (
        text.slice(0, at % text.length) +
        change +
        text.slice((at % text.length) + 1)
      ).toWellFormed();
      const outcome = await rewriteOrNull(changed);
      if (outcome === null) return;
      // Written and read again, since a number beyond doubles reads as Infinity and is written as null.
      expect(JSON.parse(outcome)).toEqual(JSON.parse(JSON.stringify(JSON.parse(changed))));
    }),
    { numRuns: 2000 },
  );
});

async function rewriteOrNull(text: string): Promise<string | null> {
  try {
    return await rewrite(walk(text, 7));
  } catch {
    return null;
  }
}

test.each([
  ['', 'malformed at the body'],
  ['{', 'malformed at the body'],
  ['[]', 'misplaced at the body'],
  ['null', 'misplaced at the body'],
  ['{}x', 'malformed at the body'],
  ['{} {}', 'malformed at the body'],
  ['{"name":"a",}', 'malformed at name'],
  ['{,}', 'malformed at the body'],
  ['{"name" "a"}', 'malformed at name'],
  ['{"name":}', 'malformed at name'],
  ['{"name":"a" "b"}', 'malformed at name'],
  ['{"name":["a"]}', 'too-deep at name'],
  ['{"name":"a","name":"b"}', 'misplaced at name'],
  ['{"items":{}}', 'misplaced at items'],
  ['{"items":[1,]}', 'malformed at items.0'],
  ['{"items":[,1]}', 'malformed at items.0'],
  ['{"items":[1 2]}', 'malformed at items.0'],
  ['{"items":[0,[[[]]]]}', 'too-deep at items.1'],
  ['{"items":[0', 'malformed at items.0'],
  ['{"names":[]}', 'misplaced at names'],
  ['{"names":{"a":"b"}}', 'misplaced at names.a'],
  ['{"names":{"a":{"b":"c"}]}', 'malformed at names.a'],
  [`{"unknown":${'['.repeat(10_000)}`, 'too-deep at unknown'],
  [`{"name":"${'x'.repeat(1000)}"}`, 'too-large at name'],
  ['{"a\\x":1}', 'malformed at the body'],
])('%j: %s', (text, problem) => {
  expect(problemOf(text)).toBe(problem);
});
