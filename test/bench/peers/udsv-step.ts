import { inferSchema, initParser } from 'udsv';
import { RowCounter } from '../pages/counts.ts';
import { serveCounter } from './serve-counter.ts';

/** Row by row: each is counted as it comes and never kept. */
serveCounter(async (file, job) => {
  const text = await file.text();
  const schema = inferSchema(text);
  const counter = new RowCounter(
    schema.cols.map(({ name }) => name),
    job,
  );
  initParser(schema).stringArrs(text, (row) => counter.add(row));
  return counter.counts();
});
