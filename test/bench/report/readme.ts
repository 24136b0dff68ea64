import { readFile, writeFile } from 'node:fs/promises';
import { format } from 'prettier';

const README = new URL('../../../README.md', import.meta.url);
const BEGIN = '<!-- bench: written by `npm run bench` -->';
const END = '<!-- /bench -->';

/** Puts a report between its two marks in the README. */
export async function writeReadme(report: string): Promise<void> {
  const text = await readFile(README, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error('The README has no place for the figures');
  const changed = `${text.slice(0, begin + BEGIN.length)}\n\n${report}\n\n${text.slice(end)}`;
  await writeFile(README, await format(changed, { parser: 'markdown', printWidth: 110, singleQuote: true }));
}
