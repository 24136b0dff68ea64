import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'program-'));
afterAll(() => {
  vi.doUnmock('assemblyscript/asc');
  rmSync(folder, { recursive: true });
});

type Load = (this: { addWatchFile(file: string): void }, id: string) => Promise<string>;

/** The number that a program gives back, as a build of its own makes it. */
async function askProgram(number: number): Promise<unknown> {
  writeFileSync(join(folder, 'answer.ts'), `export function answer(): i32 { return ${number}; }`);
  vi.resetModules();
  const { assemblyScript } = await import('../../../frontend/build/assembly-script.ts');
  const load = assemblyScript().load as Load; // no object with a filter
  const loaded = await load.call({ addWatchFile: () => {} }, `\0assembly-script:${folder}`);
  const [, program = ''] = /"(.*)"/.exec(loaded) ?? [];
  const { instance } = await WebAssembly.instantiate(Buffer.from(program, 'base64'));
  return (instance.exports['answer'] as () => unknown)(); // the source exports it
}

test('a program is that of its source, also after another one, and no later build compiles it again', async () => {
  expect(await askProgram(41)).toBe(41);
  expect(await askProgram(42)).toBe(42);
  vi.doMock('assemblyscript/asc', () => {
    throw new Error('compiled again');
  });
  expect(await askProgram(41)).toBe(41);
});
