import { existsSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import asc from 'assemblyscript/asc';
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
  if (existsSync(file) && readFileSync(file).equals(program)) return;
  const own = `${file}.${process.pid}`; // two builds at once never see a part of it
  writeFileSync(own, program);
  renameSync(own, file);
}

/** Compiled programs by folder and content, so that several builds in one process compile once. */
const compiled = new Map<string, Promise<string>>();

function compileOnce(folder: string, files: readonly string[]): Promise<string> {
  const key = [folder, ...files.map((file) => readFileSync(join(folder, file), 'utf8'))].join('\0');
  const known = compiled.get(key) ?? compile(folder, files);
  compiled.set(key, known);
  return known;
}

async function compile(folder: string, files: readonly string[]): Promise<string> {
  let program: Uint8Array | string = '';
  const options = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'];
  const { error, stderr } = await asc.main(
    [...files, ...options, '--baseDir', folder, '--outFile', 'program.wasm'],
    { writeFile: (_, contents) => void (program = contents) },
  );
  if (error) throw new Error(`AssemblyScript: ${stderr.toString() || error.message}`);
  return Buffer.from(program).toString('base64');
}
