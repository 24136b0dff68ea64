import { describe, expect, test } from 'vitest';
import type { Delimiter } from '#frontend/csv/dialect.ts';
import { readFile } from '#test/support/csv-read.ts';
import {
  germanSpreadsheet,
  googleAdsReport,
  hubspotExport,
  linkedInReport,
  salesforceReport,
} from '#test/support/csv-samples.ts';

describe('the delimiter', () => {
  const delimiterOf = async (file: string) => {
    const { report } = await readFile(file);
    return report.delimiter;
  };

  test.each<Delimiter>([',', ';', '\t', '|'])('is found: %j', async (delimiter) => {
    const file = ['Name,x', 'Status;y', 'z|z'].map((cell) => `"${cell}"`).join(delimiter) + '\n';
    const row = ['"a,b;c|d\te"', 'plain', '"1,5"'].join(delimiter) + '\n';
    expect(await delimiterOf(file + row.repeat(5))).toBe(delimiter);
  });

  test('is judged outside quotes, also where most of the text is quoted', async () => {
    expect(await delimiterOf('"a;b;c";x\n"1,2,3,4";"y,y,y"\n"1,2,3,4";"y,y,y"\n')).toBe(';');
  });

  test('is not the decimal comma, even where there are more of them', async () => {
    expect(await delimiterOf('id;a;b;c\n1;1,5;2,5;3,5\n2;1,5;2,5;3,5\n')).toBe(';');
    expect(await delimiterOf(`Name;Value\n${'x;1,5\n'.repeat(300)}`)).toBe(';');
    expect(await delimiterOf(`id;place\n${'1;52,5 13,4 8,1 7,0\n'.repeat(300)}`)).toBe(';');
  });

  test('is not the comma between names', async () => {
    expect(await delimiterOf('Name, First;Status\nDoe, Jane;Open\nRoe, Max;Lost\n')).toBe(';');
  });

  test('is not the semicolon that joins several values of a cell', async () => {
    expect(await delimiterOf('Id,Tags\n1,a;b;c\n2,a\n3,b;c\n')).toBe(',');
  });

  test('is the one that makes more columns where two are as even', async () => {
    expect(await delimiterOf('Name,Nick|Status|Source\na,b|Open|Web\nc,d|Lost|Ads\n')).toBe('|');
  });

  test('bears ragged rows', async () => {
    expect(await delimiterOf('a;b;c\n1;2\n1;2;3\n1;2;3;4\n1;2;3\n')).toBe(';');
  });

  test('is a comma where nothing speaks for another', async () => {
    expect(await delimiterOf('a,b\n1;2,3;4\n')).toBe(',');
  });

  test('can be chosen against the look of the file', async () => {
    const { headers, report } = await readFile('a;b,c\n1;2,3\n', { delimiter: ',' });
    expect(headers).toEqual(['a;b', 'c']);
    expect(report).toMatchObject({ delimiter: ',', delimiterGuessed: false });
  });
});

describe('a first line sep=', () => {
  test.each([
    ['plain', 'sep=;\n'],
    ['with CRLF', 'sep=;\r\n'],
    ['in capitals', 'SEP=;\n'],
    ['quoted', '"sep=;"\r\n'],
    ['padded', '"sep=;";;\n'],
    ['padded with spaces', 'sep=;  \n'],
    ['with a lone CR', 'sep=;\r'],
    ['after a byte order mark', '\ufeffsep=;\r\n'],
  ])('is obeyed and no row: %s', async (_, line) => {
    const { headers, rows, report } = await readFile(`${line}a,x;b,x\n1,1;2,2\n`);
    expect(headers).toEqual(['a,x', 'b,x']);
    expect(rows).toEqual([['1,1', '2,2']]);
    expect(report).toMatchObject({
      delimiter: ';',
      delimiterGuessed: false,
      headerRow: 1,
      preamble: { lines: 0 },
    });
  });

  test('may name a tab', async () => {
    expect((await readFile('sep=\t\na,b\tc\n1\t2\n')).headers).toEqual(['a,b', 'c']);
  });

  test('yields to a delimiter chosen by hand', async () => {
    expect((await readFile('sep=;\na,b;c\n1,2;3\n', { delimiter: ',' })).headers).toEqual(['a', 'b;c']);
  });

  test('with a character that splits nothing here is no row either', async () => {
    expect(await readFile('sep=^\na,b\n1,2\n')).toMatchObject({
      headers: ['a', 'b'],
      report: { delimiterGuessed: true },
    });
  });

  test('is a header where more follows', async () => {
    expect((await readFile('sep=x1,b\n1,2\n')).headers).toEqual(['sep=x1', 'b']);
  });
});

