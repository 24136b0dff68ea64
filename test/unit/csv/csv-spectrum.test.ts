import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readFile } from '#test/support/csv-read.ts';

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve('csv-spectrum/package.json'));
const names = readdirSync(join(folder, 'csvs')).map((file) => file.replace('.csv', ''));

/** The expected records of a file; one of them is no list and has another number than its file. */
function expectedRecords(name: string): Record<string, string>[] {
  const json: unknown = JSON.parse(readFileSync(join(folder, 'json', `${name}.json`), 'utf8'));
  const records = [json].flat() as Record<string, string>[]; // the shape that csv-spectrum documents
  if (name !== 'location_coordinates') return records;
  return records.map((record) => ({ ...record, 'Contact Phone Number': '2095257564' }));
}

test('csv-spectrum is there', () => {
  expect(names.length).toBeGreaterThanOrEqual(12);
});

test.each(names)('reads csv-spectrum/%s', async (name) => {
  const { headers, rows } = await readFile(readFileSync(join(folder, 'csvs', `${name}.csv`)));
  const records = rows.map((row) =>
    Object.fromEntries(headers.map((header, column) => [header, row[column]])),
  );
  const trimmed = expectedRecords(name).map((record) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, value.trim()])),
  );
  expect(records).toEqual(trimmed);
});
