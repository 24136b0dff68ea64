import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The entry of one file in Vite's manifest of the build. */
export interface Chunk {
  file: string;
  /** Of a module that others import when they need it. */
  src?: string;
  isDynamicEntry?: boolean;
  /** Names of chunks that come with it. */
  imports?: string[];
  css?: string[];
}

export type Manifest = Record<string, Chunk>;

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest; // as Vite writes it
}

/** The files of some chunks and of all that come with them. */
export function filesOf(manifest: Manifest, chunks: readonly Chunk[]): Set<string> {
  const files = new Set<string>();
  const visit = (chunk: Chunk | undefined): void => {
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const name of chunk.imports ?? []) visit(manifest[name]);
  };
  chunks.forEach(visit);
  return files;
}