describe('lines above the header', () => {
  test('are dropped, shown, and named in the report', async () => {
    const { headers, rows, report } = await readFile(googleAdsReport);
    expect(headers).toEqual(['Campaign', 'Campaign status', 'Lead status', 'Device', 'Clicks', 'Cost']);
    expect(rows[0]).toEqual(['Brand', 'Enabled', 'Qualified', 'Mobile', '1,204', '88.10']);
    expect(report).toMatchObject({
      headerRow: 3,
      headerRowGuessed: true,
      preamble: {
        lines: 2,
        kept: false,
        sample: ['Lead campaign report', 'October 1, 2025 - October 31, 2025'],
      },
      shortRowsPadded: 0,
    });
    expect(report.firstRecords.slice(0, 3)).toEqual([
      ['Lead campaign report'],
      ['October 1, 2025 - October 31, 2025'],
      headers,
    ]);
  });

  test('become rows in front where they are kept', async () => {
    const { rows, report } = await readFile(googleAdsReport, { keepPreamble: true });
    expect(rows.slice(0, 3)).toEqual([
      ['Lead campaign report', '', '', '', '', ''],
      ['October 1, 2025 - October 31, 2025', '', '', '', '', ''],
      ['Brand', 'Enabled', 'Qualified', 'Mobile', '1,204', '88.10'],
    ]);
    expect(report).toMatchObject({ preamble: { lines: 2, kept: true }, shortRowsPadded: 2 });
  });

  test('are the only rows where they are kept and none are below the header', async () => {
    const { headers, rows } = await readFile('Report,1\nStatus,Source\n', {
      headerRow: 2,
      keepPreamble: true,
    });
    expect(headers).toEqual(['Status', 'Source']);
    expect(rows).toEqual([['Report', '1']]);
  });

  test('may be padded to the width of the table, with an empty row before it', async () => {
    const padded =
      'Lead report,,,,\n,,,,\nName,Status,Source,Device,Score\nA,Open,Web,Mobile,1\nB,Lost,Web,Desktop,2\n';
    expect((await readFile(padded)).report).toMatchObject({ headerRow: 2, preamble: { lines: 1 } });
    // A quarter of the cells at most is filled: 1 of 4, and not 2 of 7.
    const below = (title: string, width: number) => {
      const record = (text: string) => Array.from({ length: width }, (_, n) => `${text}${n}`).join(',');
      return readFile(`${title}\n${record('Name ')}\n${record('a')}\n${record('b')}\n`);
    };
    expect((await below('Report,,,', 4)).report.headerRow).toBe(2);
    expect((await below('Report,May,,,,,', 7)).report.headerRow).toBe(1);
  });

  test('may hold commas above a table of tabs', async () => {
    const { headers, rows, report } = await readFile(linkedInReport);
    expect(report).toMatchObject({ delimiter: '\t', headerRow: 5, preamble: { lines: 4 } });
    expect(headers).toEqual(['Start Date', 'Campaign', 'Status', 'Leads']);
    expect(rows).toHaveLength(2);
  });

  test('may be pairs of a name and a value', async () => {
    const file =
      'Report,Leads\nOwner,Marketing\nName,Status,Source,Device\nA,Open,Web,Mobile\nB,Lost,Web,Mobile\n';
    expect((await readFile(file)).report).toMatchObject({ headerRow: 3, preamble: { lines: 2 } });
  });

  test('may stand above a header that lacks a last name', async () => {
    const file = 'Leads\nName,Status,Source\nA,Open,Web,\nB,Lost,Ads,\n';
    expect((await readFile(file)).report).toMatchObject({ headerRow: 2, longRowsCut: 2 });
  });

  test('may stand above a header with a column that has no name and no value', async () => {
    const file = 'Lead report\nName,,Status,Source\nA,,Open,Web\nB,,Lost,Ads\n';
    expect((await readFile(file)).report).toMatchObject({ headerRow: 2, preamble: { lines: 1 } });
  });

  test('are at most 20: where there are more, the first is the header', async () => {
    const readBelow = async (titles: number) => {
      const lines = Array.from({ length: titles }, (_, line) => `Title ${line},,,,\n`);
      return (await readFile(`${lines.join('')}A,B,C,D,E\n${'1,2,3,4,5\n'.repeat(50)}`)).report;
    };
    const sample = Array.from({ length: 5 }, (_, line) => `Title ${line}`);
    expect(await readBelow(20)).toMatchObject({ headerRow: 21, preamble: { lines: 20, sample } });
    expect(await readBelow(21)).toMatchObject({ headerRow: 1, preamble: { lines: 0 } });
  });

  test('are not seen where the row below names too few columns', async () => {
    await expect(readFile('Leads\nName,Status,Source\nA,Open,Web,x,y\nB,Lost,Ads,x,y\n')).rejects.toThrow(
      'too-few-columns',
    );
  });

  test.each([
    ['an ordinary header', 'Status,Source\nQualified,Web\nLost,Web\n'],
    ['a header with an unnamed column', 'Status,\nQualified,Web\nLost,Web\n'],
    ['a header with many unnamed columns', 'Status,Source,,,\nQualified,Web,1,2,3\nLost,Ads,1,2,3\n'],
    ['a header shorter than its rows', 'a,b,c\n1,2,3,4\n1,2,3,4\n'],
    [
      'groups of columns above the names',
      'Lead,,,Campaign,,\nName,Status,Score,Name,Cost,Clicks\nA,Open,1,B,2,3\n',
    ],
    ['only one full row', 'Name,,,,\nA,,,,\nB,Lost,Web,Desktop,2\nA,Lost,Web,Desktop,3\n'],
  ])('are not seen in %s', async (_, file) => {
    expect((await readFile(file)).report).toMatchObject({ headerRow: 1, preamble: { lines: 0, sample: [] } });
  });

  test('are not seen where the row below holds values of the rows under it, or numbers', async () => {
    const repeated = 'Leads\nQualified,Web\nLost,Web\n';
    const numbers = 'Leads\n1,Web\n2,Ads\n';
    for (const file of [repeated, numbers]) {
      expect((await readFile(file, { headerRow: 2 })).report.headerRow).toBe(2);
      await expect(readFile(file)).rejects.toThrow('too-few-columns');
    }
  });

  test('are those above a header row that was chosen by hand', async () => {
    const { headers, rows, report } = await readFile('a,b\n\n1,2\n3,4\n', { headerRow: 2 });
    expect(headers).toEqual(['1', '2']);
    expect(rows).toEqual([['3', '4']]);
    expect(report).toMatchObject({
      headerRow: 2,
      headerRowGuessed: false,
      preamble: { lines: 1, sample: ['a, b'] },
    });
  });

  test('may be longer than the reader looks at when it guesses', async () => {
    const long = `${'x'.repeat(200_000)},y\n`.repeat(3);
    expect((await readFile(`${long}a,b\n1,2\n`, { headerRow: 4 })).headers).toEqual(['a', 'b']);
  });

  test('may be more than the reader looks at when it guesses', async () => {
    const { rows, report } = await readFile('x,y\n'.repeat(200) + 'a,b\n1,2\n', {
      headerRow: 201,
      keepPreamble: true,
    });
    expect(report.preamble.lines).toBe(200);
    expect(rows).toHaveLength(201);
    expect(rows.at(-1)).toEqual(['1', '2']);
  });
});

