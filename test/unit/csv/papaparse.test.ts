import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameHeaderCells } from '#frontend/csv/column-names.ts';
import { raggedFile, readRaggedWithPapa, readWithPapa, wellFormedFile } from '#test/support/csv-files.ts';
import { findProblem, readFile } from '#test/support/csv-read.ts';

test('reads every well-formed file as PapaParse does', async () => {
  await fc.assert(
    fc.asyncProperty(wellFormedFile, async (written) => {
      const options = { delimiter: written.delimiter, headerRow: 1, encoding: 'utf-8' } as const;
      const [header, ...rows] = readWithPapa(written);
      if (header === undefined || rows.length === 0) {
        expect(await findProblem(written.file, options)).toEqual({ reason: 'too-few-rows' });
        return;
      }
      const read = await readFile(written.file, options);
      expect(read.headers).toEqual(nameHeaderCells(header));
      expect(read.rows).toEqual(rows);
      expect(read.report).toMatchObject({ unterminatedQuotes: 0, shortRowsPadded: 0, longRowsCut: 0 });
    }),
    { numRuns: 500 },
  );
});

test('reads and counts rows that are too short or too long as PapaParse has them', async () => {
  await fc.assert(
    fc.asyncProperty(raggedFile, async (written) => {
      const options = { delimiter: written.delimiter, headerRow: 1, encoding: 'utf-8' } as const;
      const [, ...seen] = readRaggedWithPapa(written);
      if (seen.length === 0) {
        expect(await findProblem(written.file, options)).toEqual({ reason: 'too-few-rows' });
        return;
      }
      const read = await readFile(written.file, options);
      const padded = seen.map((row) =>
        Array.from({ length: written.width }, (_, column) => row[column] ?? ''),
      );
      expect(read.rows).toEqual(padded);
      expect(read.report).toMatchObject({
        shortRowsPadded: seen.filter((row) => row.length < written.width).length,
        longRowsCut: seen.filter((row) => row.length > written.width).length,
        unterminatedQuotes: 0,
      });
    }),
    { numRuns: 300 },
  );
});
