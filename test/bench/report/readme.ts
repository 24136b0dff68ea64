import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const README = fileURLToPath(new URL('../../../README.md', import.meta.url));
const BEGIN = '<!-- bench: written by `npm run bench` -->';
const END = '<!-- /bench -->';

/** Puts a report between its two marks in the README. */
export async function writeReadme(report: string): Promise<void> {
  const text = await readFile(README, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error('The README has no place for the figures');
  const changed = `${text.slice(0, begin + BEGIN.length)}\n\n${report}\n\n${text.slice(end)}`;
  const style = await resolveConfig(README);
  await writeFile(README, await format(changed, { ...style, filepath: README }));
}
