import { read, utils } from 'xlsx';
import { RowCounter } from '../pages/counts.ts';
import { serveCounter } from './serve-counter.ts';

/** All rows of the first sheet as arrays of values, in the ways that its documents call fast, then their counts. */
serveCounter(async (file, job) => {
  const options = { dense: true, cellFormula: false, cellHTML: false, cellText: false };
  const workbook = read(await file.arrayBuffer(), options);
  const sheet = workbook.Sheets[workbook.SheetNames[0] ?? ''];
  if (!sheet) throw new Error('There is no sheet');
  const [headers = [], ...rows] = utils.sheet_to_json<string[]>(sheet, { header: 1, defval: '' });
  const counter = new RowCounter(headers, job);
  for (const row of rows) counter.add(row);
  return counter.counts();
});
