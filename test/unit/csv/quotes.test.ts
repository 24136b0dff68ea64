import { describe, expect, test } from 'vitest';
import { readCsv } from '#frontend/csv/read-csv.ts';
import { codeColumn } from '#frontend/csv/table.ts';
import { bytesOf, readFile } from '#test/support/csv-read.ts';

/** The rows below a header of three columns, with what was noted about quotes. */
async function readRowsOf(body: string) {
  const { rows, report } = await readFile(`a,b,c\n${body}`, { delimiter: ',', headerRow: 1 });
  return { rows, lines: report.unterminatedQuoteLines, total: report.unterminatedQuotes };
}

const lineBreaks = (count: number) => Array.from({ length: count }, (_, n) => `line ${n}\n`).join('');

describe('quoted cells', () => {
  test('hold delimiters, line breaks of any kind and doubled quotes', async () => {
    const { rows, total } = await readRowsOf('"1,2","x\r\ny\nz\rw","say ""hi"""\n');
    expect(rows).toEqual([['1,2', 'x\r\ny\nz\rw', 'say "hi"']]);
    expect(total).toBe(0);
  });

  test('are trimmed like others', async () => {
    expect((await readRowsOf('"  x ","\ty\n","\u00a0z\u3000"')).rows).toEqual([['x', 'y', 'z']]);
  });

  test('may have blanks around their quotes', async () => {
    expect((await readRowsOf('1,  "b, c"  , \t"d, e"\t')).rows).toEqual([['1', 'b, c', 'd, e']]);
  });

  test('have what follows the closing quote added as it stands, up to the next delimiter', async () => {
    expect((await readRowsOf('"a"b,"c" d "e",f')).rows).toEqual([['ab', 'c d "e"', 'f']]);
    expect((await readRowsOf('"a, b"c""d,2,3')).rows).toEqual([['a, bc""d', '2', '3']]);
  });

  test('may be empty, or only quotes', async () => {
    expect((await readRowsOf('x,"",""""')).rows).toEqual([['x', '', '"']]);
    expect((await readRowsOf('x,"""""","""a"""')).rows).toEqual([['x', '""', '"a"']]);
  });

  test('of tab-separated files open after a tab, not after a blank tab inside a cell', async () => {
    const { rows } = await readFile('a\tb\n"x\ty"\tz\n\t"q"\n', { delimiter: '\t' });
    expect(rows).toEqual([
      ['x\ty', 'z'],
      ['', 'q'],
    ]);
  });
});

describe('a quote inside an unquoted cell', () => {
  test('is plain text', async () => {
    expect((await readRowsOf('5" pipe,a "b" c,d"')).rows).toEqual([['5" pipe', 'a "b" c', 'd"']]);
  });

  test('is plain text after a no-break space, which is no blank', async () => {
    expect((await readRowsOf('\u00a0"x,y"')).rows).toEqual([['"x', 'y"', '']]);
  });
});

