import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/*
 * The docs repeat what the simulations measured. Each number in a table of the docs, rounded as it stands there, is one of the section of the
 * simulations' README that it comes from.
 */

const PROJECT = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, PROJECT), 'utf8');
const README = read('test/simulations/README.md');

test.each([
  ['columns-that-tell', 'The search on drawn files of which the truth is known', 'Columns that matter'],
  ['labels', 'Simulated files with any Use that is due to chance', 'Labels'],
  ['labels', 'How often a true difference is labelled Use', 'Use'],
  [
    'leads-that-count',
    'Drawn files of 12 months, sales after a median of 45 days, with a source whose share only grows',
    'Leads that stay',
  ],
  [
    'leads-that-count',
    'The rate over the true one, and how often its 95% interval holds the true one',
    'Leads that stay',
  ],
  [
    'unseen-leads',
    'Log-loss saved on unseen leads; files in which the baseline rate is better',
    'Best estimate',
  ],
  [
    'amounts',
    '400 drawn files: how often the 95% intervals of the chart hold the true figure',
    'Intervals of the chart',
  ],
  [
    'amounts',
    'Share of the true differences explained, by the number of converted leads',
    'Basis where amounts exist',
  ],
  [
    'applying',
    'Fresh leads of 100 drawn files each: what the rules explain, of what the best estimates explain',
    'Rules refitted to the leads that they get',
  ],
  [
    'applying',
    'What rules carry for fresh customers, over what these bring: customers raised; cut',
    'Only customers',
  ],
  ['over-time', 'Simulated files: how often something is said to have changed', 'Alerts and rules over time'],
] as const)('%s: "%s" has the figures of the simulations', (file, caption, section) => {
  const known = numbersOf(sectionOf(section));
  const rows = rowsOf(read(`frontend/src/pages/docs/${file}.mdx`), caption);
  expect(rows.length).toBeGreaterThanOrEqual(2);
  for (const [label, ...cells] of rows)
    for (const number of numbersOf(cells.join(' '))) {
      const decimals = number.split('.')[1]?.length ?? 0;
      expect(
        known.some((one) => Number(one).toFixed(decimals) === number),
        `${label}: ${number}`,
      ).toBe(true);
    }
});

const numbersOf = (text: string) => text.match(/\d+(?:\.\d+)?/g) ?? [];

/** The tables of a section of the README. */
function sectionOf(heading: string): string {
  const [, text = ''] = README.split(`\n## ${heading}\n`);
  const [section = ''] = text.split('\n## ');
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').slice(2).join('|'))
    .join('\n');
}

/** The rows of the table with this caption that are written as texts. */
function rowsOf(text: string, caption: string): string[][] {
  const [, table = ''] = text.split(`caption="${caption}"`);
  const [body = ''] = table.split('/>');
  const [, rows = ''] = body.split('rows={[');
  return [...rows.matchAll(/\[([^\][]*)\]/g)]
    .map(([, row = '']) => [...row.matchAll(/'([^']*)'/g)].map(([, cell = '']) => cell))
    .filter(({ length }) => length > 1);
}
