import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isBinaryFile } from '#frontend/csv/decode.ts';
import { encodeText } from '#frontend/csv/transcode.ts';
import { readCsv } from '#frontend/csv/read-csv.ts';
import { validateFile } from '#frontend/csv/validate-file.ts';
import { bytesOf, findProblem, readFile, readWithoutWebAssembly } from '#test/support/csv-read.ts';

const line = (cells: number) => Array.from({ length: cells }, (_, n) => `c${n}`).join(',');

describe('a file', () => {
  test('is taken by its name, in any case', () => {
    for (const name of [
      'leads.csv',
      'LEADS.CSV',
      'leads.tsv',
      'leads.TXT',
      'leads.xlsx',
      'leads.xls',
      'leads.csv.zip',
    ])
      expect(validateFile({ name, size: 1 })).toBeNull();
    for (const name of ['leads.csv.png', 'leadscsv', 'leadstsv', 'leads.xlsm', 'leads.html', 'leads.xls.bak'])
      expect(validateFile({ name, size: 1 })).toEqual({ reason: 'not-csv' });
  });

  test('of a spreadsheet that is not opened is named', () => {
    expect(validateFile({ name: 'Leads.ODS', size: 1 })).toEqual({ reason: 'open-document' });
  });

  test('may have exactly 10 MiB', () => {
    expect(validateFile({ name: 'leads.csv', size: 10_485_760 })).toBeNull();
    expect(validateFile({ name: 'leads.csv', size: 10_485_761 })).toEqual({ reason: 'too-large' });
  });

  test('of a wrong name is refused for its name first', () => {
    expect(validateFile({ name: 'leads.png', size: 10_485_761 })).toEqual({ reason: 'not-csv' });
  });
});

describe('a file that is no text', () => {
  const unreadable = { reason: 'unreadable' };
  const random = (length: number, begin: readonly number[] = []) => {
    let state = 7;
    const next = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) >>> 16;
    return Uint8Array.from({ length }, (_, at) => begin[at] ?? next() & 255);
  };

  test('is refused under the name of a CSV file: a picture, a document, anything', async () => {
    const picture = new Uint8Array(
      readFileSync(new URL('../../../frontend/public/preview.png', import.meta.url)),
    );
    expect(await findProblem(picture)).toEqual(unreadable);
    for (const begin of ['%PDF-1.7\na,b\n1,2\n', 'GIF89a,b\n1,2\n'])
      expect(await findProblem(new TextEncoder().encode(begin))).toEqual(unreadable);
    for (const length of [400, 70_000, 400_000]) {
      expect(await findProblem(random(length, [0x52, 0x0a]))).toEqual(unreadable);
      expect(await findProblem(random(length, [0x52, 0x0a]), { encoding: 'windows-1252' })).toEqual(
        unreadable,
      );
      expect(await readWithoutWebAssembly(random(length, [0x52, 0x0a]))).toEqual({
        ok: false,
        error: unreadable,
      });
    }
  });

  test('is not meant where a text has a few control characters', async () => {
    const rows = 'Müller,\u0001\u001b[0m\n'.repeat(3) + 'Ann,x\n'.repeat(9);
    const latin = new Uint8Array(Buffer.from(`Näme,Status\n${rows}`, 'latin1'));
    expect((await readFile(latin)).rows).toHaveLength(12);
    // UTF-8 is text, whatever it holds.
    expect((await readFile('ä,b\n\u0001,\u0002\n\u0003\u0004,\u0005\n')).rows).toEqual([
      ['\u0001', '\u0002'],
      ['\u0003\u0004', '\u0005'],
    ]);
    // Also where the look ends within a character of two bytes.
    for (const shift of ['', 'x']) {
      const long = `${shift}Ä,b\n${'é\u0001\u0002,1\n'.repeat(20_000)}`;
      expect((await readFile(long)).rows).toHaveLength(20_000);
    }
  });

  test('is known by more than 5% of control characters, apart from NUL', () => {
    /** Bytes that are not UTF-8, with a character that stands there `count` times. */
    const withBytes = (length: number, byte: number, count: number) =>
      Uint8Array.from({ length }, (_, at) => (at === 0 ? 0xe9 : at <= count ? byte : 0x61));
    for (const byte of [0x01, 0x08, 0x0e, 0x1a, 0x1c, 0x1f]) {
      expect(isBinaryFile(withBytes(19, byte, 1), undefined)).toBe(true);
      expect(isBinaryFile(withBytes(20, byte, 1), undefined)).toBe(false);
      const withNul = Buffer.concat([withBytes(19, byte, 1), new Uint8Array(19)]);
      expect(isBinaryFile(withNul, undefined)).toBe(true);
      expect(isBinaryFile(withNul, 'utf-16le')).toBe(false);
    }
    for (const byte of [0x00, 0x09, 0x0d, 0x1b, 0x20]) {
      expect(isBinaryFile(withBytes(19, byte, 9), undefined)).toBe(false);
    }
    expect(isBinaryFile(Uint8Array.of(0xff, 0xd8, 0xff, 0x61), undefined)).toBe(true);
    expect(isBinaryFile(Uint8Array.of(0x1f, 0x8b, 0x61, 0x61), undefined)).toBe(true);
  });

  test('is not meant in UTF-16, by its mark or chosen', async () => {
    for (const encoding of ['utf-16le', 'utf-16be'] as const) {
      const marked = encodeText('Имя,Статус\nЮрий,Да\n', encoding)!; // any text can be UTF-16
      expect((await readFile(marked)).rows).toEqual([['Юрий', 'Да']]);
      expect((await readFile(marked.subarray(2), { encoding })).rows).toEqual([['Юрий', 'Да']]);
    }
  });
});