describe('a quote that never closes', () => {
  test('is read as a plain character to the end of its cell, and its line is named', async () => {
    const { rows, lines, total } = await readRowsOf('1,"two,3\n4,5,6\n');
    expect(rows).toEqual([
      ['1', '"two', '3'],
      ['4', '5', '6'],
    ]);
    expect({ lines, total }).toEqual({ lines: [2], total: 1 });
  });

  test('keeps doubled quotes after it as they stand', async () => {
    expect((await readRowsOf('1,"say ""hi,3\n')).rows).toEqual([['1', '"say ""hi', '3']]);
  });

  test('in the last cell of the file costs no other cell', async () => {
    const { rows, lines } = await readRowsOf('1,2,3\n4,5,"');
    expect(rows).toEqual([
      ['1', '2', '3'],
      ['4', '5', '"'],
    ]);
    expect(lines).toEqual([3]);
  });

  test('in a file that quotes every cell does not merge rows: the next opening quote is not its end', async () => {
    const { rows, lines, total } = await readRowsOf('"1","x","y"\n"2","x,"y"\n"3","x","y\n"4","x","y"\n');
    expect(rows).toEqual([
      ['1', 'x', 'y'],
      ['2', 'x,y"', ''],
      ['3', 'x', '"y'],
      ['4', 'x', 'y'],
    ]);
    // Line 3 closes on its own line, so it is text after a closing quote; line 4 would have run into line 5.
    expect({ lines, total }).toEqual({ lines: [4], total: 1 });
  });

  test('is found by line, whatever ends the lines', async () => {
    const body = '1,2,3\r\n4,5,6\r7,8,"9\n';
    const { lines } = await readRowsOf(body);
    expect(lines).toEqual([4]);
  });

  test('is counted in line numbers of the file, lines inside cells, blank and title lines included', async () => {
    const { report } = await readFile('sep=,\nLeads\n\na,b,c\n"x\ny",2,3\n"z,2,3\n', { headerRow: 2 });
    expect(report.unterminatedQuoteLines).toEqual([7]);
  });

  test('may stand in the header', async () => {
    const { headers, rows, report } = await readFile('a,"b\n1,2\n', { delimiter: ',' });
    expect(headers).toEqual(['a', '"b']);
    expect(rows).toEqual([['1', '2']]);
    expect(report.unterminatedQuoteLines).toEqual([1]);
  });

  test('is named for the first 20 only, and counted for all', async () => {
    const body = Array.from({ length: 50 }, (_, n) => `${n},"x,y\n"q",1,2\n`).join('');
    const { rows, lines, total } = await readRowsOf(body);
    expect(rows).toHaveLength(100);
    expect(total).toBe(50);
    expect(lines).toEqual(Array.from({ length: 20 }, (_, n) => 2 * n + 2));
  });
});

describe('a quoted cell of many lines', () => {
  test('is one cell up to 1,000 lines', async () => {
    const text = lineBreaks(999) + 'end';
    const { rows, total } = await readRowsOf(`1,"${text}",3\n`);
    expect(rows).toEqual([['1', text, '3']]);
    expect(total).toBe(0);
  });

  test('is taken for a stray quote above them', async () => {
    const text = lineBreaks(1000) + 'end';
    const { rows, lines, total } = await readRowsOf(`1,"${text}",3\n`);
    expect(rows).toHaveLength(1001);
    expect(rows[0]).toEqual(['1', '"line 0', '']);
    expect(rows[1000]).toEqual(['end"', '3', '']);
    expect({ lines, total }).toEqual({ lines: [2], total: 1 });
  });
});

describe('hostile quotes', () => {
  const megabytes = 1;
  const hostile = {
    'one quote and no other': '"' + 'x,y\n'.repeat(megabytes * 250_000),
    'a stray quote on each line': '"a,b\n'.repeat(megabytes * 200_000),
    'doubled quotes after a stray one': '"""\n'.repeat(megabytes * 250_000),
    'quotes only': '"'.repeat(megabytes * 1_000_000),
    'even runs of quotes after an odd one': '"x' + ',""'.repeat(megabytes * 300_000),
    'a stray quote every 1,001 lines': ('"a\n' + 'b,c\n'.repeat(1000)).repeat(megabytes * 250),
    'long blanks between quotes': ('"a"' + ' '.repeat(500) + '"').repeat(megabytes * 2000),
  };

  // Each takes well under a second. A search that began anew at every quote would take many minutes.
  test.each(Object.entries(hostile))(
    'are read in linear time: %s',
    async (_, body) => {
      const result = await readCsv(
        bytesOf(`a,b,c\n1,2,3\n${body}`),
        { delimiter: ',', headerRow: 1 },
        () => {},
      );
      if (!result.ok) throw new Error(result.error.reason);
      const { table } = result.value;
      expect(codeColumn(table, 0).codes).toHaveLength(table.rowCount);
    },
    30_000,
  );
});
