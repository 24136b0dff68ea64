import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const EXTENSION = '.wasm';
/**
 * The name of a compiled program begins with this, because it is no file: other plugins ignore names that begin with
 * a NUL.
 */
const PREFIX = '\0assembly-script:';

/**
 * Compiles AssemblyScript: `import program from './name.wasm'` gives the WebAssembly of all files in the folder `name`, as
 * base64 text. The program has the exports of these files, and exports its memory.
 */
export function assemblyScript(): Plugin {
  return {
    name: 'assembly-script',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^\..*\.wasm$/ },
      handler(source, importer = '') {
        const folder = resolve(dirname(importer), source.slice(0, -EXTENSION.length));
        return existsSync(folder) ? `${PREFIX}${folder}` : null;
      },
    },
    async load(id) {
      if (!id.startsWith(PREFIX)) return null;
      const folder = id.slice(PREFIX.length);
      const files = readdirSync(folder);
      for (const file of files) this.addWatchFile(join(folder, file));
      return `export default ${JSON.stringify(await compileOnce(folder, files))};`;
    },
  };
}

/** The folder of the reader of CSV files. */
const READER = resolve(import.meta.dirname, '../src/csv/assembly');

/**
 * Writes the compiled reader beside its folder, where the same import gives the Worker a module. A file that is right stays as it
 * is: whoever watches the folder would build again.
 */
export async function writeReader(): Promise<void> {
  const program = Buffer.from(await compileOnce(READER, readdirSync(READER)), 'base64');
  const file = `${READER}${EXTENSION}`;
  if (!existsSync(file) || !readFileSync(file).equals(program)) writeWhole(file, program);
}

/** Whoever reads the file meanwhile never sees a part of it. */
function writeWhole(file: string, content: string | Uint8Array): void {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, content);
  renameSync(own, file);
}

const OPTIONS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'];
const COMPILER = createRequire(import.meta.url).resolve('assemblyscript/package.json');

/**
 * Compiling takes seconds, and a build and the tests ask for one program in many processes. Each program is kept here under the hash of
 * all that it is made from.
 */
const KEPT = resolve(import.meta.dirname, '../../node_modules/.cache/assembly-script');

/** Several builds in one process compile once. */
const compiled = new Map<string, Promise<string>>();

function compileOnce(folder: string, files: readonly string[]): Promise<string> {
  const sources = files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]);
  const madeFrom = JSON.stringify([readFileSync(COMPILER, 'utf8'), OPTIONS, sources]);
  const key = createHash('sha256').update(madeFrom).digest('hex');
  const known = compiled.get(key) ?? findOrCompile(join(KEPT, key), folder, files);
  compiled.set(key, known);
  return known;
}

async function findOrCompile(kept: string, folder: string, files: readonly string[]): Promise<string> {
  if (!existsSync(kept)) {
    const program = await compile(folder, files);
    mkdirSync(KEPT, { recursive: true });
    writeWhole(kept, program);
  }
  return readFileSync(kept, 'utf8');
}

async function compile(folder: string, files: readonly string[]): Promise<string> {
  // Only here: to load the compiler takes long, too.
  const { default: asc } = await import('assemblyscript/asc');
  let program: Uint8Array | string = '';
  const { error, stderr } = await asc.main(
    [...files, ...OPTIONS, '--baseDir', folder, '--outFile', 'program.wasm'],
    { writeFile: (_, contents) => void (program = contents) },
  );
  if (error) throw new Error(`AssemblyScript: ${stderr.toString() || error.message}`);
  return Buffer.from(program).toString('base64');
}