describe('lines below the data', () => {
  test('that are totals with figures are dropped, shown, and can be kept', async () => {
    const dropped = await readFile(googleAdsReport);
    expect(dropped.rows).toHaveLength(3);
    expect(dropped.report.footer).toEqual({
      lines: 2,
      dropped: 2,
      sample: ['Total: Campaigns, --, --, --, 1,591, 120.65', 'Total: Account, --, --, --, 1,600, 121.00'],
    });
    const kept = await readFile(googleAdsReport, { dropFooter: false });
    expect(kept.rows).toHaveLength(5);
    expect(kept.rows.slice(0, 3)).toEqual(dropped.rows);
    expect(kept.report.footer).toMatchObject({ lines: 2, dropped: 0 });
  });

  test('that are closing lines of Salesforce are dropped, shown, and can be kept', async () => {
    const dropped = await readFile(salesforceReport);
    expect(dropped.report).toMatchObject({
      headerRow: 1,
      footer: { lines: 5, dropped: 5 },
      shortRowsPadded: 0,
    });
    expect(dropped.report.footer.sample[0]).toBe('Grand Totals (4 records)');
    expect(dropped.rows.at(-1)).toEqual(['Linus', 'Partner "A"', 'Qualified', 'Software', 'Hot']);
    const kept = await readFile(salesforceReport, { dropFooter: false });
    expect(kept.rows).toHaveLength(9);
    expect(kept.report.shortRowsPadded).toBe(5);
  });

  test('that no report is known for are kept, shown, and can be dropped', async () => {
    const file = `a,b,c,d\n${'1,2,3,4\n'.repeat(5)}A note about this file\n`;
    const kept = await readFile(file);
    expect(kept.rows).toHaveLength(6);
    expect(kept.report.footer).toEqual({ lines: 1, dropped: 0, sample: ['A note about this file'] });
    const dropped = await readFile(file, { dropFooter: true });
    expect(dropped.rows).toHaveLength(5);
    expect(dropped.report.footer).toMatchObject({ lines: 1, dropped: 1 });
  });

  test('that no report is known for are kept above a total, and dropped below it', async () => {
    const rows = '1,2,3,4\n'.repeat(5);
    const above = await readFile(`a,b,c,d\n${rows}Ann,,,\nTotal,,,20\n`);
    expect(above.report.footer).toMatchObject({ lines: 2, dropped: 1 });
    expect(above.rows.at(-1)).toEqual(['Ann', '', '', '']);
    expect((await readFile(`a,b,c,d\n${rows}Total,,,20\nA note\n`)).rows).toHaveLength(5);
  });

  test.each([
    ['a line of one cell above closing lines', 'Leads by source', 5],
    ['not a row of all cells', 'Ann,,,', 6],
  ])('begin with the name of the report: %s', async (_, name, leads) => {
    const file = `a,b,c,d\n${'1,2,3,4\n'.repeat(5)}${name}\nCopyright (c) 2025 Example\nExample Ltd\n`;
    expect((await readFile(file)).rows).toHaveLength(leads);
  });

  test('may be pairs of a name and a value under a wide table', async () => {
    const row = '1,2,3,4,5,6,7,8\n';
    const { report } = await readFile(`a,b,c,d,e,f,g,h\n${row.repeat(5)}Report owner,Marketing\n`);
    expect(report.footer).toMatchObject({ lines: 1, sample: ['Report owner, Marketing'] });
  });

  test('are counted no more as long once they are dropped', async () => {
    const file = 'a,b\n1,2\n3,4\nTotal,2,extra\n';
    expect((await readFile(file, { dropFooter: false })).report.longRowsCut).toBe(1);
    expect((await readFile(file)).report.longRowsCut).toBe(0);
    expect((await readFile(file, { dropFooter: true })).report.longRowsCut).toBe(0);
  });

  test.each([
    'Total',
    'total:',
    'Totals',
    'Grand Total',
    'Grand totals (3)',
    'Total – all',
    'Summe',
    'Gesamt: Konto',
  ])('are known by the word %s', async (word) => {
    expect((await readFile(`a,b\n1,2\n3,4\n${word},9\n`)).report.footer).toMatchObject({
      lines: 1,
      dropped: 1,
    });
  });

  test.each([
    ['Total,', 0],
    ['Total,Won', 0],
    ['Total 3', 0],
    ['Total,9', 1],
    ['Total: 9 records,', 1],
    ['Subtotal,"1.204,50 €"', 1],
    ['Subtotal,EUR 12', 1],
    ['Grand Total,EUROS 12', 0],
    ['Grand-Total,12 EUR', 1],
    ['Report Total,12 EUROS', 0],
    ['Total-Care,12', null],
    ['Grand Total,12 %', 1],
    ['Copyright (c) 2000-2025 salesforce.com,', 1],
    ['© 2025 Salesforce', 1],
    ['Copyright (c) 2025,Won', null],
    ['Copyright Agency,', null],
    ['Confidential Information - Do Not Distribute', 1],
    ['CONFIDENTIAL - do not distribute,', 1],
    ['Confidential,', null],
    ['Generated By:  A Person  11/20/2025 9:41 AM', 1],
    ['Generated by a bot,Won', null],
    ['Regenerated by hand,', null],
  ])('as %s are dropped where a known report ends so: %s (null: it is a lead)', async (line, dropped) => {
    const { footer } = (await readFile(`a,b\n1,2\n3,4\n${line}\n`)).report;
    expect(footer).toMatchObject({ lines: dropped === null ? 0 : 1, dropped: dropped ?? 0 });
  });

  test('of Salesforce are found where sparse rows are ordinary', async () => {
    const { rows } = await readFile('a,b,c,d\n1,,,\n2,x,y,z\n3,,,\nGenerated By: A Person,,,\n');
    expect(rows).toHaveLength(3);
  });

  test('are sparse rows where exactly 2% of the rows above are sparse too, not where more are', async () => {
    const file = (full: number) => `a,b,c,d\nx,,,\n${'1,2,3,4\n'.repeat(full)}y,,,\n`;
    // 1 sparse row of 50, and of 49.
    expect((await readFile(file(49))).report.footer.lines).toBe(1);
    expect((await readFile(file(48))).report.footer.lines).toBe(0);
  });

  test.each([
    ['a name that begins with the word', 'a,b\n1,2\nTotal Care Ltd,3\n'],
    ['a blank last cell in two columns', 'a,b\nx,1\ny,\n'],
    ['blank last cells in three columns', 'a,b,c\n1,2,3\n4,5,6\nx,,\n'],
    ['nothing but totals', 'a,b\nTotal,1\nTotal,2\n'],
    ['sparse rows that are ordinary', 'a,b,c,d\n1,,,\n2,x,y,z\n3,,,\n4,x,y,z\n5,,,\n'],
    ['a column of notes at the end of many rows', 'a,b,c,d\n' + '1,2,3,4\n'.repeat(30) + 'x,,,\n'.repeat(25)],
  ])('are not seen in %s', async (_, file) => {
    expect((await readFile(file)).report.footer).toEqual({ lines: 0, dropped: 0, sample: [] });
  });

  test('are at most 20 lines', async () => {
    const linesOf = async (totals: number) =>
      (await readFile(`a,b,c\n1,2,3\n4,5,6\n${'Total,9,9\n'.repeat(totals)}`)).report.footer.lines;
    expect([await linesOf(20), await linesOf(21)]).toEqual([20, 0]);
  });

  test('are looked for in rows, not in the lines above the header', async () => {
    const { rows } = await readFile(googleAdsReport, { keepPreamble: true, dropFooter: true });
    expect(rows).toHaveLength(5);
  });
});

