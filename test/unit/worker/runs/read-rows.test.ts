import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NoRows, readAnsweredRows } from '#worker/runs/read-rows.ts';
import { anyCharacter } from '#test/support/any-character.ts';

/** The rows of an answer that comes in these parts. */
async function read(...parts: readonly string[]): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const some of readAnsweredRows(
    (async function* () {
      yield* parts;
    })(),
  ))
    rows.push(...some);
  return rows;
}

const cut = (text: string, size: number): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, part) =>
    text.slice(part * size, (part + 1) * size),
  );

const cells = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom('"', '\\', '\\"', '[', ']', '{', '}', ',', '[["values":[['),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.integer(), { maxLength: 2 }),
  fc.record({ nested: fc.array(fc.string(), { maxLength: 2 }) }),
);

test('an answer has the same rows in parts of any size, in any order of its members and with any spaces', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cells, { maxLength: 4 }), { maxLength: 6 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(undefined, 1, '\t'),
      fc.boolean(),
      async (values, size, space, isFirst) => {
        const around = { range: "'[May]'!A1:{Z}", majorDimension: 'ROWS' };
        const answer = isFirst ? { values, ...around } : { ...around, values };
        expect(await read(...cut(JSON.stringify(answer, null, space), size))).toEqual(values);
      },
    ),
  );
});

test('rows come as soon as they are whole', async () => {
  const given: unknown[] = [];
  const parts = async function* () {
    yield '{"values":[["a"],["b"';
    expect(given).toEqual([[['a']]]);
    yield ',"c"],';
    expect(given).toEqual([[['a']], [['b', 'c']]]);
    yield '["d"],["e"]]}';
  };
  for await (const rows of readAnsweredRows(parts())) given.push(rows);
  expect(given).toEqual([[['a']], [['b', 'c']], [['d'], ['e']]]);
});

test.each([
  '',
  '{"values":[["a"]',
  '{"values":[["a"]]',
  '{"values":[["a"],["b]]}',
  '{"values":[["a"]]]}',
  '{"values":[["a" "b"]]}',
  '{"values":[["\\x"]]}',
  '{"values":[["a"]],}',
  '[[',
  '<html>',
])('%s is no answer, whole and sign by sign', async (answer) => {
  await expect(read(answer)).rejects.toBeInstanceOf(NoRows);
  await expect(read(...answer)).rejects.toBeInstanceOf(NoRows);
});

test('around its rows an answer has 64 KiB at most, so that nothing endless fills the memory', async () => {
  const rows = [['a'], ['b']];
  const around = (length: number) => {
    const empty = JSON.stringify({ range: '', values: [] }).length;
    return JSON.stringify({ range: 'x'.repeat(length - empty), values: rows });
  };
  expect(await read(around(64 * 1024))).toEqual(rows);
  await expect(read(around(64 * 1024 + 1))).rejects.toBeInstanceOf(NoRows);
  await expect(read('"', ...Array.from({ length: 65 }, () => 'x'.repeat(1024)))).rejects.toBeInstanceOf(
    NoRows,
  );
});
