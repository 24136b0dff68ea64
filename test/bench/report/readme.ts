import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';

/** The places of figures, by their marks. */
const PLACES = {
  figures: ['<!-- bench: written by `npm run bench` -->', '<!-- /bench -->'],
  weights: ['<!-- weights: written by `npm run bench -- weight` -->', '<!-- /weights -->'],
} as const;

const STYLE = new URL('../../../.oxfmtrc.json', import.meta.url);

/** The file with all tables, and the README of the project. */
export const BENCH_README = fileURLToPath(new URL('../README.md', import.meta.url));
export const PROJECT_README = fileURLToPath(new URL('../../../README.md', import.meta.url));

/** Puts a report between the two marks of its place in a file. */
export async function writeReadme(path: string, place: keyof typeof PLACES, report: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  const [first, last] = PLACES[place];
  const [begin, end] = [text.indexOf(first), text.indexOf(last)];
  if (begin < 0 || end < begin) throw new Error(`${path} has no place for the ${place}`);
  const changed = `${text.slice(0, begin + first.length)}\n\n${report}\n\n${text.slice(end)}`;
  const { code, errors } = await format(path, changed, JSON.parse(await readFile(STYLE, 'utf8')));
  if (errors.length > 0) throw new Error(`${path} cannot be formatted: ${errors[0]?.message}`);
  await writeFile(path, code);
}
