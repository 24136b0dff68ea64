import { escape, fromCSV, op } from 'arquero';
import { countCombinations } from '../pages/counts.ts';
import { serveCounter } from './serve-counter.ts';

/** A table of texts, grouped by the attributes. Guessing types would only take time. */
serveCounter(async (file, job) => {
  const qualified = new Set(job.qualified);
  const table = fromCSV(await file.text(), { autoType: false })
    .derive({
      qualified: escape((row: Record<string, string>) => (qualified.has(row[job.status] ?? '') ? 1 : 0)),
    })
    .groupby(...job.attributes)
    .rollup({ leads: op.count(), conversions: op.sum('qualified') });
  const values = job.attributes.map((name) => table.array(name) as (string | null)[]);
  return countCombinations(job, {
    values,
    leads: table.array('leads') as number[],
    conversions: table.array('conversions') as number[],
  });
});