describe('reading refuses', () => {
  test.each([
    ['an empty file', ''],
    ['a byte order mark alone', '\ufeff'],
    ['blank lines', '\n\r\n  \n'],
    ['a header alone', 'Status,Source\n'],
    ['a header above empty rows', 'Status,Source\n,\n"",\n'],
    ['a single cell', 'x'],
    ['a sep= line alone', 'sep=;\n'],
  ])('%s for want of a data row', async (_, file) => {
    expect(await findProblem(file)).toEqual({ reason: 'too-few-rows' });
  });

  test('a header row that lies beyond the file', async () => {
    expect(await findProblem('a,b\n1,2\n', { headerRow: 3 })).toEqual({ reason: 'too-few-rows' });
    expect(await findProblem('a,b\n1,2\n', { headerRow: 2 })).toEqual({ reason: 'too-few-rows' });
  });

  test('a header alone, also where the lines above it are kept and there are none', async () => {
    expect(await findProblem('Status,Source\n', { keepPreamble: true })).toEqual({ reason: 'too-few-rows' });
  });

  test('one column', async () => {
    expect(await findProblem('Status\nQualified\n')).toEqual({ reason: 'too-few-columns' });
  });

  test('41 columns, an empty trailing one included, and takes 40', async () => {
    expect(await findProblem(`${line(41)}\n${line(41)}\n`)).toEqual({
      reason: 'too-many-columns',
      columns: 41,
    });
    expect(await findProblem(`${line(40)},\n${line(40)},\n`)).toEqual({
      reason: 'too-many-columns',
      columns: 41,
    });
    expect((await readFile(`${line(40)}\n${line(40)}\n`)).headers).toHaveLength(40);
  });

  test('columns by their exact number, however many', async () => {
    expect(await findProblem(`${line(12_345)}\n1,2\n`)).toEqual({
      reason: 'too-many-columns',
      columns: 12_345,
    });
  });

  test('missing rows before too many columns', async () => {
    expect(await findProblem(line(41))).toEqual({ reason: 'too-few-rows' });
  });

  test('a spreadsheet file under another name', async () => {
    expect(await findProblem(Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0))).toEqual({ reason: 'unreadable' });
    expect(await findProblem(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1))).toEqual({ reason: 'unreadable' });
  });

  test('10 MB in one line, at once', async () => {
    const wide = 'a,'.repeat(5 * 1024 * 1024);
    expect(await findProblem(wide)).toEqual({ reason: 'too-few-rows' });
    expect(await findProblem(`${wide}\n1,2`)).toEqual({
      reason: 'too-many-columns',
      columns: 5 * 1024 * 1024 + 1,
    });
    expect(await findProblem('x'.repeat(10 * 1024 * 1024))).toEqual({ reason: 'too-few-rows' });
  }, 30_000);
});

describe('progress', () => {
  test('is told after each slice, in bytes of the file, up to its end', async () => {
    const bytes = new Uint8Array(Buffer.from(`\ufeffa,b\n${'1,2\n'.repeat(800_000)}`, 'utf16le'));
    const told: { bytesRead: number; bytesTotal: number; rowsRead: number }[] = [];
    await readCsv(bytes, {}, (progress) => void told.push(progress));
    expect(told.length).toBe(4); // after each MiB of 3.2 million bytes of UTF-8, and at the end
    expect(told.at(-1)).toEqual({ bytesRead: bytes.length, bytesTotal: bytes.length, rowsRead: 800_000 });
    expect(told.map(({ bytesRead }) => bytesRead)).toEqual(
      told.map(({ bytesRead }) => bytesRead).sort((a, b) => a - b),
    );
  });

  test('ends at the end of a file without a last line break', async () => {
    const told: number[] = [];
    await readCsv(bytesOf('a,b\n1,2'), {}, ({ bytesRead }) => void told.push(bytesRead));
    expect(told).toEqual([7]);
  });

  test('is awaited, and what it throws ends the reading', async () => {
    const bytes = bytesOf('a,b\n' + '1,2\n'.repeat(1_000_000));
    let slices = 0;
    const reading = readCsv(bytes, {}, async () => {
      await Promise.resolve();
      slices++;
      if (slices === 2) throw new Error('cancelled');
    });
    await expect(reading).rejects.toThrow('cancelled');
    expect(slices).toBe(2);
  });
});
