import { expect, test } from 'vitest';
import { countFile } from '#worker/runs/count-file.ts';
import { ENCODED_FILES } from '#test/support/encoded-files.ts';
import { SAME_YEAR, savedAs } from '#test/support/same-figures.ts';

/** The figures of a file by these names of its columns. */
async function count(
  pieces: Uint8Array[],
  { status, source, won }: { status: string; source: string; won: string },
) {
  const saved = savedAs({
    name: status,
    digest: '',
    csv: () => '',
    configuration: {
      statusColumn: status,
      attributeColumns: [source],
      qualifiedValues: [won],
      notQualifiedValues: [],
      valueMappings: {},
      binningConfig: {},
    },
  });
  return (await countFile({ pieces, saved, year: SAME_YEAR })).measurement;
}

// `test/unit/csv/encodings.test.ts` reads the same files as the page does.

test.each(ENCODED_FILES)('$name', async ({ bytes, text }) => {
  const [header = [], ...leads] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  const [source = '', status = ''] = header;
  const measurement = await count([bytes.slice()], { status, source, won: leads[0]?.[1] ?? '' });
  const won = leads.filter((cells) => cells[1] === leads[0]?.[1]);
  expect([measurement.totalLeads, measurement.totalConversions]).toEqual([leads.length, won.length]);
});

const NAMES = { status: 'Status', source: 'Source', won: 'Won' };
const TABLE = '<table><tr><th>Status<th>Source<tr><td>Won<td>Ads<tr><td>Lost<td>Web</table>';

test.each([
  ['the table of a web page', `<html><meta charset="utf-8">${TABLE}</html>`],
  ['tab-separated text', 'Status\tSource\nWon\tAds\nLost\tWeb\n'],
  ['a CSV whose first cell has a tag', '<b>,Status,Source\na,Won,Ads\nb,Lost,Ads\n'],
])('%s is counted, also in pieces', async (_, file) => {
  const bytes = new TextEncoder().encode(file);
  const pieces = [bytes.slice(0, 20), bytes.slice(20)];
  const { totalLeads, totalConversions } = await count(pieces, NAMES);
  expect([totalLeads, totalConversions, pieces]).toEqual([2, 1, []]);
});

test('a web page with no table or two is refused with the reason', async () => {
  for (const [page, tables] of [
    ['<!doctype html><p>Log in</p>', 0],
    [TABLE + TABLE, 2],
  ] as const)
    await expect(count([new TextEncoder().encode(page)], NAMES)).rejects.toThrow(
      `The file is a web page with ${tables} tables of leads; it needs one.`,
    );
});
