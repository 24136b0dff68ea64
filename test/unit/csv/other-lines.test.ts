import { describe, expect, test } from 'vitest';
import { readCsv, type ReadOptions } from '#frontend/csv/read-csv.ts';
import { bytesOf, readWithoutWebAssembly, rowsOf } from '#test/support/csv-read.ts';

/** The rows and the lines that are none, which both readers must find alike. */
async function read(text: string, options: ReadOptions = {}) {
  const compiled = await readCsv(bytesOf(text), options, () => {});
  const other = await readWithoutWebAssembly(text, options);
  if (!compiled.ok || !other.ok) throw new Error('not read');
  const rows = rowsOf(compiled.value.table);
  expect(rowsOf(other.value.table)).toEqual(rows);
  expect(other.value.report.noLeads).toEqual(compiled.value.report.noLeads);
  return { rows, ...compiled.value.report.noLeads, report: compiled.value.report };
}

const LEADS = 'Won,Ads,12\nLost,Search,7\nOpen,Ads,9\n';
const HEADER = 'Status,Source,Budget\n';
const ROWS = LEADS.trim()
  .split('\n')
  .map((line) => line.split(','));

describe('a header in the middle', () => {
  test('is left out, wherever and however often it stands', async () => {
    for (const text of [`${HEADER}${HEADER}${LEADS}`, `${HEADER}${LEADS}"Status", Source ,Budget\n`]) {
      expect(await read(text)).toMatchObject({
        rows: ROWS,
        lines: 1,
        kept: false,
        sample: ['Status, Source, Budget'],
      });
    }
    const months = await read(`${HEADER}${LEADS}${HEADER}${LEADS}\n${HEADER}${LEADS}`);
    expect(months).toMatchObject({ rows: [...ROWS, ...ROWS, ...ROWS], lines: 2 });
  });

  test('is kept by choice, and said all the same', async () => {
    const kept = await read(`${HEADER}${LEADS}${HEADER}`, { keepOtherLines: true });
    expect(kept).toMatchObject({ rows: [...ROWS, ['Status', 'Source', 'Budget']], lines: 1, kept: true });
  });

  test('has all its names: a lead with one of them is a lead', async () => {
    expect(await read(`${HEADER}Status,Source,5\n${LEADS}`)).toMatchObject({ lines: 0 });
    // Without a header the first line is a lead that another one may equal.
    expect((await read('Won,Ads,12\nWon,Ads,12\nLost,Ads,3\n')).lines).toBe(0);
  });

  test('is none where leads without a header equal the first one', async () => {
    for (const text of [
      'Google,Won\nGoogle,Won\nMeta,Lost\nGoogle,Won\n',
      `Google,Won\n${'Meta,Lost\nGoogle,Lost\nMeta,Won\n'.repeat(5)}Google,Won\n`,
    ])
      expect((await read(text)).lines).toBe(0);
  });
});

describe('lines below the header', () => {
  test.each([
    ['units', '[text],,[EUR]\n', 1],
    ['units without brackets', ',,EUR\n', 1],
    [
      'question texts and ids of Qualtrics',
      'What is it?,From where?,"How much?"\n"{""ImportId"":""status""}","{""ImportId"":""QID1""}","{""ImportId"":""QID2""}"\n',
      2,
    ],
    ['kinds of answers of SurveyMonkey', ',Response,Open-Ended Response\n', 1],
  ])('are no leads: %s', async (_, below, lines) => {
    expect(await read(`${HEADER}${below}${LEADS}`)).toMatchObject({ rows: ROWS, lines });
    expect(await read(`${HEADER}\n${below}\n${LEADS}`)).toMatchObject({ rows: ROWS, lines });
    const kept = await read(`${HEADER}${below}${LEADS}`, { keepOtherLines: true });
    expect(kept.rows).toHaveLength(ROWS.length + lines);
  });

  test.each([
    'Won,Response,[EUR]\n',
    'Won,,5\n',
    ',Ads,\n',
    ',Response,7\n',
    ',(none),\n',
    '(not set),(none),\n',
    ',EUR,\n',
  ])('are leads: %s', async (line) => {
    expect(await read(`${HEADER}${line}${LEADS}`)).toMatchObject({ lines: 0 });
  });

  test('are values where they stand below again, and where nothing stands below', async () => {
    expect((await read('Source,Currency,Status\n,EUR,\nAds,EUR,Won\nAds,,Lost\n')).lines).toBe(0);
    expect((await read('Source,Currency\n,EUR\n')).lines).toBe(0);
  });

  test('count as no short row', async () => {
    const { report } = await read('Source,Amount,Term,Status\n,EUR\nAds,1,2,Won\nAds,1.234,2,Won\n');
    expect(report).toMatchObject({ noLeads: { lines: 1 }, shortRowsPadded: 0 });
  });
});

describe('a second table', () => {
  test('below a title is left out, with its line', async () => {
    for (const end of ['\n', '\r\n']) {
      const text = `${HEADER}${LEADS}\n# Campaigns\nid,name\nx,Spring\ny,Autumn\n`.replaceAll('\n', end);
      expect(await read(text)).toMatchObject({ rows: ROWS, lines: 4, secondTable: 6, kept: false });
    }
  });

  test('of numbers below an empty line is left out, and no row of it counts as short', async () => {
    const { report, ...found } = await read(`${HEADER}${LEADS}\nname,budget\nSpring,100\nAutumn,200\n`);
    expect(found).toMatchObject({ rows: ROWS, lines: 3, secondTable: 6 });
    expect(report.shortRowsPadded).toBe(0);
    const cells = await read(`${HEADER}${LEADS}\nname,budget\n"Spring\nsales",100\nAutumn,200\n`);
    expect(cells).toMatchObject({ lines: 3, secondTable: 6 });
    const kept = await read(`${HEADER}${LEADS}\nname,budget\nSpring,100\n`, { keepOtherLines: true });
    expect(kept).toMatchObject({ lines: 2, kept: true });
    expect(kept.rows).toHaveLength(5);
  });

  test.each([
    ['leads that lack their last cell', 'Won,Ads\nLost,Search\n'],
    ['one short lead', 'Won,Ads\n'],
    ['short leads with numbers', 'Won,5\nLost,6\n'],
    ['short leads of other values below a shorter one', 'Open\nNew,Partner\nLost,Search\n'],
    ['short leads of which one lacks a number', 'New,unknown\nLost,6\n'],
  ])('is not: %s', async (_, rows) => {
    expect(await read(`${HEADER}${LEADS}${rows}`)).toMatchObject({ lines: 0, secondTable: null });
  });
});
