import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';

const CACHE = new URL('../../node_modules/.cache/', import.meta.url);

/** Keeps what the latest run of a part of the tests has to say, for the end of `npm test`. */
export function keep(kind: string, part: string, said: readonly unknown[]): void {
  const folder = new URL(`${kind}/`, CACHE);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${part.replaceAll(':', '-')}.json`, folder), JSON.stringify(said));
}

/** The notes of the latest runs of all parts. */
export function readKept<T>(kind: string): T[] {
  const folder = new URL(`${kind}/`, CACHE);
  const texts = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
  return texts.flatMap((text) => JSON.parse(text) as T[]); // `keep` wrote them
}