describe('exports as they come', () => {
  test('HubSpot: values joined by semicolons, blanks, line breaks', async () => {
    const { rows, report } = await readFile(hubspotExport);
    expect(report).toMatchObject({
      delimiter: ',',
      headerRow: 1,
      preamble: { lines: 0 },
      unterminatedQuotes: 0,
    });
    expect(rows).toHaveLength(4);
    expect(rows[0]).toEqual(['101', 'Mia', 'Open', 'Organic Search', 'Owner;Manager', 'called;\nno answer']);
  });

  test('a German spreadsheet', async () => {
    const { rows, report } = await readFile(germanSpreadsheet);
    expect(report).toMatchObject({ delimiter: ';', headerRow: 1 });
    expect(rows[0]).toEqual(['Müller, Anna', 'Gewonnen', '1.204,50', '0,25', 'Köln']);
  });
});

describe('the report', () => {
  test('shows the first 12 records, cut to what a dialog can show', async () => {
    const { report } = await readFile(`a,b\n${`${'x'.repeat(300)},1\n`.repeat(20)}`);
    expect(report.firstRecords).toHaveLength(12);
    expect(report.firstRecords[0]).toEqual(['a', 'b']);
    expect(report.firstRecords[1]).toEqual(['x'.repeat(200), '1']);
    const wide = Array.from({ length: 100 }, (_, n) => n).join(',');
    const { report: ragged } = await readFile(`a,b\n1,2\n3,4\n${wide}\n`, { delimiter: ',', headerRow: 1 });
    expect(ragged.firstRecords[3]).toHaveLength(60);
  });
});
