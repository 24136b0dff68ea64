import { describe, expect, test } from 'vitest';
import { readFile } from '#test/support/csv-read.ts';

const counts = async (file: string) => {
  const { rows, report } = await readFile(file, { delimiter: ',', headerRow: 1 });
  const { emptyRowsSkipped, shortRowsPadded, longRowsCut } = report;
  return { rows, emptyRowsSkipped, shortRowsPadded, longRowsCut };
};

describe('records', () => {
  test.each([
    ['LF', 'a,b\n1,2\n3,4\n'],
    ['CRLF', 'a,b\r\n1,2\r\n3,4\r\n'],
    ['lone CR', 'a,b\r1,2\r3,4\r'],
    ['a mixture', 'a,b\r1,2\r\n3,4\n'],
    ['nothing after the last', 'a,b\n1,2\n3,4'],
    ['a lone CR before blank CRLF lines', 'a,b\r1,2\r\r\n\r\n3,4'],
  ])('end with %s', async (_, file) => {
    const { headers, rows } = await readFile(file);
    expect(headers).toEqual(['a', 'b']);
    expect(rows).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
  });

  test('may be a single one below the header', async () => {
    expect((await readFile('a,b\n1,2')).rows).toEqual([['1', '2']]);
  });

  test('keep NUL and other control characters in their cells', async () => {
    expect((await readFile('a,b\nx\0y,\u0001\u001b[0m\n\0,z\n')).rows).toEqual([
      ['x\0y', '\u0001\u001b[0m'],
      ['\0', 'z'],
    ]);
  });

  test('have their cells trimmed of all Unicode white space', async () => {
    expect((await readFile('a,b\n  x\u00a0,\u2003\ufeffy z\u3000\u2028\n')).rows).toEqual([['x', 'y z']]);
  });
});

describe('empty rows', () => {
  test('are skipped and counted, blank lines are skipped without a word', async () => {
    expect(await counts('a,b\n1,2\n\n  \n,\n , \n"",""\n"\u00a0 ",\n""\n3,4\n\n')).toEqual({
      rows: [
        ['1', '2'],
        ['3', '4'],
      ],
      emptyRowsSkipped: 5,
      shortRowsPadded: 0,
      longRowsCut: 0,
    });
  });

  test('may be wider than the table', async () => {
    expect(await counts('a,b\n1,2\n,,,,\n')).toMatchObject({
      rows: [['1', '2']],
      emptyRowsSkipped: 1,
      longRowsCut: 0,
    });
  });

  test('are no rows that hold a quote, NUL, or text beyond the columns', async () => {
    expect(await counts('a,b\n"""",\n\0,\n,,x\n')).toMatchObject({
      rows: [
        ['"', ''],
        ['\0', ''],
        ['', ''],
      ],
      emptyRowsSkipped: 0,
      longRowsCut: 1,
    });
  });
});

describe('ragged rows', () => {
  test('are padded where short, cut where long, and each is counted once', async () => {
    expect(await counts('a,b,c\n1\n1,2\n1,2,3\n1,2,3,4\n1,2,3,,,\n')).toEqual({
      rows: [
        ['1', '', ''],
        ['1', '2', ''],
        ['1', '2', '3'],
        ['1', '2', '3'],
        ['1', '2', '3'],
      ],
      emptyRowsSkipped: 0,
      shortRowsPadded: 2,
      longRowsCut: 2,
    });
  });

  test('never shift the rows after them', async () => {
    const { rows } = await counts('a,b\n1,2,"x\ny"\n3,4\n');
    expect(rows).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
  });
});

describe('headers', () => {
  const headersOf = async (line: string) =>
    (await readFile(`${line}\n1,2,3,4\n`, { delimiter: ',' })).headers;

  test('are trimmed and unquoted', async () => {
    expect(await headersOf('  a ,"b ","c, d","e\nf"')).toEqual(['a', 'b', 'c, d', 'e\nf']);
  });

  test('that are empty are numbered by their column', async () => {
    expect(await headersOf('a,,"",')).toEqual(['a', 'Column 2', 'Column 3', 'Column 4']);
  });

  test('that are repeated are numbered, and never merge', async () => {
    expect(await headersOf('Source,Source,source,Source')).toEqual([
      'Source',
      'Source (2)',
      'source',
      'Source (3)',
    ]);
  });

  test('keep their own name where a numbered one would take it', async () => {
    expect(await headersOf('Source,Source,Source (2),Source (2)')).toEqual([
      'Source',
      'Source (3)',
      'Source (2)',
      'Source (2) (2)',
    ]);
    expect(await headersOf(',Column 1,x,y')).toEqual(['Column 1 (2)', 'Column 1', 'x', 'y']);
    expect(await headersOf('Column 2,,Column 2,x')).toEqual([
      'Column 2',
      'Column 2 (2)',
      'Column 2 (3)',
      'x',
    ]);
  });

  test('and values may be names that objects know', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const { headers, rows } = await readFile(`${names.join(',')}\n${names.join(',')}\n`, { headerRow: 1 });
    expect(headers).toEqual(names);
    expect(rows).toEqual([names]);
  });
});
