import { describe, expect, test } from 'vitest';
import { readCsv } from '#frontend/csv/read-csv.ts';
import { bytesOf, rowsOf } from '#test/support/csv-read.ts';

const LEADS = ['Won;Ads;5', 'Lost;Web;7', 'Won;Web;1'];
const HEADER = 'Status;Source;Score';

async function read(lines: readonly string[], keepOtherLines?: boolean) {
  const found = await readCsv(bytesOf(lines.join('\n')), { keepOtherLines }, () => {});
  if (!found.ok) throw new Error(found.error.reason);
  const { table, report } = found.value;
  return { lines: [table.headers, ...rowsOf(table)].map((cells) => cells.join(';')), report };
}

describe('a row of column numbers is no lead', () => {
  test.each(['1;2;3', '0;1;2', '(1);(2);(3)', '[1];[2];[3]', '1.;2.;3.', '1);2);3)'])(
    'below the header: %s',
    async (numbers) => {
      const { lines, report } = await read([HEADER, numbers, ...LEADS]);
      expect(lines).toEqual([HEADER, ...LEADS]);
      expect(report.noLeads).toMatchObject({ lines: 1, kept: false });
      expect((await read([HEADER, numbers, ...LEADS], true)).lines).toEqual([HEADER, numbers, ...LEADS]);
    },
  );

  test.each(['1;2;3', '0;1;2'])('above the header: %s', async (numbers) => {
    const { lines, report } = await read([numbers, HEADER, ...LEADS]);
    expect(lines).toEqual([HEADER, ...LEADS]);
    expect(report.preamble).toMatchObject({ lines: 1, kept: false });
    expect((await read(['Report of May', numbers, HEADER, ...LEADS])).lines).toEqual([HEADER, ...LEADS]);
  });

  test.each([
    ['a lead of numbers among numbers', ['A;B;C', '1;2;3', '4;5;6', '7;8;9']],
    ['numbers in another order', [HEADER, '1;3;2', ...LEADS]],
    ['numbers from 2 on', [HEADER, '2;3;4', ...LEADS]],
    ['numbers with a gap', [HEADER, '1;2;', ...LEADS]],
    ['a header of numbers above leads', ['1;2;3', ...LEADS]],
  ])('but not: %s', async (_, file) => {
    expect((await read(file)).lines).toEqual(file);
  });
});
